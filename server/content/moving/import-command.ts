import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../../platform/config/config.ts';
import { loadEnvironment } from '../../platform/config/load-environment.ts';
import { ROOT } from '../../platform/root.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import { projectBlocks } from '../load-blocks.ts';
import { restRoot } from '../rest/rest-root.ts';
import type { ImportPlan } from './import-actions.ts';
import { planImport } from './import-plan.ts';
import { readExisting } from './read-existing.ts';
import { readEmbedded } from './content-source.ts';
import { describeAction, runImport } from './run-import.ts';
import { writeExport } from './write-export.ts';
import { createWordPressWriter } from '../rest/wordpress-writer.ts';

const USAGE = `Puts the content of this site into the configured WordPress: what was edited here, and the built-in content around it.
Nothing that an editor wrote in WordPress is changed.

  npm run wordpress:import               prints what it would do
  npm run wordpress:import -- --write    does it; interrupted, it continues when it is run again

  --from <folder>   other content, in the format of fixtures/, such as an export
`;

const fixtures = path.join(ROOT, 'fixtures');

try {
  const { values } = parseArgs({
    options: { write: { type: 'boolean' }, from: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) print(USAGE);
  else await importContent(values.from ?? null, values.write ?? false);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function importContent(given: string | null, write: boolean): Promise<void> {
  loadEnvironment();
  const config = readConfig(process.env);
  const { wordpress } = config;
  if (!wordpress?.credentials) {
    throw new Error('Set WORDPRESS_API_URL, WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD first.');
  }
  const { home } = restRoot(wordpress.url);
  const blocks = await projectBlocks();
  const { content: project, files: builtInFiles } = await loadBuiltInContent(fixtures, blocks);
  const own = given === null ? await exportOwn({ config, builtIn: project, builtInFiles, blocks }) : null;
  const from = path.resolve(given ?? own ?? fixtures);
  const { files } = await loadBuiltInContent(from, blocks);
  const writer = createWordPressWriter(wordpress);
  print(`Reading ${home} …\n`);
  const existing = await readExisting(writer, home);
  const plan = planImport(existing, files, project, blocks);
  print(describePlan(plan));
  if (plan.refused.length > 0) process.exitCode = 1;
  if (plan.actions.length === 0) return;
  if (!write) {
    print(`\nNothing was changed. Do it with: npm run wordpress:import -- --write\n`);
    return;
  }
  print('\n');
  const warnings = await runImport({
    plan,
    existing,
    writer,
    folders: [path.join(from, 'public'), path.join(ROOT, 'public')],
    onProgress: (done, total, action) => print(`[${done + 1}/${total}] ${action}\n`),
  });
  for (const warning of warnings) print(`! ${warning}\n`);
  print(`\nDone. Open ${home}/wp-admin/edit.php?post_type=page\n`);
}

/** Writes what was edited on this site to a temporary folder, and returns it; null if the site never ran. */
async function exportOwn({
  config,
  ...around
}: Pick<Parameters<typeof writeExport>[0], 'builtIn' | 'builtInFiles' | 'blocks'> & {
  config: Config;
}): Promise<string | null> {
  const source = await readEmbedded(config, around.builtIn);
  if (!source) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-import-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const pictureFolder = path.join(folder, 'public');
  const written = await writeExport({
    ...around,
    source,
    folder,
    pictureFolder,
    origins: config.imageOrigins,
  });
  await source.close();
  for (const text of written.notes) print(`! ${text}\n`);
  return folder;
}

function describePlan({ actions, kept, refused }: ImportPlan): string {
  const lines = [
    ...actions.map((action) => `+ ${describeAction(action)}`),
    ...kept.map((text) => `= ${text} It stays.`),
    ...refused.map((text) => `! ${text}`),
  ];
  if (actions.length === 0 && refused.length === 0) lines.push('Nothing to do: WordPress has the content.');
  return `${lines.join('\n')}\n`;
}

function print(text: string): void {
  process.stdout.write(text);
}
