import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBlocks } from './load-blocks.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lintel-blocks-'));
  await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function add(folder: string, source: string | null): Promise<void> {
  await mkdir(path.join(directory, folder));
  if (source !== null) await writeFile(path.join(directory, folder, 'block.ts'), source);
}
const block = (id: string) =>
  `export default { id: '${id}', title: 'T', description: '', fields: {}, script: 'none' };`;

test('every folder with a block is loaded by its id', async () => {
  await add('hero', block('hero'));
  await add('faq', block('faq'));
  expect([...(await loadBlocks(directory)).keys()]).toEqual(['faq', 'hero']);
});

test('no folder means no blocks', async () => {
  expect((await loadBlocks(path.join(directory, 'none'))).size).toBe(0);
});

test('every fault is listed, with the fix', async () => {
  await add('a', null);
  await add('b', block('other'));
  await add('c', 'export const block = 1;');
  await add('d', 'throw new Error("broken");');
  const message = await loadBlocks(directory).catch((error: Error) => error.message);
  expect(message).toMatch(/4 fault/);
  expect(message).toMatch(/blocks\/a: there is no block\.ts/);
  expect(message).toMatch(/blocks\/b\/block\.ts: its id is "other"\. Give folder and id the same name/);
  expect(message).toMatch(/blocks\/c\/block\.ts: export the block as default/);
  expect(message).toMatch(/blocks\/d\/block\.ts cannot be loaded: broken/);
});
