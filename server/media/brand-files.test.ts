import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../platform/root.ts';
import { generateBrandFiles } from './brand-files.ts';

const stored = (file: string) => readFile(path.join(PROJECT_ROOT, file));
const ICO_HEADER_BYTES = 22;

it('the files that `npm run build` stored match the brand', async () => {
  const files = await generateBrandFiles((await stored('public/site.webmanifest')).toString());
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['public/favicon.svg', 'src/ui/theme/font-files.ts']),
  );
  for (const [file, content] of files) {
    if (typeof content === 'string') expect((await stored(file)).toString(), file).toBe(content);
    else expect(await difference(await stored(file), content), file).toBeLessThan(1);
  }
});

/** Returns the mean difference of two pictures per channel. Other machines may compress and round differently. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(pixels));
  if (!a || a.length !== b?.length) return Number.POSITIVE_INFINITY;
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

function pixels(file: Buffer): Promise<Buffer> {
  const png = file.readUInt16LE(2) === 1 ? file.subarray(ICO_HEADER_BYTES) : file;
  return sharp(png).ensureAlpha().raw().toBuffer();
}
