import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Post } from '../../src/content/types.ts';
import { readConfig } from '../../server/config.ts';
import { loadBuiltInContent } from '../../server/content/built-in-content.ts';
import { createContentGateway, type ContentGateway, type HomeLayout } from '../../server/content/gateway.ts';
import { loadBlocks } from '../../server/content/load-blocks.ts';
import { collectContent } from '../../wordpress/collect-content.ts';
import { fixturesFolder } from '../../wordpress/folders.ts';
import { ASKED_ONCE, openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const blocks = await loadBlocks(`${import.meta.dirname}/../../blocks`);
const { pages } = await loadBuiltInContent(fixturesFolder, blocks);
const written = await collectContent(fixturesFolder);
const looks = [...pages].flatMap(([path, { layouts }]) =>
  [...layouts.keys()].map((layout) => ({ path, layout })),
);

let wordpress: TestWordPress;
let site: OpenSite;
let builtIn: ContentGateway;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, ...ASKED_ONCE });
  builtIn = await createContentGateway({ config: readConfig({}), log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

describe('what seeding wrote', () => {
  test('WordPress answers every section of every page as it was sent', async () => {
    const answer = await wordpress.editor.get('/wp/v2/pages?per_page=100&_fields=slug,acf');
    const list = z.array(z.object({ slug: z.string(), acf: z.unknown() })).parse(answer);
    const bySlug = (entries: readonly { slug?: unknown; acf?: unknown }[]) =>
      Object.fromEntries(entries.map(({ slug, acf }) => [slug, acf]));
    expect(list.length).toBe(pages.size);
    expect(bySlug(list)).toEqual(bySlug(written.pages));
  });

  test.each(looks)('$path $layout is the built-in page', async ({ path, layout }) => {
    const look = isHomeLayout(layout) ? { layout } : {};
    const fromWordPress = await site.gateway.route(path, look);
    expect(comparable(fromWordPress)).toEqual(comparable(await builtIn.route(path, look)));
  });

  test('posts, menus and settings are the built-in ones', async () => {
    expect(comparable(await site.gateway.frame())).toEqual(comparable(await builtIn.frame()));
    const [posts, expected] = [await site.gateway.source.posts({}), await builtIn.source.posts({})];
    const parts = ({ slug, title, content, date, author }: Post) =>
      comparable({ slug, title, content, date, author });
    expect(posts.map(parts)).toEqual(expected.map(parts));
  });

  test('nothing is logged as a fault', () => {
    expect(site.messages()).toEqual([]);
  });
});

function isHomeLayout(layout: string): layout is HomeLayout {
  return layout === 'content' || layout === 'lead-capture';
}

/** Numbers that each database gives anew, the moment of writing, and pictures: their files live elsewhere. */
const OF_ITS_PLACE = new Set([
  'id',
  'parent',
  'modified',
  'image',
  'photo',
  'logo',
  'featuredImage',
  'share',
]);

// What WordPress adds to the text of a page: line breaks between elements, and how its pictures are loaded.
const ADDED = /(?<=>)\s+(?=<)| (?:loading|decoding|fetchpriority)="\w+"|\s+$/g;

// WordPress lists the terms of a post by name.
const TERMS = new Set(['categories', 'tags']);
const inOrder = (terms: unknown) =>
  Array.isArray(terms) ? terms.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : terms;

/** A value as it would be in any place. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ADDED, '');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OF_ITS_PLACE.has(name))
      .map(([name, inner]) => [name, TERMS.has(name) ? inOrder(comparable(inner)) : comparable(inner)]),
  );
}
