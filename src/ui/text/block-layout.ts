import { css } from 'styled-components';

/**
 * Styles for the classes of WordPress's core blocks and shortcodes, for colors and sizes of its presets (see
 * preset-classes.ts on the server) and for alignment. The sanitizer removes all other classes.
 */
export const blockLayout = css`
  > * + figure,
  > * + blockquote,
  > figure + *,
  > blockquote + *,
  > * + pre,
  > pre + *,
  > [class^='wp-block-'] + [class^='wp-block-']:not(p, ul, ol, h2, h3, h4, h5, h6) {
    margin-block-start: 1.8em;
  }
  .has-text-align-center {
    text-align: center;
  }
  .has-text-align-right {
    text-align: end;
  }
  .has-drop-cap::first-letter {
    float: left;
    padding-inline-end: 0.1em;
    color: ${({ theme }) => theme.color.accent};
    font-family: ${({ theme }) => theme.font.display};
    font-size: 3.4em;
    line-height: 0.85;
  }
  .aligncenter,
  .wp-block-image.aligncenter > figure {
    margin-inline: auto;
    text-align: center;
  }
  .aligncenter img {
    margin-inline: auto;
  }
  @container (min-width: 36rem) {
    .alignleft,
    .alignright {
      float: left;
      max-width: 50%;
      margin: 0.35em 1.75rem 1em 0;
    }
    .alignright {
      float: right;
      margin: 0.35em 0 1em 1.75rem;
    }
  }
  .wp-block-pullquote {
    padding-block: 1.5rem;
    border-block: 3px solid ${({ theme }) => theme.color.accent};
    text-align: center;
    > blockquote {
      padding: 0;
      border: 0;
      font-size: 1.35em;
    }
  }
  .wp-block-column > * + *,
  .wp-block-group > * + *,
  .wp-block-group__inner-container > * + *,
  .wp-block-media-text__content > * + * {
    margin-block-start: 1em;
  }
  .wp-block-button__link {
    display: inline-flex;
    align-items: center;
    min-height: 3rem;
    padding: 0.7rem 1.5rem;
    border: 2px solid transparent;
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.onAccent};
    font-weight: 620;
    text-decoration: none;
    &:hover {
      background: ${({ theme }) => theme.color.accentStrong};
      color: ${({ theme }) => theme.color.onAccent};
    }
  }
  .is-style-outline > .wp-block-button__link {
    border-color: currentColor;
    background: none;
    color: ${({ theme }) => theme.color.ink};
  }
  /* The text is in the flow and sets the height; the picture and the overlay are behind it. */
  .wp-block-cover {
    position: relative;
    isolation: isolate;
    display: grid;
    align-items: center;
    min-height: min(26rem, 80vh);
    padding: ${({ theme }) => theme.space.l};
    border-radius: ${({ theme }) => theme.radius.m};
    background: ${({ theme }) => theme.color.deep};
    color: ${({ theme }) => theme.color.onDeep};
    overflow: clip;
    a:not(.wp-block-button__link) {
      color: inherit;
    }
    &.is-light {
      background: ${({ theme }) => theme.color.sand};
      color: ${({ theme }) => theme.color.ink};
    }
    &.is-position-top-left,
    &.is-position-top-center,
    &.is-position-top-right {
      align-items: start;
    }
    &.is-position-bottom-left,
    &.is-position-bottom-center,
    &.is-position-bottom-right {
      align-items: end;
    }
  }
  .wp-block-cover > :is(.wp-block-cover__image-background, .wp-block-cover__video-background) {
    position: absolute;
    z-index: -2;
    inset: 0;
    width: 100%;
    max-width: none;
    height: 100%;
    border-radius: 0;
    object-fit: cover;
  }
  /* The overlay opacity set in the editor is ignored: this one keeps text legible on any picture. */
  .wp-block-cover__background {
    position: absolute;
    z-index: -1;
    inset: 0;
    background: inherit;
    opacity: 0.72;
  }
  .wp-block-cover__inner-container > * + * {
    margin-block-start: 1em;
  }
  .wp-block-separator.is-style-wide {
    width: 100%;
    border-block-start-width: 1px;
    border-color: ${({ theme }) => theme.color.line};
  }
  .wp-block-verse {
    font-family: ${({ theme }) => theme.font.display};
    white-space: pre-wrap;
  }
  .wp-block-preformatted {
    white-space: pre-wrap;
  }
  .wp-block-details,
  details {
    padding: 0.75rem 1rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.m};
  }
  .wp-block-file {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.875rem;
  }
  .wp-embed-facade {
    padding: ${({ theme }) => theme.space.l};
    border: 1px solid ${({ theme }) => theme.color.line};
    border-inline-start: 6px solid ${({ theme }) => theme.color.accent};
    border-radius: ${({ theme }) => theme.radius.m};
    background: ${({ theme }) => theme.color.sand};
    a {
      font-size: 1.125em;
      font-weight: 620;
    }
    small {
      color: ${({ theme }) => theme.color.inkSoft};
    }
  }
  /* Wide elements may leave the column. A table scrolls in a box of its own. */
  &:has(table) {
    overflow-x: visible;
    contain: none;
  }
  /* Alignment: the container is the page's column, and --offset the space between its start and the text's. */
  --container: min(${({ theme }) => theme.width.page}, 100cqi - 2 * ${({ theme }) => theme.space.gutter});
  --offset: 0px;
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
  > .wp-block-columns.alignfull,
  > .wp-block-buttons.alignfull {
    padding-inline: ${({ theme }) => theme.space.gutter};
  }
  /* Layouts: WordPress's own names. */
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
  /* Numbers of columns, of galleries and lists of posts. */
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
  /* Galleries: of blocks, of blocks before WordPress 5.9 (a list), and of the shortcode. */
  .wp-block-gallery,
  .blocks-gallery-grid,
  .gallery {
    display: grid;
    grid-template-columns: repeat(var(--narrow-columns, 2), minmax(0, 1fr));
    align-items: start;
    gap: ${({ theme }) => theme.space.s};
    padding: 0;
    list-style: none;
    @container (min-width: 36rem) {
      grid-template-columns: repeat(var(--columns, 3), minmax(0, 1fr));
    }
    figure,
    li,
    dl,
    dd {
      width: auto;
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
  .wp-block-gallery:has(> .blocks-gallery-grid) {
    display: block;
  }
  .is-cropped {
    figure > img,
    figure > a > img {
      width: 100%;
      max-width: none;
      aspect-ratio: 4 / 3;
      object-fit: cover;
    }
  }
  .wp-block-media-text {
    display: grid;
    align-items: center;
    gap: ${({ theme }) => theme.space.l};
    grid-template-columns: 1fr 1fr;
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
        grid-template-columns: 1fr !important;
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
  /* Tables. */
  .has-fixed-layout {
    table-layout: fixed;
  }
  .is-style-stripes tbody tr:nth-child(odd) {
    background: ${({ theme }) => theme.color.sand};
  }
  .wp-caption {
    max-width: 100%;
  }
  .is-resized > img,
  .is-resized > a > img {
    height: auto;
  }
  /* Sizes and colors: the site's own, in place of the theme's. */
  .has-small-font-size {
    font-size: 0.9em;
  }
  .has-large-font-size {
    font-size: 1.25em;
  }
  .has-x-large-font-size {
    font-size: 1.5em;
    line-height: 1.3;
  }
  .has-xx-large-font-size,
  .has-huge-font-size {
    font-size: 2em;
    line-height: 1.2;
  }
  .is-ink-accent {
    color: ${({ theme }) => theme.color.accent};
  }
  .is-tone-sand,
  .is-tone-deep,
  .is-tone-accent {
    padding: ${({ theme }) => theme.space.m};
    border-radius: ${({ theme }) => theme.radius.m};
    background: ${({ theme }) => theme.color.sand};
  }
  .is-tone-deep {
    background: ${({ theme }) => theme.color.deep};
    color: ${({ theme }) => theme.color.onDeep};
  }
  .is-tone-accent {
    background: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.onAccent};
  }
  .is-tone-deep a:not(.wp-block-button__link),
  .is-tone-accent a:not(.wp-block-button__link),
  .is-tone-deep .is-ink-accent,
  .is-tone-accent .is-ink-accent,
  .wp-block-cover .is-ink-accent,
  .is-tone-deep.is-ink-accent,
  .is-tone-accent.is-ink-accent {
    color: inherit;
  }
  .wp-block-button__link.is-tone-sand {
    background: ${({ theme }) => theme.color.sand};
    color: ${({ theme }) => theme.color.ink};
  }
  .wp-block-button__link.is-tone-deep {
    background: ${({ theme }) => theme.color.deep};
    color: ${({ theme }) => theme.color.onDeep};
  }
  .wp-block-button__link:is(.is-tone-sand, .is-tone-deep, .is-tone-accent) {
    padding: 0.7rem 1.5rem;
  }
  .wp-block-separator.is-style-dots {
    width: auto;
    border: 0;
    color: ${({ theme }) => theme.color.inkSoft};
    text-align: center;
    &::before {
      content: '· · ·';
      font-size: 1.5em;
      letter-spacing: 1em;
    }
  }
  /* Lists of posts, pages, terms and links. */
  .wp-block-latest-posts,
  .wp-block-post-template,
  .wp-block-archives,
  .wp-block-categories,
  .wp-block-page-list,
  .wp-block-social-links,
  .wp-block-navigation ul {
    padding-inline-start: 0;
    list-style: none;
  }
  .wp-block-categories .children,
  .wp-block-page-list ul {
    padding-inline-start: 1.4em;
    list-style: none;
  }
  .wp-block-latest-posts > li + li,
  .wp-block-post-template > li + li {
    margin-block-start: ${({ theme }) => theme.space.s};
  }
  .wp-block-latest-posts:is(.is-grid) > li,
  .is-layout-grid > li {
    margin: 0;
  }
  .wp-block-latest-posts__post-date,
  .wp-block-latest-posts__post-author,
  .wp-block-post-date {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  .wp-block-tag-cloud a {
    margin-inline-end: 0.6em;
  }
  .wp-calendar-nav {
    display: flex;
    justify-content: space-between;
  }
  .wp-block-navigation ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem ${({ theme }) => theme.space.m};
    margin: 0;
    ul {
      padding-inline-start: 1em;
    }
  }
`;
