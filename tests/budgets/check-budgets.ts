/**
 * Prints the download sizes of the site and fails the build if one exceeds its budget. Sizes are Brotli-compressed, in
 * kB of 1,000 bytes; fonts are counted as stored. Budgets: 4 kB of script before the application loads; 118 kB when it
 * runs on a home page, without its forms; 35 kB more for each form; 34 kB for all forms of the home page together; 100 kB
 * to run a form without the application; 30 kB of HTML for each home page; 50 kB of fonts.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { lazyBlockIds, eagerBlockIds } from '../../src/contracts/placement.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { formIds } from '../../src/contracts/leads/lead-request.ts';
import type { HomeLayoutName } from '../../server/content/resolve/choose-layout.ts';
import { createContent } from '../../server/content/content.ts';
import { createPageRenderer } from '../../server/pages/render/page-renderer.ts';
import { readSiteBuild } from '../../server/pages/render/site-build.ts';
import { readChunks } from './read-chunks.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const client = path.join(ROOT, 'dist/client');

interface Line {
  what: string;
  bytes: number;
  /** The limit in kB. */
  budget: number;
}

const brotli = (body: string | Buffer) => brotliCompressSync(body).byteLength;

async function scriptBytes(files: Iterable<string>): Promise<number> {
  let total = 0;
  for (const file of new Set(files)) total += brotli(await readFile(path.join(client, file)));
  return total;
}

const log = pino({ level: 'silent' });
const build = await readSiteBuild(ROOT);
const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-budgets-'));
const config = readConfig({ DATA_DIR: dataDir });
const content = await createContent({ config, log });
const render = createPageRenderer({ config, content, build, log, origin: () => 'http://localhost:3000' });
const homeOf = async (layout: HomeLayoutName) => {
  const resolved = await content.resolve({ path: '/', layout });
  if (resolved?.answer.status !== 200) throw new Error(`The home page has no layout ${layout}.`);
  return { found: resolved.answer, frame: resolved.frame };
};
const lines: Line[] = [
  { what: 'script before the first need', bytes: await scriptBytes(build.loaderFiles()), budget: 4 },
  { what: 'script that runs any form', bytes: await scriptBytes(build.islandFiles()), budget: 100 },
];

for (const layout of ['content', 'lead-capture'] satisfies HomeLayoutName[]) {
  const { found, frame } = await homeOf(layout);
  const blocks = eagerBlockIds(found.document.placements);
  lines.push({
    what: `script after the boot, home (${layout})`,
    bytes: await scriptBytes([
      ...build.loaderFiles(),
      ...build.applicationFiles(),
      ...build.viewFiles(blocks),
    ]),
    budget: 118,
  });
  const { html } = await render({ path: '/', found, frame, layout });
  lines.push({ what: `HTML, home (${layout})`, bytes: brotli(html), budget: 30 });
}

// When a form loads, the loader and the application have already been downloaded.
const before = new Set([...build.loaderFiles(), ...build.applicationFiles()]);
const chunks = await readChunks(client);
const added = (blocks: Iterable<string>) =>
  chunks.added(
    [...blocks].map((block) => `blocks/${block}/view.tsx`),
    before,
  );
for (const form of formIds) {
  lines.push({
    what: `script of ${form}`,
    bytes: await scriptBytes(added([form])),
    budget: 35,
  });
}
const ofHome = lazyBlockIds((await homeOf('lead-capture')).found.document.placements);
lines.push({
  what: 'script of the forms of one page, home',
  bytes: await scriptBytes(added(ofHome)),
  budget: 34,
});

let fonts = 0;
for (const font of (await build.entry()).preloadedFontUrls)
  fonts += (await stat(path.join(client, font))).size;
lines.push({ what: 'fonts', bytes: fonts, budget: 50 });

await content.close();
await rm(dataDir, { recursive: true });

let over = 0;
for (const { what, bytes, budget } of lines) {
  const kilobytes = bytes / 1000;
  const isOver = kilobytes > budget;
  if (isOver) over += 1;
  console.log(
    `${what.padEnd(42)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB${isOver ? '  OVER BUDGET' : ''}`,
  );
}
if (over > 0) {
  console.error(
    `${over} budget(s) exceeded. Load less, or later; a larger budget is a decision to write down.`,
  );
  process.exitCode = 1;
}
