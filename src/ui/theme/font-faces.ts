import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import firaMono from '@fontsource/fira-mono/files/fira-mono-latin-400-normal.woff2?url';
import fraunces from '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2?url';
import { fallbackFaces } from './font-fallbacks.ts';

/** The fonts that every page needs, in the order to fetch them. The first screen uses both. */
export const fontFiles = [fraunces, figtree] as const;

/**
 * The `@font-face` rules. Text is shown at once in a fallback font that takes the same space, and the web font replaces
 * it when it arrives. Fraunces has only one weight: a second one would cost 18 kB. The rules have their own `<style>`
 * in the site's documents: if hydration inserted them again, the browser would look up each font again while the page
 * is already visible. Browsers load Fira Mono only for a page that contains code.
 */
export const fontFaces = `
@font-face {
  font-family: Fraunces;
  font-weight: 100 900;
  font-display: swap;
  src: url(${fraunces}) format('woff2');
}
@font-face {
  font-family: 'Figtree Variable';
  font-weight: 300 900;
  font-display: swap;
  src: url(${figtree}) format('woff2');
}
@font-face {
  font-family: 'Fira Mono';
  font-display: swap;
  src: url(${firaMono}) format('woff2');
}
${fallbackFaces}`;
