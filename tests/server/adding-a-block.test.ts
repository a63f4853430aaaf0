import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { BlockTable } from '../../src/contracts/operators/block-catalogue.ts';
import type { BuilderPage, SaveRequest } from '../../src/contracts/operators/page-builder.ts';
import { puckConfig } from '../../src/operator/builder/puck-config.tsx';
import { makeFirstOperator } from '../browser/support/operator-test-site.ts';
import type { Site } from '../browser/support/start-site.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { copyOfProject, filesOf, startDevelopment } from './support/project-copy.ts';

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
  folders.push(copy);
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
  site = await startDevelopment(copy, { DATA_DIR: data });
  const operator = await makeFirstOperator(site, data);
  /** Returns the body of a response; null while the site restarts. */
  const read = async <Body>(address: string): Promise<Body | null> => {
    const answer = await operator.fetch(address).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };

  await newBlock('Zebra fixture', FIELDS);
  const folder = path.join(copy, 'blocks/zebra-fixture');
  expect((await readdir(folder)).toSorted()).toEqual(['block.ts', 'view.test.tsx', 'view.tsx']);
  const written = await readFile(path.join(folder, 'block.ts'), 'utf8');
  await expect(newBlock('Zebra Fixture', 'note')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is a block "zebra-fixture" already. Choose another title'),
  });
  expect(await readFile(path.join(folder, 'block.ts'), 'utf8')).toBe(written);

  // The running site offers the block in the catalogue, in the builder and to WordPress's edit screen.
  const catalogue = async () =>
    (await read<BlockTable>('/api/admin/blocks'))?.blocks.map(({ group, title }) => `${group}: ${title}`);
  await expect.poll(catalogue, RESTARTED).toContain('Text and pictures: Zebra fixture');
  expect(await read('/api/content/sections')).toHaveProperty('blocks.zebra-fixture.title', 'Zebra fixture');
  // An open page can reload itself, because the policy allows the worker in which Vite's client waits for the site.
  const { headers } = await operator.fetch('/admin/blocks');
  expect(headers.get('content-security-policy')).toContain("worker-src 'self' blob:");
  const opened = await read<BuilderPage>(`/api/admin/pages/page?at=${encodeURIComponent(PAGE)}`);
  if (!opened) throw new Error(`${PAGE} cannot be opened in the builder.`);
  const { components } = puckConfig(new Map(opened.blocks.map((block) => [block.id, block])));
  expect(components['zebra-fixture']).toMatchObject({
    label: 'Zebra fixture',
    fields: { guests: { type: 'custom' } },
  });

  const { at, modified, digest, layout } = opened.page;
  const change: SaveRequest = {
    at,
    base: modified,
    digest,
    layout: [...layout, { block: 'zebra-fixture', key: 'visit' }],
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
    'blocks/zebra-fixture/block.ts',
    'blocks/zebra-fixture/view.test.tsx',
    'blocks/zebra-fixture/view.tsx',
    'fixtures/layouts/about.json',
    'fixtures/pages/about.json',
  ]);
  await site.stop();

  // Check only the block and its imports, because the rest of the project has not changed.
  const types = { extends: './tsconfig.json', include: ['blocks/zebra-fixture'] };
  await writeFile(path.join(copy, 'tsconfig.block.json'), JSON.stringify(types));
  await node(bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.block.json');
  await node(bin('oxlint/bin/oxlint'), '--deny-warnings', 'blocks/zebra-fixture');
  await node(bin('prettier/bin/prettier.cjs'), '--check', 'blocks/zebra-fixture');
  await node(
    bin('vitest/vitest.mjs'),
    'run',
    '--config=tests/vitest.config.ts',
    '--project=component',
    'blocks/zebra-fixture',
  );
});
