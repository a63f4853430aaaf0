import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config/config.ts';
import { loadEnvironment } from '../../platform/config/load-environment.ts';
import { ROOT } from '../../platform/root.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import { projectBlocks } from '../load-blocks.ts';
import { restRoot } from '../rest/rest-root.ts';
import type { ImportPlan } from './import-actions.ts';
import { planImport } from './import-plan.ts';
import { readExisting } from './read-existing.ts';
import { describeAction, runImport } from './run-import.ts';
import { createWordPressWriter } from '../rest/wordpress-writer.ts';

const USAGE = `Puts the built-in content into the configured WordPress. Nothing that an editor wrote is changed.

  npm run wordpress:import               prints what it would do
  npm run wordpress:import -- --write    does it; interrupted, it continues when it is run again

  --from <folder>   content in the format of fixtures/, such as an export (default: fixtures/)
`;

const fixtures = path.join(ROOT, 'fixtures');

try {
  const { values } = parseArgs({
    options: { write: { type: 'boolean' }, from: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) print(USAGE);
  else await importContent(path.resolve(values.from ?? fixtures), values.write ?? false);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function importContent(from: string, write: boolean): Promise<void> {
  loadEnvironment();
  const { wordpress } = readConfig(process.env);
  if (!wordpress?.credentials) {
    throw new Error('Set WORDPRESS_API_URL, WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD first.');
  }
  const { home } = restRoot(wordpress.url);
  const blocks = await projectBlocks();
  const { content: project } = await loadBuiltInContent(fixtures, blocks);
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
