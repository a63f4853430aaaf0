// Usage: node tests/journeys/count-files.ts [--write] [--list]
// Prints how many files run in four journeys, how many lines the product has, and how many files name an example of each
// kind of change. `--list` prints their names. `--write` renews the lists in docs/architecture.md.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { JOURNEY_NAMES, measureJourneys, type JourneyFiles, type JourneyName } from './journeys.ts';
import { filesToTouch, productionFiles, productionLines } from './production-files.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/architecture.md');
const [START, END] = ['<!-- files that run: start -->', '<!-- files that run: end -->'];

/**
 * The numbers of 2026-11-24, before mechanisms were removed: as estimated then (server only), and as this script counted.
 */
const BEFORE: Record<JourneyName, { estimated: number; counted: number }> = {
  'a stored page': { estimated: 13, counted: 14 },
  'a first render': { estimated: 62, counted: 145 },
  'a lead until the CRM': { estimated: 88, counted: 122 },
  'a builder save until a page': { estimated: 140, counted: 266 },
};
const LINES_BEFORE = { estimated: 88_000, counted: 92_364 };

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});
const journeys = await measureJourneys();
const production = productionFiles();
const rows: Record<string, Record<string, number>> = {};
for (const name of JOURNEY_NAMES) {
  const files = journeys[name];
  const inServer = files.filter((file) => file.startsWith('server/')).length;
  rows[name] = { ...BEFORE[name], now: files.length, 'in server': inServer, others: files.length - inServer };
}
rows['production lines'] = { ...LINES_BEFORE, now: productionLines(production) };
console.table(rows);
const changes = filesToTouch(production);
console.table(
  Object.fromEntries(
    changes.map(({ change, before, files }) => [change, { estimated: before ?? '', now: files.length }]),
  ),
);
if (values.list) {
  for (const name of JOURNEY_NAMES) console.log(`\n${name}\n  ${journeys[name].join('\n  ')}`);
  for (const { change, files } of changes) console.log(`\n${change}\n  ${files.join('\n  ')}`);
}
if (values.write) await writeLists(journeys);

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
