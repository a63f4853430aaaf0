import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ImageValue } from '../../src/builder/field.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { Container, SectionBackground } from '../../src/ui/layout/section.tsx';

const Strip = styled(SectionBackground)`
  position: relative;
  padding: 0;
  > img {
    height: clamp(14rem, 54cqi, 26rem);
    object-position: 68% 60%;
  }
  @container (min-width: 62rem) {
    > img {
      position: absolute;
      inset-block: 0 4.5rem;
      inset-inline-end: 0;
      width: 70%;
      height: calc(100% - 4.5rem);
      object-position: 50% 62%;
    }
  }
`;

/** Positions the panel, so that it covers a part of the picture. */
const Place = styled(Container)`
  position: relative;
  margin-block-start: -3rem;
  @container (min-width: 62rem) {
    margin-block-start: 0;
    padding-block-start: clamp(3.5rem, 6cqi, 7rem);
  }
  @media print {
    margin-block-start: 0;
  }
`;

/** The panel. Its background keeps the text readable over any picture. */
const Door = styled.div`
  position: relative;
  padding-block: 2.25rem 2.5rem;
  background: ${({ theme }) => theme.color.paper};
  /* The text lines up with that of the header and the sections. The background also covers the page's side padding. */
  margin-inline: calc(-1 * ${({ theme }) => theme.space.gutter});
  padding-inline: ${({ theme }) => theme.space.gutter};
  /* The thick rule above the panel. On larger screens, it starts above the text and ends beyond the panel. */
  &::before {
    content: '';
    position: absolute;
    inset: -0.75rem 0 auto;
    height: 0.75rem;
    border-radius: 2px;
    background: ${({ theme }) => theme.color.accent};
  }
  @container (min-width: 40rem) {
    width: min(100%, 39rem);
    margin-inline-end: 0;
    padding-block: 3rem 2rem;
    padding-inline-end: 3rem;
    &::before {
      inset-inline: ${({ theme }) => theme.space.gutter} -1.25rem;
    }
  }
  @container (min-width: 62rem) {
    padding-block-end: 3rem;
    h1,
    h2 {
      font-size: clamp(2.75rem, 1.2rem + 2.9cqi, 3.75rem);
    }
  }
  @media (forced-colors: active) {
    &::before {
      background: CanvasText;
    }
  }
`;

/** The `scene` look: a picture up to the edge of the page, partly covered by a panel with the text. */
export function HeroScene({ image, children }: { image: ImageValue; children: ReactNode }) {
  return (
    <Strip $tone="paper">
      <Picture image={image} sizes="(min-width: 62rem) 70vw, 100vw" eager />
      <Place>
        <Door>{children}</Door>
      </Place>
    </Strip>
  );
}
