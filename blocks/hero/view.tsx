import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Doorway, doorwaySizes } from '../../src/ui/layout/doorway.tsx';
import { Container, Ground } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { Scene } from './scene.tsx';
import { HeroWords } from './words.tsx';

const Beside = styled(Ground)`
  padding-block: clamp(2.5rem, 1.5rem + 4cqi, 5rem);
`;

const Columns = styled.div<{ $tall: boolean }>`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 46rem) {
    grid-template-columns: ${({ $tall }) =>
      $tall ? 'minmax(0, 1.2fr) minmax(0, 0.8fr)' : 'minmax(0, 1fr) minmax(0, 1fr)'};
    align-items: center;
    gap: clamp(2.25rem, 6cqi, 6rem);
    > figure {
      justify-self: end;
    }
  }
`;

/** The headline beside its picture or, in the `scene` look, on top of it. Without a picture, only the text is shown. */
export default function HeroView({ look, image, caption, ...words }: PropsOf<typeof block>) {
  if (look === 'scene' && image) {
    return (
      <Scene image={image}>
        <HeroWords {...words} />
      </Scene>
    );
  }
  const tall = look === 'portrait';
  return (
    <Beside $tone="paper">
      <Container>
        {image ? (
          <Columns $tall={tall}>
            <HeroWords {...words} />
            <Doorway
              image={image}
              shape={tall ? 'arch' : 'window'}
              caption={caption}
              sizes={tall ? doorwaySizes.tall : doorwaySizes.wide}
              eager
            />
          </Columns>
        ) : (
          <HeroWords {...words} />
        )}
      </Container>
    </Beside>
  );
}
