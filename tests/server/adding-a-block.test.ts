import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { BlockDescription } from '../../src/contracts/page-builder.ts';
import { puckConfig } from '../../src/operator/builder/puck-config.tsx';
import { timeLimit } from '../setup/time-limits.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const OPERATORS = 'dist/client/.vite/operators.json';
/** The test starts a compiler, two builds and a test runner, one after another. */
const BUILDS_LIMIT = timeLimit(900_000);
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** One field of each kind that `npm run new-block` offers. */
const FIELDS = 'text:richText note photo:image visit:link guests:number indoors:toggle rooms:list';

it('needs only the files that npm run new-block writes', { timeout: BUILDS_LIMIT }, async () => {
  const copy = await mkdtemp(path.join(tmpdir(), 'lintel-block-'));
  folders.push(copy);
  for (const each of [
    'src',
    'server',
    'blocks',
    'fixtures',
    'public',
    // The build configuration imports the first two. The other two set up the tests of views.
    'tests/budgets',
    'tests/setup/time-limits.ts',
    'tests/setup/component.ts',
    'tests/setup/no-console-errors.ts',
    'wordpress/describe-sections.ts',
    'wordpress/folders.ts',
    'wordpress/write-sections.ts',
    '.oxlintrc.json',
    '.prettierrc.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    await cp(path.join(ROOT, each), path.join(copy, each), { recursive: true });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  await mkdir(path.join(copy, 'wordpress/lintel'));

  // Without the test runner's variables: NODE_ENV would produce a test build.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !name.startsWith('VITEST')),
  );
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy, env });
  const bin = (name: string) => path.join(ROOT, 'node_modules', name);

  const newBlock = (...answers: string[]) =>
    node('server/content/new-block/new-block-command.ts', ...answers);
  await newBlock('Open house', FIELDS);
  const folder = path.join(copy, 'blocks/open-house');
  expect((await readdir(folder)).toSorted()).toEqual(['block.ts', 'view.test.tsx', 'view.tsx']);
  const written = await readFile(path.join(folder, 'block.ts'), 'utf8');
  await expect(newBlock('Open House', 'note')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is a block "open-house" already. Choose another title'),
  });
  expect(await readFile(path.join(folder, 'block.ts'), 'utf8')).toBe(written);

  // Add the block to a page as an editor does, without changing any code.
  const layout = path.join(copy, 'fixtures/layouts/home.content.json');
  const placements: unknown[] = JSON.parse(await readFile(layout, 'utf8'));
  await writeFile(layout, JSON.stringify([...placements, { block: 'open-house', key: 'visit' }]));
  const home = path.join(copy, 'fixtures/pages/home.json');
  const page: { acf: object } = JSON.parse(await readFile(home, 'utf8'));
  await writeFile(home, JSON.stringify({ ...page, acf: { ...page.acf, visit_guests: 12 } }));

  await node(bin('typescript/bin/tsc'), '--noEmit', '-p', '.');
  await node(bin('oxlint/bin/oxlint'), '--deny-warnings', 'blocks/open-house');
  await node(bin('prettier/bin/prettier.cjs'), '--check', 'blocks/open-house');
  await node(bin('vitest/vitest.mjs'), 'run', '--project', 'component', 'blocks/open-house');
  await node('wordpress/write-sections.ts');
  const sections: unknown = JSON.parse(
    await readFile(path.join(copy, 'wordpress/lintel/sections.json'), 'utf8'),
  );
  expect(sections).toHaveProperty('blocks.open-house.title', 'Open house');
  await node(bin('vite/bin/vite.js'), 'build');
  // The operators' screens are built separately, and the page below needs none of them.
  await cp(path.join(ROOT, OPERATORS), path.join(copy, OPERATORS));
  await node(bin('vite/bin/vite.js'), 'build', '--ssr');
  const script = `
    import { pino } from 'pino';
    import { createContent } from './server/content/content.ts';
    import { readConfig } from './server/platform/config.ts';
    import { describeBlocks } from './server/operators/pages/describe-blocks.ts';
    import { readSiteBuild } from './server/pages/site-build.ts';
    import { createPageRenderer } from './server/pages/page-renderer.ts';
    const log = pino({ level: 'silent' });
    const config = readConfig({ DATA_DIR: './data' });
    const content = await createContent({ config, log });
    const build = await readSiteBuild(process.cwd());
    const { answer, frame } = await content.resolve({ path: '/' });
    const render = createPageRenderer({ config, content, build, log, origin: () => 'http://localhost' });
    const { html } = await render({ path: '/', found: answer, frame });
    console.log(JSON.stringify({ html, blocks: describeBlocks(content.blocks) }));
    await content.close();
  `;
  await writeFile(path.join(copy, 'render.ts'), script);
  const { stdout } = await node('render.ts');
  const { html, blocks }: { html: string; blocks: BlockDescription[] } = JSON.parse(stdout);
  expect(html).toContain('id="visit"');
  expect(html.replaceAll('<!-- -->', '')).toContain('Guests: 12');
  const { components } = puckConfig(new Map(blocks.map((block) => [block.id, block])));
  expect(components['open-house']).toMatchObject({
    label: 'Open house',
    fields: { guests: { type: 'number' } },
  });
});
