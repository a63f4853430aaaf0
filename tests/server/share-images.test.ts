import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureKey } from '../../server/media/picture-address.ts';
import { pageAt } from './content-site.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite } from './support/fake-site.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers, redirect: 'manual' });

async function pageImage(path: string): Promise<{ src: string; meta: (name: string) => string | null }> {
  const document = parseHtml(await (await get(path)).text());
  const meta = (name: string) =>
    document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? null;
  return { src: (meta('image') ?? '').replace(app.url, ''), meta };
}

/** Returns the width and height of a PNG. Expects a valid signature and header. */
async function measures(response: Response): Promise<[width: number, height: number]> {
  const png = Buffer.from(await response.arrayBuffer());
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.subarray(12, 16).toString('latin1')).toBe('IHDR');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the share image', () => {
  it('of every page and post exists, in the dimensions that the page declares', async () => {
    const library = app.content.library();
    const paths = [...(library?.pages() ?? []), ...(library?.posts() ?? [])].map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(20);
    const sources = new Set<string>();
    for (const path of paths) {
      const { src, meta } = await pageImage(path);
      expect(src, path).toMatch(/^\/share\/[\w/-]+\.png\?v=[\w-]{12}$/);
      expect([meta('image:type'), meta('image:width'), meta('image:height')]).toEqual([
        'image/png',
        '1200',
        '630',
      ]);
      const response = await get(src);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(await measures(response)).toEqual([1200, 630]);
      sources.add(src);
    }
    expect(sources.size).toBe(paths.length);
  });

  it('is described by the headline of its page', async () => {
    const { meta } = await pageImage('/');
    const document = parseHtml(await (await get('/')).text());
    expect(meta('image:alt')).toBe(document.querySelector('h1')?.textContent);
  });

  it('is immutable under its version, revalidated under any other, and may be embedded elsewhere', async () => {
    const { src } = await pageImage('/');
    const response = await get(src);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    for (const other of ['/share/home.png', '/share/home.png?v=older', '/share/home.png?v[]=x']) {
      expect((await get(other)).headers.get('cache-control')).toBe('no-cache');
    }
    const etag = response.headers.get('etag') ?? '';
    const again = await get('/share/home.png', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect(again.status).toBe(304);
  });

  it('is drawn once for simultaneous requests', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 8 }, async () => (await get('/share/sell.png')).arrayBuffer()),
    );
    expect(new Set(bodies.map((body) => Buffer.from(body).toString('base64'))).size).toBe(1);
  });

  it.each([
    '/share/no-such-page.png',
    '/share/.png',
    '/share/home.png.png',
    '/share/..%2f..%2fpackage.png',
    '/share/home.jpg',
    `/share/${'a'.repeat(400)}.png`,
    '/share/Any%20words%20at%20all.png',
  ])('exists only at the paths of public pages, not at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('with WordPress', () => {
  it('an explicit share image is used; otherwise a page picture is drawn into the page’s own image', async () => {
    const wordpress = await startFakeSite();
    const media_details = { width: 1600, height: 900, sizes: {} };
    for (const id of [8, 9]) wordpress.add('media', { id, alt_text: `Alt ${id}`, media_details });
    const changed = String(wordpress.lists.media[1]?.['modified_gmt']).replace(/\D/g, '');
    wordpress.add('pages', { id: 10, slug: 'about', acf: { seo_image: 9 } });
    wordpress.add('pages', { id: 11, slug: 'contact', featured_media: 8 });
    const site = await runApp({ WORDPRESS_API_URL: wordpress.url });
    try {
      const imageOf = async (path: string) => (await pageAt(site.content, path)).document.head.image;
      expect(await imageOf('/about')).toEqual({
        src: `/media/${pictureKey(`${wordpress.url}/wp-content/uploads/9.jpg`, changed)}/1600`,
        width: 1600,
        height: 900,
        alt: 'Alt 9',
      });
      const drawn = await imageOf('/contact');
      expect(drawn.src).toMatch(/^\/share\/contact\.png\?v=/);
      // The photo is missing, so the image is sent without it and must be revalidated.
      const response = await fetch(site.url + drawn.src);
      expect(wordpress.asked).toContain('/wp-content/uploads/8.jpg');
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await measures(response)).toEqual([1200, 630]);
    } finally {
      await site.stop();
      await wordpress.stop();
    }
  });
});
