import { css } from 'styled-components';

/**
 * Styles for the colors, sizes and text alignments that an editor can choose for any block. They replace those of the
 * WordPress theme.
 */
export const presetStyles = css`
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
  .wp-block-cover .is-ink-accent {
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
  /* The color and width of borders are the site's, not those chosen in the editor. */
  .is-bordered {
    border: 1px solid ${({ theme }) => theme.color.inkSoft};
    border-radius: ${({ theme }) => theme.radius.m};
    &:is(p, .wp-block-group, .wp-block-column, .wp-block-columns) {
      padding: ${({ theme }) => theme.space.m};
    }
  }
  .alignfull:is(.is-tone-sand, .is-tone-deep, .is-tone-accent, .is-bordered) {
    border-inline: 0;
    border-radius: 0;
  }
  .has-text-align-left {
    text-align: start;
  }
  .has-text-align-center {
    text-align: center;
  }
  .has-text-align-right {
    text-align: end;
  }
`;
