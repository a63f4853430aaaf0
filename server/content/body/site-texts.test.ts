import { expect, test } from 'vitest';
import {
  testBlocks,
  testBuiltInContent,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { pagesReplacingFeatures, siteTexts } from './site-texts.ts';

const rendered = '<p>Own words.</p>';
const own = { content: { rendered }, acf: [] };
const textsOf = (...entries: MirrorEntry[]) =>
  siteTexts({
    snapshot: snapshotOf([siteEntry(), ...entries]),
    builtIn: testBuiltInContent,
    blocks: testBlocks,
    homeLayout: null,
  });
const facts = (...entries: MirrorEntry[]) =>
  textsOf(...entries).map(({ id, path, isShown, isAtBuiltIn }) => [id, path, isShown, isAtBuiltIn]);

test.each([
  ['a page of its own', wordPressEntry('page', 5, 'terms', own), [[5, '/terms', true, false]]],
  ['a post', wordPressEntry('post', 5, 'roofs', own), [[5, '/blog/roofs', true, false]]],
  ['a post without a text', wordPressEntry('post', 5, 'roofs'), [[5, '/blog/roofs', true, false]]],
  ['a built-in page with a text only', wordPressEntry('page', 5, 'about', own), [[5, '/about', true, true]]],
  [
    'a built-in page with a section, whose text is hidden',
    wordPressEntry('page', 5, 'about', { content: { rendered } }),
    [[5, '/about', false, true]],
  ],
  [
    'the imported text of a built-in page, which nobody has written',
    wordPressEntry('page', 5, 'about', { content: { rendered: '<p>About about.</p><p>Imported.</p>' } }),
    [],
  ],
  ['a page without a text', wordPressEntry('page', 5, 'terms'), []],
  ['a page without its parent', wordPressEntry('page', 5, 'guide', own), [[5, '/buy/guide', true, true]]],
  [
    'a page whose layout has no text',
    wordPressEntry('page', 5, 'terms', {
      content: { rendered },
      acf: { page_layout: JSON.stringify([{ block: 'banner', key: 'hero' }]) },
    }),
    [[5, '/terms', false, false]],
  ],
  ['a draft', wordPressEntry('page', 5, 'terms', { ...own, status: 'draft' }), []],
  [
    'a page behind a password',
    wordPressEntry('page', 5, 'terms', { content: { rendered: '', protected: true } }),
    [],
  ],
])('%s', (_, entry, expected) => {
  expect(facts(entry)).toEqual(expected);
});

test.each([
  ['search', 'the search of this site'],
  ['blog', 'the list of posts'],
])('a page %s with a text takes the place of %s, one without does not', (slug, what) => {
  expect(pagesReplacingFeatures(textsOf(wordPressEntry('page', 5, slug, own)))).toEqual([
    { id: 5, title: `WordPress ${slug}`, path: `/${slug}`, what },
  ]);
  expect(pagesReplacingFeatures(textsOf(wordPressEntry('page', 5, slug)))).toEqual([]);
});

test('the text of the page that lists the posts is not shown, as in WordPress', () => {
  const snapshot = snapshotOf([siteEntry({ page_for_posts: 5 }), wordPressEntry('page', 5, 'blog', own)]);
  expect(siteTexts({ snapshot, builtIn: testBuiltInContent, blocks: testBlocks, homeLayout: null })).toEqual(
    [],
  );
});
