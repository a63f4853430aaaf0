import { css } from 'styled-components';

/** How WordPress's own blocks look: their classes are the only ones that content keeps. */
export const proseBlocks = css`
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
  .has-large-font-size {
    font-size: 1.25em;
  }
  .has-small-font-size {
    font-size: 0.9em;
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
  .wp-block-table {
    overflow-x: auto;
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
  .wp-block-gallery,
  .blocks-gallery-grid {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
    gap: ${({ theme }) => theme.space.s};
    padding: 0;
    list-style: none;
    img {
      width: 100%;
      aspect-ratio: 4 / 3;
      object-fit: cover;
    }
    figure,
    li {
      margin: 0;
    }
    > figcaption {
      grid-column: 1 / -1;
      margin: 0;
    }
  }
  .wp-block-columns {
    display: grid;
    gap: ${({ theme }) => theme.space.l};
    @container (min-width: 40rem) {
      grid-auto-columns: minmax(0, 1fr);
      grid-auto-flow: column;
    }
  }
  .wp-block-column > * + *,
  .wp-block-group > * + *,
  .wp-block-group__inner-container > * + *,
  .wp-block-media-text__content > * + * {
    margin-block-start: 1em;
  }
  .wp-block-group.has-background {
    padding: ${({ theme }) => theme.space.m};
    border-radius: ${({ theme }) => theme.radius.m};
    background: ${({ theme }) => theme.color.sand};
  }
  .wp-block-media-text {
    display: grid;
    align-items: center;
    gap: ${({ theme }) => theme.space.l};
    @container (min-width: 40rem) {
      grid-template-columns: 1fr 1fr;
      &.has-media-on-the-right > :first-child {
        order: 1;
      }
    }
  }
  .wp-block-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.875rem;
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
`;
