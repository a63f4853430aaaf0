import { z } from 'zod';
import builtInSettings from '../../../fixtures/site-settings.json' with { type: 'json' };
import { createBuiltInContent } from '../built-in/built-in-content.ts';
import { type MirrorEntry, createMirrorContents } from '../values/mirror-contents.ts';
import { resolvePage, type PageRequest, type ResolvePageInput } from '../resolve/resolve-page.ts';
import { createSnapshot } from '../snapshot/snapshot.ts';
import { defineBlock, type Block } from '../../../src/builder/block.ts';
import { image, richText, text } from '../../../src/builder/fields.ts';
import { placementSchema } from '../../../src/contracts/layout.ts';
import { siteSettingsSchema } from '../../../src/contracts/site-settings.ts';

/** The blocks of an in-memory site, for tests of pure functions. */
export const testBlocks: ReadonlyMap<string, Block> = new Map<string, Block>(
  [
    defineBlock({
      id: 'banner',
      title: 'Banner',
      description: '',
      fields: { title: text({ label: 'Title', required: true }), image: image({ label: 'Image' }) },
    }),
    defineBlock({
      id: 'page-content',
      title: 'Page',
      description: '',
      fields: {
        title: text({ label: 'Title', required: true }),
        content: richText({ label: 'Content' }),
        image: image({ label: 'Image' }),
      },
    }),
    defineBlock({
      id: 'post-list',
      title: 'Posts',
      description: '',
      query: ['page', 'sort'],
      fields: {},
      load: (_values, { content, query, parts }) => ({
        slugs: content.posts().map(({ slug }) => slug),
        query,
        parts,
      }),
      head: ({ query }) => ('page' in query ? { query: `page=${query.page}` } : {}),
    }),
    defineBlock({
      id: 'post-article',
      title: 'Post',
      description: '',
      fields: {},
      load(_values, { content, parts }) {
        const post = content.post(parts.post ?? '');
        return post && { title: post.title };
      },
      head: ({ title }) => ({ title }),
    }),
    defineBlock({
      id: 'search',
      title: 'Search',
      description: '',
      query: ['q'],
      fields: {},
      load: (_values, { content, query }) => ({ hits: content.search(query.q ?? '') }),
    }),
    defineBlock({
      id: 'rated',
      title: 'Rated',
      description: '',
      fields: {},
      load: (_values, { content, path }) => ({ rating: content.fieldsOf(path)?.rating }),
    }),
    defineBlock({
      id: 'broken',
      title: 'Broken',
      description: '',
      fields: {},
      load() {
        throw new Error('The block is broken.');
      },
    }),
  ].map((block) => [block.id, block]),
);

const fixture = (id: number, slug: string, parent = '', acf: Record<string, unknown> = {}) => ({
  id,
  slug,
  parent,
  status: 'publish',
  title: { rendered: `Built-in ${slug}` },
  content: { rendered: `<p>About ${slug}.</p><p>Imported.</p>` },
  excerpt: { rendered: '' },
  modified: '2026-01-01T00:00:00',
  acf: { hero_title: `Headline of ${slug}`, ...acf },
  own_text_replaces_sections: slug === 'privacy-policy',
});
const placed = (block: string, key: string, more: object = {}) =>
  placementSchema.parse({ block, key, ...more });
const menu = (...paths: string[]) => ({
  items: paths.map((path, index) => ({ ID: index + 1, title: path, url: path, target: '', classes: [] })),
});

const faults: string[] = [];
/**
 * The built-in content of the test site: home in two layouts, about, buy/guide, privacy-policy, blog with its
 * template, search.
 */
export const testBuiltInContent = createBuiltInContent(
  {
    settings: siteSettingsSchema.parse(builtInSettings),
    menus: { primary: menu('/about', '/blog'), footer: menu('/privacy-policy') },
    media: [],
    pages: {
      home: fixture(1, 'home', '', { form_title: 'Form' }),
      about: fixture(2, 'about', '', {
        more_title: 'More',
        // The id of this section is also the id of the page's own image.
        page_image: { url: '/images/office.svg', alt: 'Office', width: 4, height: 3 },
      }),
      buy: fixture(3, 'buy'),
      guide: fixture(4, 'guide', 'buy'),
      'privacy-policy': fixture(5, 'privacy-policy'),
      blog: fixture(6, 'blog'),
      post: fixture(7, 'post', 'blog'),
      search: fixture(8, 'search'),
    },
    layouts: {
      'home.content': [placed('banner', 'hero')],
      'home.lead-capture': [placed('banner', 'hero'), placed('banner', 'form')],
      about: [placed('banner', 'hero'), placed('banner', 'more')],
      buy: [placed('banner', 'hero')],
      guide: [placed('banner', 'hero')],
      'privacy-policy': [placed('banner', 'hero')],
      blog: [placed('post-list', 'posts')],
      post: [placed('post-article', 'article')],
      search: [placed('search', 'search')],
    },
    posts: {},
    sections: {},
  },
  faults,
);
if (faults.length > 0) throw new Error(faults.join('\n'));

const known = z.looseObject({ id: z.number() });

/** Creates a mirror entry of a kind. Its id is the `id` in the data. */
export function mirrorEntry(kind: MirrorEntry['kind'], data: object, version = 1): MirrorEntry {
  const parsed = known.parse(data);
  return { kind, id: String(parsed.id), data: parsed, version };
}

/** Creates a page or post as WordPress sends it. */
export function wordPressEntry(
  kind: 'page' | 'post',
  id: number,
  slug: string,
  more: object = {},
  version = 1,
): MirrorEntry {
  return mirrorEntry(
    kind,
    {
      id,
      slug,
      status: 'publish',
      link: '',
      parent: 0,
      date_gmt: `2026-11-${String(id).padStart(2, '0')}T10:00:00`,
      modified_gmt: '2026-11-21T02:43:38',
      title: { rendered: `WordPress ${slug}` },
      content: { rendered: '', protected: false },
      excerpt: { rendered: '', protected: false },
      featured_media: 0,
      acf: { hero_title: `From WordPress: ${slug}` },
      ...more,
    },
    version,
  );
}

/** Creates the mirror entry of the site, with the name and URLs that WordPress's REST root contains. */
export function siteEntry(more: object = {}): MirrorEntry {
  const data = { name: 'Site', url: 'https://cms.example', home: 'https://cms.example', ...more };
  return { kind: 'site', id: 'site', data, version: 1 };
}

export function snapshotOf(entries: readonly MirrorEntry[], version = 1) {
  return createSnapshot({
    contents: createMirrorContents(entries, version),
    builtIn: testBuiltInContent,
    homes: ['https://cms.example'],
  });
}

/** Resolves a path or request against these entries. */
export function resolveTestPage(
  entries: readonly MirrorEntry[],
  request: string | PageRequest,
  more: Partial<ResolvePageInput> = {},
) {
  return resolvePage({
    snapshot: snapshotOf(entries),
    builtIn: testBuiltInContent,
    blocks: testBlocks,
    request: typeof request === 'string' ? { path: request } : request,
    now: Date.parse('2026-11-22T12:00:00Z'),
    html: ({ html }) => html,
    search: { version: () => 1, search: () => [] },
    scenes: new Map(),
    options: { homeLayout: null, showFaults: false, allowSampleIndex: false },
    ...more,
  });
}
