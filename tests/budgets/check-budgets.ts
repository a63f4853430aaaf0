/**
 * Prints what a visitor downloads, and fails the build where it is more than agreed. Brotli, in kB of 1,000 bytes.
 * The budgets are the project's own: 4 kB of script before a visitor's first need, 108 kB once the application
 * runs on a page without forms, 24 kB more for all that the forms of one page bring, 30 kB of HTML for the home
 * page, 60 kB of fonts.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { nearBlocks, runningBlocks } from '../../src/builder/placement.ts';
import { readConfig } from '../../server/config.ts';
import { formIds } from '../../src/leads/lead-wire.ts';
import { createContentGateway, type HomeLayout } from '../../server/content/gateway.ts';
import { renderDocument } from '../../server/pages/render-document.ts';
import { readSiteBuild } from '../../server/pages/site-build.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const client = path.join(ROOT, 'dist/client');

interface Line {
  what: string;
  bytes: number;
  /** In kB. */
  budget: number;
}

const brotli = (body: string | Buffer) => brotliCompressSync(body).byteLength;

async function scriptBytes(files: Iterable<string>): Promise<number> {
  let total = 0;
  for (const file of new Set(files)) total += brotli(await readFile(path.join(client, file)));
  return total;
}

/** Words of the forms' libraries that survive minifying: an export of zod, a mode of react-hook-form. */
const FORM_CODE = /invalid_type|onTouched/;

async function findFormCode(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(path.join(client, file), 'utf8')));
  return files.filter((_, index) => FORM_CODE.test(texts[index] ?? ''));
}

const log = pino({ level: 'silent' });
const build = await readSiteBuild(ROOT);
const gateway = await createContentGateway({ config: readConfig({}), log });
const lines: Line[] = [
  { what: 'script before the first need', bytes: await scriptBytes(build.loaderFiles()), budget: 4 },
];

for (const layout of ['content', 'lead-capture'] satisfies HomeLayout[]) {
  const [answer, frame] = await Promise.all([gateway.route('/', { layout }), gateway.frame()]);
  if (answer.status !== 200) throw new Error(`The home page has no layout ${layout}.`);
  const blocks = runningBlocks(answer.document.placements);
  lines.push({
    what: `script after the boot, home (${layout})`,
    bytes: await scriptBytes([
      ...build.loaderFiles(),
      ...build.applicationFiles(),
      ...build.viewFiles(blocks),
    ]),
    budget: 108,
  });
  const { html } = await renderDocument(
    {
      gateway,
      build,
      log,
      origin: 'http://localhost:3000',
      showFaults: false,
      settings: { measurementId: null, leadEndpoint: null, proofOfWork: false },
    },
    { address: '/', path: '/', layout },
    answer,
    frame,
  );
  lines.push({ what: `HTML, home (${layout})`, bytes: brotli(html), budget: 30 });
}

// What comes before is there already; none of what the forms need may have slipped into it.
const before = new Set([...build.loaderFiles(), ...build.applicationFiles()]);
const added = (blocks: Iterable<string>) => build.viewFiles(blocks).filter((file) => !before.has(file));
for (const form of formIds) {
  lines.push({ what: `script of ${form}`, bytes: await scriptBytes(added([form])), budget: 24 });
}
const layout = await gateway.route('/', { layout: 'lead-capture' });
if (layout.status !== 200) throw new Error('The home page has no layout for lead capture.');
lines.push({
  what: 'script of the forms of one page, home',
  bytes: await scriptBytes(added(nearBlocks(layout.document.placements))),
  budget: 24,
});
const formCode = await findFormCode([...before]);
if ((await findFormCode(added(formIds))).length === 0) {
  throw new Error('The forms’ libraries are not known by these words any more. Choose others for FORM_CODE.');
}

let fonts = 0;
for (const font of (await build.entry()).fontFiles) fonts += (await stat(path.join(client, font))).size;
lines.push({ what: 'fonts', bytes: fonts, budget: 60 });

let over = 0;
for (const { what, bytes, budget } of lines) {
  const kilobytes = bytes / 1000;
  const verdict = kilobytes <= budget ? '' : '  OVER BUDGET';
  if (verdict) over += 1;
  console.log(`${what.padEnd(42)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB${verdict}`);
}
if (formCode.length > 0) {
  console.error(
    `Code of the forms is in ${formCode.join(', ')}, on the way of every visitor. Import it in views only.`,
  );
  process.exitCode = 1;
}
if (over > 0) {
  console.error(
    `${over} budget(s) exceeded. Load less, or later; a larger budget is a decision to write down.`,
  );
  process.exitCode = 1;
}
