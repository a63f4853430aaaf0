/*
 * The brand. Pages, e-mails, share images, icons, the web manifest, the preview bar and the error pages derive
 * from this file. No other TypeScript file names a color, and only `font-files.ts` and `font-faces.ts` in
 * `src/ui/theme` name fonts (`tests/conventions/brand.test.ts`). Each value is an export of its own, so that visitors
 * download only those that pages use.
 */

/** The colors of the light scheme. On pages, each color is a CSS custom property: `inkSoft` is `--ink-soft`. */
export const lightColors = {
  paper: '#fbf6ec',
  surface: '#fffdf8',
  sand: '#f3eadb',
  ink: '#1f2d2a',
  inkSoft: '#4b5a55',
  line: '#ddd1bc',
  accent: '#a63f22',
  accentStrong: '#84301a',
  onAccent: '#fffaf2',
  deep: '#1f2d2a',
  onDeep: '#fbf3e2',
  onDeepSoft: '#c9d2c6',
  deepLine: '#40524c',
} as const;

export type ColorName = keyof typeof lightColors;

/** The colors of the dark scheme. Sections on `deep` use the accents of the dark scheme in both schemes. */
export const darkColors = {
  paper: '#131c1a',
  surface: '#1b2724',
  sand: '#182320',
  ink: '#f5ecdc',
  inkSoft: '#b8c3ba',
  line: '#35453f',
  accent: '#f2946e',
  accentStrong: '#f7b294',
  onAccent: '#25120a',
  deep: '#0d1513',
  onDeep: '#f8efdd',
  onDeepSoft: '#b9c4ba',
  deepLine: '#33433d',
} as const satisfies Record<ColorName, string>;

/**
 * The text colors of statuses, from best to worst, for both color schemes. Their contrast is at least 4.5:1 (WCAG AA)
 * on the scheme's `paper`, `surface` and `sand`.
 */
export const statusColors = {
  ok: 'light-dark(#2a6840, #93d3a2)',
  warn: 'light-dark(#855400, #f0c36a)',
  fail: 'light-dark(#a3201b, #ffa294)',
} as const;

export type StatusKind = keyof typeof statusColors;

/** The color of text on the background `statusColors.fail`. */
export const textColorOnFail = 'light-dark(#fff, #2a0905)';

/** The background of error toasts. Other toasts have the background `deep`. */
export const errorToastBackground = '#7c2412';

/** The red, green and blue channels of shadows, for `rgb(… / 20%)`. */
export const shadowRgb = '20 30 27';
/** The red, green and blue channels of the backdrop behind dialogs and the site's drawer, and of the menus' shadow. */
export const backdropRgb = '12 20 18';

/**
 * The colors of the logo, which is a doorway, and of the doorway on share images. Its posts and floor have the text
 * color.
 */
export const logoColors = {
  lintel: '#d9a441',
  door: '#b4472b',
  doorShade: '#86321f',
  handle: '#f3d287',
} as const;

const families = { display: 'Fraunces', body: 'Figtree Variable', mono: 'Fira Mono' } as const;

/** The `font-family` of headings, text and code. The fallback faces are in `src/ui/theme/font-faces.ts`. */
export const fontStacks = {
  display: `'${families.display}', 'Georgia Fallback', 'Noto Serif Fallback', 'DejaVu Serif Fallback', serif`,
  body: `'${families.body}', 'Arial Fallback', 'Roboto Fallback', 'DejaVu Sans Fallback', system-ui, sans-serif`,
  mono: `'${families.mono}', monospace`,
} as const;

/**
 * The web fonts. `file` is the font file for browsers; `npm run build` adds it to `src/ui/theme/font-files.ts`. `drawn`
 * is the `@fontsource` package with one file for each weight, with which share images are drawn. The metrics of these
 * files set the size of the fallback fonts, so that text takes the same space before and after the web font loads.
 */
export const webFonts = {
  // One weight only: a second one would cost visitors 18 kB.
  display: {
    family: families.display,
    weights: '100 900',
    file: '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2',
    drawn: 'fraunces',
    // The height of capitals and their left side bearing, as fractions of the font size.
    capHeight: 0.7,
    bearing: 0.045,
  },
  body: {
    family: families.body,
    weights: '300 900',
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    drawn: 'figtree',
  },
  mono: {
    family: families.mono,
    weights: 'normal',
    file: '@fontsource/fira-mono/files/fira-mono-latin-400-normal.woff2',
  },
} as const;

/**
 * Fonts of the visitor's system, for places without web fonts: error pages, the unsubscribe page, the preview bar and
 * e-mails.
 */
export const systemFonts = {
  display: 'Georgia,serif',
  body: 'system-ui,sans-serif',
  mail: "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
} as const;

/** Font sizes of text and headings. `lead` is the size of introductory text. */
export const typeScale = {
  small: '0.9375rem',
  body: '1.0625rem',
  lead: 'clamp(1.125rem, 1.02rem + 0.5vw, 1.3125rem)',
  h4: '1.25rem',
  h3: 'clamp(1.375rem, 1.25rem + 0.55vw, 1.6875rem)',
  h2: 'clamp(1.875rem, 1.45rem + 1.9vw, 2.875rem)',
  h1: 'clamp(2.375rem, 1.6rem + 3.4vw, 4.25rem)',
} as const;

/** Distances between elements. `section` is the vertical padding of sections, `gutter` the side padding of pages. */
export const spacing = {
  xs: '0.5rem',
  s: '0.75rem',
  m: '1.25rem',
  l: '2rem',
  xl: '3.25rem',
  section: 'clamp(4rem, 2.9rem + 4.6vw, 7.25rem)',
  gutter: 'clamp(1.25rem, 0.5rem + 3vw, 2.5rem)',
} as const;

/** The maximum widths of pages and of columns of text. */
export const widths = { page: '76rem', text: '42rem' } as const;

/** Corner radii. `arch` rounds mainly the top corners. */
export const radii = { s: '4px', m: '10px', l: '18px', arch: '999px 999px 10px 10px' } as const;
