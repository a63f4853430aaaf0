import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** A font that can be measured and drawn. */
export interface Typeface {
  /** The height above and below the baseline and the gap between lines, at font size 1. */
  line: { ascent: number; descent: number; gap: number };
  /** Whether one of the files contains the character. */
  has: (character: string) => boolean;
  /**
   * Returns the text without characters that the font lacks: letters lose their diacritics; emoji and other scripts are
   * left out.
   */
  drawable: (text: string) => string;
  /** Returns the width at font size 1. */
  width: (text: string) => number;
  /** Returns the outlines as SVG path data in font units, with y pointing up. `unit` is the units per em. */
  outline: (text: string) => { data: string; unit: number };
}

interface FaceFiles {
  /** Files of `@fontsource` packages. Each character is drawn with the first file that contains it. */
  files: readonly string[];
  /** Letter spacing, as a fraction of the font size. */
  tracking: number;
}

const packages = createRequire(import.meta.url);

/**
 * Reads a font from its files. Throws an `Error` if `files` is empty, or if a file does not exist or is not a WOFF
 * file. HarfBuzz, which shapes the text, is loaded with the first font.
 */
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

  const has = (character: string) => fontOf(character) !== undefined;

  /** Splits a text into runs that use a single font. */
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

  /** Yields every glyph of a text with its position on the line. */
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

  const { ascender, descender, lineGap } = first.hExtents();
  return {
    line: { ascent: ascender / unit, descent: -descender / unit, gap: lineGap / unit },
    has,
    drawable: (text) =>
      Array.from(text.normalize('NFC'))
        .map((character) => (has(character) ? character : unmarked(character)))
        .filter(has)
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

/** Removes the diacritics from a letter. */
function unmarked(character: string): string {
  return String.fromCodePoint(character.normalize('NFD').codePointAt(0) ?? 0);
}

const SIGNATURE = 0x774f_4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const PLAIN_HEADER_BYTES = 12;
const PLAIN_ENTRY_BYTES = 16;

/** Unpacks a WOFF file to TrueType or OpenType. Throws an `Error` for any other file. https://www.w3.org/TR/WOFF/ */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('This is not a WOFF font.');
  const tables = woff.readUInt16BE(12);
  const header = Buffer.alloc(PLAIN_HEADER_BYTES + PLAIN_ENTRY_BYTES * tables);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tables, 4);
  const parts: Buffer[] = [header];
  let offset = header.byteLength;
  for (let index = 0; index < tables; index += 1) {
    const from = HEADER_BYTES + ENTRY_BYTES * index;
    const to = PLAIN_HEADER_BYTES + PLAIN_ENTRY_BYTES * index;
    const at = woff.readUInt32BE(from + 4);
    const packed = woff.subarray(at, at + woff.readUInt32BE(from + 8));
    const length = woff.readUInt32BE(from + 12);
    // The checksum is the last value of a WOFF table entry, but follows the tag in TrueType.
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(packed.byteLength < length ? inflateSync(packed) : packed, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}
