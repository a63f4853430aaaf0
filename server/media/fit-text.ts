/** Returns the width of a text at font size 1. */
export type MeasureTextWidth = (text: string) => number;

/** A text broken into lines, and the font size at which they fit. */
export interface FittedText {
  size: number;
  lines: string[];
}

/** Maximum font size in pixels for one, two, three and four lines. */
const LARGEST = [104, 92, 76, 62] as const;
const MIN_SIZE_PX = 40;
const STEP_PX = 2;
const ELLIPSIS = '…';

/** Distance between baselines, as a fraction of the font size. */
export const LINE_HEIGHT_RATIO = 1.1;

/**
 * Sets a title as large as possible in a box, in one to four lines of similar width. A title that does not fit even at
 * the smallest size is cut at a word; words wider than the box are broken.
 */
export function fitTitle(
  title: string,
  box: { width: number; height: number },
  measure: MeasureTextWidth,
): FittedText {
  const words = title.split(' ').filter((word) => word !== '');
  for (let size = LARGEST[0]; size >= MIN_SIZE_PX; size -= STEP_PX) {
    const lines = balanced(words, box.width / size, measure);
    if (!lines) continue;
    const largest = LARGEST[lines.length - 1];
    if (largest === undefined || size > largest) continue;
    if (lines.length * size * LINE_HEIGHT_RATIO <= box.height) return { size, lines };
  }
  return { size: MIN_SIZE_PX, lines: cutLines(words, box.width / MIN_SIZE_PX, measure) };
}

/**
 * Fits text on one line, at a font size between `smallest` and `largest`. Text that is too long even at the smallest
 * size is truncated with an ellipsis.
 */
export function fitLine(
  text: string,
  limits: { width: number; largest: number; smallest: number },
  measure: MeasureTextWidth,
): FittedText {
  const { width, largest, smallest } = limits;
  const size = Math.max(smallest, Math.min(largest, Math.floor(width / Math.max(measure(text), 0.01))));
  return { size, lines: [cutTo(text, width / size, measure)] };
}

/** Breaks words into as few lines as possible, with the widest line minimized; null if a word is wider than the box. */
function balanced(words: readonly string[], width: number, measure: MeasureTextWidth): string[] | null {
  const widths = words.map(measure);
  const space = measure(' ');
  if (widths.some((each) => each > width)) return null;
  const fewest = wrap(words, widths, space, width);
  let [low, high] = [Math.max(0, ...widths), width];
  while (high - low > 0.02) {
    const middle = (low + high) / 2;
    if (wrap(words, widths, space, middle).length > fewest.length) low = middle;
    else high = middle;
  }
  return wrap(words, widths, space, high);
}

function wrap(words: readonly string[], widths: readonly number[], space: number, width: number): string[] {
  const lines: string[] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const [index, word] of words.entries()) {
    const own = widths[index] ?? 0;
    const line = lines.at(-1);
    // The tolerance keeps rounding errors from adding a line.
    if (line === undefined || used + space + own > width + 1e-6) {
      lines.push(word);
      used = own;
    } else {
      lines[lines.length - 1] = `${line} ${word}`;
      used += space + own;
    }
  }
  return lines;
}

function cutLines(words: readonly string[], width: number, measure: MeasureTextWidth): string[] {
  const pieces = words.flatMap((word) => broken(word, width, measure));
  const lines = wrap(pieces, pieces.map(measure), measure(' '), width);
  if (lines.length <= LARGEST.length) return lines;
  const kept = lines.slice(0, LARGEST.length);
  const last = kept.pop() ?? '';
  // Adding the next line makes the text too wide, so that it ends in an ellipsis.
  return [...kept, cutTo(`${last} ${lines[LARGEST.length] ?? ''}`, width, measure)];
}

/** Breaks a word that is too long for a line into pieces. */
function broken(word: string, width: number, measure: MeasureTextWidth): string[] {
  const pieces = [''];
  for (const character of word) {
    const longer = (pieces.at(-1) ?? '') + character;
    if (measure(longer) <= width || longer === character) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}

/** Cuts a text to a width, at a word boundary unless that would remove half of the text. */
function cutTo(text: string, width: number, measure: MeasureTextWidth): string {
  if (measure(text) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && measure(shortened(characters)) > width) characters.pop();
  const end = characters.lastIndexOf(' ');
  return shortened(end > characters.length / 2 ? characters.slice(0, end) : characters);
}

function shortened(characters: readonly string[]): string {
  return `${characters.join('').replace(/[\s,;:.–—-]+$/, '')}${ELLIPSIS}`;
}
