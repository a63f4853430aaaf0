import styled, { css } from 'styled-components';
import { RichText } from './rich-text.tsx';

/** Styles for the classes of WordPress's core blocks. The sanitizer removes all other classes. */
const proseBlocks = css`
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
    figure > img,
    figure > a > img {
      width: 100%;
      max-width: none;
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
`;

/** The text of a whole page or post, which may contain any block of the WordPress editor. */
export const ArticleText = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
  ${proseBlocks}
  /* Clear floated pictures at the end of the text. */
  &::after {
    content: '';
    display: block;
    clear: both;
  }
`;
