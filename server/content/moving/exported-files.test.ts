import { defineBlock } from '../../../src/builder/block.ts';
import { group, link, list, reference } from '../../../src/builder/fields.ts';
import { expect, test } from 'vitest';
import { createMirrorContents } from '../values/mirror-contents.ts';
import { createSnapshot } from '../snapshot/snapshot.ts';
import {
  testBlocks,
  testBuiltInContent,
  mirrorEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import { exportedFiles } from './exported-files.ts';
import { withLocalPictures } from './exported-pictures.ts';

/** Files without pages and pictures. */
const builtInFiles = {
  settings: testBuiltInContent.settings,
  menus: { primary: { items: [] }, footer: { items: [] } },
  media: [],
  pages: {},
  layouts: {},
  posts: {},
  sections: {},
};
const homes = ['https://cms.example.com'];
const paths = new Map([
  ['https://cms.example.com/wp-content/uploads/2026/porch.jpg', '/pictures/7-porch.jpg'],
]);
const local = (text: string) => withLocalPictures(text, paths, homes);

test('a picture in a text is replaced by the exported file, whichever size the editor inserted', () => {
  const uploads = 'https://cms.example.com/wp-content/uploads/2026/porch';
  expect(
    local(
      `<p>A</p><img class="wp-image-7" src="${uploads}-1024x683.jpg" srcset="${uploads}-300x200.jpg 300w, ${uploads}-scaled.jpg 2560w" sizes="100vw" alt="">`,
    ),
  ).toBe('<p>A</p><img class="wp-image-7" src="/pictures/7-porch.jpg" alt="">');
  expect(local(`<a href="${uploads}.jpg">Porch</a>`)).toBe('<a href="/pictures/7-porch.jpg">Porch</a>');
  expect(local('<img src="/wp-content/uploads/2026/porch-150x150.jpg">')).toBe(
    '<img src="/pictures/7-porch.jpg">',
  );
});

test('other pictures are unchanged, and keep their sizes', () => {
  const text = '<img src="https://cdn.example.com/a.jpg" srcset="https://cdn.example.com/a-2.jpg 2x">';
  expect(local(text)).toBe(text);
});

test('pictures of the site settings are exported, and a file outside the media library is named', () => {
  const { agent, brokerage, seo } = testBuiltInContent.settings;
  const uploads = 'https://cms.example.com/wp-content/uploads';
  const library = [
    mirrorEntry('media', {
      id: 7,
      source_url: `${uploads}/porch.jpg`,
      media_details: { width: 9, height: 6 },
    }),
  ];
  const settings = {
    agent: { ...agent, portrait: `${uploads}/porch-300x200.jpg` },
    brokerage: { ...brokerage, logo: '/wp-content/uploads/logo.svg' },
    seo: { ...seo, shareImage: '/wp-content/uploads/porch.jpg' },
  };
  const contents = createMirrorContents([
    ...library,
    { kind: 'settings', id: 'site', data: settings, version: 1 },
  ]);
  const snapshot = createSnapshot({ contents, builtIn: testBuiltInContent, homes });
  const { files, pictures, notes } = exportedFiles({
    snapshot,
    contents,
    builtIn: testBuiltInContent,
    builtInFiles,
    blocks: testBlocks,
  });
  expect(files.get('site-settings.json')).toMatchObject({
    agent: { name: agent.name, portrait: '/pictures/7-porch.jpg' },
    brokerage: { url: brokerage.url, logo: '/wp-content/uploads/logo.svg' },
    seo: { shareImage: '/pictures/7-porch.jpg' },
  });
  expect([...pictures]).toEqual([[`${uploads}/porch.jpg`, '/pictures/7-porch.jpg']]);
  expect(notes).toEqual([
    'Site settings › brokerage.logo: “/wp-content/uploads/logo.svg” is no picture of the media library. Write the address of one there.',
  ]);
});

test('references by id become paths, also in rows and groups, because another WordPress has other ids', () => {
  const row = { more: reference({ label: 'More' }) };
  const teaser = defineBlock({
    id: 'teaser',
    title: 'Teaser',
    description: '',
    fields: { ...row, rows: list({ label: 'Rows', row }), box: group({ label: 'Box', fields: row }) },
  });
  const layout = JSON.stringify([{ block: 'teaser', key: 'teaser' }]);
  const acf = {
    page_layout: layout,
    teaser_more: 12,
    teaser_rows: [{ more: '13' }, { more: 99 }, { more: '/about' }],
    teaser_box: { more: 13 },
  };
  const entries = [
    wordPressEntry('page', 20, 'teasers', { acf }),
    wordPressEntry('page', 12, 'buy'),
    wordPressEntry('post', 13, 'news'),
  ];
  const { files } = exportedFiles({
    snapshot: snapshotOf(entries),
    contents: createMirrorContents(entries),
    builtIn: testBuiltInContent,
    builtInFiles,
    blocks: new Map([...testBlocks, [teaser.id, teaser]]),
  });
  expect(files.get('pages/teasers.json')).toMatchObject({
    acf: {
      teaser_more: '/buy',
      teaser_rows: [{ more: '/blog/news' }, {}, { more: '/about' }],
      teaser_box: { more: '/blog/news' },
    },
  });
});

test('links to the home page of the source become paths, also without a slash and with a query', () => {
  const home = 'https://cms.example.com';
  const text = [
    `<a href="${home}">Home</a>`,
    `<a href='${home}?p=1'>Post</a>`,
    `<a href="${home}#top">Top</a>`,
    `<a href="${home}/buy">Buy</a>`,
    `<a href="${home}.au">Other site</a>`,
    `<a href="${home}:8080">Other port</a>`,
    `<p>Did you see ${home}? It is ${home}'s best.</p>`,
  ];
  const teaser = defineBlock({
    id: 'teaser',
    title: 'Teaser',
    description: '',
    fields: { more: link({ label: 'More' }) },
  });
  const acf = {
    page_layout: [{ block: 'teaser', key: 'teaser' }],
    teaser_more: { url: home, title: 'Home' },
  };
  const content = { rendered: text.join(' '), protected: false };
  const entries = [wordPressEntry('page', 12, 'links', { content, acf })];
  const { files } = exportedFiles({
    snapshot: createSnapshot({ contents: createMirrorContents(entries), builtIn: testBuiltInContent, homes }),
    contents: createMirrorContents(entries),
    builtIn: testBuiltInContent,
    builtInFiles,
    blocks: new Map([[teaser.id, teaser]]),
  });
  expect(files.get('pages/links.json')).toMatchObject({
    content: {
      rendered: [
        '<a href="/">Home</a>',
        "<a href='/?p=1'>Post</a>",
        '<a href="/#top">Top</a>',
        '<a href="/buy">Buy</a>',
        ...text.slice(4),
      ].join(' '),
    },
    acf: { teaser_more: { url: '/', title: 'Home' } },
  });
});

test('a page named `home` below another page is exported under its path, apart from the front page', () => {
  const text = (rendered: string) => ({ content: { rendered, protected: false }, acf: [] });
  const entries = [
    wordPressEntry('page', 12, 'buy'),
    wordPressEntry('page', 13, 'home', { parent: 12, ...text('<p>Below buy.</p>') }),
    wordPressEntry('page', 14, 'rates', { parent: 13, ...text('<p>Rates.</p>') }),
    wordPressEntry('page', 15, 'rates', { ...text('<p>Others.</p>') }),
    wordPressEntry('page', 16, 'home', { ...text('<p>Front page.</p>') }),
  ];
  const snapshot = snapshotOf(entries);
  expect(snapshot.pages().map((page) => page.path)).toContain('/buy/home');
  const contents = createMirrorContents(entries);
  const file = (slug: string) => ({
    id: 1,
    slug,
    parent: '',
    title: { rendered: slug },
    content: { rendered: '' },
    excerpt: { rendered: '' },
    modified: '2026-01-01T00:00:00',
    acf: { form_title: 'Built in' },
    own_text_replaces_sections: false,
  });
  const pages = { home: file('home'), buy: file('buy') };
  const { files, notes } = exportedFiles({
    snapshot,
    contents,
    builtIn: testBuiltInContent,
    builtInFiles: { ...builtInFiles, pages },
    blocks: testBlocks,
  });
  expect(notes).toEqual([]);
  const child = files.get('pages/buy--home.json');
  expect(child).toMatchObject({ slug: 'home', parent: 'buy', content: { rendered: '<p>Below buy.</p>' } });
  expect(child).not.toHaveProperty('acf.form_title');
  expect(files.get('pages/home.json')).toMatchObject({
    slug: 'home',
    parent: '',
    content: { rendered: '<p>Front page.</p>' },
    acf: { form_title: 'Built in' },
  });
  expect(files.get('pages/rates.json')).toMatchObject({
    parent: '',
    content: { rendered: '<p>Others.</p>' },
  });
  expect(files.get('pages/buy--home--rates.json')).toMatchObject({ slug: 'rates', parent: 'buy--home' });
});

test('shared sections are exported with their values, and pages still place them', () => {
  const section = (id: number, slug: string, more: object = {}) =>
    mirrorEntry('section', {
      ...wordPressEntry('page', id, slug).data,
      title: { rendered: `Shared ${slug}` },
      acf: { page_layout: '[{"block":"banner","key":"cta"}]', cta_title: 'Call & ask', cta_image: 3 },
      ...more,
    });
  const entries = [
    wordPressEntry('page', 12, 'offer', { acf: { page_layout: [{ shared: 40, key: 'call' }] } }),
    section(40, 'call'),
    section(41, 'ruf-mich-an-ä'),
    section(42, 'draft', { status: 'draft', acf: {} }),
    mirrorEntry('template', { ...wordPressEntry('page', 43, 'open').data, status: 'private', acf: {} }),
  ];
  const { files, notes } = exportedFiles({
    snapshot: snapshotOf(entries),
    contents: createMirrorContents(entries),
    builtIn: testBuiltInContent,
    builtInFiles,
    blocks: testBlocks,
  });
  expect(files.get('layouts/offer.json')).toMatchObject([{ shared: 1_000_040, key: 'call' }]);
  expect(files.get('sections/call.json')).toMatchObject({
    id: 1_000_040,
    slug: 'call',
    title: { rendered: 'Shared call' },
    acf: { page_layout: [{ block: 'banner', key: 'cta' }], cta_title: 'Call & ask' },
  });
  expect(files.has('sections/section-41.json')).toBe(true);
  expect(notes).toEqual([
    '“Shared draft” is a shared section without content, or unpublished, so it is not included.',
    '“WordPress open” is a template, which is private, so it is not included.',
  ]);
});

test('pages and posts behind a password are not exported, and named', () => {
  const content = { rendered: '', protected: true };
  const lock = { hash: 'x', data: { content: { rendered: 'Secret' }, acf: { hero_title: 'Secret' } } };
  const entries = [
    wordPressEntry('page', 12, 'club', { content, lock, acf: [] }),
    wordPressEntry('page', 13, 'about', { content, lock, acf: [] }),
    wordPressEntry('page', 15, 'constructor', { content, lock, acf: [] }),
    wordPressEntry('post', 14, 'deal', { content, lock, acf: [] }),
  ];
  const text = { rendered: 'About' };
  const about = {
    id: 1,
    slug: 'about',
    parent: '',
    title: text,
    content: text,
    excerpt: text,
    modified: '2026-01-01T00:00:00',
    acf: {},
    own_text_replaces_sections: false,
  };
  const { files, notes } = exportedFiles({
    snapshot: snapshotOf(entries),
    contents: createMirrorContents(entries),
    builtIn: testBuiltInContent,
    builtInFiles: { ...builtInFiles, pages: { about } },
    blocks: testBlocks,
  });
  expect([...files.keys()]).not.toContain('pages/club.json');
  expect([...files.keys()]).not.toContain('pages/constructor.json');
  expect([...files.keys()]).not.toContain('posts/deal.json');
  // Without it, the site would show the built-in page in its place.
  expect(files.get('pages/about.json')).toMatchObject({ status: 'private' });
  expect(JSON.stringify([...files])).not.toContain('Secret');
  expect(notes).toEqual([
    '“WordPress about” is behind a password, so it is not included.',
    '“WordPress club” is behind a password, so it is not included.',
    '“WordPress constructor” is behind a password, so it is not included.',
    'The post “WordPress deal” is behind a password, so it is not included.',
  ]);
});
