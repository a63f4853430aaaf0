import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createPictureUrlResolver } from '../../server/media/picture-url-resolver.ts';
import { createPublicFetch } from '../../server/platform/security/public-fetch.ts';
import { createPictureRoutes } from '../../server/media/picture-routes.ts';
import {
  createPictureService,
  type PictureService,
  type PictureUrlStore,
} from '../../server/media/pictures.ts';
import { startPictureOrigin, type PictureOrigin } from './picture-origin.ts';

const AVIF = 'image/avif,image/webp,image/*,*/*;q=0.8';
const WEBP = 'image/webp,*/*';

let origin: PictureOrigin;
let dataDir: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  origin = await startPictureOrigin();
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-pictures-'));
  origin.files.set('/house.jpg', await photograph(900, 600));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await origin.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Creates a picture of one color with noise. Because of the noise, its file size grows with its dimensions. */
function photograph(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#b4472b',
      noise: { type: 'gaussian', mean: 120, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer();
}

interface Site {
  pictures: PictureService;
  get(address: string, accept?: string, headers?: Record<string, string>): Promise<Response>;
  events: string[];
}

/** Serves the picture routes on a free port. A second call simulates a restart with the same data folder. */
async function openSite(
  options: { megabytes?: number; store?: PictureUrlStore; allowed?: string[]; now?: () => number } = {},
): Promise<Site> {
  const events: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void events.push(JSON.parse(line).event) });
  const pictures = createPictureService({
    config: { dataDir, pictureCacheMegabytes: options.megabytes ?? 500 },
    log,
    source: createPictureUrlResolver({
      wordpress: null,
      homes: () => [],
      origins: options.allowed ?? [origin.url],
    }),
    fetch: createPublicFetch([new URL(origin.url).hostname]),
    ...(options.store ? { store: options.store } : {}),
    ...(options.now ? { now: options.now } : {}),
  });
  const server = createServer(express().use(createPictureRoutes(pictures)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`;
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await pictures.stop();
  });
  return {
    pictures,
    events,
    get: (address, accept = AVIF, headers = {}) =>
      fetch(url + address, { headers: { Accept: accept, ...headers } }),
  };
}

function addressOf({ pictures }: Site, name = '/house.jpg', size = { width: 900, height: 600 }): string {
  const own = pictures.address({ url: origin.url + name, ...size });
  if (!own) throw new Error(`${name} has no address.`);
  return own.src;
}

const inWidth = (address: string, width: number) => address.replace(/\d+$/, String(width));
const sizeOf = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata();

it('keys that no longer fit into memory are read from the database', async () => {
  const stored = new Map<string, string>();
  const store: PictureUrlStore = {
    find: async (key) => stored.get(key) ?? null,
    save: async (pictures) => pictures.forEach(({ key, url }) => stored.set(key, url)),
  };
  const find = vi.spyOn(store, 'find');
  const site = await openSite({ store });
  const address = inWidth(addressOf(site), 320);
  expect((await site.get(address)).status).toBe(200);
  expect(find).not.toHaveBeenCalled();
  for (let at = 0; at < 20_000; at += 1) addressOf(site, `/other-${at}.jpg`);
  await expect.poll(() => stored.size).toBe(20_001);
  expect((await site.get(inWidth(address, 640))).status).toBe(200);
  expect(find).toHaveBeenCalledOnce();
});

describe('a picture', () => {
  it('is sent in the best format that the client accepts, and no wider than requested', async () => {
    const site = await openSite();
    const address = inWidth(addressOf(site), 320);
    for (const [accept, type, format] of [
      [AVIF, 'image/avif', 'heif'],
      [WEBP, 'image/webp', 'webp'],
      ['*/*', 'image/jpeg', 'jpeg'],
    ] as const) {
      const response = await site.get(address, accept);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('vary')).toBe('Accept');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await sizeOf(response)).toMatchObject({ format, width: 320, height: 213 });
    }
    expect(origin.asked).toEqual(['/house.jpg']);
  });

  it('is never enlarged, and is available only in certain widths', async () => {
    const site = await openSite();
    const address = addressOf(site);
    expect(address).toMatch(/\/1024$/);
    expect(await sizeOf(await site.get(address))).toMatchObject({ width: 900 });
    expect(await sizeOf(await site.get(inWidth(address, 2400), WEBP))).toMatchObject({ width: 900 });
    for (const width of [0, 321, 5000]) expect((await site.get(inWidth(address, width))).status).toBe(404);
  });

  it('is not sent again to a client that has it', async () => {
    const site = await openSite();
    const address = addressOf(site);
    const etag = (await site.get(address)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
    const again = await site.get(address, AVIF, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await site.get(address, WEBP, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect(other.status).toBe(200);
  });

  it('keeps its transparency, and has its color once it has been fetched', async () => {
    const site = await openSite();
    const clear = { create: { width: 400, height: 400, channels: 4, background: '#00000000' } } as const;
    origin.files.set('/clear.png', await sharp(clear).png().toBuffer());
    origin.files.set(
      '/red.png',
      await sharp({ create: { ...clear.create, background: '#c80000' } })
        .png()
        .toBuffer(),
    );
    const size = { width: 400, height: 400 };
    const response = await site.get(addressOf(site, '/clear.png', size), '*/*');
    expect(await sizeOf(response)).toMatchObject({ format: 'png', hasAlpha: true });
    expect(site.pictures.address({ url: `${origin.url}/clear.png`, ...size })).not.toHaveProperty(
      'placeholder',
    );
    await site.get(addressOf(site, '/red.png', size));
    expect(site.pictures.address({ url: `${origin.url}/red.png`, ...size })).toHaveProperty(
      'placeholder',
      '#c80000',
    );
  });

  it('is rotated upright and has no metadata', async () => {
    const site = await openSite();
    const turned = sharp(await photograph(640, 320))
      .withExif({ IFD0: { Copyright: 'Me' } })
      .withMetadata({ orientation: 6 });
    origin.files.set('/turned.jpg', await turned.jpeg().toBuffer());
    const response = await site.get(addressOf(site, '/turned.jpg', { width: 320, height: 640 }), '*/*');
    const metadata = await sizeOf(response);
    expect(metadata).toMatchObject({ width: 320, height: 640 });
    expect(metadata.exif).toBeUndefined();
  });

  it('of unknown size has its dimensions once it has been fetched', async () => {
    const site = await openSite();
    const url = `${origin.url}/house.jpg`;
    expect(site.pictures.address({ url })).toEqual({ src: expect.stringMatching(/\/1280$/) });
    expect((await site.get(site.pictures.address({ url })?.src ?? '')).status).toBe(200);
    expect(site.pictures.address({ url })).toMatchObject({
      width: 900,
      height: 600,
      srcSet: expect.any(String),
    });
  });

  it('that is animated is shown as its first frame', async () => {
    const site = await openSite();
    const frame = (background: string) => ({
      create: { width: 40, height: 40, channels: 3 as const, background },
    });
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((colour) => sharp(frame(colour)).png().toBuffer()),
    );
    origin.files.set(
      '/moving.gif',
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    const response = await site.get(addressOf(site, '/moving.gif', { width: 40, height: 40 }), WEBP);
    expect((await sizeOf(response)).pages ?? 1).toBe(1);
  });
});

describe('an original', () => {
  it('is fetched and converted only once for a hundred visitors', async () => {
    const site = await openSite();
    const address = addressOf(site);
    const write = vi.spyOn(sharp.prototype, 'avif');
    const responses = await Promise.all(Array.from({ length: 100 }, () => site.get(address)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
    expect(origin.asked).toEqual(['/house.jpg']);
  });

  it('that is slow does not delay others', async () => {
    const site = await openSite();
    let release = () => {};
    origin.files.set('/slow.jpg', (_request, response) => {
      release = () => response.writeHead(404).end();
    });
    const slow = site.get(addressOf(site, '/slow.jpg'));
    expect((await site.get(addressOf(site))).status).toBe(200);
    await expect.poll(() => origin.asked).toContain('/slow.jpg');
    release();
    expect((await slow).status).toBe(502);
  });

  it.each<[string, (files: PictureOrigin['files']) => Promise<void> | void]>([
    ['is not there', () => {}],
    ['is a page', (files) => void files.set('/a.jpg', Buffer.from('<!doctype html><title>Gone</title>'))],
    [
      'is an SVG under another name',
      (files) =>
        void files.set(
          '/a.jpg',
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
        ),
    ],
    [
      'is cut off',
      async (files) => void files.set('/a.jpg', (await photograph(900, 600)).subarray(0, 9_000)),
    ],
    [
      'has too many pixels',
      async (files) => {
        const create = { width: 9000, height: 8000, channels: 3, background: '#fff' } as const;
        files.set('/a.jpg', await sharp({ create }).png({ compressionLevel: 1 }).toBuffer());
      },
    ],
    [
      'has too many bytes',
      (files) =>
        void files.set('/a.jpg', (_request, response) => {
          const part = Buffer.alloc(1_000_000);
          const more = () => {
            while (!response.destroyed && response.write(part));
          };
          response.writeHead(200).on('drain', more);
          more();
        }),
    ],
    [
      'ends in the middle',
      (files) =>
        void files.set('/a.jpg', (_request, response) => {
          response.writeHead(200, { 'Content-Length': '90000' });
          response.write(Buffer.alloc(900), () => response.destroy());
        }),
    ],
    ['redirects in a circle', (files) => void files.set('/a.jpg', redirectTo('/a.jpg'))],
  ])('that %s causes a 502, is logged, and is not requested again at once', async (_fault, prepare) => {
    const site = await openSite();
    await prepare(origin.files);
    const address = addressOf(site, '/a.jpg');
    const response = await site.get(address);
    expect([response.status, response.headers.get('cache-control')]).toEqual([502, 'no-store']);
    expect(site.events).toContain('picture-failed');
    const asked = origin.asked.length;
    expect((await site.get(address)).status).toBe(502);
    expect(origin.asked).toHaveLength(asked);
  });

  it('has a limited queue of waiting visitors, and the others get a Retry-After', async () => {
    const site = await openSite();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const addresses = Array.from({ length: 300 }, (_none, index) => {
      origin.files.set(
        `/${index}.jpg`,
        (_request, response) => void released.then(() => response.writeHead(404).end()),
      );
      return addressOf(site, `/${index}.jpg`);
    });
    const statuses: string[] = [];
    const answers = addresses.map(async (address) => {
      const { status, headers } = await site.get(address);
      statuses.push(`${status} ${headers.get('retry-after')}`);
    });
    await expect.poll(() => statuses).toHaveLength(300 - 4 - 256);
    expect(new Set(statuses)).toEqual(new Set(['503 5']));
    await expect.poll(() => origin.asked).toHaveLength(4);
    release();
    await Promise.all(answers);
    expect(new Set(statuses)).toEqual(new Set(['503 5', '502 null']));
  });

  it('that failed is requested again after a while', async () => {
    let time = Date.now();
    const site = await openSite({ now: () => time });
    const address = addressOf(site, '/late.jpg');
    expect((await site.get(address)).status).toBe(502);
    origin.files.set('/late.jpg', await photograph(900, 600));
    time += 31_000;
    expect((await site.get(address)).status).toBe(200);
  });

  it('redirects are followed to allowed origins only', async () => {
    const site = await openSite();
    const elsewhere = await startPictureOrigin();
    closing.push(() => elsewhere.stop());
    elsewhere.files.set('/house.jpg', await photograph(900, 600));
    origin.files.set('/moved.jpg', redirectTo('/house.jpg'));
    origin.files.set('/away.jpg', redirectTo(`${elsewhere.url}/house.jpg`));
    expect((await site.get(addressOf(site, '/moved.jpg'))).status).toBe(200);
    expect((await site.get(addressOf(site, '/away.jpg'))).status).toBe(502);
    expect(elsewhere.asked).toEqual([]);
    expect(site.pictures.address({ url: `${elsewhere.url}/house.jpg` })).toBeNull();
  });

  test.each(['plan.svg', 'PLAN.SVGZ?v=2'])('%s gets no URL', async (name) => {
    const site = await openSite();
    expect(site.pictures.address({ url: `${origin.url}/${name}` })).toBeNull();
  });

  it('is fetched before the first visitor needs it', async () => {
    const site = await openSite();
    const address = addressOf(site);
    site.pictures.start();
    await expect.poll(() => origin.asked).toEqual(['/house.jpg']);
    await expect.poll(() => readdir(path.join(dataDir, 'pictures')).catch(() => [])).toHaveLength(1);
    origin.files.clear();
    expect((await site.get(address)).status).toBe(200);
  });
});

describe('an outage of WordPress', () => {
  it('does not affect pictures that were fetched before, in any width, even after a restart', async () => {
    const stored = new Map<string, string>();
    const store: PictureUrlStore = {
      find: async (key) => stored.get(key) ?? null,
      save: async (pictures) => pictures.forEach(({ key, url }) => stored.set(key, url)),
    };
    const before = await openSite({ store });
    const address = addressOf(before);
    expect((await before.get(address)).status).toBe(200);
    await before.pictures.stop();
    expect([...stored.values()]).toEqual([`${origin.url}/house.jpg`]);
    origin.files.clear();
    const after = await openSite({ store });
    for (const width of [1024, 640]) expect((await after.get(inWidth(address, width))).status).toBe(200);
    expect(origin.asked).toHaveLength(1);
    expect(after.pictures.address({ url: `${origin.url}/house.jpg` })).toHaveProperty('placeholder');
  });

  it('keeps URLs in old pages valid: the original is fetched after a restart', async () => {
    const stored = new Map<string, string>();
    const store: PictureUrlStore = {
      find: async (key) => stored.get(key) ?? null,
      save: async (pictures) => pictures.forEach(({ key, url }) => stored.set(key, url)),
    };
    const before = await openSite({ store });
    const address = addressOf(before);
    await before.pictures.stop();
    expect((await (await openSite({ store })).get(address)).status).toBe(200);
    expect((await (await openSite()).get(inWidth(address, 480))).status).toBe(200);
    expect((await (await openSite({ store })).get('/media/AAAAAAAAAAAAAAAA/640')).status).toBe(404);
  });

  it('shows another size if the original is gone, with suitable cache headers', async () => {
    const site = await openSite();
    const address = addressOf(site);
    await site.get(inWidth(address, 480));
    const folder = path.join(dataDir, 'pictures');
    const original = (await readdir(folder)).find((name) => name.includes('.original.')) ?? '';
    await rm(path.join(folder, original));
    origin.files.clear();
    const response = await site.get(address);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await sizeOf(response)).toMatchObject({ width: 480 });
  });
});

describe('the picture folder', () => {
  it('stays within its budget by deleting the least recently used files', async () => {
    let time = Date.now();
    const site = await openSite({ megabytes: 0.7, now: () => (time += 1) });
    const folder = path.join(dataDir, 'pictures');
    const first = addressOf(site);
    await site.get(first, WEBP);
    for (const name of ['/a.jpg', '/b.jpg', '/c.jpg']) {
      origin.files.set(name, await photograph(900, 600));
      expect((await site.get(addressOf(site, name), WEBP)).status).toBe(200);
      // The first picture is requested all the time, so it stays.
      expect((await site.get(first, WEBP)).status).toBe(200);
    }
    const names = await readdir(folder);
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(700_000);
    const key = first.split('/')[2] ?? '';
    expect(names.filter((name) => name.startsWith(`${key}.1024-webp.`))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith(`${key}.original.`))).toHaveLength(0);
  });

  it('may contain damaged files, which are created again', async () => {
    const site = await openSite();
    const address = addressOf(site);
    const whole = Buffer.from(await (await site.get(address)).arrayBuffer());
    const folder = path.join(dataDir, 'pictures');
    for (const name of await readdir(folder)) await writeFile(path.join(folder, name), 'damaged');
    expect(Buffer.from(await (await (await openSite()).get(address)).arrayBuffer())).not.toEqual(
      Buffer.from('damaged'),
    );
    expect(Buffer.from(await (await site.get(address)).arrayBuffer())).toEqual(whole);
  });

  it('may be read-only, and pictures are shown anyway', async () => {
    await writeFile(path.join(dataDir, 'pictures'), 'a file in its place');
    const site = await openSite();
    expect((await site.get(addressOf(site))).status).toBe(200);
    expect(site.events).toContain('picture-not-kept');
  });
});

function redirectTo(
  target: string,
): (request: unknown, response: import('node:http').ServerResponse) => void {
  return (_request, response) => response.writeHead(302, { Location: target }).end();
}
