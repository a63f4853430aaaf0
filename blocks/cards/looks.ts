import styled, { css } from 'styled-components';
import { framedPictureRadius } from '../../src/ui/layout/framed-picture.tsx';

/** The layouts that an editor can choose. All of them show the same items. */
type Look = 'boxed' | 'open' | 'pictured' | 'arched' | 'rows' | 'feature' | 'checklist';

/**
 * Creates as many columns as fit, each at least `rem` wide (in CSS `rem`). Usually avoids a last row with a single
 * card: four cards form four columns or at most two, and five, six or nine form at most three. The last of three cards
 * spans both columns if only two fit.
 */
const side = (rem: number) => css`
  --least: ${rem}rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--least)), 1fr));
  &:has(> li:nth-child(4):last-child) {
    --least: max(${rem}rem, 40%);
    @container (min-width: ${4 * rem + 9}rem) {
      --least: ${rem}rem;
    }
  }
  &:has(> li:is(:nth-child(5), :nth-child(6), :nth-child(9)):last-child) {
    --least: max(${rem}rem, 30%);
  }
  @container (min-width: ${2 * rem + 6}rem) and (max-width: ${3 * rem + 7}rem) {
    > li:nth-child(3):last-child {
      grid-column: 1 / -1;
    }
  }
`;

const inColumns = '(min-width: 60rem) 25rem, (min-width: 40rem) 50vw, 100vw';

/** The width of a card's picture in each look, as a `sizes` attribute. */
export const cardPictureSizes: Readonly<Record<Look, string>> = {
  boxed: inColumns,
  open: inColumns,
  pictured: inColumns,
  arched: '(min-width: 60rem) 19rem, (min-width: 30rem) 50vw, 6rem',
  rows: '(min-width: 76rem) 40rem, (min-width: 44rem) 52vw, 100vw',
  feature: '(min-width: 76rem) 37rem, (min-width: 44rem) 50vw, 100vw',
  checklist: inColumns,
};

const arrangement: Readonly<Record<Look, ReturnType<typeof css>>> = {
  boxed: css`
    ${side(17)}
    > li {
      overflow: clip;
      border: 1px solid ${({ theme }) => theme.color.line};
      border-radius: ${({ theme }) => theme.radius.m};
      background: ${({ theme }) => theme.color.surface};
    }
    > li > img {
      aspect-ratio: 16 / 10;
    }
    > li > div {
      padding: ${({ theme }) => theme.space.l};
    }
  `,
  open: css`
    ${side(15)}
    gap: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.l};
    > li {
      padding-block-start: ${({ theme }) => theme.space.m};
      border-block-start: 2px solid ${({ theme }) => theme.color.ink};
    }
  `,
  pictured: css`
    ${side(17)}
    > li > img {
      aspect-ratio: 4 / 3;
      margin-block-end: ${({ theme }) => theme.space.m};
      border-radius: ${({ theme }) => theme.radius.m};
    }
  `,
  arched: css`
    ${side(13)}
    > li > img {
      aspect-ratio: 4 / 5;
      margin-block-end: ${({ theme }) => theme.space.m};
      border-radius: 50% 50% 6px 6px / 40% 40% 6px 6px;
    }
    /* Each picture is beside its text where only one column fits. */
    @container (max-width: 30rem) {
      > li {
        display: grid;
        grid-template-columns: 6rem minmax(0, 1fr);
        gap: ${({ theme }) => theme.space.m};
      }
      > li > img {
        aspect-ratio: 3 / 5;
        margin-block-end: 0;
        border-radius: 50% 50% 6px 6px / 30% 30% 6px 6px;
      }
    }
    /* Every second card is shifted down. */
    @container (min-width: 62rem) {
      > li:nth-child(even) {
        margin-block-start: 4rem;
      }
    }
  `,
  rows: css`
    gap: clamp(3rem, 6cqi, 6rem);
    > li > img {
      aspect-ratio: 4 / 3;
      margin-block-end: ${({ theme }) => theme.space.m};
      border-radius: ${framedPictureRadius.window};
    }
    @container (min-width: 44rem) {
      > li {
        display: grid;
        grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
        align-items: center;
        gap: clamp(2.5rem, 6cqi, 6rem);
      }
      > li > img {
        margin-block-end: 0;
      }
      > li:nth-child(even) {
        grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
      }
      > li:nth-child(even) > img {
        order: 1;
      }
    }
    > li > div {
      gap: ${({ theme }) => theme.space.m};
    }
    h3 {
      font-size: clamp(1.625rem, 1.2rem + 1.4cqi, 2.25rem);
    }
  `,
  feature: css`
    gap: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.l};
    h3 {
      font-size: clamp(1.625rem, 1.2rem + 1.4cqi, 2.125rem);
    }
    > li > img {
      aspect-ratio: 3 / 2;
      margin-block-end: ${({ theme }) => theme.space.m};
      border-radius: ${({ theme }) => theme.radius.l};
    }
    > li:nth-child(n + 3) > img {
      aspect-ratio: 4 / 3;
    }
    @container (min-width: 44rem) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      > li:nth-child(n + 3) {
        grid-column: 1 / -1;
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
        align-items: center;
        gap: ${({ theme }) => theme.space.l};
        padding-block-start: ${({ theme }) => theme.space.l};
        border-block-start: 1px solid ${({ theme }) => theme.color.line};
      }
      > li:nth-child(n + 3) > img {
        margin-block-end: 0;
      }
      > li:nth-child(n + 3) > :only-child {
        grid-column: 1 / -1;
      }
    }
  `,
  checklist: css`
    ${side(16)}
    gap: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.m};
    > li {
      position: relative;
      padding: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.m} ${({ theme }) => theme.space.m};
      border: 1px solid ${({ theme }) => theme.color.line};
      border-radius: ${({ theme }) => theme.radius.m};
      background: ${({ theme }) => theme.color.surface};
    }
    /* A bar on the upper edge, like the clip of a clipboard. */
    > li::before {
      content: '';
      position: absolute;
      inset: -0.45rem 0 auto;
      width: 4.5rem;
      height: 0.9rem;
      margin-inline: auto;
      border-radius: 3px;
      background: ${({ theme }) => theme.color.accent};
    }
    > li > img {
      aspect-ratio: 16 / 10;
      margin-block-end: ${({ theme }) => theme.space.m};
      border-radius: ${({ theme }) => theme.radius.s};
    }
    /* Ruled lines with an empty box instead of check marks. */
    ul {
      gap: 0;
    }
    ul > li {
      padding-block: 0.6rem;
      border-block-start: 1px dashed ${({ theme }) => theme.color.line};
    }
    ul > li::before {
      width: 1.1rem;
      height: 1.1rem;
      margin: 0;
      border: 2px solid ${({ theme }) => theme.color.accent};
      border-radius: 3px;
      rotate: none;
      translate: 0 0.2rem;
    }
    @media (forced-colors: active) {
      > li::before {
        background: CanvasText;
      }
    }
  `,
};

/** A list of cards in one look. Each item is an `li` with an optional picture and a body. */
export const CardList = styled.ul.attrs({ role: 'list' })<{ $look: Look }>`
  display: grid;
  gap: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.m};
  > li {
    display: flex;
    flex-direction: column;
    break-inside: avoid;
  }
  > li > div {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: ${({ theme }) => theme.space.s};
  }
  ${({ $look }) => arrangement[$look]}
`;
