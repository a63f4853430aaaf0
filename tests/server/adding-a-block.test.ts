import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { BlockTable } from '../../src/contracts/block-catalogue.ts';
import type { BuilderPage, SaveRequest } from '../../src/contracts/page-builder.ts';
import { puckConfig } from '../../src/operator/builder/puck-config.tsx';
import { makeFirstOperator } from '../browser/support/operator-test-site.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { timeLimit } from '../setup/time-limits.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
/** The time limit is long, because the test starts a compiler, a test runner and the site from its sources. */
const LIMIT = timeLimit(900_000);
/** The site restarts when a file is written, which takes a minute on a busy machine. */
const RESTARTED = { timeout: timeLimit(300_000) };
const PAGE = '/about';
const folders: string[] = [];
let site: Site | undefined;
afterAll(async () => {
  await site?.stop();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** One field of each kind that `npm run new-block` offers. */
const FIELDS = 'text:richText note photo:image visit:link guests:number indoors:toggle rooms:list';

it('needs only the files that npm run new-block writes', { timeout: LIMIT }, async () => {
  const copy = await copyOfProject();
  const before = await filesOf(copy);

  // Omit the test runner's variables, so that the commands run as they do in a developer's terminal.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !name.startsWith('VITEST')),
  );
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy, env });
  const bin = (name: string) => path.join(ROOT, 'node_modules', name);
  const newBlock = (...answers: string[]) =>
    node('server/content/new-block/new-block-command.ts', ...answers);

  const data = await mkdtemp(path.join(tmpdir(), 'lintel-block-data-'));
  folders.push(data);
  site = await startDevelopment(copy, data);
  const operator = await makeFirstOperator(site, data);
  /** Returns the body of a response; null while the site restarts. */
  const read = async <Body>(address: string): Promise<Body | null> => {
    const answer = await operator.fetch(address).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };

  await newBlock('Open house', FIELDS);
  const folder = path.join(copy, 'blocks/open-house');
  expect((await readdir(folder)).toSorted()).toEqual(['block.ts', 'view.test.tsx', 'view.tsx']);
  const written = await readFile(path.join(folder, 'block.ts'), 'utf8');
  await expect(newBlock('Open House', 'note')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is a block "open-house" already. Choose another title'),
  });
  expect(await readFile(path.join(folder, 'block.ts'), 'utf8')).toBe(written);

  // The running site offers the block in the catalogue, in the builder and to WordPress's edit screen.
  const catalogue = async () =>
    (await read<BlockTable>('/api/admin/blocks'))?.blocks.map(({ group, title }) => `${group}: ${title}`);
  await expect.poll(catalogue, RESTARTED).toContain('Text and pictures: Open house');
  expect(await read('/api/content/sections')).toHaveProperty('blocks.open-house.title', 'Open house');
  // An open page can reload itself, because the policy allows the worker in which Vite's client waits for the site.
  const { headers } = await operator.fetch('/admin/blocks');
  expect(headers.get('content-security-policy')).toContain("worker-src 'self' blob:");
  const opened = await read<BuilderPage>(`/api/admin/pages/page?at=${encodeURIComponent(PAGE)}`);
  if (!opened) throw new Error(`${PAGE} cannot be opened in the builder.`);
  const { components } = puckConfig(new Map(opened.blocks.map((block) => [block.id, block])));
  expect(components['open-house']).toMatchObject({
    label: 'Open house',
    fields: { guests: { type: 'custom' } },
  });

  const { at, modified, digest, layout } = opened.page;
  const change: SaveRequest = {
    at,
    base: modified,
    digest,
    layout: [...layout, { block: 'open-house', key: 'visit' }],
    values: { visit_guests: 12 },
    publish: true,
  };
  const saved = await operator.send('POST', '/api/admin/pages/save', change);
  expect([saved.status, await saved.text()]).toEqual([200, expect.any(String)]);
  const visitor = async () => {
    const answer = await fetch(`${site?.url}${PAGE}`).catch(() => null);
    return (await answer?.text())?.replaceAll('<!-- -->', '');
  };
  await expect.poll(visitor, RESTARTED).toMatch(/id="visit"[^]*Guests: 12/);

  const after = await filesOf(copy);
  const changed = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  expect(changed.toSorted()).toEqual([
    'blocks/open-house/block.ts',
    'blocks/open-house/view.test.tsx',
    'blocks/open-house/view.tsx',
    'fixtures/layouts/about.json',
    'fixtures/pages/about.json',
  ]);
  await site.stop();

  // Check only the block and its imports, because the rest of the project has not changed.
  const types = { extends: './tsconfig.json', include: ['blocks/open-house'] };
  await writeFile(path.join(copy, 'tsconfig.block.json'), JSON.stringify(types));
  await node(bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.block.json');
  await node(bin('oxlint/bin/oxlint'), '--deny-warnings', 'blocks/open-house');
  await node(bin('prettier/bin/prettier.cjs'), '--check', 'blocks/open-house');
  await node(bin('vitest/vitest.mjs'), 'run', '--project', 'component', 'blocks/open-house');
});

/** Copies the parts of the project that are needed to run and check it. */
async function copyOfProject(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'lintel-block-'));
  folders.push(copy);
  for (const each of [
    'src',
    'server',
    'blocks',
    'fixtures',
    'public',
    // The build configuration imports the first file. The other two set up the tests of views.
    'tests/setup/time-limits.ts',
    'tests/setup/component.ts',
    'tests/setup/no-console-errors.ts',
    '.oxlintrc.json',
    '.prettierrc.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    await cp(path.join(ROOT, each), path.join(copy, each), { recursive: true });
  }
  // Not a link to the whole folder, because Vite keeps its cache in node_modules.
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    await symlink(path.join(ROOT, 'node_modules', name), path.join(copy, 'node_modules', name));
  }
  return copy;
}

/** Starts the site as `npm run dev` does. Chooses the port in advance, so that a restart does not change it. */
async function startDevelopment(copy: string, data: string): Promise<Site> {
  const { scripts }: { scripts: { dev: string } } = JSON.parse(
    await readFile(path.join(copy, 'package.json'), 'utf8'),
  );
  const [program, ...args] = scripts.dev.split(' ');
  expect(program).toBe('node');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  return startSite({ DATA_DIR: data, PORT: String(port) }, { script: args, cwd: copy });
}

/** Returns the text of every file by its path, without `node_modules`. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'));
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }): Promise<[string, string]> => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), await readFile(file, 'base64')];
    }),
  );
  return new Map(texts);
}
