import { css } from 'styled-components';

/** Styles for rows, grids, columns, galleries, media beside text, and buttons. */
export const layoutBlockStyles = css`
  /* WordPress's layout classes, which it adds to several blocks. */
  .is-layout-flex {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${({ theme }) => theme.space.s} ${({ theme }) => theme.space.m};
    > * {
      margin: 0;
    }
  }
  .is-layout-grid,
  .is-grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr));
    gap: ${({ theme }) => theme.space.m};
    padding: 0;
    list-style: none;
    > * {
      margin: 0;
    }
  }
  .is-nowrap {
    flex-wrap: nowrap;
  }
  .is-vertical {
    flex-direction: column;
    align-items: flex-start;
  }
  .is-content-justification-center {
    justify-content: center;
    &.is-vertical {
      align-items: center;
    }
  }
  .is-content-justification-right {
    justify-content: flex-end;
    &.is-vertical {
      align-items: flex-end;
    }
  }
  .is-content-justification-space-between {
    justify-content: space-between;
  }
  /* The number of columns of galleries and lists of posts. */
  .columns-1,
  .gallery-columns-1 {
    --columns: 1;
    --narrow-columns: 1;
  }
  .columns-2,
  .gallery-columns-2 {
    --columns: 2;
  }
  .columns-4,
  .gallery-columns-4 {
    --columns: 4;
  }
  .columns-5,
  .gallery-columns-5 {
    --columns: 5;
  }
  .columns-6,
  .columns-7,
  .columns-8,
  .columns-9,
  .gallery-columns-6,
  .gallery-columns-7,
  .gallery-columns-8,
  .gallery-columns-9 {
    --columns: 6;
  }
  /* Columns. Those with a width of their own do not grow. */
  .wp-block-columns {
    display: flex;
    flex-wrap: nowrap;
    align-items: normal;
    gap: ${({ theme }) => theme.space.l};
    > .wp-block-column {
      flex: 1 1 0;
      min-width: 0;
    }
    > .has-own-width {
      flex: 0 1 var(--own-width);
    }
    &.is-not-stacked-on-mobile {
      gap: ${({ theme }) => theme.space.s};
    }
    @container (max-width: 40rem) {
      &:not(.is-not-stacked-on-mobile) {
        flex-wrap: wrap;
        > .wp-block-column {
          flex: 1 1 100%;
        }
      }
    }
  }
  .are-vertically-aligned-center {
    align-items: center;
  }
  .are-vertically-aligned-bottom {
    align-items: flex-end;
  }
  .is-vertically-aligned-center {
    align-self: center;
  }
  .is-vertically-aligned-bottom {
    align-self: flex-end;
  }
  /* Galleries of the gallery shortcode: three columns, as in WordPress, unless the shortcode sets another number. */
  .gallery {
    display: grid;
    grid-template-columns: repeat(var(--narrow-columns, 2), minmax(0, 1fr));
    align-items: start;
    @container (min-width: 36rem) {
      grid-template-columns: repeat(var(--columns, 3), minmax(0, 1fr));
    }
  }
  /* Gallery blocks, which were lists before WordPress 5.9. The last row fills the width, as in WordPress. */
  .wp-block-gallery,
  .blocks-gallery-grid {
    --in-row: var(--narrow-columns, 2);
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    > :is(figure, li, div) {
      flex: 1 1 calc((100% - (var(--in-row) - 1) * ${({ theme }) => theme.space.s}) / var(--in-row) - 0.5px);
    }
    > .blocks-gallery-grid,
    > figcaption,
    > .blocks-gallery-caption {
      flex: 1 1 100%;
    }
    @container (min-width: 36rem) {
      --in-row: var(--columns, 3);
    }
  }
  .wp-block-gallery,
  .blocks-gallery-grid,
  .gallery {
    gap: ${({ theme }) => theme.space.s};
    padding: 0;
    list-style: none;
    figure,
    li,
    dl,
    dd {
      float: none;
      width: auto;
      max-width: none;
      margin: 0;
      padding: 0;
    }
    > figcaption,
    > .blocks-gallery-caption {
      grid-column: 1 / -1;
      margin: 0;
      text-align: center;
    }
    br {
      display: none;
    }
  }
  .is-cropped {
    figure > img,
    figure > a > img {
      width: 100%;
      max-width: none;
      max-height: 32rem;
      aspect-ratio: 4 / 3;
      object-fit: cover;
    }
  }
  .wp-block-media-text {
    display: grid;
    align-items: center;
    gap: ${({ theme }) => theme.space.l};
    grid-template-columns: var(--media-columns, 1fr 1fr);
    &.is-vertically-aligned-top {
      align-items: start;
    }
    &.is-vertically-aligned-bottom {
      align-items: end;
    }
    &.has-media-on-the-right > .wp-block-media-text__media {
      order: 1;
    }
    img,
    video {
      width: 100%;
    }
    &.is-image-fill > .wp-block-media-text__media,
    &.is-image-fill-element > .wp-block-media-text__media {
      height: 100%;
      > img,
      > a > img {
        height: 100%;
        object-fit: cover;
      }
    }
    @container (max-width: 40rem) {
      &.is-stacked-on-mobile {
        grid-template-columns: 1fr;
        > .wp-block-media-text__media {
          order: 0;
        }
      }
    }
  }
  .wp-block-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.875rem;
    &.aligncenter {
      justify-content: center;
    }
    &.alignright {
      float: none;
      max-width: none;
      justify-content: flex-end;
    }
  }
  .wp-block-button.has-custom-width {
    > .wp-block-button__link {
      width: 100%;
      justify-content: center;
      text-align: center;
    }
    &.wp-block-button__width-25 {
      width: calc(25% - 0.66rem);
    }
    &.wp-block-button__width-50 {
      width: calc(50% - 0.44rem);
    }
    &.wp-block-button__width-75 {
      width: calc(75% - 0.22rem);
    }
    &.wp-block-button__width-100 {
      width: 100%;
    }
  }
`;
