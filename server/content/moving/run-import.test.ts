import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import sample from '../../../fixtures/site-settings.json' with { type: 'json' };
import { defineBlock } from '../../../src/builder/block.ts';
import { list, richText, text } from '../../../src/builder/fields.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import { parseLayout } from '../../../src/contracts/layout.ts';
import { siteSettingsSchema } from '../../../src/contracts/site-settings.ts';
import { createBuiltInContent, type BuiltInFiles } from '../built-in/built-in-content.ts';
import type { WordPressWriter } from '../rest/wordpress-writer.ts';
import type { ExistingContent } from './import-actions.ts';
import { planImport } from './import-plan.ts';
import { runImport } from './run-import.ts';

const teaser = defineBlock({
  id: 'teaser',
  title: 'Teaser',
  description: '',
  fields: {
    notes: richText({ label: 'Notes' }),
    rows: list({ label: 'Rows', row: { text: text({ label: 'Text' }) } }),
  },
});
const blocks = new Map([['teaser', teaser]]);
const layout = parseLayout([{ block: 'teaser', key: 'teaser' }])?.placements ?? [];
const rendered = (html: string) => ({ rendered: html });
const settings = siteSettingsSchema.parse(sample);
const picture = (id: number, url: string) => ({
  id,
  source_url: url,
  alt_text: '',
  media_details: { width: 9, height: 9 },
});
const noFiles: BuiltInFiles = {
  settings,
  menus: { primary: { items: [] }, footer: { items: [] } },
  media: [],
  pages: {},
  layouts: {},
  posts: {},
  sections: {},
};
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
  may: new Set(['upload_files', 'publish_pages', 'publish_posts', 'manage_categories', 'manage_options']),
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-import-'));
  await mkdir(path.join(folder, 'pictures'));
});
afterEach(() => rm(folder, { recursive: true }));

const UPLOADS = 'https://cms.example.com/wp-content/uploads';

/** Imports these files. Returns the warnings, and what was sent to WordPress. */
async function imported(files: BuiltInFiles, existing: Partial<ExistingContent> = {}) {
  const sent: [string, JsonObject][] = [];
  const writer: WordPressWriter = {
    get: () => Promise.resolve(null),
    list: () => Promise.resolve([]),
    post: (route, body) => {
      sent.push([route, body]);
      return Promise.resolve({ id: 100 + sent.length, slug: body.slug });
    },
    remove: () => Promise.reject(new Error('Nothing is removed.')),
    upload: ({ name }) => Promise.resolve({ id: 70, source_url: `${UPLOADS}/${name}` }),
  };
  const site = { ...empty, ...existing };
  const plan = planImport(site, files, createBuiltInContent(noFiles), blocks);
  const warnings = await runImport({
    plan,
    existing: site,
    writer,
    folders: [folder],
    onProgress: () => {},
  });
  return { warnings, sent };
}

const page = (slug: string, content: string, acf: JsonObject) => ({
  id: 4,
  slug,
  parent: '',
  title: rendered('Text'),
  content: rendered(content),
  excerpt: rendered(''),
  modified: '2026-01-01T00:00:00',
  acf,
  own_text_replaces_sections: false,
});

test('pictures in texts get the URLs of the uploaded files, and one without a file is named', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
  await writeFile(path.join(folder, 'pictures/7-porch.svg'), svg);
  const texts = (src: string) => `<p>Seen <img src="${src}" alt=""></p>`;
  const path7 = texts('/pictures/7-porch.svg');
  const lost = texts('/pictures/8-lost.jpg');
  const old = texts('/pictures/9-old.jpg');
  const files: BuiltInFiles = {
    ...noFiles,
    settings: {
      ...settings,
      sample: false,
      agent: { ...settings.agent, portrait: '/pictures/7-porch.svg' },
    },
    media: [
      picture(7, '/pictures/7-porch.svg'),
      picture(8, '/pictures/8-lost.jpg'),
      picture(9, '/pictures/9-old.jpg'),
    ],
    pages: {
      text: page('text', path7 + lost, { teaser_notes: path7, teaser_rows: [{ text: old }] }),
    },
    layouts: { text: layout },
    posts: { news: { id: 9, slug: 'news', title: rendered('News'), content: rendered(old + path7) } },
    sections: {
      call: {
        id: 40,
        slug: 'call',
        title: rendered('Call'),
        acf: { page_layout: layout, teaser_notes: path7 },
      },
    },
  };
  const pictures = new Map([['lintel-9-old', { id: 71, url: `${UPLOADS}/lintel-9-old.jpg` }]]);
  const { warnings, sent } = await imported(files, { pictures });

  const new7 = texts(`${UPLOADS}/lintel-7-porch.png`);
  const new9 = texts(`${UPLOADS}/lintel-9-old.jpg`);
  const bodies = new Map(sent);
  expect(bodies.get('/wp/v2/pages')).toMatchObject({ content: new7 + lost });
  expect(sent.find(([route]) => /^\/wp\/v2\/pages\/\d+$/.test(route))?.[1]).toMatchObject({
    acf: { teaser_notes: new7, teaser_rows: [{ text: new9 }] },
  });
  expect(bodies.get('/wp/v2/posts')).toMatchObject({ content: new9 + new7 });
  expect(bodies.get('/wp/v2/lintel_section')).toMatchObject({ acf: { teaser_notes: new7 } });
  expect(bodies.get('/lintel/v1/site-settings')).toMatchObject({
    agent: { portrait: `${UPLOADS}/lintel-7-porch.png` },
  });
  expect(warnings).toEqual([
    `upload the picture lintel-8-lost: The file of /pictures/8-lost.jpg is not in ${folder}. Add the picture in WordPress where it is missing.`,
  ]);
});

test('a damaged SVG is named, and the rest is imported', async () => {
  await writeFile(path.join(folder, 'pictures/6-torn.svg'), '<svg');
  const { warnings, sent } = await imported({
    ...noFiles,
    media: [picture(6, '/pictures/6-torn.svg')],
    pages: { text: page('text', '<p><img src="/pictures/6-torn.svg" alt=""></p>', {}) },
    layouts: { text: layout },
  });
  expect(warnings).toEqual([
    expect.stringContaining('The file of /pictures/6-torn.svg is no SVG that can be drawn: '),
  ]);
  expect(sent.map(([route]) => route)).toContain('/wp/v2/pages');
});

test('categories come with their parents, and posts with their options', async () => {
  const term = (slug: string, up?: object) => ({
    name: `All ${slug}`,
    slug,
    taxonomy: 'category',
    ...(up && { parent: 5, _embedded: { up: [up] } }),
  });
  const post = (id: number, slug: string, more: object) => ({
    id,
    slug,
    title: rendered(slug),
    ...more,
  });
  const iowa = term('iowa', term('places'));
  const files: BuiltInFiles = {
    ...noFiles,
    posts: {
      news: post(9, 'news', {
        sticky: true,
        format: 'quote',
        comment_status: 'closed',
        _embedded: { 'wp:term': [[term('ames', iowa), term('homes', term('houses'))]] },
      }),
      // As an earlier export, or somebody by hand, has written it.
      plain: post(10, 'plain', { format: 'other', _embedded: { 'wp:term': [[term('iowa')]] } }),
    },
  };
  const { sent } = await imported(files, { categories: new Map([['houses', 40]]) });
  expect(sent.filter(([route]) => route === '/wp/v2/categories').map(([, body]) => body)).toEqual([
    { name: 'All places', slug: 'places' },
    { name: 'All iowa', slug: 'iowa', parent: 101 },
    { name: 'All ames', slug: 'ames', parent: 102 },
    { name: 'All homes', slug: 'homes', parent: 40 },
  ]);
  const [news, plain] = sent.filter(([route]) => route === '/wp/v2/posts').map(([, body]) => body);
  // The post itself is only in the categories below.
  expect(news).toMatchObject({
    sticky: true,
    format: 'quote',
    comment_status: 'closed',
    categories: [103, 104],
  });
  expect(Object.keys(plain ?? {})).toEqual(
    expect.not.arrayContaining(['sticky', 'format', 'comment_status']),
  );
});
