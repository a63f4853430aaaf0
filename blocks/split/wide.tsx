import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ImageValue } from '../../src/builder/field.ts';
import type { Tone } from '../../src/builder/tones.ts';
import { Picture } from '../../src/ui/picture.tsx';

/** On wide screens, the picture takes up eight of twelve columns and the text six, so that they overlap by two. */
const Overlap = styled.div<{ $end: boolean }>`
  @container (min-width: 62rem) {
    display: grid;
    grid-template-columns: repeat(12, minmax(0, 1fr));
    align-items: center;
    > * {
      grid-row: 1;
    }
    > figure {
      grid-column: ${({ $end }) => ($end ? '5 / -1' : '1 / 9')};
    }
    > div {
      grid-column: ${({ $end }) => ($end ? '1 / 7' : '7 / -1')};
    }
  }
`;

const Frame = styled.figure`
  img {
    aspect-ratio: 4 / 3;
    border-radius: ${({ theme }) => theme.radius.l};
  }
`;

const Caption = styled.figcaption`
  margin-block-start: 0.9rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
`;

/** The text, in a panel under a thick rule that covers part of the picture. */
const Panel = styled.div<{ $tone: Tone; $end: boolean }>`
  position: relative;
  margin-block-start: ${({ theme }) => theme.space.l};
  @container (min-width: 40rem) {
    width: min(100% - 4rem, 40rem);
    margin-block-start: -5rem;
    margin-inline: ${({ $end }) => ($end ? '0 auto' : 'auto 0')};
    padding: 2.5rem 2.75rem 0;
    background: ${({ theme, $tone }) => theme.color[$tone]};
    &::before {
      content: '';
      position: absolute;
      inset: -0.75rem -0.75rem auto;
      height: 0.75rem;
      border-radius: 2px;
      background: ${({ theme }) => theme.color.accent};
    }
  }
  @container (min-width: 62rem) {
    width: auto;
    margin-block: 2rem;
    padding-block-end: 2.5rem;
  }
  @media (forced-colors: active) {
    &::before {
      background: CanvasText;
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

/** The `wide` shape: a large picture, partly covered by a panel with the text. */
export function Wide({ image, caption, tone, end, children }: Props) {
  return (
    <Overlap $end={end}>
      <Frame>
        <Picture image={image} sizes="(min-width: 76rem) 50rem, (min-width: 62rem) 66vw, 100vw" />
        {caption && <Caption>{caption}</Caption>}
      </Frame>
      <Panel $tone={tone} $end={end}>
        {children}
      </Panel>
    </Overlap>
  );
}
