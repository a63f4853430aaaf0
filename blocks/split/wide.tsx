import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ImageValue } from '../../src/builder/field.ts';
import type { Tone } from '../../src/builder/tones.ts';
import { Picture } from '../../src/ui/picture.tsx';

const Frame = styled.figure`
  img {
    aspect-ratio: 16 / 9;
    border-radius: ${({ theme }) => theme.radius.l};
  }
  @container (max-width: 45.99rem) {
    img {
      aspect-ratio: 4 / 3;
    }
  }
`;

const Caption = styled.figcaption`
  margin-block-start: 0.9rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
`;

/** The text, in a panel under a thick rule that overlaps the lower edge of the picture. */
const Panel = styled.div<{ $tone: Tone; $end: boolean }>`
  position: relative;
  margin-block-start: ${({ theme }) => theme.space.l};
  @container (min-width: 46rem) {
    width: min(100% - 2.5rem, 40rem);
    margin-block-start: -8rem;
    margin-inline: ${({ $end }) => ($end ? '0 auto' : 'auto 0')};
    padding: 2.75rem 2.75rem 0;
    background: ${({ theme, $tone }) => theme.color[$tone]};
    &::before {
      content: '';
      position: absolute;
      inset: -0.75rem -0.75rem auto;
      height: 0.75rem;
      border-radius: 2px;
      background: ${({ theme }) => theme.color.accent};
    }
    @media (forced-colors: active) {
      &::before {
        background: CanvasText;
      }
    }
  }
`;

interface Props {
  image: ImageValue;
  caption?: string | undefined;
  tone: Tone;
  /** True if the text covers the start of the picture, so that its end remains visible. */
  end: boolean;
  children: ReactNode;
}

/** The `wide` shape: a picture in the full width of the page, partly covered by a panel with the text. */
export function Wide({ image, caption, tone, end, children }: Props) {
  return (
    <>
      <Frame>
        <Picture image={image} sizes="(min-width: 76rem) 76rem, 100vw" />
        {caption && <Caption>{caption}</Caption>}
      </Frame>
      <Panel $tone={tone} $end={end}>
        {children}
      </Panel>
    </>
  );
}
