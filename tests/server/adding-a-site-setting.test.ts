import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { timeLimit } from '../setup/time-limits.ts';
import { copyOfProject, filesOf } from './support/project-copy.ts';
import { runInCopy } from './support/run-in-copy.ts';

/** The time limit is long, because the test runs a compiler and a test runner. */
const LIMIT = timeLimit(600_000);
const SCHEMA = 'src/contracts/site-settings.ts';
let copy: string | undefined;
afterAll(async () => {
  if (copy) await rm(copy, { recursive: true, force: true });
});

/** Reads the new settings as a consumer does. `tests/wordpress/settings-screen.test.ts` tests the plugin's side. */
const PROBE = `import { expect, it } from 'vitest';
import builtIn from '../fixtures/site-settings.json' with { type: 'json' };
import { siteSettingsSchema } from '../src/contracts/site-settings.ts';
import { describeSections } from './content/describe-sections.ts';
import { normaliseSettings } from './content/normalise/normalise-settings.ts';

it('is read, checked and described to the plugin', () => {
  const sample = siteSettingsSchema.parse(builtIn);
  const read = (raw: object) => normaliseSettings(sample, raw);
  const { settings } = read({ agent: { ...sample.agent, motto: 'Home.' }, parking: { where: 'Behind the office' } });
  const motto: string | undefined = settings.agent.motto;
  expect([motto, settings.parking?.where]).toEqual(['Home.', 'Behind the office']);
  expect(read({ parking: { where: '' } }).faults.join()).toContain('Site settings › parking.where');
  const known = describeSections(new Map(), { pages: new Map() }).settings;
  expect(known.properties).toMatchObject({
    agent: { properties: { motto: { type: 'string', title: 'Motto' } } },
    parking: { title: 'Parking', properties: { where: { title: 'Where', minLength: 1 } }, required: ['where'] },
  });
});
`;

it('needs a change to its schema only', { timeout: LIMIT }, async () => {
  const folder = await copyOfProject();
  copy = folder;
  const before = await filesOf(folder);
  const node = runInCopy(folder);

  const schema = await readFile(path.join(folder, SCHEMA), 'utf8');
  await writeFile(
    path.join(folder, SCHEMA),
    schema
      .replace(
        '/** Picture of the agent',
        "motto: text.meta({ title: 'Motto' }).optional(),\n      /** Picture of the agent",
      )
      .replace(
        '  /** True while the built-in sample',
        "  parking: z.object({ where: text.meta({ title: 'Where' }) }).meta({ title: 'Parking' }).optional(),\n" +
          '  /** True while the built-in sample',
      ),
  );
  const after = await filesOf(folder);
  expect([...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)).toEqual([
    SCHEMA,
  ]);

  await writeFile(path.join(folder, 'server/probe.test.ts'), PROBE);
  await writeFile(
    path.join(folder, 'tsconfig.settings.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['server/probe.test.ts', 'src/site'] }),
  );
  await node('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.settings.json');
  await node(
    'vitest/vitest.mjs',
    'run',
    '--config=tests/vitest.config.ts',
    '--project=unit',
    'server/probe.test.ts',
  );
});
