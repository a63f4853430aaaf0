import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { beforeAll, expect, it, vi } from 'vitest';
import type { PictureResult, PictureService } from './pictures.ts';
import { readScenes, type Scenes } from './scenes.ts';
import type { ShareCard } from './share-card.ts';
import { createShareImages } from './share-images.ts';

const PUBLIC = path.join(import.meta.dirname, '../../public');
const log = pino({ level: 'silent' });
let scenes: Scenes;
let photograph: Buffer<ArrayBuffer>;
beforeAll(async () => {
  scenes = await readScenes(PUBLIC);
  photograph = Buffer.from(await readFile(path.join(PUBLIC, 'icon-192.png')));
});

const card = (version: string, picture = '/scenes/mortgage.svg'): ShareCard => ({
  title: 'The Loan Is Half of What You Buy',
  site: 'Des Moines Metro Homes',
  agent: 'Jordan Avery',
  brokerage: 'Prairie Lintel Realty',
  picture,
  version,
});
const KEY = 'a-key-of-16-char';
const uploaded = `/media/${KEY}/640`;
const answering = (answer: PictureResult) => ({ get: vi.fn<PictureService['get']>(async () => answer) });
const served = (bytes: Buffer, exact = true): PictureResult => ({
  bytes,
  type: 'image/png',
  hash: 'a',
  exact,
});
const none = answering('unknown');

it('draws each card once, and returns the same image to all requests', async () => {
  const images = createShareImages({ scenes, log, pictures: none });
  const [first, second] = await Promise.all([images.image(card('a')), images.image(card('a'))]);
  expect(first).toBe(second);
  expect(await images.image(card('a'))).toBe(first);
  expect(await images.image(card('b'))).not.toBe(first);
});

it('shows a photograph from WordPress', async () => {
  const pictures = answering(served(photograph));
  const image = await createShareImages({ scenes, log, pictures }).image(card('a', uploaded));
  expect(image?.whole).toBe(true);
  expect(pictures.get).toHaveBeenCalledExactlyOnceWith(KEY, 1280, 'plain');
});

it.each<PictureResult>(['unknown', 'busy', 'failed'])(
  'temporarily shows the skyline if the photograph is %s',
  async (answer) => {
    const images = createShareImages({ scenes, log, pictures: answering(answer) });
    const image = await images.image(card('a', uploaded));
    expect(image?.whole).toBe(false);
    expect(await images.image(card('a', uploaded))).toBe(image);
  },
);

it('is not final if the photograph is only available in another size', async () => {
  const images = createShareImages({ scenes, log, pictures: answering(served(photograph, false)) });
  expect((await images.image(card('a', uploaded)))?.whole).toBe(false);
});

it('survives a corrupt photograph', async () => {
  const images = createShareImages({ scenes, log, pictures: answering(served(photograph.subarray(0, 60))) });
  expect((await images.image(card('a', uploaded)))?.png.length).toBeGreaterThan(1000);
});

it('returns null if too many requests are waiting', async () => {
  const images = createShareImages({ scenes, log, pictures: { get: () => new Promise(() => {}) } });
  const image = (name: string) => images.image(card(name, uploaded));
  const waiting = Array.from({ length: 32 }, (_, index) => image(`${index}`));
  expect(await Promise.race([image('one too many'), ...waiting])).toBeNull();
});
