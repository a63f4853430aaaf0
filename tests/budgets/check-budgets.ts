/**
 * Prints what a visitor downloads, and fails the build where it is more than agreed. Brotli, in kB of 1,000 bytes.
 * The budgets are the project's own: 4 kB of script before a visitor's first need, 108 kB once the application
 * runs on a page without forms, 24 kB more for all that a form brings until it is sent, and for all that the forms of
 * one page bring, 30 kB of HTML for the home page, 60 kB of fonts.
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
import { readChunks } from './read-chunks.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const client = path.join(ROOT, 'dist/client');

/** Loaded for a form's sending where the operator switched it on. */
const PROOF_OF_WORK = 'src/leads/solve-challenge.ts';

interface Line {
  what: string;
  bytes: number;
  /** In kB; null where a figure is shown for information. */
  budget: number | null;
}

const brotli = (body: string | Buffer) => brotliCompressSync(body).byteLength;

async function scriptBytes(files: Iterable<string>): Promise<number> {
  let total = 0;
  for (const file of new Set(files)) total += brotli(await readFile(path.join(client, file)));
  return total;
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

// What comes before is there already; that nothing of the forms has slipped into it, forms-apart.ts sees to.
const before = new Set([...build.loaderFiles(), ...build.applicationFiles()]);
const chunks = await readChunks(client);
const added = (blocks: Iterable<string>, apart: readonly string[] = []) =>
  chunks.added(
    [...blocks].map((block) => `blocks/${block}/view.tsx`),
    before,
    apart,
  );
for (const form of formIds) {
  lines.push({
    what: `script of ${form}`,
    bytes: await scriptBytes(added([form], [PROOF_OF_WORK])),
    budget: 24,
  });
}
const layout = await gateway.route('/', { layout: 'lead-capture' });
if (layout.status !== 200) throw new Error('The home page has no layout for lead capture.');
const ofHome = nearBlocks(layout.document.placements);
const usual = await scriptBytes(added(ofHome, [PROOF_OF_WORK]));
lines.push({ what: 'script of the forms of one page, home', bytes: usual, budget: 24 });
lines.push({
  what: 'and the proof of work, where it is on',
  bytes: (await scriptBytes(added(ofHome))) - usual,
  budget: null,
});

let fonts = 0;
for (const font of (await build.entry()).fontFiles) fonts += (await stat(path.join(client, font))).size;
lines.push({ what: 'fonts', bytes: fonts, budget: 60 });

let over = 0;
for (const { what, bytes, budget } of lines) {
  const kilobytes = bytes / 1000;
  const isOver = budget !== null && kilobytes > budget;
  if (isOver) over += 1;
  const allowed = budget === null ? '' : ` of ${budget} kB`;
  console.log(
    `${what.padEnd(42)} ${kilobytes.toFixed(1).padStart(6)} kB${allowed}${isOver ? '  OVER BUDGET' : ''}`,
  );
}
if (over > 0) {
  console.error(
    `${over} budget(s) exceeded. Load less, or later; a larger budget is a decision to write down.`,
  );
  process.exitCode = 1;
}
