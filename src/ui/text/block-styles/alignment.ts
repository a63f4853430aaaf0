import { css } from 'styled-components';

/** Styles for wide, full-width, centered and floated elements. */
export const alignmentStyles = css`
  .aligncenter,
  .wp-block-image.aligncenter > figure {
    margin-inline: auto;
    text-align: center;
  }
  .aligncenter img {
    margin-inline: auto;
  }
  @container (min-width: 36rem) {
    .aligncenter {
      clear: both;
    }
    .alignleft,
    .alignright {
      float: left;
      margin: 0.35em 1.75rem 1em 0;
    }
    .alignright {
      float: right;
      margin: 0.35em 0 1em 1.75rem;
    }
    /* Limits blocks, but not single pictures, which are never wider than their own width. */
    :is(.alignleft, .alignright):not(img) {
      max-width: 50%;
    }
    .wp-block-cover:is(.alignleft, .alignright) {
      width: 50%;
    }
    /* Boxes begin below floated elements, which would otherwise cover them. */
    > :is(
        table,
        .wp-block-calendar,
        .wp-block-columns,
        .wp-block-cover,
        .wp-block-gallery,
        .wp-block-media-text,
        .wp-block-pullquote,
        .wp-block-table,
        .is-bordered,
        .is-tone-sand,
        .is-tone-deep,
        .is-tone-accent
      ):not(.alignleft, .alignright) {
      clear: both;
    }
  }
  /* Wide elements may leave the column. A table scrolls in a box of its own. */
  &:has(table) {
    overflow-x: visible;
    contain: none;
  }
  /* Alignment: --container is the width of the page's column, --offset the space between its start and the text's,
     and --text the width of the text. */
  --container: min(${({ theme }) => theme.width.page}, 100cqi - 2 * ${({ theme }) => theme.space.gutter});
  --offset: 0px;
  --text: ${({ theme }) => theme.width.text};
  > .alignwide {
    width: var(--container);
    max-width: none;
    margin-inline-start: calc(-1 * var(--offset));
  }
  > .alignfull {
    width: 100cqi;
    max-width: none;
    margin-inline-start: calc(-1 * var(--offset) - (100cqi - var(--container)) / 2);
    border-radius: 0;
    img {
      border-radius: 0;
    }
  }
  > .alignwide > img,
  > .alignfull > img {
    width: 100%;
    max-width: none;
  }
  /* Text does not touch the edges of the window. */
  > .alignfull:not(
      hr,
      .wp-block-image,
      .wp-block-gallery,
      .wp-block-cover,
      .wp-block-media-text,
      .wp-block-video,
      .wp-block-embed
    ),
  > .alignfull figcaption,
  > .alignfull.wp-block-media-text > .wp-block-media-text__content {
    padding-inline: ${({ theme }) => theme.space.gutter};
  }
  /* Within a wide group, text has the same position as outside of it, unless its block is wide itself. */
  > .alignwide {
    --inset: var(--offset);
  }
  > .alignfull {
    --inset: calc(var(--offset) + (100cqi - var(--container)) / 2 - ${({ theme }) => theme.space.gutter});
  }
  > :is(.alignwide, .alignfull).is-layout-constrained > *,
  > :is(.alignwide, .alignfull) > .wp-block-group__inner-container.is-layout-constrained > * {
    max-width: var(--text);
    margin-inline: var(--inset) auto;
  }
  > .wp-block-cover:is(.alignwide, .alignfull) > :is(.wp-block-cover__inner-container, p) {
    width: 100%;
    max-width: var(--text);
    margin-inline: auto;
  }
  > :is(.alignwide, .alignfull) .is-layout-constrained > .alignwide,
  > :is(.alignwide, .alignfull).is-layout-constrained > .alignwide {
    max-width: var(--container);
    margin-inline: auto;
  }
  > :is(.alignwide, .alignfull) .is-layout-constrained > .alignfull,
  > :is(.alignwide, .alignfull).is-layout-constrained > .alignfull {
    max-width: none;
    margin-inline: 0;
  }
`;
