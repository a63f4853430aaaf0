import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const block = `
import { defineBlock } from '../../src/builder/block.ts';
import { number, text } from '../../src/builder/fields.ts';
export default defineBlock({
  id: 'open-house',
  title: 'Open house',
  description: 'When a home can be seen.',
  fields: { title: text({ label: 'Title', default: 'Open house' }), guests: number({ label: 'Guests', default: 12 }) },
});
`;

const view = `
import type { PropsOf } from '../../src/builder/block.ts';
import { Section } from '../../src/ui/section.tsx';
import type block from './block.ts';
export default function OpenHouse({ title, guests }: PropsOf<typeof block>) {
  return <Section heading={{ title }}><p>Up to {guests.toFixed(0)} guests at a time.</p></Section>;
}
`;

it('needs only two files: block.ts and view.tsx', async () => {
  const copy = await mkdtemp(path.join(tmpdir(), 'lintel-block-'));
  folders.push(copy);
  for (const each of [
    'src',
    'server',
    'blocks',
    'fixtures',
    'public',
    // The build configuration imports these two.
    'tests/budgets',
    'tests/setup/time-limits.ts',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    await cp(path.join(ROOT, each), path.join(copy, each), { recursive: true });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  await mkdir(path.join(copy, 'blocks/open-house'));
  await writeFile(path.join(copy, 'blocks/open-house/block.ts'), block);
  await writeFile(path.join(copy, 'blocks/open-house/view.tsx'), view);

  // Add the block to a page as an editor does, without changing any code.
  const layout = path.join(copy, 'fixtures/layouts/home.content.json');
  const placements: unknown[] = JSON.parse(await readFile(layout, 'utf8'));
  await writeFile(layout, JSON.stringify([...placements, { block: 'open-house', key: 'visit' }]));

  // Remove the test runner's NODE_ENV, which would produce a test build.
  const { NODE_ENV: _, ...env } = process.env;
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy, env });
  const bin = (name: string) => path.join(ROOT, 'node_modules', name);
  await node(bin('typescript/bin/tsc'), '--noEmit', '-p', '.');
  await node(bin('vite/bin/vite.js'), 'build');
  await node(bin('vite/bin/vite.js'), 'build', '--ssr');
  const script = `
    import { pino } from 'pino';
    import { createContent } from './server/content/content.ts';
    import { readConfig } from './server/platform/config.ts';
    import { readSiteBuild } from './server/pages/site-build.ts';
    import { createPageRenderer } from './server/pages/page-renderer.ts';
    const log = pino({ level: 'silent' });
    const config = readConfig({ DATA_DIR: './data' });
    const content = await createContent({ config, log });
    const build = await readSiteBuild(process.cwd());
    const { answer, frame } = await content.resolve({ path: '/' });
    const render = createPageRenderer({ config, content, build, log, origin: () => 'http://localhost' });
    console.log((await render({ path: '/', found: answer, frame })).html);
    await content.close();
  `;
  await writeFile(path.join(copy, 'render.ts'), script);
  const { stdout } = await node('render.ts');
  expect(stdout).toContain('id="visit"');
  expect(stdout.replaceAll('<!-- -->', '')).toContain('Up to 12 guests at a time.');
});
