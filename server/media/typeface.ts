import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { unpackWoff } from './unpack-woff.ts';

/** A font that can be measured and drawn. */
export interface Typeface {
  /** The text without what the font has no sign for: marks are left off a letter, emoji and other scripts go. */
  drawable: (text: string) => string;
  /** The width at a size of 1. */
  width: (text: string) => number;
  /** The outlines as SVG path data, in font units upwards from the baseline at 0; `unit` of them are a size of 1. */
  outline: (text: string) => { data: string; unit: number };
}

interface FaceFiles {
  /** Files of `@fontsource` packages. The first that has a character draws it. */
  files: readonly string[];
  /** Extra space between characters, as a share of the size. */
  tracking: number;
}

const packages = createRequire(import.meta.url);

/** Reads a font with all its files. HarfBuzz, which shapes the text, is loaded with the first one. */
export async function readTypeface({ files, tracking }: FaceFiles): Promise<Typeface> {
  const hb = await import('harfbuzzjs');
  const fonts = await Promise.all(
    files.map(async (file) => {
      const plain = unpackWoff(await readFile(packages.resolve(file)));
      return new hb.Font(new hb.Face(new hb.Blob(plain)));
    }),
  );
  const [first] = fonts;
  if (!first) throw new Error('A typeface needs a file.');
  const unit = first.face.upem;
  const fontOf = (character: string) =>
    fonts.find((font) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined);

  /** The text in runs of one font each. */
  function runs(text: string) {
    const found: { font: typeof first; text: string }[] = [];
    for (const character of text) {
      const font = fontOf(character) ?? first;
      const last = found.at(-1);
      if (font && last?.font === font) last.text += character;
      else if (font) found.push({ font, text: character });
    }
    return found;
  }

  /** Every sign of the text with its place on the line. */
  function* signs(text: string) {
    let x = 0;
    for (const run of runs(text)) {
      if (!run.font) continue;
      const buffer = new hb.Buffer();
      buffer.addText(run.text);
      buffer.guessSegmentProperties();
      hb.shape(run.font, buffer);
      for (const sign of buffer.getGlyphInfosAndPositions()) {
        const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } = sign;
        const advance = xAdvance + tracking * unit;
        yield { font: run.font, codepoint, x: x + xOffset, y: yOffset, advance };
        x += advance;
      }
    }
  }

  return {
    drawable: (text) =>
      Array.from(text.normalize('NFC'))
        .map((character) => (fontOf(character) ? character : unmarked(character)))
        .filter((character) => fontOf(character))
        .join('')
        .replace(/[\p{White_Space}\p{C}]+/gu, ' ')
        .trim(),
    width(text) {
      let width = 0;
      for (const { advance } of signs(text)) width += advance;
      return width / unit;
    },
    outline(text) {
      const parts: string[] = [];
      for (const { font, codepoint, x, y } of signs(text)) {
        for (const { type, values } of font.glyphToJson(codepoint)) {
          parts.push(type + values.map((value, index) => value + (index % 2 === 0 ? x : y)).join(' '));
        }
      }
      return { data: parts.join(''), unit };
    },
  };
}

/** A letter without its marks. */
function unmarked(character: string): string {
  return String.fromCodePoint(character.normalize('NFD').codePointAt(0) ?? 0);
}
