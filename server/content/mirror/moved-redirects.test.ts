import { expect, test } from 'vitest';
import { createMirrorContents, type MirrorEntry } from '../values/mirror-contents.ts';
import { siteEntry, wordPressEntry } from '../testing/test-content.ts';
import { redirectsForMovedPaths } from './moved-redirects.ts';

const moved: MirrorEntry = { kind: 'moved', id: '/team', data: { kind: 'page', id: 12 }, version: 1 };
const crew = wordPressEntry('page', 12, 'crew');
const at = (home: string) => siteEntry({ home });
const changes = (before: MirrorEntry[], after: MirrorEntry[]) =>
  redirectsForMovedPaths(
    createMirrorContents(before),
    createMirrorContents(after),
    ['https://cms.example'],
    new Map(),
  );

test('another WordPress site ends all redirects; an address that was not known before does not', () => {
  const now = [crew, moved, at('https://cms.example')];
  expect(changes([crew, moved, at('https://old.example')], now)).toEqual({ put: [], remove: [moved] });
  expect(changes([crew, moved], now)).toEqual({ put: [], remove: [] });
});

test('a post that another address leads to needs no redirect; one with a new slug or prefix does', () => {
  const post = (slug: string, path: string) =>
    wordPressEntry('post', 7, slug, { link: `https://cms.example${path}`, modified_gmt: path });
  const paths = (before: MirrorEntry, after: MirrorEntry) =>
    changes([before, at('https://cms.example')], [after, at('https://cms.example')]).put.map(({ id }) => id);
  expect(paths(post('roofs', '/2026/11/roofs/'), post('roofs', '/roofs/'))).toEqual([]);
  expect(paths(post('roofs', '/news/roofs/'), post('roofs', '/roofs/'))).toEqual(['/news/roofs']);
  expect(paths(post('roofs', '/2026/11/roofs/'), post('new-roofs', '/2026/11/new-roofs/'))).toEqual([
    '/2026/11/roofs',
    '/blog/roofs',
  ]);
});
