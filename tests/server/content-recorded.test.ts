import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { finishPlacement } from '../../server/content/finish-placement.ts';
import { readMedia } from '../../server/content/media.ts';
import { readPage } from '../../server/content/raw-page.ts';
import { siteLinks } from '../../server/content/site-links.ts';
import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, number, richText, text, toggle } from '../../src/builder/fields.ts';
import { startFakeWordPress } from './content-fake-wordpress.ts';
import type { FakeWordPress } from './content-fake-wordpress.ts';
import { openSite } from './content-site.ts';
import type { ContentSite } from './content-site.ts';

vi.setConfig({ testTimeout: 30_000 });

/** What a real WordPress answered (7.1.1 with Secure Custom Fields; menus and posts 6.5.5), shortened. */
function recorded(name: string): unknown {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8'));
}

function first(name: string): unknown {
  const list = recorded(name);
  return Array.isArray(list) ? list[0] : null;
}

const block = defineBlock({
  id: 'every-kind',
  title: 'Every kind',
  description: '',
  fields: {
    headline: text({ label: 'Headline' }),
    body: richText({ label: 'Body' }),
    picture: image({ label: 'Picture' }),
    cta: link({ label: 'Button' }),
    price: number({ label: 'Price' }),
    banner: toggle({ label: 'Banner' }),
    width: choice({ label: 'Width', options: ['wide', 'narrow'] }),
    width_array: choice({ label: 'Width', options: ['wide', 'narrow'] }),
    items: list({
      label: 'Items',
      row: { title: text({ label: 'Title', required: true }), image: image({ label: 'Image' }) },
    }),
  },
});
const placement = {
  block: 'every-kind',
  key: 'every',
  region: 'main' as const,
  hidden: false,
  ids: {
    headline: 'headline',
    body: 'body',
    picture: 'hero_image',
    cta: 'cta',
    price: 'price',
    banner: 'show_banner',
    width: 'layout',
    width_array: 'layout_array',
    items: 'items',
  },
};

function finish(name: string) {
  const media = readMedia(first('media'));
  const page = readPage(first(name));
  if (!media || !page) throw new Error('not readable');
  const context = { media: new Map([[media.id, media]]), links: siteLinks(['http://127.0.0.1:9430']) };
  return finishPlacement(page.title, placement, block, [{ acf: page.acf, context }]);
}

describe('custom fields', () => {
  test.each(['page-filled', 'page-filled-standard'])(
    '%s: every kind is finished, whatever the format',
    (name) => {
      const { props, faults } = finish(name);
      expect(faults).toEqual([]);
      expect(props).toMatchObject({
        headline: 'Own your "sunlight" & save',
        cta: { href: '/buy', text: 'Buy', newTab: false },
        price: 19.5,
        banner: true,
        width: 'wide',
        width_array: 'narrow',
        picture: {
          width: 1600,
          height: 900,
          alt: 'Panels on a roof',
          srcSet: expect.stringMatching(/300w.*768w.*1024w.*1536w.*1600w$/),
        },
        items: { rows: [{ title: 'One', image: { alt: 'Panels on a roof' } }, { title: 'Two' }] },
      });
      expect(String(props?.body).replaceAll('\n', '')).toBe(
        '<p>First paragraph.</p><p>Second <strong>bold</strong> paragraph.</p>',
      );
      expect(JSON.stringify(props?.picture)).not.toContain('150x150');
    },
  );

  test.each(['page-empty', 'page-empty-standard'])('%s: every kind is not set', (name) => {
    expect(finish(name)).toEqual({ props: { banner: false, items: { rows: [] } }, faults: [] });
  });
});

describe('the site', () => {
  let wordpress: FakeWordPress;
  let site: ContentSite;
  beforeAll(async () => {
    wordpress = await startFakeWordPress();
    const answers: [string, string][] = [
      ['/', 'site-root'],
      ['/menus/v1/locations/primary', 'menu-nested'],
      ['/wp/v2/posts', 'posts'],
    ];
    for (const [route, name] of answers) wordpress.routes.set(route, () => ({ json: recorded(name) }));
    wordpress.routes.set('/wp/v2/media/8', () => ({ json: first('media') }));
    site = await openSite({ WORDPRESS_API_URL: wordpress.url });
  });
  afterAll(async () => {
    await wordpress.stop();
    await site.remove();
  });

  test('menu of the plugin: nested, ids as strings', async () => {
    const { primary } = await site.gateway.frame();
    expect(primary).toMatchObject([
      {
        id: 13,
        title: 'Home',
        children: [{ id: 14, title: 'Docs & more', path: 'https://ext.example/?a=1&b=2', target: '_blank' }],
      },
    ]);
  });

  test('site data of the REST root', async () => {
    expect(await site.gateway.source.siteData()).toEqual({
      name: 'Northwind Solar',
      description: 'Panels & batteries',
      url: 'http://127.0.0.1:9430',
      home: 'http://127.0.0.1:9430',
      gmt_offset: 1,
      timezone_string: 'Europe/Vienna',
      site_logo: 'http://127.0.0.1:9430/wp-content/uploads/2026/11/hero.jpg',
      site_icon: 'http://127.0.0.1:9430/wp-content/uploads/2026/11/hero.jpg',
    });
  });

  test('posts with what they embed', async () => {
    const [post] = await site.gateway.source.posts({});
    expect(post).toMatchObject({
      title: 'P1 & co',
      slug: 'p1-co',
      date: '2026-11-21T02:31:33.000Z',
      author: { id: 1, name: 'admin' },
      categories: [{ id: 1, slug: 'uncategorized' }],
      featuredImage: 'http://127.0.0.1:9477/wp-content/uploads/pic.png',
      content: '<p>Body</p>',
    });
  });
});
