import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCachingHeaderSetter } from '../../platform/caching-headers.ts';
import { createPreviousReleaseHandlers, keepReleaseAssets } from './previous-release-assets.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(name: string): Promise<string> {
  const client = path.join(folder, name);
  await mkdir(path.join(client, '.vite'), { recursive: true });
  await mkdir(path.join(client, 'assets'));
  for (const file of ['manifest.json', 'operators.json']) {
    await writeFile(path.join(client, '.vite', file), `{"name":"${name}"}`);
  }
  await writeFile(path.join(client, 'assets', `app-${name}.js`), `run('${name}')`);
  return client;
}

/** Starts a release as a server does, and ages what it kept. Returns which of the releases' files it serves. */
async function served(client: string, age: number): Promise<string[]> {
  const app = express();
  app.use(
    ...(await createPreviousReleaseHandlers(client, folder, createCachingHeaderSetter({ cdn: null }))),
    (_request, response) => void response.sendStatus(404),
  );
  await keepReleaseAssets(client, folder);
  const kept = path.join(folder, 'assets');
  const newest = (await readdir(kept)).find((name) => !aged.has(name)) ?? '';
  if (newest !== '') {
    aged.add(newest);
    await utimes(path.join(kept, newest), age, age);
  }
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const found: string[] = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    const answer = await fetch(`http://127.0.0.1:${port}/assets/app-${name}.js`);
    const text = await answer.text();
    if (answer.ok) {
      expect([text, answer.headers.get('cache-control')]).toEqual([
        `run('${name}')`,
        'public, max-age=31536000, immutable',
      ]);
      found.push(name);
    }
  }
  server.closeAllConnections();
  server.close();
  return found;
}
const aged = new Set<string>();

it('serves the files of the last two releases, and removes those of older ones', async () => {
  const releases = [
    await build('one'),
    await build('two'),
    await build('three'),
    await build('four'),
  ] as const;
  expect(await served(releases[0], 100)).toEqual([]);
  expect(await served(releases[1], 200)).toEqual(['one']);
  expect(await served(releases[2], 300)).toEqual(['one', 'two']);
  expect(await served(releases[3], 400)).toEqual(['two', 'three']);
  expect(await readdir(path.join(folder, 'assets'))).toHaveLength(3);
  // The files outlive the folder of the release, and going back finds them.
  await rm(path.join(folder, 'four'), { recursive: true });
  expect(await served(releases[2], 500)).toEqual(['two', 'four']);
});
