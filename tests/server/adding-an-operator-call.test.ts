import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { makeFirstOperator } from '../browser/support/operator-test-site.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { copyOfProject, filesOf, startDevelopment } from './support/project-copy.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
/** The time limit is long, because the test starts a compiler and the site from its sources. */
const LIMIT = timeLimit(600_000);
const DEFINITION = 'src/contracts/operators/site-calls.ts';
const ROUTE = 'server/operators/health/overview-routes.ts';
const SCREEN = 'src/operator/health/health-list.tsx';

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

/** Replaces text that occurs once. */
async function replaceIn(file: string, before: string, after: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  if (source.split(before).length !== 2) throw new Error(`${file} must contain ${before} once.`);
  await writeFile(file, source.replace(before, after));
}

it('takes its definition, its handler and its use on a screen: three files', { timeout: LIMIT }, async () => {
  const copy = await copyOfProject();
  cleanUp.push(() => rm(copy, { recursive: true, force: true }));
  const data = await mkdtemp(path.join(tmpdir(), 'lintel-call-data-'));
  cleanUp.push(() => rm(data, { recursive: true, force: true }));
  const before = await filesOf(copy);
  const edit = (file: string, from: string, to: string) => replaceIn(path.join(copy, file), from, to);

  await edit(
    DEFINITION,
    'export const siteCalls = {\n',
    `export const siteCalls = {
  greet: {
    method: 'POST',
    path: '/api/admin/greetings/:name',
    role: 'operator',
    input: z.object({ name: z.string(), times: z.number().int().min(1) }),
    invalid: 'Greet at least once.',
    output: z.object({ greetings: z.array(z.string()).readonly() }),
  },
`,
  );
  await edit(
    ROUTE,
    '  return router;\n',
    `  serve(siteCalls.greet, ({ name, times }, { operator }) => ({
    greetings: Array.from({ length: times }, () => \`\${operator.name} greets \${name}.\`),
  }));
  return router;
`,
  );
  const screen = await readFile(path.join(copy, SCREEN), 'utf8');
  const used = (property: string) => `import { siteCalls } from '../../contracts/operators/site-calls.ts';
import { callApi } from '../call-api.ts';
${screen}
export async function greet(): Promise<number> {
  const { ${property} } = await callApi(siteCalls.greet, { name: 'Ann', times: 2 });
  return ${property}.length;
}
`;
  const types = path.join(copy, 'tsconfig.call.json');
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const check = () => run(process.execPath, [tsc, '--noEmit', '--checkers', '1', '-p', types], { cwd: copy });
  await writeFile(
    types,
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['server', 'src', 'blocks'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    }),
  );
  // The screen knows the response from the definition.
  await writeFile(path.join(copy, SCREEN), used('welcomes'));
  await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining("'welcomes'") });
  await writeFile(path.join(copy, SCREEN), used('greetings'));
  await check();

  const after = await filesOf(copy);
  after.delete('tsconfig.call.json');
  const changed = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  expect(changed.toSorted()).toEqual([ROUTE, DEFINITION, SCREEN].toSorted());

  const site = await startDevelopment(copy, { DATA_DIR: data });
  cleanUp.push(() => site.stop());
  const address = '/api/admin/greetings/Ann';
  expect((await fetch(site.url + address, { method: 'POST' })).status).toBe(401);
  const operator = await makeFirstOperator(site, data);
  const refused = await operator.send('POST', address, { times: 0 });
  expect([refused.status, await refused.json()]).toEqual([422, { error: 'Greet at least once.' }]);
  const greeted = await operator.send('POST', address, { times: 2 });
  const greeting = expect.stringMatching(/ greets Ann\.$/);
  expect([greeted.status, await greeted.json()]).toEqual([200, { greetings: [greeting, greeting] }]);
});
