import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSettingsWithConnection } from '../connection/connected-settings.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import type { ImportPlan } from './import-actions.ts';
import { prepareImport } from './move-content.ts';
import { describeImportAction } from './run-import.ts';

const USAGE = `Puts the content of this site into the configured WordPress: what was edited here, and the built-in content around it.
Nothing that an editor wrote in WordPress is changed.

  npm run wordpress:import               prints what it would do
  npm run wordpress:import -- --write    does it; interrupted, it continues when it is run again

  --from <folder>   other content, in the format of fixtures/, such as an export
  --with-demos      also demonstration and test pages, such as /test-logo
`;

try {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean' },
      from: { type: 'string' },
      'with-demos': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) print(USAGE);
  else {
    const { from = null, write = false, 'with-demos': withDemos = false } = values;
    await importContent(from, write, withDemos);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function importContent(given: string | null, write: boolean, withDemos: boolean): Promise<void> {
  const { config, connected } = await readSettingsWithConnection();
  const wordpress = config.wordpress ?? connected;
  if (!wordpress?.credentials) {
    throw new Error(
      'Connect a WordPress at /admin/settings/wordpress, or set WORDPRESS_API_URL, WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD first.',
    );
  }
  const { home } = parseWordPressUrls(wordpress.url);
  print(`Reading ${home} …\n`);
  const from = given === null ? null : path.resolve(given);
  const move = await prepareImport({ config, wordpress, from, withDemos });
  try {
    for (const text of move.notes) print(`! ${text}\n`);
    print(describePlan(move.plan));
    if (move.plan.refused.length > 0) process.exitCode = 1;
    if (move.plan.actions.length === 0) return;
    if (!write) {
      print(`\nNothing was changed. Do it with: npm run wordpress:import -- --write\n`);
      return;
    }
    print('\n');
    const warnings = await move.run((done, total, action) => print(`[${done + 1}/${total}] ${action}\n`));
    for (const warning of warnings) print(`! ${warning}\n`);
    print(`\nDone. Open ${home}/wp-admin/edit.php?post_type=page\n`);
  } finally {
    await move.close();
  }
}

function describePlan({ actions, kept, demos, refused }: ImportPlan): string {
  const lines = [
    ...actions.map((action) => `+ ${describeImportAction(action)}`),
    ...kept.map((text) => `= ${text} It stays.`),
    ...demos.map(
      (path) => `- ${path} is a demonstration page, which is left out. Add --with-demos to import it.`,
    ),
    ...refused.map((text) => `! ${text}`),
  ];
  if (actions.length === 0 && refused.length === 0) lines.push('Nothing to do: WordPress has the content.');
  return `${lines.join('\n')}\n`;
}

function print(text: string): void {
  process.stdout.write(text);
}
