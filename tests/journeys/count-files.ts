// Usage: node tests/journeys/count-files.ts [--write] [--list]
// Prints how many files run in four journeys, how many lines and files the product has, and how many files name an example
// of each kind of change. `--list` prints their names. `--write` renews the lists in docs/architecture.md.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { JOURNEY_NAMES, measureJourneys, type JourneyFiles, type JourneyName } from './journeys.ts';
import { filesToTouch, productionFiles, productionLines } from './production-files.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/architecture.md');
const [START, END] = ['<!-- files that run: start -->', '<!-- files that run: end -->'];

/** A number of 2026-11-24, before mechanisms were removed: as estimated by reading, and as this script counted it. */
interface Then {
  estimated: number;
  counted: number | null;
}
const JOURNEYS_THEN: Record<JourneyName, Then> = {
  'a stored page': { estimated: 13, counted: 14 },
  'a first render': { estimated: 62, counted: 145 },
  'a lead until the CRM': { estimated: 88, counted: 122 },
  'a builder save until a page': { estimated: 140, counted: 266 },
};
const LINES_THEN: Then = { estimated: 88_000, counted: 92_364 };
const FILES_THEN: Then = { estimated: 907, counted: null };
/** The files to touch for one more of a kind, as estimated then. */
const TOUCHED_THEN: Partial<Record<string, number>> = {
  'lead column': 12,
  'site setting': 8,
  brand: 24,
};

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});
const journeys = await measureJourneys();
const production = productionFiles();

console.log(`Files that run in each journey.
"Estimated then" is what a reader follows, in the server only. The other columns have every file of the project of which
a function runs, in the server and in the browser: "server" is the column to compare with the estimate. Types and
constants do not run, and the plugin's PHP is not counted.`);
const rows: Record<string, Record<string, number | string>> = {};
for (const name of JOURNEY_NAMES) {
  const files = journeys[name];
  const server = files.filter((file) => file.startsWith('server/')).length;
  rows[name] = { ...columns(JOURNEYS_THEN[name], files.length), server, others: files.length - server };
}
console.table(rows);

console.log('Production code: src, server, blocks, wordpress and public, without tests, with comments.');
console.table({
  lines: columns(LINES_THEN, productionLines(production)),
  files: columns(FILES_THEN, production.size),
});

console.log(`What to touch for one more of a kind: the production files that name an existing example of it. That is an upper bound,
because files that only use the example are counted, too. tests/conventions and tests/server/adding-*.test.ts add one and
list the files that change.`);
const changes = filesToTouch(production);
console.table(
  Object.fromEntries(
    changes.map(({ change, example, files }) => [
      change,
      { example, 'estimated then': TOUCHED_THEN[change] ?? '', now: files.length },
    ]),
  ),
);
if (values.list) {
  for (const name of JOURNEY_NAMES) console.log(`\n${name}\n  ${journeys[name].join('\n  ')}`);
  for (const { change, files } of changes) console.log(`\n${change}\n  ${files.join('\n  ')}`);
}
if (values.write) await writeLists(journeys);

function columns({ estimated, counted }: Then, now: number): Record<string, number | string> {
  return { 'estimated then': estimated, 'counted then': counted ?? '', now };
}

/** Replaces the lists between the two marks of the document. */
async function writeLists(files: JourneyFiles): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} lacks the marks ${START} and ${END}. Add them.`);
  const lists = JOURNEY_NAMES.map((name) => listOf(name, files[name]));
  const changed = `${text.slice(0, from + START.length)}\n\n${lists.join('\n\n')}\n\n${text.slice(to)}`;
  await writeFile(DOCUMENT, await format(changed, { parser: 'markdown' }));
}

/** One line per directory. */
function listOf(name: JourneyName, files: readonly string[]): string {
  const title = `**${name.replace(/^a/, 'A')}: ${files.length} files**`;
  const lines = [...Map.groupBy(files, (file) => path.dirname(file))].map(
    ([folder, inFolder]) => `- \`${folder}\`: ${inFolder.map((file) => path.basename(file)).join(', ')}`,
  );
  return `${title}\n\n${lines.join('\n')}`;
}
