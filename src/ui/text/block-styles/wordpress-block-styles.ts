import { css } from 'styled-components';
import { alignmentStyles } from './alignment.ts';
import { layoutBlockStyles } from './layouts.ts';
import { listBlockStyles } from './lists.ts';
import { presetStyles } from './presets.ts';
import { coreBlockStyles } from './single-blocks.ts';

/**
 * Styles for the classes of WordPress's core blocks and shortcodes, for alignment, and for the classes that replace
 * preset colors and sizes (see `preset-classes.ts` on the server). Later rules override earlier ones.
 */
export const wordPressBlockStyles = css`
  ${coreBlockStyles}
  ${alignmentStyles}
  ${layoutBlockStyles}
  ${listBlockStyles}
  ${presetStyles}
`;
