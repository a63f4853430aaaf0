import { expect, test } from 'vitest';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { siteEntry, snapshotOf, wordPressEntry } from '../testing/test-content.ts';

const HOME = 'https://cms.example';
const tips: MirrorEntry = {
  kind: 'category',
  id: '3',
  data: { id: 3, slug: 'tips', name: 'Tips', link: `${HOME}/category/tips/` },
  version: 1,
};
const content = [siteEntry(), wordPressEntry('post', 7, 'news', { link: `${HOME}/news/` }), tips];
const before = snapshotOf(content);
const withPage = (slug: string, parents: readonly string[] = []) => {
  const above = parents.map((parent, index) =>
    wordPressEntry('page', 20 + index, parent, { parent: index === 0 ? 0 : 19 + index }, 2),
  );
  const parent = above.length > 0 ? 19 + above.length : 0;
  return snapshotOf([...content, ...above, wordPressEntry('page', 40, slug, { parent }, 2)], 2);
};

test('a page that takes the path of a post or of a list changes what lists and links show', () => {
  const news = withPage('news');
  expect([before, news].map((snapshot) => snapshot.posts()[0]?.path)).toEqual(['/news', '/blog/news']);
  expect(news.fingerprint('posts')).not.toBe(before.fingerprint('posts'));
  const taken = withPage('tips', ['category']);
  expect(taken.fingerprint('category:3')).not.toBe(before.fingerprint('category:3'));
});

test('a deleted featured picture changes the lists of posts', () => {
  const post = (id: number, picture: number) =>
    wordPressEntry('post', id, `post-${id}`, { link: `${HOME}/post-${id}/`, featured_media: picture });
  const posts = [post(8, 80), post(9, 90)];
  const media: MirrorEntry[] = ['80', '90'].map((id) => ({
    kind: 'media',
    id,
    data: { id: Number(id), source_url: `${HOME}/${id}.jpg`, mime_type: 'image/jpeg' },
    version: 1,
  }));
  const [both, one] = [media, media.slice(1)].map((each) => snapshotOf([...content, ...posts, ...each]));
  expect(one?.fingerprint('posts')).not.toBe(both?.fingerprint('posts'));
});

test('another page changes neither', () => {
  const other = withPage('team');
  for (const read of ['posts', 'category:3']) expect(other.fingerprint(read)).toBe(before.fingerprint(read));
});
