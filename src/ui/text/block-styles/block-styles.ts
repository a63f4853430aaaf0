import { css } from 'styled-components';
import { alignmentStyles } from './alignment.ts';
import { layoutStyles } from './layouts.ts';
import { listStyles } from './lists.ts';
import { presetStyles } from './presets.ts';
import { coreBlockStyles } from './single-blocks.ts';

/**
 * Styles for the classes of WordPress's core blocks and shortcodes, for colors and sizes of its presets (see
 * preset-classes.ts on the server) and for alignment. The sanitizer removes all other classes. Later rules override
 * earlier ones.
 */
export const blockStyles = css`
  ${coreBlockStyles}
  ${alignmentStyles}
  ${layoutStyles}
  ${listStyles}
  ${presetStyles}
`;
