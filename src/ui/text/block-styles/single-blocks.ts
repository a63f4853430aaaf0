import { css } from 'styled-components';

/** Styles for single core blocks of WordPress, such as covers, pull quotes and separators. */
export const coreBlockStyles = css`
  > [class^='wp-block-'] + [class^='wp-block-']:not(p, ul, ol, h2, h3, h4, h5, h6) {
    margin-block-start: 1.8em;
  }
  .has-drop-cap::first-letter {
    float: left;
    padding-inline-end: 0.1em;
    color: ${({ theme }) => theme.color.accent};
    font-family: ${({ theme }) => theme.font.display};
    font-size: 3.4em;
    line-height: 0.85;
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
    &.has-custom-content-position {
      justify-items: center;
    }
    &:is(.is-position-top-left, .is-position-top-center, .is-position-top-right) {
      align-items: start;
    }
    &:is(.is-position-bottom-left, .is-position-bottom-center, .is-position-bottom-right) {
      align-items: end;
    }
    &:is(.is-position-top-left, .is-position-center-left, .is-position-bottom-left) {
      justify-items: start;
    }
    &:is(.is-position-top-right, .is-position-center-right, .is-position-bottom-right) {
      justify-items: end;
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
  /* The overlay opacity set in the editor is ignored: this opacity keeps text legible on any picture. */
  .wp-block-cover__background,
  .wp-block-cover:has(> img, > video):not(:has(> .wp-block-cover__background))::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: 0;
    background: inherit;
    opacity: 0.72;
  }
  /* Covers before WordPress 5.0. */
  .wp-block-cover-text,
  .wp-block-cover-image-text {
    font-size: 1.5em;
    line-height: 1.3;
    text-align: center;
  }
  .has-left-content > .wp-block-cover-text {
    text-align: start;
  }
  .has-right-content > .wp-block-cover-text {
    text-align: end;
  }
  .wp-block-cover__inner-container > * + * {
    margin-block-start: 1em;
  }
  .wp-block-separator.is-style-wide:not(.alignwide, .alignfull) {
    width: 100%;
  }
  .wp-block-separator.is-style-wide {
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
  .wp-block-separator.is-style-dots:not(.alignwide, .alignfull) {
    width: auto;
  }
  .wp-block-separator.is-style-dots {
    border: 0;
    color: ${({ theme }) => theme.color.inkSoft};
    text-align: center;
    &::before {
      content: '· · ·';
      font-size: 1.5em;
      letter-spacing: 1em;
    }
  }
  .has-fixed-layout {
    table-layout: fixed;
  }
  .is-style-stripes tbody tr:nth-child(odd) {
    background: ${({ theme }) => theme.color.sand};
  }
  :is(.is-style-rounded, .is-style-circle-mask) img {
    border-radius: 100vmax;
  }
  .wp-caption {
    max-width: 100%;
  }
  .is-resized > img,
  .is-resized > a > img {
    height: auto;
  }
`;
