import { css } from 'styled-components';
import { alignment } from './alignment.ts';
import { layouts } from './layouts.ts';
import { lists } from './lists.ts';
import { presets } from './presets.ts';
import { singleBlocks } from './single-blocks.ts';

/**
 * Styles for the classes of WordPress's core blocks and shortcodes, for colors and sizes of its presets (see
 * preset-classes.ts on the server) and for alignment. The sanitizer removes all other classes. Later rules override
 * earlier ones.
 */
export const blockStyles = css`
  ${singleBlocks}
  ${alignment}
  ${layouts}
  ${lists}
  ${presets}
`;
