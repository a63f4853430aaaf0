import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { readSiteBuild } from '../../server/pages/render/site-build.ts';

const ROOT = path.join(import.meta.dirname, '../..');

it('leaves the examples and keywords of blocks out of what visitors download', async () => {
  const build = await readSiteBuild(ROOT);
  const blocks = await loadProjectBlocks();
  const files = [...build.loaderFiles(), ...build.applicationFiles(), ...build.viewFiles(blocks.keys())];
  expect(files.length).toBeGreaterThan(blocks.size / 2);
  const code = await Promise.all(files.map((file) => readFile(path.join(ROOT, 'dist/client', file), 'utf8')));
  for (const words of ['social proof', 'Someone who knows the way', 'picture-light']) {
    expect([words, code.some((each) => each.includes(words))]).toEqual([words, false]);
  }
});

it('has a picture of every block, light and dark, for the builder', async () => {
  const blocks = await loadProjectBlocks();
  for (const id of blocks.keys()) {
    const files = await readdir(path.join(ROOT, 'blocks', id));
    expect([id, ...files.filter((file) => file.startsWith('picture-')).sort()]).toEqual([
      id,
      'picture-dark.webp',
      'picture-light.webp',
    ]);
  }
});
