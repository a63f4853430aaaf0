import { webFonts } from '../../src/contracts/brand.ts';
import { readTypeface } from './typeface.ts';

/** English prose, with its usual share of letters, spaces and punctuation. */
const PROSE =
  'The quick answer is that most homes in this part of the city sell within a few weeks of the first visit, and ' +
  'that a buyer who is ready to act will often pay a little more than the asking price. Call or write when you ' +
  'would like to talk about yours, and I will tell you what I know.';

/** Headings, which have more capital letters. */
const HEADINGS =
  'Find Your Front Door in Des Moines. Sell Your Home With Clear Numbers. Where Buyers Look First. ' +
  'What Is Your Home Worth? Questions People Ask. From the First Visit to the Closing Table.';

/** The measures of a web font, as fractions of the font size. */
export interface FontMetrics {
  ascent: number;
  descent: number;
  gap: number;
  /** The average width of a character, by weight. */
  widths: Record<string, number>;
}

/**
 * Measures the brand's fonts at the weights from which `font-faces.ts` sizes the fallback fonts: display at 500, body
 * at 400 and 600. Rejects with Node's `MODULE_NOT_FOUND` error if a font file is missing.
 */
export async function measureBrandFonts(): Promise<Record<'display' | 'body', FontMetrics>> {
  const [display, body] = await Promise.all([
    measure(webFonts.display.drawn, [500], HEADINGS),
    measure(webFonts.body.drawn, [400, 600], PROSE),
  ]);
  return { display, body };
}

/**
 * Returns the path in `node_modules` of a font's file for one weight. `drawn` is the name of its `@fontsource` package.
 */
export function fontFilePath(drawn: string, part: 'latin' | 'latin-ext', weight: number): string {
  return `@fontsource/${drawn}/files/${drawn}-${part}-${weight}-normal.woff`;
}

async function measure(font: string, weights: readonly number[], sample: string): Promise<FontMetrics> {
  const faces = await Promise.all(
    weights.map(async (weight) => {
      const files = [fontFilePath(font, 'latin', weight)];
      return { weight, face: await readTypeface({ files, tracking: 0 }) };
    }),
  );
  const [first] = faces;
  if (!first) throw new Error(`The font ${font} needs a weight.`);
  return {
    ...first.face.line,
    widths: Object.fromEntries(
      faces.map(({ weight, face }) => [weight, Number((face.width(sample) / sample.length).toFixed(4))]),
    ),
  };
}
