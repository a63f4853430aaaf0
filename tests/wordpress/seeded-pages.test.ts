import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Post } from '../../src/contracts/content.ts';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import type { HomeLayoutName } from '../../server/content/resolve/choose-layout.ts';
import { createContent, type Content } from '../../server/content/content.ts';
import { loadBlocks } from '../../server/content/load-blocks.ts';
import { collectSeedContent } from '../../wordpress/collect-seed-content.ts';
import { isTemplatePage } from '../../server/content/paths/route-path.ts';
import { fixturesFolder } from '../../wordpress/folders.ts';
import { pageAt } from '../server/content-site.ts';
import { testConfig } from '../server/test-config.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const blocks = await loadBlocks(`${import.meta.dirname}/../../blocks`);
const {
  content: { pages },
} = await loadBuiltInContent(fixturesFolder, blocks);
const written = await collectSeedContent(fixturesFolder);
const looks = [...pages].flatMap(([path, { layouts }]) =>
  isTemplatePage(path) ? [] : [...layouts.keys()].map((layout) => ({ path, layout })),
);

let wordpress: TestWordPress;
let site: OpenSite;
let builtIn: Content;
let remove: () => Promise<void>;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  const files = await testConfig({});
  ({ remove } = files);
  builtIn = await createContent({ config: files.config, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await builtIn?.close();
  await remove?.();
  await site?.close();
  await wordpress?.remove();
});

describe('what seeding wrote', () => {
  test('WordPress returns every section of every page as it was sent', async () => {
    const answer = await wordpress.editor.get('/wp/v2/pages?per_page=100&_fields=slug,acf');
    const list = z.array(z.object({ slug: z.string(), acf: z.unknown() })).parse(answer);
    const bySlug = (entries: readonly { slug?: unknown; acf?: unknown }[]) =>
      Object.fromEntries(entries.map(({ slug, acf }) => [slug, acf]));
    expect(list.length).toBe(pages.size);
    expect(bySlug(list)).toEqual(bySlug(written.pages));
  });

  test.each(looks)('$path $layout matches the built-in page', async ({ path, layout }) => {
    const look = isHomeLayout(layout) ? { layout } : {};
    const fromWordPress = await pageAt(site.content, path, look);
    const builtInPage = await pageAt(builtIn, path, look);
    expect(fromWordPress.isBuiltIn).toBe(false);
    expect(comparable({ ...fromWordPress, isBuiltIn: true })).toEqual(comparable(builtInPage));
    expect(comparable(fromWordPress.page())).toEqual(comparable(builtInPage.page()));
  });

  test('posts, menus and settings are the built-in ones', async () => {
    expect(comparable(site.content.frame())).toEqual(comparable(builtIn.frame()));
    const [posts, expected] = [await site.content.posts({}), await builtIn.posts({})];
    const parts = ({ slug, title, content, date, author }: Post) =>
      comparable({ slug, title, content, date, author });
    expect(expected?.length).toBeGreaterThan(2);
    expect(posts?.map(parts)).toEqual(expected?.map(parts));
  });

  test('nothing is logged as a fault', () => {
    expect(site.messages()).toEqual([]);
  });
});

function isHomeLayout(layout: string): layout is HomeLayoutName {
  return layout === 'content' || layout === 'lead-capture';
}

/**
 * Properties that differ between databases: generated ids, modification times, and picture URLs. Stored values lack the
 * pictures, which seeding leaves out; the first test compares them with what it sends.
 */
const OF_ITS_PLACE = new Set([
  'acf',
  'id',
  'parent',
  'modified',
  'image',
  'photo',
  'logo',
  'featuredImage',
  'share',
]);

// Whitespace between elements, and loading attributes of images, which WordPress adds to page content.
const ADDED = /(?<=>)\s+(?=<)| (?:loading|decoding|fetchpriority)="\w+"|\s+$/g;

// Lists of terms, which WordPress sorts by name.
const TERMS = new Set(['categories', 'tags']);
const inOrder = (terms: unknown) =>
  Array.isArray(terms) ? terms.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : terms;

// Addresses of posts and categories, which WordPress's permalinks decide.
const BELOW_BLOG = /^\/blog\//;

/** Removes or normalizes the parts of a value that differ between databases. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ADDED, '').replace(BELOW_BLOG, '/');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'function') return null;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OF_ITS_PLACE.has(name))
      .map(([name, inner]) => [name, TERMS.has(name) ? inOrder(comparable(inner)) : comparable(inner)]),
  );
}
