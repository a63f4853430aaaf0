import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operatorsApart } from './operators-apart.ts';

/** A minimal site. The `console.log` calls prevent the bundler from removing modules as dead code. */
const SITE: Readonly<Record<string, string>> = {
  'src/loader.ts': `void import('./entry-client.tsx');`,
  'src/entry-client.tsx': `import { say } from './ui/say.ts'; say('site'); void import('../blocks/hero/view.tsx');`,
  'src/leads/resend-stored-leads.ts': `console.log('resend');`,
  'src/ui/say.ts': `export function say(what) { console.log('says', what); }`,
  'src/ui/secret-table.ts': `export function table() { console.log('rows of leads'); }`,
  'blocks/hero/view.tsx': `import { say } from '../../src/ui/say.ts'; say('hero');`,
  'src/operator/entry-operator.tsx': `import { say } from '../ui/say.ts'; import { table } from '../ui/secret-table.ts';
    say('operator'); table(); void import('./screens/leads.tsx');`,
  'src/operator/screens/leads.tsx': `import { name } from '../parts/name.ts'; console.log('leads', name());`,
  'src/operator/parts/name.ts': `export function name() { console.log('name of an operator'); return 'x'; }`,
};
const ENTRIES = [
  'src/loader.ts',
  'src/entry-client.tsx',
  'src/leads/resend-stored-leads.ts',
  'src/operator/entry-operator.tsx',
];

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'lintel-apart-')));
});
afterEach(() => rm(root, { recursive: true }));

/** Builds the site with some files replaced and returns the check's output. Rethrows build errors. */
async function buildSite(
  changed: Readonly<Record<string, string>> = {},
  { app = /src[/]ui[/]say/, entries = ENTRIES }: { app?: RegExp; entries?: readonly string[] } = {},
): Promise<string> {
  for (const [file, text] of Object.entries({ ...SITE, ...changed })) {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  const said: string[] = [];
  const logger = createLogger('info');
  for (const level of ['info', 'warn', 'error'] as const)
    logger[level] = (message) => void said.push(message);
  await build({
    root,
    configFile: false,
    customLogger: logger,
    plugins: [operatorsApart()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: entries.map((entry) => path.join(root, entry)),
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: [{ name: 'app', test: app }] } },
      },
    },
  });
  return said.join('\n');
}

describe('a build', () => {
  it('passes where operators and visitors share only what both import', async () => {
    expect(await buildSite()).toMatch(
      /Visitors download none of the operators’ code; it is \d\.\d kB of its own\./,
    );
  });

  it.each([
    ['at once', `import { name } from '../../src/operator/parts/name.ts'; console.log(name());`],
    ['later', `void import('../../src/operator/parts/name.ts');`],
  ])('fails where a block’s view imports an operators’ module %s', async (_when, view) => {
    await expect(buildSite({ 'blocks/hero/view.tsx': view })).rejects.toThrow(
      /Visitors would download code of the operators:\s+\S*src\/operator\/parts\/name\.ts \(in \S+\.js\)/,
    );
  });

  it('fails if the bundler puts an operator module into a visitor chunk', async () => {
    await expect(buildSite({}, { app: /src[/](ui[/]say|operator[/]parts)/ })).rejects.toThrow(
      /src\/operator\/parts\/name\.ts \(in assets\/app-\S+\.js\)/,
    );
  });

  it('fails if a visitor chunk contains a module outside the operators’ folder that only operators import', async () => {
    await expect(buildSite({}, { app: /src[/]ui[/]/ })).rejects.toThrow(
      /src\/ui\/secret-table\.ts \(in assets\/app-\S+\.js\)/,
    );
  });

  it('fails if an entry module has moved, instead of passing without a check', async () => {
    await expect(buildSite({}, { entries: ENTRIES.slice(0, 3) })).rejects.toThrow(
      'Update tests/budgets/operators-apart.ts.',
    );
    await expect(buildSite({}, { entries: ENTRIES.slice(1) })).rejects.toThrow(
      'Update tests/budgets/operators-apart.ts.',
    );
  });
});
