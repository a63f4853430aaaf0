import { expect, test } from 'vitest';
import { contentChoice, choice, group, reference, text } from '../../../src/builder/fields.ts';
import { defineBlock } from '../../../src/builder/block.ts';
import {
  testBlocks,
  mirrorEntry,
  resolveTestPage,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';

const teaser = defineBlock({
  id: 'teaser',
  title: 'Teaser',
  description: '',
  fields: {
    look: choice({ label: 'Look', options: ['short', 'long'], default: 'short' }),
    more: reference({ label: 'Page' }),
    topic: contentChoice({ label: 'Topic', optionsFrom: 'categories' }),
    below: contentChoice({ label: 'Below', optionsFrom: 'pages' }),
    button: group({
      label: 'Button',
      fields: { words: text({ label: 'Words', default: 'Read' }), note: text({ label: 'Note' }) },
    }),
    detail: text({ label: 'Detail', required: true, showWhen: { field: 'look', is: ['long'] } }),
  },
});
const all = new Map([...testBlocks, [teaser.id, teaser]]);
const layout = JSON.stringify([{ block: 'teaser', key: 'teaser' }]);
const media = { id: 8, source_url: 'https://cms.example/a.jpg', media_details: { width: 4, height: 3 } };
const category = mirrorEntry('category', { id: 3, name: 'Market', slug: 'market', parent: 0 });

/** The page that has the section, among other entries. */
function page(acf: object, others: readonly MirrorEntry[] = []) {
  const own = wordPressEntry('page', 20, 'teasers', { acf: { page_layout: layout, ...acf } });
  const entries = [own, ...others];
  const resolved = resolveTestPage(entries, '/teasers', { blocks: all });
  const { answer } = resolved;
  return {
    ...resolved,
    props: answer.status === 200 ? answer.document.placements[0]?.props : undefined,
    fields: answer.status === 200 ? answer.page().acf : {},
  };
}

test('a page by its id: path, title, description and image', () => {
  const target = wordPressEntry('page', 12, 'open-house', {
    excerpt: { rendered: '<p>Come in.</p>', protected: false },
    featured_media: 8,
  });
  const { props, faults } = page({ teaser_more: 12 }, [target, mirrorEntry('media', media)]);
  expect(props?.more).toMatchObject({
    path: '/open-house',
    title: 'WordPress open-house',
    description: 'Come in.',
  });
  expect(faults).toEqual([]);
});

test('a post by its id, and a built-in page by its path', () => {
  const post = wordPressEntry('post', 13, 'news');
  expect(page({ teaser_more: 13 }, [post]).props?.more).toMatchObject({
    path: '/blog/news',
    title: 'WordPress news',
  });
  expect(page({ teaser_more: '/blog/news' }, [post]).props?.more).toMatchObject({ path: '/blog/news' });
  expect(page({ teaser_more: '/about' }).props?.more).toEqual({ path: '/about', title: 'Built-in about' });
  expect(page({ teaser_more: 'https://cms.example/about/' }).props?.more).toMatchObject({ path: '/about' });
});

test('a page and a post with slugs in another script, by id, path and URL: their paths are encoded once', () => {
  const slug = encodeURIComponent('дом');
  const entries = [wordPressEntry('page', 12, slug), wordPressEntry('post', 13, slug)];
  for (const stored of [12, '/дом', `/${slug}`, `https://cms.example/${slug}/`])
    expect(page({ teaser_more: stored }, entries).props?.more).toMatchObject({ path: `/${slug}` });
  for (const stored of [13, '/blog/дом', `/blog/${slug}`])
    expect(page({ teaser_more: stored }, entries).props?.more).toMatchObject({ path: `/blog/${slug}` });
});

test.each([
  [12, [wordPressEntry('page', 12, 'plan', { status: 'draft' })], '"WordPress plan" is not public.'],
  [13, [wordPressEntry('post', 13, 'news', { status: 'private' })], '"WordPress news" is not public.'],
  ['/about', [wordPressEntry('page', 12, 'about', { status: 'draft' })], '"WordPress about" is not public.'],
  [99, [], 'there is no page or post 99 any more.'],
  ['/nowhere', [], 'there is no page or post at "/nowhere" any more.'],
  ['/blog', [], ''],
  ['https://other.example/', [], 'is no page or post of this site.'],
])('%j is not set, with a fault for editors', (stored, others, message) => {
  const { props, faults } = page({ teaser_more: stored }, others);
  if (message === '') expect(faults).toEqual([]);
  else {
    expect(props).not.toHaveProperty('more');
    expect(faults).toEqual([expect.stringContaining(`WordPress teasers › teaser_more: `)]);
    expect(faults[0]).toContain(message);
  }
});

test('the page is rendered again when what it names changes, appears or moves, and otherwise not', () => {
  const { reads } = page({ teaser_more: 12 }, [wordPressEntry('page', 12, 'plan')]);
  const isCurrent = (...entries: MirrorEntry[]) => {
    const own = wordPressEntry('page', 20, 'teasers', { acf: { page_layout: layout, teaser_more: 12 } });
    const snapshot = snapshotOf([own, ...entries], 2);
    return [...reads].every(([read, before]) => snapshot.fingerprint(read) === before);
  };
  expect(isCurrent(wordPressEntry('page', 12, 'plan'))).toBe(true);
  expect(isCurrent(wordPressEntry('page', 12, 'plan'), wordPressEntry('page', 14, 'other', {}, 2))).toBe(
    true,
  );
  expect(isCurrent(wordPressEntry('page', 12, 'plan', {}, 2))).toBe(false);
  expect(isCurrent(wordPressEntry('page', 12, 'other-plan'))).toBe(false);
  expect(isCurrent()).toBe(false);
  // A post that nobody could see.
  const hidden = page({ teaser_more: 13 }, [wordPressEntry('post', 13, 'news', { status: 'draft' })]);
  const later = snapshotOf([wordPressEntry('post', 13, 'news', {}, 2)], 2);
  expect(later.fingerprint('post-id:13')).not.toBe(hidden.reads.get('post-id:13'));
});

test('options that the content has', () => {
  expect(page({ teaser_topic: 'market', teaser_below: '/about' }, [category])).toMatchObject({
    props: { topic: 'market', below: '/about' },
    faults: [],
  });
  const { props, faults } = page({ teaser_topic: 'gone', teaser_below: '/nowhere' }, [category]);
  expect([props?.topic, props?.below]).toEqual([undefined, undefined]);
  expect(faults).toHaveLength(2);
});

test('a group has its defaults, also where nothing is stored', () => {
  expect(page({}).props?.button).toEqual({ words: 'Read' });
  expect(page({ teaser_button: { note: 'Now' } }).props?.button).toEqual({ words: 'Read', note: 'Now' });
});

test('a field that is not shown is not required, and its value is neither shown nor passed on', () => {
  const hidden = page({ teaser_detail: 'Kept' });
  expect(hidden.props).toMatchObject({ look: 'short' });
  expect(hidden.props).not.toHaveProperty('detail');
  expect(hidden.fields).not.toHaveProperty('teaser_detail');
  expect(hidden.faults).toEqual([]);
  expect(page({ teaser_look: 'long', teaser_detail: 'Kept' }).props).toMatchObject({ detail: 'Kept' });
  expect(page({ teaser_look: 'long' }).faults).toEqual([
    'WordPress teasers › teaser_detail: is empty but needed. Fill it in.',
  ]);
});
