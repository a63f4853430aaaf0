import path from 'node:path';
import { describe, expect, test } from 'vitest';
import sample from '../../../fixtures/site-settings.json' with { type: 'json' };
import { defineBlock } from '../../../src/builder/block.ts';
import { image, list, richText, text, toggle } from '../../../src/builder/fields.ts';
import { parseLayout } from '../../../src/contracts/layout.ts';
import { siteSettingsSchema } from '../../../src/contracts/site-settings.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { createBuiltInContent, type BuiltInFiles } from '../built-in/built-in-content.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import { loadProjectBlocks } from '../load-blocks.ts';
import type { ExistingContent } from './import-actions.ts';
import { planImport } from './import-plan.ts';
import { withSharedSectionIds } from './section-fields.ts';

const hero = defineBlock({
  id: 'hero',
  title: 'Hero',
  description: '',
  fields: {
    title: text({ label: 'Title' }),
    image: image({ label: 'Image' }),
    dark: toggle({ label: 'Dark' }),
    notes: richText({ label: 'Notes' }),
    items: list({
      label: 'Items',
      max: 3,
      row: { name: text({ label: 'Name' }), photo: image({ label: 'Photo' }) },
    }),
  },
});
const blocks = new Map([['hero', hero]]);
const uploads = 'https://cms.example.com/wp-content/uploads';
const settings = siteSettingsSchema.parse(sample);
const layout = parseLayout([{ block: 'hero', key: 'hero' }])?.placements ?? [];
const rendered = (text: string) => ({ rendered: text });

function page(id: number, slug: string, acf: Record<string, unknown>, parent = '') {
  const own_text_replaces_sections = false;
  const texts = { title: rendered(`Page ${slug}`), content: rendered('<p>Text</p>'), excerpt: rendered('') };
  return {
    id,
    slug,
    parent,
    ...texts,
    modified: '2026-01-01T00:00:00',
    featured_media: 0,
    acf,
    own_text_replaces_sections,
  };
}

const item = { ID: 1, title: 'Buy', url: '/buy', target: '', classes: [], menu_item_parent: 0 };
const files: BuiltInFiles = {
  settings,
  menus: { primary: { items: [item] }, footer: { items: [] } },
  media: [
    { id: 501, source_url: '/scenes/porch.svg', alt_text: 'A porch', media_details: { width: 9, height: 9 } },
  ],
  pages: {
    home: page(1, 'home', {
      hero_title: 'Welcome',
      hero_image: 501,
      hero_items: [{ name: 'A', photo: 501 }],
    }),
    buy: page(2, 'buy', { hero_title: 'Buy', hero_dark: false }),
    guide: page(3, 'guide', { hero_title: 'Guide' }, 'buy'),
  },
  layouts: { home: layout, buy: layout, guide: layout },
  sections: {},
  posts: {
    radon: {
      id: 9,
      slug: 'radon',
      title: rendered('Radon &amp; you'),
      status: 'publish',
      acf: { seo_title: 'Radon in Iowa' },
      date_gmt: '2026-11-10T15:00:00.000Z',
      _embedded: { 'wp:term': [[{ name: 'Houses', slug: 'houses', taxonomy: 'category' }]] },
    },
  },
};
const project = createBuiltInContent(files);
const all = [
  'upload_files',
  'manage_categories',
  'publish_pages',
  'publish_posts',
  'edit_theme_options',
  'manage_options',
];
const empty: ExistingContent = {
  pages: [],
  posts: [],
  categories: new Map(),
  tags: new Map(),
  pictures: new Map(),
  sections: new Map(),
  menus: { primary: null, footer: null },
  settings: {},
  frontPage: 0,
  may: new Set(all),
};

const plan = (existing: Partial<ExistingContent>, from = files) =>
  planImport({ ...empty, ...existing }, from, project, blocks);
const kinds = (existing: Partial<ExistingContent>) => plan(existing).actions.map(({ kind }) => kind);

/** A page as the import itself would have left it in WordPress. */
const stored = (id: number, at: string, slug: string, acf: Record<string, unknown>, more = {}) => ({
  id,
  at,
  status: 'publish',
  title: `Page ${slug}`,
  content: '<p>Text</p>',
  acf,
  ...more,
});
const complete: Partial<ExistingContent> = {
  pages: [
    stored(10, '/', 'home', {
      hero_title: 'Welcome',
      hero_image: 77,
      hero_items: [{ name: 'A', photo: '77' }],
    }),
    stored(11, '/buy', 'buy', { hero_title: 'Buy', hero_dark: false, hero_image: null }),
    stored(12, '/buy/guide', 'guide', { hero_title: 'Guide' }),
  ],
  posts: [stored(13, 'radon', 'radon', { seo_title: 'Radon in Iowa' }, { title: 'Radon & you' })],
  categories: new Map([['houses', 4]]),
  pictures: new Map([['lintel-porch', { id: 77, url: `${uploads}/lintel-porch.png` }]]),
  menus: {
    primary: [
      { id: 5, title: 'Buy', url: '/buy', path: '/buy', parent: 0, target: '', classes: [], children: [] },
    ],
    footer: null,
  },
  frontPage: 10,
};

describe('shared sections', () => {
  const shared = parseLayout([{ shared: 40, key: 'call' }])?.placements ?? [];
  const withSection: BuiltInFiles = {
    ...files,
    layouts: { ...files.layouts, buy: shared },
    sections: {
      call: {
        id: 40,
        slug: 'call',
        title: rendered('Call &amp; ask'),
        acf: { page_layout: layout, hero_title: 'Call', hero_image: 501 },
      },
    },
  };

  test('come before the pages that place them, with their pictures', () => {
    const { actions } = plan({}, withSection);
    const names = actions.map((action) => ('path' in action ? action.path : action.kind));
    expect(names.slice(0, 4)).toEqual(['picture', 'term', 'section', '/']);
    expect(actions[2]).toMatchObject({
      id: 40,
      slug: 'call',
      title: 'Call & ask',
      values: { page_layout: '[{"block":"hero","key":"hero"}]', hero_title: 'Call', hero_image: 501 },
    });
    expect(actions).toContainEqual(
      expect.objectContaining({
        path: '/buy',
        values: expect.objectContaining({ page_layout: '[{"shared":40,"key":"call"}]' }),
      }),
    );
  });

  test('that WordPress has are found by their slug, and places of them are compared by their ids there', () => {
    const buy = { hero_title: 'Buy', page_layout: '[{"shared":900,"key":"call"}]' };
    const [home, , guide] = complete.pages ?? [];
    expect.assert(home && guide);
    const pages = [home, stored(11, '/buy', 'buy', buy), guide];
    const { actions, kept, sharedSections } = plan(
      { ...complete, pages, sections: new Map([['call', 900]]) },
      withSection,
    );
    expect([actions, kept, [...sharedSections]]).toEqual([[], [], [[40, 900]]]);
  });

  test('ids in a layout are replaced, also where another has the same number', () => {
    const text = '[{"shared":40,"key":"a"},{"block":"hero","key":"b"},{"shared":41,"key":"c"}]';
    const ids = new Map([
      [40, 41],
      [41, 7],
    ]);
    expect(withSharedSectionIds(text, (id) => ids.get(id))).toBe(
      '[{"shared":41,"key":"a"},{"block":"hero","key":"b"},{"shared":7,"key":"c"}]',
    );
    for (const other of ['[{"block":"hero","key":"b"}]', 'no layout', undefined]) {
      expect(withSharedSectionIds(other, () => 1)).toBe(other);
    }
  });
});

describe('into an empty WordPress', () => {
  test('pictures and terms come first, parents before children, the front page last', () => {
    const { actions, kept, refused } = plan({});
    expect(actions.map((action) => ('path' in action ? action.path : action.kind))).toEqual([
      'picture',
      'term',
      '/',
      '/buy',
      '/buy/guide',
      'post',
      'menu',
      '/',
    ]);
    expect({ kept, refused }).toEqual({ kept: [], refused: [] });
    expect(actions[0]).toMatchObject({ slug: 'lintel-porch', alt: 'A porch' });
    expect(actions[4]).toMatchObject({ parent: '/buy', existing: null, values: { hero_title: 'Guide' } });
    expect(actions[5]).toMatchObject({
      fields: { title: 'Radon & you', date_gmt: '2026-11-10T15:00:00' },
      values: { seo_title: 'Radon in Iowa' },
      terms: { categories: ['houses'], tags: [] },
    });
  });

  test('a layout is imported only if it differs from the one in the code', () => {
    expect(plan({}).actions[2]).not.toHaveProperty('values.page_layout');
    const other = parseLayout([{ block: 'hero', key: 'hero', hidden: true }])?.placements ?? [];
    const moved = plan({}, { ...files, layouts: { ...files.layouts, buy: other } }).actions[3];
    expect(moved).toMatchObject({
      path: '/buy',
      values: { page_layout: '[{"block":"hero","key":"hero","hidden":true}]' },
    });
  });

  test('site settings that are set are imported, but never the sample identity', () => {
    const own = { ...settings, sample: false, social: [], priceRange: '$$$' };
    expect(plan({}).actions.map(({ kind }) => kind)).not.toContain('settings');
    const action = plan({}, { ...files, settings: own }).actions.find(({ kind }) => kind === 'settings');
    expect(action).toMatchObject({ settings: { agent: own.agent, priceRange: '$$$' } });
    expect(action).not.toHaveProperty('settings.sample');
    const { sample: _, ...set } = { ...own, priceRange: '$' };
    const again = plan({ ...complete, settings: set }, { ...files, settings: own });
    expect(again.actions).toEqual([]);
    expect(again.kept).toEqual(['Site settings › priceRange has another value in WordPress.']);
  });

  test('actions that the account may not do are refused with the capability; the others stay in the plan', () => {
    const { actions, refused } = plan({
      may: new Set(['publish_pages', 'publish_posts', 'manage_categories', 'upload_files']),
    });
    expect(actions.map(({ kind }) => kind)).not.toContain('menu');
    expect(refused.join(' ')).toMatch(/edit_theme_options.*Administrator.*manage_options/);
  });
});

describe('demonstration and test pages', () => {
  const withDemo = { ...files, pages: { ...files.pages, demo: { ...page(4, 'demo', {}), demo: true } } };

  test('are left out and named, unless they are asked for', () => {
    const { actions, demos } = plan({}, withDemo);
    expect(actions.filter(({ kind }) => kind === 'page')).toHaveLength(3);
    expect(demos).toEqual(['/demo']);
    const asked = planImport(empty, withDemo, project, blocks, { withDemos: true });
    expect(asked.actions).toContainEqual(expect.objectContaining({ kind: 'page', path: '/demo' }));
    expect(asked.demos).toEqual([]);
  });

  test('of the built-in content are those that say so', async () => {
    const { content } = await loadBuiltInContent(
      path.join(PROJECT_ROOT, 'fixtures'),
      await loadProjectBlocks(),
    );
    const demos = [...content.pages.values()].filter(({ demo }) => demo).map((demo) => demo.path);
    expect(demos).toEqual(['/lead-form-demo', '/test-logo']);
  });
});

describe('pictures in texts', () => {
  const shown = '<img src="/scenes/porch.svg" alt="">';
  const pagesWith = (acf: Record<string, unknown>, content = '') => ({
    ...files,
    pages: { text: { ...page(4, 'text', acf), content: rendered(content) } },
    layouts: { text: layout },
  });

  test('are not uploaded for the text of a page that WordPress has', () => {
    const there = stored(10, '/text', 'text', { hero_title: 'Text', page_layout: JSON.stringify(layout) });
    const { actions } = plan(
      { ...complete, pages: [there], pictures: new Map() },
      pagesWith({ hero_title: 'Text' }, shown),
    );
    expect(actions).toEqual([]);
    const others = '<img src="/scenes/porch.svg.png"><img src="https://a.example/scenes/porch.svg">';
    expect(plan({}, pagesWith({}, others)).actions.map(({ kind }) => kind)).not.toContain('picture');
  });

  test('that were uploaded before make no difference to a value', () => {
    const theirs = `<img src="${uploads}/lintel-porch.png" alt="">`;
    const pages = [stored(10, '/text', 'text', { hero_notes: theirs })];
    expect(plan({ ...complete, pages }, pagesWith({ hero_notes: shown }, '<p>Text</p>')).kept).toEqual([]);
  });
});

test('a page below another one is not mistaken for a page of the same slug at the top', () => {
  const below = { ...files, pages: { ...files.pages, 'buy--home': page(5, 'home', {}, 'buy') } };
  const top = stored(20, '/home', 'home', {});
  const { actions } = plan({ ...complete, pages: [...(complete.pages ?? []), top] }, below);
  expect(actions).toMatchObject([{ path: '/buy/home', slug: 'home', parent: '/buy', existing: null }]);
});

describe('into a WordPress that was imported before', () => {
  test('there is nothing to do', () => {
    expect(plan(complete)).toMatchObject({ actions: [], kept: [], refused: [] });
  });

  test('after an interrupted import, only the missing actions remain', () => {
    const pages = complete.pages?.filter(({ at }) => at !== '/buy/guide') ?? [];
    expect(kinds({ ...complete, pages })).toEqual(['page']);
    expect(kinds({ ...complete, pages, pictures: new Map() })).toEqual(['page']);
    expect(
      kinds({
        ...complete,
        pictures: new Map([['lintel-porch', { id: 77, url: `${uploads}/lintel-porch.png` }]]),
        frontPage: 0,
      }),
    ).toEqual(['front page']);
  });
});

describe('what an editor wrote', () => {
  const changed = (acf: Record<string, unknown>, more = {}) =>
    plan({
      ...complete,
      pages: [stored(10, '/', 'home', acf, more), ...(complete.pages?.slice(1) ?? [])],
    });

  test('a different value is kept and named; an empty value is filled in', () => {
    const { actions, kept } = changed({ hero_title: 'Hello', hero_image: 5, hero_items: '' });
    expect(actions).toMatchObject([
      { kind: 'page', path: '/', existing: 10, values: { hero_items: [{ name: 'A', photo: 501 }] } },
    ]);
    expect(actions).toHaveLength(1);
    expect(actions[0]).not.toHaveProperty('values.hero_title');
    expect(kept).toEqual([
      'Page home › hero_title has another value in WordPress.',
      'Page home › hero_image has another value in WordPress.',
    ]);
  });

  test('an empty value of a post is filled in; a different value is kept', () => {
    const post = (acf: Record<string, unknown>) =>
      plan({ ...complete, posts: [stored(13, 'radon', 'radon', acf, { title: 'Radon & you' })] });
    expect(post({}).actions).toMatchObject([
      { kind: 'post', existing: 13, values: { seo_title: 'Radon in Iowa' } },
    ]);
    expect(post({ seo_title: 'Mine' })).toMatchObject({
      actions: [],
      kept: ['Radon & you › seo_title has another value in WordPress.'],
    });
  });

  test('titles, texts, drafts, menus and the front page are kept', () => {
    const own = complete.pages?.[0]?.acf ?? {};
    expect(changed(own, { title: 'Start', content: '<p>Mine</p>' }).kept).toHaveLength(2);
    const draft = changed(own, { status: 'draft' });
    expect(draft.actions).toEqual([]);
    expect(draft.kept).toEqual([expect.stringContaining('in the state “draft”')]);
    const post = stored(13, 'radon', 'radon', {}, { title: 'Radon & you', status: 'trash' });
    expect(plan({ ...complete, posts: [post] })).toMatchObject({
      actions: [],
      kept: [expect.stringContaining('“radon”: WordPress has this post in the state “trash”')],
    });
    const menu = plan({ ...complete, menus: { primary: [], footer: [] } });
    expect(menu.actions).toEqual([]);
    expect(menu.kept).toEqual(['The menu “primary” has other items in WordPress.']);
    expect(plan({ ...complete, frontPage: 99 })).toMatchObject({ actions: [], kept: [] });
  });

  test.each(['draft', 'trash'])('a home page in the state “%s” does not become the front page', (status) => {
    const [home, ...others] = complete.pages ?? [];
    expect.assert(home);
    const { actions, kept } = plan({ ...complete, pages: [{ ...home, status }, ...others], frontPage: 0 });
    expect(actions).toEqual([]);
    expect(kept).toEqual([expect.stringContaining(`in the state “${status}”`)]);
  });
});
