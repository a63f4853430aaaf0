import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Rows } from '../../src/builder/rows.tsx';
import { ButtonRow } from '../../src/ui/button.tsx';
import { Picture } from '../../src/ui/picture.tsx';
import { RichText } from '../../src/ui/rich-text.tsx';
import { Container, Eyebrow, Ground, PlacementTitle } from '../../src/ui/section.tsx';
import { ButtonLink } from '../../src/ui/site-link.tsx';
import type block from './block.ts';

const Words = styled.div`
  max-width: 40rem;
`;

const Desc = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Tagline = styled.p`
  margin-block-start: ${({ theme }) => theme.space.m};
  font-family: ${({ theme }) => theme.font.display};
  font-size: 1.1875rem;
  font-weight: 520;
`;

const Buttons = styled(ButtonRow)`
  margin-block-start: ${({ theme }) => theme.space.l};
`;

const Scene = styled(Ground)`
  padding-block: 0;
  > div:first-child {
    padding-block: clamp(2.5rem, 1.5rem + 5cqi, 5.5rem) clamp(2rem, 4cqi, 3.5rem);
  }
  img {
    width: 100%;
    height: clamp(15rem, 38cqi, 34rem);
    object-position: 60% 70%;
  }
`;

const Beside = styled(Ground)`
  padding-block: clamp(2.5rem, 1.5rem + 4cqi, 5rem);
`;

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 54rem) {
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 0.85fr);
    align-items: center;
  }
`;

const Frame = styled.div<{ $tall: boolean }>`
  img {
    aspect-ratio: ${({ $tall }) => ($tall ? '3 / 4' : '4 / 3')};
    max-height: ${({ $tall }) => ($tall ? '38rem' : 'none')};
    border-radius: ${({ $tall, theme }) => ($tall ? theme.radius.arch : theme.radius.l)};
  }
`;

/** The head of a page. */
export default function HeroView(props: PropsOf<typeof block>) {
  const { look, eyebrow, title, desc, tagline, image, cta_text, cta_link, more } = props;
  const words = (
    <Words>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <PlacementTitle>{title}</PlacementTitle>
      {desc && <Desc html={desc} />}
      {tagline && <Tagline>{tagline}</Tagline>}
      <Buttons>
        {cta_link && <ButtonLink link={cta_link}>{cta_text ?? cta_link.text}</ButtonLink>}
        <Rows of={more}>{(row) => <ButtonLink link={row.link} $look="outline" />}</Rows>
      </Buttons>
    </Words>
  );
  if (look === 'scene' && image) {
    return (
      <Scene $tone="paper">
        <Container>{words}</Container>
        <Picture image={image} sizes="100vw" eager />
      </Scene>
    );
  }
  return (
    <Beside $tone="paper">
      <Container>
        {image ? (
          <Columns>
            {words}
            <Frame $tall={look === 'portrait'}>
              <Picture image={image} sizes="(min-width: 54rem) 40vw, 100vw" eager />
            </Frame>
          </Columns>
        ) : (
          words
        )}
      </Container>
    </Beside>
  );
}
