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

/** Measures the fonts that `src/ui/theme/font-faces.ts` loads, in the weights that the site uses. Throws if one is missing. */
export async function fontMetrics(): Promise<Record<'fraunces' | 'figtree', FontMetrics>> {
  const [fraunces, figtree] = await Promise.all([
    measure('fraunces', [500], HEADINGS),
    measure('figtree', [400, 600], PROSE),
  ]);
  return { fraunces, figtree };
}

async function measure(family: string, weights: readonly number[], sample: string): Promise<FontMetrics> {
  const faces = await Promise.all(
    weights.map(async (weight) => {
      const files = [`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff`];
      return { weight, face: await readTypeface({ files, tracking: 0 }) };
    }),
  );
  const [first] = faces;
  if (!first) throw new Error(`The font ${family} needs a weight.`);
  return {
    ...first.face.line,
    widths: Object.fromEntries(
      faces.map(({ weight, face }) => [weight, Number((face.width(sample) / sample.length).toFixed(4))]),
    ),
  };
}
