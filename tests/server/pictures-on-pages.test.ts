import { expect, it } from 'vitest';
import sharp from 'sharp';
import builtIn from '../../fixtures/site-settings.json' with { type: 'json' };
import { startPictureOrigin } from './picture-origin.ts';
import { runApp } from './running-app.ts';
import { signIn } from './sign-in.ts';
import { startFakeSite } from './support/fake-site.ts';

it('pages and API responses contain no WordPress image URLs, and an outage breaks no picture', async () => {
  const origin = await startPictureOrigin();
  const wordpress = await startFakeSite();
  const create = { width: 1600, height: 900, channels: 3, background: '#b4472b' } as const;
  for (const name of ['hero', 'body', 'logo', 'portrait', 'share', 'icon']) {
    origin.files.set(`/uploads/${name}.jpg`, await sharp({ create }).jpeg().toBuffer());
  }
  wordpress.add('media', {
    id: 8,
    source_url: `${origin.url}/uploads/hero.jpg`,
    alt_text: 'A porch',
    media_details: { width: 1600, height: 900 },
    meta: { focal_point: { x: 0.3, y: 0.4 } },
  });
  const body =
    `<p>Words</p><a href="${origin.url}/uploads/body.jpg"><picture><source srcset="${origin.url}/uploads/body.webp">` +
    `<img src="${origin.url}/uploads/body.jpg" width="800" height="450" alt="A street"></picture></a>`;
  wordpress.add('pages', {
    id: 20,
    slug: 'our-story',
    content: { rendered: body, protected: false },
    featured_media: 8,
  });
  const uploaded = (name: string) => `${origin.url}/uploads/${name}.jpg`;
  wordpress.settings = {
    agent: { ...builtIn.agent, portrait: uploaded('portrait') },
    brokerage: { ...builtIn.brokerage, logo: uploaded('logo') },
    seo: { ...builtIn.seo, shareImage: uploaded('share') },
  };
  wordpress.add('media', {
    id: 9,
    source_url: uploaded('logo'),
    media_details: { width: 1600, height: 900 },
  });
  Object.assign(wordpress.root, { site_logo: 9, site_icon_url: uploaded('icon') });
  const app = await runApp({ WORDPRESS_API_URL: wordpress.url, IMAGE_ORIGINS: origin.url });
  try {
    const read = async (path: string) => (await fetch(app.url + path)).text();
    await expect.poll(() => read('/our-story')).toContain('A street');
    const html = await read('/our-story');
    const api = await read('/wp-json/wp/v2/pages?slug=our-story&_embed=true');
    const site = await read('/wp-json/wp/v2');
    for (const text of [html, api, site]) {
      expect(text).not.toContain('/uploads/');
      expect(text).toContain('/media/');
    }
    expect(html).toContain('object-position:30% 40%');
    expect(html).toMatch(/<img src="\/media\/[\w-]{16}\/640" [^>]*alt="[^"]* logo"/);
    expect(html).not.toMatch(/<[^>]+\sstyle="/);
    const addresses = [...new Set((html + site).match(/\/media\/[\w-]{16}\/640/g))];
    expect(addresses).toHaveLength(3);
    const statuses = () => Promise.all(addresses.map(async (each) => (await fetch(app.url + each)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await wordpress.stop();
    origin.files.clear();
    expect(await statuses()).toEqual([200, 200, 200]);
  } finally {
    await app.stop();
    await origin.stop();
  }
});

it('a WordPress that calls another address its own is asked for the pictures below it, and that address is not', async () => {
  const internal = await startPictureOrigin();
  const wordpress = await startFakeSite();
  Object.assign(wordpress.root, { home: internal.url, url: internal.url });
  wordpress.add('media', {
    id: 8,
    source_url: `${internal.url}/uploads/hero.jpg`,
    media_details: { width: 1600, height: 900 },
  });
  wordpress.add('pages', { id: 20, slug: 'our-story', featured_media: 8 });
  wordpress.routes.set('/lintel/v1/doctor', () => ({ json: { signature: 'valid' } }));
  const app = await runApp(wordpress.env);
  try {
    const read = async () => (await fetch(`${app.url}/our-story`)).text();
    await expect.poll(read).toMatch(/\/media\/[\w-]{16}\/640/);
    const [address = ''] = /\/media\/[\w-]{16}\/640/.exec(await read()) ?? [];
    expect((await fetch(app.url + address)).status).toBe(502);
    const operator = await signIn(app);
    const report = async () => (await operator.fetch('/api/admin/doctor')).text();
    await expect.poll(report).toMatch(/"running":false,"checkedAt":\d/);
    const asked = wordpress.asked.filter((path) => path === '/uploads/hero.jpg');
    expect(asked).toHaveLength(2);
    expect(internal.asked).toEqual([]);
  } finally {
    await app.stop();
    await wordpress.stop();
    await internal.stop();
  }
});
