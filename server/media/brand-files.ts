import sharp from 'sharp';
import { lightColors, webFonts } from '../../src/contracts/brand.ts';
import { drawLogo } from './brand-mark.ts';
import { measureBrandFonts } from './font-metrics.ts';

interface Icon {
  /** Width and height in pixels. */
  size: number;
  /** The side of the background square, in units of the mark, whose box is 32 by 32. */
  ground: number;
  /** The radius of the background's corners, in the same units. */
  radius: number;
}

const ICONS: Readonly<Record<string, Icon>> = {
  'icon-192.png': { size: 192, ground: 46, radius: 10 },
  'icon-512.png': { size: 512, ground: 46, radius: 10 },
  // Systems that mask or round icons themselves get a square background. The mark stays inside every mask.
  'icon-maskable-512.png': { size: 512, ground: 58, radius: 0 },
  'apple-touch-icon.png': { size: 180, ground: 50, radius: 0 },
};
const FAVICON: Icon = { size: 32, ground: 36, radius: 6 };

/**
 * Returns the contents of all files that are generated from the brand, by their path in the project. `manifest` is
 * the current web manifest; only its colors are replaced.
 */
export async function generateBrandFiles(manifest: string): Promise<Map<string, string | Buffer>> {
  const icons = await Promise.all(
    Object.entries(ICONS).map(async ([name, icon]) => [`public/${name}`, await drawIcon(icon)] as const),
  );
  const colors = { theme_color: lightColors.ink, background_color: lightColors.paper };
  const mark = drawMarkFile();
  return new Map<string, string | Buffer>([
    ['src/ui/theme/font-files.ts', fontImports()],
    ['src/ui/theme/font-metrics.json', json(await measureBrandFonts())],
    ['public/site.webmanifest', json({ ...JSON.parse(manifest), ...colors })],
    ['public/favicon.svg', mark],
    ['public/brand/mark.svg', mark],
    ['public/favicon.ico', icoFile(await drawIcon(FAVICON))],
    ...icons,
  ]);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Returns a module that imports the font files, because bundlers only resolve import statements with literal paths.
 */
function fontImports(): string {
  const { display, body, mono } = webFonts;
  const line = (name: string, { file }: { file: string }) =>
    `export { default as ${name} } from '${file}?url';`;
  return [
    '// Written by `npm run build` from `src/contracts/brand.ts`.',
    line('display', display),
    line('body', body),
    line('mono', mono),
    '',
  ].join('\n');
}

/** Draws the mark on a transparent background, with colors for light and dark mode. */
function drawMarkFile(): string {
  const { ink, paper } = lightColors;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">' +
    `<style>.a{fill:${ink}}@media(prefers-color-scheme:dark){.a{fill:${paper}}}</style>${drawLogo('class="a"')}</svg>\n`
  );
}

function drawIcon({ size, ground, radius }: Icon): Promise<Buffer> {
  // The mark's center is at 16, 17 of its box.
  const [x, y] = [16 - ground / 2, 17 - ground / 2];
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${x} ${y} ${ground} ${ground}">` +
    `<rect x="${x}" y="${y}" width="${ground}" height="${ground}" rx="${radius}" fill="${lightColors.deep}"/>` +
    `${drawLogo(`fill="${lightColors.paper}"`)}</svg>`;
  return sharp(Buffer.from(drawing)).png({ palette: true, effort: 10 }).toBuffer();
}

/** Wraps one PNG of 32 by 32 pixels as an ICO file. https://en.wikipedia.org/wiki/ICO_(file_format) */
function icoFile(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // Type: icon.
  header.writeUInt16LE(1, 4); // Number of images.
  header.writeUInt8(32, 6); // Width in pixels.
  header.writeUInt8(32, 7); // Height in pixels.
  header.writeUInt16LE(1, 10); // Color planes.
  header.writeUInt16LE(32, 12); // Bits per pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18); // Offset of the image.
  return Buffer.concat([header, png]);
}
