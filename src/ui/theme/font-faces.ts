import { webFonts } from '../../contracts/brand.ts';
import * as files from './font-files.ts';
import metrics from './font-metrics.json' with { type: 'json' };

/** The URLs of the fonts that every page preloads, in the order to fetch them. Text at the top of each page uses both. */
export const preloadedFontUrls = [files.display, files.body] as const;

/** A system font that is shown until the web font has loaded. */
interface Fallback {
  /** The name of the fallback family without the suffix ` Fallback`. Several faces may share it. */
  family: string;
  /** The range of weights that the face is used for. */
  weights: string;
  /** The names of the font on different systems: full names and PostScript names. */
  local: readonly string[];
  /** The average width of a character, as a fraction of the font size. */
  width: number;
  /** The metrics of the web font that it temporarily replaces, as fractions of the font size. */
  web: { ascent: number; descent: number; gap: number; width: number };
}

const display = { ...metrics.display, width: metrics.display.widths[500] };
const regular = { ...metrics.body, width: metrics.body.widths[400] };
const bold = { ...metrics.body, width: metrics.body.widths[600] };

// The widths of DejaVu are measured with the texts of `server/media/font-metrics.ts`. Those of the other fonts come
// from @capsizecss/metrics, scaled from its sample text to ours. The display font at weight 500 looks as bold as the
// bold serif fonts of the systems, so these replace it.
const FALLBACKS: readonly Fallback[] = [
  {
    family: 'Georgia',
    weights: '100 900',
    local: ['Georgia Bold', 'Georgia-Bold'],
    width: 0.5284,
    web: display,
  },
  {
    family: 'Noto Serif',
    weights: '100 900',
    local: ['Noto Serif Bold', 'NotoSerif-Bold'],
    width: 0.5217,
    web: display,
  },
  {
    family: 'DejaVu Serif',
    weights: '100 900',
    local: ['DejaVu Serif Bold', 'DejaVuSerif-Bold'],
    width: 0.581,
    web: display,
  },
  {
    family: 'Arial',
    weights: '100 500',
    local: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans'],
    width: 0.4206,
    web: regular,
  },
  {
    family: 'Arial',
    weights: '501 900',
    local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'],
    width: 0.4529,
    web: bold,
  },
  { family: 'Roboto', weights: '100 500', local: ['Roboto', 'Roboto-Regular'], width: 0.4197, web: regular },
  { family: 'Roboto', weights: '501 900', local: ['Roboto Bold', 'Roboto-Bold'], width: 0.4266, web: bold },
  {
    family: 'DejaVu Sans',
    weights: '100 500',
    local: ['DejaVu Sans', 'DejaVuSans'],
    width: 0.4822,
    web: regular,
  },
  {
    family: 'DejaVu Sans',
    weights: '501 900',
    local: ['DejaVu Sans Bold', 'DejaVuSans-Bold'],
    width: 0.5366,
    web: bold,
  },
];

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

/** Returns the rule of a fallback face whose text takes the same space as the web font. */
function fallbackFace({ family, weights, local, width, web }: Fallback): string {
  const size = web.width / width;
  return `@font-face {
  font-family: '${family} Fallback';
  font-weight: ${weights};
  src: ${local.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(web.ascent / size)};
  descent-override: ${percent(web.descent / size)};
  line-gap-override: ${percent(web.gap / size)};
}
`;
}

/** Returns the rule of a web font, from a file of `font-files.ts`. */
const webFace = ({ family, weights }: { family: string; weights: string }, file: string) => `@font-face {
  font-family: '${family}';
  font-weight: ${weights};
  font-display: swap;
  src: url(${file}) format('woff2');
}
`;

/**
 * The `@font-face` rules. Text is shown at once in a fallback font that takes the same space, and the web font
 * replaces it when it arrives. The rules have their own `<style>` in the site's documents: if hydration inserted them
 * again, the browser would look up each font again while the page is already visible. Browsers load the font for code
 * only on pages that contain code.
 */
export const fontFaces = [
  webFace(webFonts.display, files.display),
  webFace(webFonts.body, files.body),
  webFace(webFonts.mono, files.mono),
  ...FALLBACKS.map(fallbackFace),
].join('');
