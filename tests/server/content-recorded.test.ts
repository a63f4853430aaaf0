import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sanitiseSource } from '../../server/content/html/sanitise-html.ts';
import { normalisePlacement } from '../../server/content/normalise/normalise-placement.ts';
import { readMedia } from '../../server/content/values/raw-media.ts';
import { readRawPage } from '../../server/content/values/raw-page.ts';
import { createLinkResolver } from '../../server/content/paths/site-links.ts';
import { pictureKey, pictureAttributes } from '../../server/media/picture-address.ts';
import type { PictureUrlMapper } from '../../server/media/pictures.ts';
import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, number, richText, text, toggle } from '../../src/builder/fields.ts';
import { openSite, type ContentSite } from './content-site.ts';
import { startFakeSite, type FakeEntry, type FakeSite } from './support/fake-site.ts';

const entries = z.array(z.looseObject({ id: z.number() }));
const posts = z.array(
  z.looseObject({
    id: z.number(),
    _embedded: z.object({
      author: entries,
      'wp:featuredmedia': entries.default([]),
      'wp:term': z.array(entries),
    }),
  }),
);

/** Reads a shortened response of a real WordPress: 7.1.1 with Secure Custom Fields, or 6.5.5 for menus and posts. */
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

const pictures: PictureUrlMapper = {
  address: ({ url, width = 0, height = 0 }) => pictureAttributes(pictureKey(url), { width, height }),
};

function finish(name: string) {
  const media = readMedia(first('media'));
  const page = readRawPage(first(name));
  if (!media || !page) throw new Error('not readable');
  const context = {
    media: new Map([[media.id, media]]),
    links: createLinkResolver(['http://127.0.0.1:9430'], pictures),
    html: sanitiseSource,
  };
  return normalisePlacement(page.title, placement, block, [{ acf: page.acf, context }]);
}

describe('custom fields', () => {
  test.each(['page-filled', 'page-filled-standard'])(
    '%s: every field kind is converted, whatever the format',
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
          srcSet: expect.stringMatching(/^\/media\/[\w-]{16}\/320 320w, .*\/1600 1600w$/),
        },
        items: { rows: [{ title: 'One', image: { alt: 'Panels on a roof' } }, { title: 'Two' }] },
      });
      expect(String(props?.body).replaceAll('\n', '')).toBe(
        '<p>First paragraph.</p><p>Second <strong>bold</strong> paragraph.</p>',
      );
      expect(JSON.stringify(props?.picture)).not.toContain('wp-content');
    },
  );

  test.each(['page-empty', 'page-empty-standard'])('%s: no field is set', (name) => {
    expect(finish(name)).toEqual({ props: { banner: false, items: { rows: [] } }, faults: [] });
  });
});

describe('the site', () => {
  let wordpress: FakeSite;
  let site: ContentSite;
  beforeAll(async () => {
    wordpress = await startFakeSite();
    wordpress.root = z.record(z.string(), z.unknown()).parse(recorded('site-root'));
    wordpress.menus.primary = z.record(z.string(), z.unknown()).parse(recorded('menu-nested'));
    for (const media of entries.parse(recorded('media'))) wordpress.add('media', media);
    const addOnce = (list: 'users' | 'media' | 'categories', entry: FakeEntry) => {
      if (!wordpress.lists[list].some(({ id }) => id === entry.id)) wordpress.add(list, entry);
    };
    // The recorded posts embed other entries, which WordPress also returns from their own endpoints.
    for (const { _embedded, ...post } of posts.parse(recorded('posts'))) {
      wordpress.add('posts', post);
      for (const author of _embedded.author) addOnce('users', author);
      for (const media of _embedded['wp:featuredmedia']) addOnce('media', media);
      for (const term of _embedded['wp:term'].flat()) addOnce('categories', term);
    }
    site = await openSite({ WORDPRESS_API_URL: wordpress.url, IMAGE_ORIGINS: 'http://127.0.0.1:9477' });
  });
  afterAll(async () => {
    await site.remove();
    await wordpress.stop();
  });

  test('a menu from the plugin is nested and has string ids', async () => {
    const { primary } = site.content.frame();
    expect(primary).toMatchObject([
      {
        id: 13,
        title: 'Home',
        children: [{ id: 14, title: 'Docs & more', path: 'https://ext.example/?a=1&b=2', target: '_blank' }],
      },
    ]);
  });

  test('site data comes from the REST root', async () => {
    expect(site.content.siteData()).toEqual({
      name: 'Northwind Solar',
      description: 'Panels & batteries',
      url: 'http://127.0.0.1:9430',
      home: 'http://127.0.0.1:9430',
      gmt_offset: 1,
      timezone_string: 'Europe/Vienna',
      site_logo: expect.stringMatching(/^\/media\/[\w-]{16}\/1600$/),
      site_icon: expect.stringMatching(/^\/media\/[\w-]{16}\/1280$/),
    });
  });

  test('posts contain their embedded entries', async () => {
    const [post] = (await site.content.posts({})) ?? [];
    expect(post).toMatchObject({
      title: 'P1 & co',
      slug: 'p1-co',
      date: '2026-11-21T02:31:33.000Z',
      author: { id: 1, name: 'admin' },
      categories: [{ id: 1, slug: 'uncategorized' }],
      featuredImage: expect.stringMatching(/^\/media\/[\w-]{16}\/\d+$/),
      content: '<p>Body</p>',
    });
  });
});
