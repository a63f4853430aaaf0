import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ImageValue } from '../../src/builder/field.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';

/** On wide screens, the picture takes up seven of twelve columns and the text five. */
const Columns = styled.div<{ $end: boolean }>`
  @container (min-width: 62rem) {
    display: grid;
    grid-template-columns: ${({ $end }) => ($end ? '5fr 7fr' : '7fr 5fr')};
    align-items: start;
    > figure {
      order: ${({ $end }) => ($end ? 1 : -1)};
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

/** The text. On wide screens, a thick rule above it overlaps the picture. */
const Words = styled.div<{ $end: boolean }>`
  margin-block-start: ${({ theme }) => theme.space.l};
  @container (min-width: 62rem) {
    position: relative;
    margin-block: 2rem 0;
    padding-block-start: 2.5rem;
    padding-inline: ${({ $end }) => ($end ? '0 3.5rem' : '3.5rem 0')};
    &::before {
      content: '';
      position: absolute;
      inset-block-start: 0;
      inset-inline: ${({ $end }) => ($end ? '0 -2.5rem' : '-2.5rem 0')};
      height: 0.75rem;
      border-radius: 2px;
      background: ${({ theme }) => theme.color.accent};
    }
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
  /** True if the picture is after the text on wide screens. On narrow screens, it is always above the text. */
  end: boolean;
  children: ReactNode;
}

/** The `wide` shape: a large picture and the text. On wide screens, a rule connects them. */
export function WideSplit({ image, caption, end, children }: Props) {
  return (
    <Columns $end={end}>
      <Frame>
        <Picture image={image} sizes="(min-width: 76rem) 44rem, (min-width: 62rem) 58vw, 100vw" />
        {caption && <Caption>{caption}</Caption>}
      </Frame>
      <Words $end={end}>{children}</Words>
    </Columns>
  );
}
