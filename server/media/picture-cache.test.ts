import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logging/create-logger.ts';
import { createPictureCache, type PictureCache } from './picture-cache.ts';

const FACTS = { width: 900, height: 600, colour: 'b4472b' };
const KEY = 'abcdefghijklmnop';

let dataDir = '';
let events: string[] = [];
let files: PictureCache;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-picture-files-'));
  // Nothing can be written into a file.
  await writeFile(path.join(dataDir, 'pictures'), 'a file in its place');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  events = [];
  const log = createLogger('info', { write: (line) => void events.push(JSON.parse(line).event) });
  files = createPictureCache({ folder: path.join(dataDir, 'pictures'), budget: 1_000_000, log });
});
afterEach(async () => {
  files.stop();
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

const write = (part: string, bytes: Buffer) =>
  files.write({ key: KEY, part, facts: FACTS, extension: 'webp' }, bytes);

it('keeps what cannot be written in memory, and says so once', async () => {
  const [small] = [
    await write('320-webp', Buffer.from('small')),
    await write('640-webp', Buffer.from('large')),
  ];
  expect(files.find(KEY, '320-webp')).toEqual(small);
  expect(await files.read(small)).toEqual(Buffer.from('small'));
  expect(files.facts(KEY)).toEqual(FACTS);
  expect(
    files
      .list(KEY)
      .map(({ part }) => part)
      .toSorted(),
  ).toEqual(['320-webp', '640-webp']);
  expect(files.fault()).toMatchObject({ code: 'EEXIST' });
  expect(events).toEqual(['picture-not-kept']);
});

it('writes it as soon as that works again', async () => {
  const file = await write('320-webp', Buffer.from('small'));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(files.fault()).not.toBeNull();
  await rm(path.join(dataDir, 'pictures'));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => files.fault()).toBeNull();
  expect(await readdir(path.join(dataDir, 'pictures'))).toHaveLength(1);
  expect(await files.read(file)).toEqual(Buffer.from('small'));
  expect(events).toEqual(['picture-not-kept', 'pictures-kept-again']);
});

it('forgets the oldest beyond 26 MB', async () => {
  const first = await write('320-webp', Buffer.alloc(14_000_000, 1));
  await write('640-webp', Buffer.alloc(14_000_000, 2));
  expect(files.find(KEY, '320-webp')).toBeNull();
  expect(await files.read(first)).toBeNull();
  expect(files.find(KEY, '640-webp')).not.toBeNull();
});
