import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { beforeAll, expect, it, vi } from 'vitest';
import { readScenes, type Scenes } from './scenes.ts';
import type { ShareCard } from './share-card.ts';
import { shareImages } from './share-images.ts';

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
const elsewhere = 'https://wordpress.example/porch.png';

it('draws each card once, and gives the same image to all who ask', async () => {
  const images = shareImages({ scenes, log });
  const [first, second] = await Promise.all([images.image(card('a')), images.image(card('a'))]);
  expect(first).toBe(second);
  expect(await images.image(card('a'))).toBe(first);
  expect(await images.image(card('b'))).not.toBe(first);
});

it('shows a photograph of WordPress', async () => {
  const fetcher = vi.fn<typeof fetch>(async () => new Response(photograph));
  const image = await shareImages({ scenes, log, fetch: fetcher }).image(card('a', elsewhere));
  expect(image?.whole).toBe(true);
  expect(fetcher).toHaveBeenCalledExactlyOnceWith(elsewhere, expect.objectContaining({ redirect: 'error' }));
});

it.each([
  ['cannot be reached', async () => Promise.reject(new Error('No way there.'))],
  ['is not there', async () => new Response('Nothing', { status: 404 })],
  ['is no picture', async () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['is too large', async () => new Response(new Uint8Array(9_000_000))],
])('shows the skyline, for a while, where the photograph %s', async (_fault, fetcher) => {
  const images = shareImages({ scenes, log, fetch: fetcher });
  const image = await images.image(card('a', elsewhere));
  expect(image?.whole).toBe(false);
  expect(await images.image(card('a', elsewhere))).toBe(image);
});

it('survives a photograph that is broken inside', async () => {
  const images = shareImages({ scenes, log, fetch: async () => new Response(photograph.subarray(0, 60)) });
  expect((await images.image(card('a', elsewhere)))?.png.length).toBeGreaterThan(1000);
});

it('lets no more than some wait', async () => {
  const images = shareImages({ scenes, log, fetch: () => new Promise(() => {}) });
  for (let index = 0; index < 32; index += 1) void images.image(card(`${index}`, elsewhere));
  expect(await images.image(card('one too many', elsewhere))).toBeNull();
});
