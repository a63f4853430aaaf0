import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';

/** The fonts that every page needs, in the order to fetch them. */
export const fontFiles = [fraunces, figtree] as const;

/**
 * The `@font-face` rules. Fallback fonts match the metrics of the web fonts, and web fonts are `optional`, so painted
 * text never shifts. The rules are in the document instead of hydrated styles: if they were recreated, the browser
 * would look up each font again, too late.
 */
export const fontFaces = `
@font-face {
  font-family: 'Fraunces Variable';
  font-weight: 100 900;
  font-display: optional;
  src: url(${fraunces}) format('woff2-variations');
}
@font-face {
  font-family: 'Figtree Variable';
  font-weight: 300 900;
  font-display: optional;
  src: url(${figtree}) format('woff2-variations');
}
@font-face {
  font-family: 'Fraunces Fallback';
  src: local('Georgia'), local('Gelasio'), local('DejaVu Serif');
  ascent-override: 94%;
  descent-override: 24%;
  line-gap-override: 0%;
  size-adjust: 104%;
}
@font-face {
  font-family: 'Figtree Fallback';
  src: local('Arial'), local('Liberation Sans'), local('DejaVu Sans');
  ascent-override: 95%;
  descent-override: 25%;
  line-gap-override: 0%;
  size-adjust: 100%;
}
`;
