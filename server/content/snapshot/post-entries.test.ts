import { expect, test } from 'vitest';
import type { PostEntry } from '../../../src/contracts/content.ts';
import { mirrorEntry, siteEntry, snapshotOf, wordPressEntry } from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';

const post = (id: number, more: object = {}) =>
  wordPressEntry('post', id, `post-${id}`, { categories: [3], ...more });
const category = (name: string) => mirrorEntry('category', { id: 3, name, slug: 'news', link: '' });
const before = [siteEntry(), category('News'), ...[1, 2, 3, 4, 5, 6].map((id) => post(id))];
const listOf = (entries: readonly MirrorEntry[]) => snapshotOf(entries).posts();

/** Returns the ids of the posts in a list whose entries are other objects than before. */
function madeAgain(now: readonly MirrorEntry[]): { all: readonly PostEntry[]; made: number[] } {
  const former = new Set(listOf(before));
  const all = listOf(now);
  return { all, made: all.filter((each) => !former.has(each)).map(({ id }) => id) };
}
const replaced = (...changed: MirrorEntry[]) =>
  before.map((each) => changed.find(({ kind, id }) => kind === each.kind && id === each.id) ?? each);

test.each<[string, MirrorEntry[], number[]]>([
  ['nothing', before, []],
  ['a title', replaced(post(3, { title: { rendered: 'Changed' } })), [3]],
  ['a post that is added', [...before, post(9)], [9]],
  ['an old post that is added', [...before, post(0, { date_gmt: '2020-01-01T00:00:00' })], [0]],
  ['a post that is removed', before.filter(({ kind, id }) => kind !== 'post' || id !== '3'), []],
  ['two posts that are added', [...before, post(9), post(8, { date_gmt: '2026-11-03T12:00:00' })], [9, 8]],
  ['a date', replaced(post(2, { date_gmt: '2026-11-30T10:00:00' })), [2]],
  ['a post that becomes private', replaced(post(4, { status: 'private' })), []],
  ['a link', replaced(post(5, { link: 'https://cms.example/news/post-5/' })), [5]],
  ['the name of a category', replaced(category('Local news')), [6, 5, 4, 3, 2, 1]],
  ['the name of the site', replaced(siteEntry({ name: 'Other' })), [6, 5, 4, 3, 2, 1]],
])('after a change of %s, only the entries that it affects are made again', (_, now, made) => {
  const result = madeAgain(now);
  expect(result.made).toEqual(made);
  // The same as in a list that is made from nothing.
  const fresh = listOf(now.map((each) => ({ ...each })));
  expect(result.all).toEqual(fresh);
});

test('a post gets another path when a page takes it, and its own back', () => {
  const linked = replaced(post(5, { link: 'https://cms.example/five/' }));
  const pathOf = (entries: readonly MirrorEntry[]) => listOf(entries).find(({ id }) => id === 5)?.path;
  expect(pathOf(linked)).toBe('/five');
  expect(pathOf([...linked, wordPressEntry('page', 20, 'five')])).toBe('/blog/post-5');
  expect(pathOf(linked)).toBe('/five');
});

test('a scheduled post is not older than its publication', () => {
  const scheduled = { date_gmt: '2026-11-10T09:00:00', modified_gmt: '2026-11-03T09:00:00' };
  const [entry] = listOf([siteEntry(), post(7, scheduled)]);
  expect(entry).toMatchObject({ date: entry?.modified, modified: '2026-11-10T09:00:00.000Z' });
});

test('a picture that changes is in the entry of its post', () => {
  const media = (alt_text: string) =>
    mirrorEntry('media', {
      id: 81,
      source_url: '/scenes/a.svg',
      alt_text,
      media_details: { width: 10, height: 10 },
    });
  const pictured = replaced(post(5, { featured_media: 81 }));
  const altOf = (alt: string) => listOf([...pictured, media(alt)]).find(({ id }) => id === 5)?.image?.alt;
  expect([altOf('One'), altOf('Two')]).toEqual(['One', 'Two']);
});
