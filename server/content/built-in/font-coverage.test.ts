import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { htmlToText } from '../values/html-text.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { readTypeface } from '../../media/typeface.ts';

/*
 * A character that our fonts lack is drawn with a font of the visitor's system, or as an empty box: text then takes
 * another width on each machine. Draw signs as icons (`src/ui/theme/icon.tsx`), and write texts with these characters only.
 */

// The weights that `src/ui/theme/font-faces.ts` loads contain the same characters.
const FONTS = [
  '@fontsource/fraunces/files/fraunces-latin-500-normal.woff',
  '@fontsource/figtree/files/figtree-latin-400-normal.woff',
];

/** Characters without a glyph: line breaks, and characters such as soft hyphens that change how others are shown. */
const UNSEEN = /[\n\r\t\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const faces = await Promise.all(FONTS.map((file) => readTypeface({ files: [file], tracking: 0 })));
const missing = (text: string) =>
  [...new Set(text)].filter((sign) => !UNSEEN.test(sign) && !faces.every((face) => face.has(sign)));

function filesOf(pattern: string, isOther: RegExp): string[] {
  return globSync(pattern, { cwd: PROJECT_ROOT })
    .filter((file) => !isOther.test(file))
    .sort();
}

/** Returns the texts of the file's string, template and JSX literals. Comments and regular expressions are no texts. */
function literals(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
    TemplateElement: ({ value }) => void texts.push(value.cooked ?? value.raw),
    JSXText: ({ value }) => void texts.push(htmlToText(value)),
  }).visit(program);
  // CSS writes a character as `\2192`.
  return texts.map((text) =>
    text.replace(/\\([0-9a-f]{2,6})\s?/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    ),
  );
}

/** Returns all strings of a JSON value, HTML as the text that a reader sees. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [htmlToText(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

async function faults(
  files: readonly string[],
  textsOf: (file: string, content: string) => string[],
): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const texts = textsOf(file, await readFile(path.join(PROJECT_ROOT, file), 'utf8'));
      return texts.flatMap((text) =>
        missing(text).map(
          (sign) =>
            `${file}: ${sign} (U+${sign.codePointAt(0)?.toString(16)}) in “${text.trim().slice(0, 60)}”`,
        ),
      );
    }),
  );
  return found.flat();
}

it('finds characters that the fonts lack', async () => {
  const code = "/* ← */ const a = <p title='✓'>{`content: '\\\\2192'`} &rarr; é</p>; /☰/.test(a);";
  expect(literals('sample.tsx', code).flatMap(missing)).toEqual(['✓', '→', '→']);
  expect(strings({ rows: ['<p>1 &ge; 0</p>', 'Café — “$5”'] }).flatMap(missing)).toEqual(['≥']);
});

it('no literal that can be shown needs a font of the system', async () => {
  const files = filesOf('{src,blocks,server}/**/*.{ts,tsx}', /\.test\.|\/testing\/|^server\/database\//);
  expect(files.length).toBeGreaterThan(300);
  expect(await faults(files, literals)).toEqual([]);
});

it('no built-in text needs a font of the system', async () => {
  const files = filesOf('{fixtures/**,public/scenes}/*.json', /^$/);
  expect(files.length).toBeGreaterThan(20);
  expect(await faults(files, (_, content) => strings(JSON.parse(content)))).toEqual([]);
});
