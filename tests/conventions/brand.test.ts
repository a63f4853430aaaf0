import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import sharp from 'sharp';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import * as brand from '../../src/contracts/brand.ts';

const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');
const BRAND = 'src/contracts/brand.ts';
/** `font-files.ts` is written by the build, and checked by `brand-files.test.ts`. `font-faces.ts` measures systems' fonts. */
const NAMES_FONTS = new Set(['src/ui/theme/font-files.ts', 'src/ui/theme/font-faces.ts']);

const HEX = /(?<![&\w])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/gi;
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.][^)]*\)/gi;
const FONT =
  /\b(?:fraunces|figtree|fira|georgia|roboto|segoe|helvetica|arial|noto|dejavu|times new|verdana)\b|\bfont-family:\s*(?!inherit)[\w'"]/gi;

/** Returns the literals of colors and fonts in a text. Black, white and greys belong to no brand. */
function literals(text: string, fonts = true): string[] {
  const code = text.replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
  const colors = [...(code.match(HEX) ?? []), ...(code.match(FUNCTION) ?? [])];
  return [...colors.filter((color) => !isGrey(color)), ...(fonts ? (code.match(FONT) ?? []) : [])];
}

function isGrey(color: string): boolean {
  if (!color.startsWith('#')) return /^rgba?\(\s*(\d+)[\s,]+\1[\s,]+\1\b/i.test(color);
  const digits = color.slice(1);
  const channels = digits.match(digits.length < 6 ? /./g : /../g) ?? [];
  return channels.slice(1, 3).every((channel) => channel.toLowerCase() === channels[0]?.toLowerCase());
}

it('finds literals of colors and fonts', () => {
  expect(
    literals("a { color: #a63f22; background: rgb(20 30 27 / 9%) } font: 1rem Georgia, serif; '#fb0'"),
  ).toEqual(['#a63f22', '#fb0', 'rgb(20 30 27 / 9%)', 'Georgia']);
  expect(literals('font-family: Inter;')).toEqual(['font-family: I']);
  expect(literals('#fff rgb(0 0 0 / 25%) &#160; url(#clip) font-family: ${font} /* #a63f22 */')).toEqual([]);
});

it('no other file names a color or a font', () => {
  const files = globSync('{src,blocks,server}/**/*.{ts,tsx}', { cwd: PROJECT_FOLDER })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && file !== BRAND)
    .toSorted();
  expect(files.length).toBeGreaterThan(300);
  const faults = files.flatMap((file) =>
    literals(readFileSync(path.join(PROJECT_FOLDER, file), 'utf8'), !NAMES_FONTS.has(file)).map(
      (literal) => `${file}: ${literal}`,
    ),
  );
  expect(faults, `Put it into ${BRAND}.`).toEqual([]);
});

it('the plugin uses WordPress’s colors only', () => {
  const own = [brand.lightColors, brand.darkColors, brand.logoColors]
    .flatMap((colors) => Object.values(colors))
    .filter((color) => !isGrey(color));
  for (const file of globSync('wordpress/lintel/**/*.{php,css,js}', { cwd: PROJECT_FOLDER })) {
    const text = readFileSync(path.join(PROJECT_FOLDER, file), 'utf8').toLowerCase();
    expect(
      own.filter((color) => text.includes(color)),
      file,
    ).toEqual([]);
  }
});

const folder = await mkdtemp(path.join(tmpdir(), 'brand-'));
afterEach(() => {
  vi.doUnmock('../../src/contracts/brand.ts');
  vi.resetModules();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Edits the brand's file, and returns what follows from it. */
async function withBrand(name: string, edit: (text: string) => string) {
  const copy = path.join(folder, `${name}.ts`);
  const text = await readFile(path.join(PROJECT_FOLDER, BRAND), 'utf8');
  await writeFile(copy, edit(text));
  vi.resetModules();
  vi.doMock('../../src/contracts/brand.ts', () => import(copy));
  // The same instance as that of the global style.
  const { ServerStyleSheet } = await import('styled-components');
  const { GlobalStyle } = await import('../../src/ui/theme/global-style.ts');
  const { fontFaces } = await import('../../src/ui/theme/font-faces.ts');
  const { renderHtmlMail: writeHtmlMail } = await import('../../server/leads/mail/compose-mail.ts');
  const { generateBrandFiles: brandFiles } = await import('../../server/media/brand-files.ts');
  const { createShareImages } = await import('../../server/media/share-images.ts');
  const { messagePage } = await import('../../server/pages/render/message-page.ts');
  const sheet = new ServerStyleSheet();
  renderToString(sheet.collectStyles(createElement(GlobalStyle)));
  const line = { text: 'Call', href: 'tel:+15155550100' };
  const images = createShareImages({
    scenes: new Map([['/scenes/a.svg', { width: 8, height: 6, digest: 'none', content: '' }]]),
    pictures: { get: async () => 'unknown' },
    log: pino({ level: 'silent' }),
  });
  const image = await images.image({
    title: 'Homes',
    site: 'Homes',
    agent: 'Jordan',
    brokerage: 'Realty',
    picture: '/scenes/a.svg',
    version: name,
  });
  if (!image) throw new Error('No share image was drawn.');
  const files = await brandFiles('{}');
  return {
    page: `${fontFaces}${sheet.getStyleTags()}`,
    mail: writeHtmlMail({ subject: 'A', preview: 'A', parts: [{ kind: 'button', line }] }),
    message: messagePage('A').html,
    manifest: String(files.get('public/site.webmanifest')),
    favicon: String(files.get('public/favicon.svg')),
    fonts: ['font-files.ts', 'font-metrics.json']
      .map((file) => String(files.get(`src/ui/theme/${file}`)))
      .join(''),
    icon: await sharp(files.get('public/icon-192.png')).raw().toBuffer(),
    share: await sharp(image.png).removeAlpha().raw().toBuffer(),
  };
}

it('a color is changed in one place', async () => {
  const [before, after] = [
    await withBrand('same', (text) => text),
    await withBrand('color', (text) =>
      text.replaceAll('#fbf6ec', '#0077aa').replaceAll('#fffdf8', '#0088bb'),
    ),
  ];
  for (const part of ['page', 'message', 'manifest', 'favicon'] as const) {
    expect(before[part], part).toContain('#fbf6ec');
    expect(after[part], part).toContain('#0077aa');
    expect(after[part], part).not.toContain('#fbf6ec');
  }
  expect(before.mail).toContain('#fffdf8');
  expect(after.mail).toContain('#0088bb');
  expect([...before.share.subarray(0, 3)]).toEqual([0xfb, 0xf6, 0xec]);
  expect([...after.share.subarray(0, 3)]).toEqual([0x00, 0x77, 0xaa]);
  expect(after.icon.equals(before.icon)).toBe(false);
  expect(after.fonts).toBe(before.fonts);
});

it('a font is changed in one place', async () => {
  const [before, after] = [
    await withBrand('font', (text) => text),
    await withBrand('other-font', (text) =>
      text.replaceAll('Fraunces', 'Figtree').replaceAll('fraunces', 'figtree'),
    ),
  ];
  expect(before.page).toMatch(/@font-face \{\s+font-family: 'Fraunces'.*h1[^}]*font-family:'Fraunces'/s);
  expect(after.page).toMatch(/@font-face \{\s+font-family: 'Figtree';.*h1[^}]*font-family:'Figtree'/s);
  expect(after.page).not.toContain("'Fraunces'");
  expect(after.fonts).not.toContain('fraunces');
  expect(after.fonts).toContain(
    "display } from '@fontsource/figtree/files/figtree-latin-500-normal.woff2?url'",
  );
  expect(after.fonts).not.toBe(before.fonts);
  expect(after.share.equals(before.share)).toBe(false);
  expect(after.favicon).toBe(before.favicon);
});
