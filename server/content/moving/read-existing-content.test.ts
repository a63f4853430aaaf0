import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { WordPressWriter } from '../rest/wordpress-writer.ts';
import { readExistingContent } from './read-existing-content.ts';

/** A WordPress with these entries by REST path. It has no menus, and its posts are the front page. */
function wordPressWith(lists: Readonly<Record<string, readonly JsonObject[]>>): WordPressWriter {
  const answers: Readonly<Record<string, unknown>> = {
    '/wp/v2/users/me': { id: 1, capabilities: { edit_others_pages: true } },
    '/lintel/v1/state': { show_on_front: 'posts' },
  };
  const refuse = () => Promise.reject(new Error('The test only reads.'));
  return {
    get: (path) => Promise.resolve(answers[path] ?? null),
    list: (path) => Promise.resolve([...(lists[path] ?? [])]),
    post: refuse,
    remove: refuse,
    upload: refuse,
  };
}

const entry = (id: number, slug: string, status: string, parent = 0) => ({ id, slug, status, parent });
const read = async (lists: Readonly<Record<string, readonly JsonObject[]>>) =>
  readExistingContent(wordPressWith(lists), 'https://cms.example.com');

const published = entry(6, 'buy', 'publish');
const trashed = entry(7, 'buy__trashed', 'trash');

test.each([
  ['before', [trashed, published]],
  ['after', [published, trashed]],
])('a page in the trash %s the published one at its path does not hide it', async (_where, entries) => {
  const pages = [...entries, entry(8, 'guide', 'publish', 6), entry(9, 'old__trashed', 'trash')];
  const { pages: found, posts } = await read({ '/wp/v2/pages': pages, '/wp/v2/posts': entries });
  expect(found.map(({ id, at, status }) => [id, at, status])).toEqual([
    [6, '/buy', 'publish'],
    [8, '/buy/guide', 'publish'],
    [9, '/old', 'trash'],
  ]);
  expect(posts.map(({ id, at }) => [id, at])).toEqual([[6, 'buy']]);
});

test.each([
  ['before', [entry(7, 'call', 'draft'), entry(6, 'call', 'publish')]],
  ['after', [entry(6, 'call', 'publish'), entry(7, 'call', 'draft')]],
])('a draft %s the published shared section with its slug does not hide it', async (_where, entries) => {
  expect([...(await read({ '/wp/v2/lintel_section': entries })).sections]).toEqual([['call', 6]]);
});

test('pictures of earlier imports are read with their URLs', async () => {
  const url = 'https://cms.example.com/wp-content/uploads/lintel-porch.png';
  const media = [{ id: 7, slug: 'lintel-porch', source_url: url }];
  expect([...(await read({ '/wp/v2/media': media })).pictures]).toEqual([['lintel-porch', { id: 7, url }]]);
});
