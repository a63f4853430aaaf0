import { expect, test } from 'vitest';
import {
  testBlocks,
  testBuiltInContent,
  mirrorEntry,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import { createMirrorContents } from '../values/mirror-contents.ts';
import { createLinkTargetFinder } from './link-target-finder.ts';
import { changedAddresses } from '../doctor/moving-in/changed-addresses.ts';

const HOME = 'https://cms.example';
const text = { content: { rendered: '<p>Own words.</p><!--nextpage--><p>More.</p>' }, acf: [] };
const entries = [
  siteEntry(),
  wordPressEntry('page', 5, 'terms', { ...text, link: `${HOME}/terms/` }),
  wordPressEntry('page', 6, 'contact-us', { ...text, link: `${HOME}/contact-us/` }),
  wordPressEntry('page', 8, 'guide', { ...text, link: `${HOME}/guide/` }),
  wordPressEntry('page', 9, 'hidden', { ...text, status: 'draft' }),
  wordPressEntry('post', 7, 'roofs', { ...text, link: `${HOME}/2026/11/07/roofs/`, categories: [3] }),
  wordPressEntry('post', 10, 'about', { ...text, link: `${HOME}/about/` }),
  wordPressEntry('post', 11, 'plain', { ...text, link: `${HOME}/?p=11` }),
  mirrorEntry('category', { id: 3, name: 'News', slug: 'news', link: `${HOME}/category/news/` }),
  mirrorEntry('media', { id: 20, link: `${HOME}/plan/`, source_url: `${HOME}/wp-content/uploads/plan.pdf` }),
];
const snapshot = snapshotOf(entries);
const targetOf = createLinkTargetFinder({
  snapshot,
  builtIn: testBuiltInContent,
  blocks: testBlocks,
  now: Date.parse('2026-11-22T12:00:00Z'),
  scenes: new Map(),
  options: { homeLayout: null, showFaults: false, allowSampleIndex: false },
});

test.each([
  ['/', '/'],
  ['/terms', '/terms'],
  ['/buy/guide', '/buy/guide'],
  ['/contact-us', '/contact'],
  ['/2026/11/07/roofs', '/2026/11/07/roofs'],
  ['/roofs', '/2026/11/07/roofs'],
  ['/roofs/2', '/2026/11/07/roofs'],
  ['/2026/11/07/roofs/2', '/2026/11/07/roofs'],
  ['/?p=7', '/2026/11/07/roofs'],
  ['/?p=999', null],
  ['/?cat=3', '/category/news'],
  ['/category/news', '/category/news'],
  ['/category/news/feed', '/category/news/feed'],
  ['/feed', '/feed'],
  ['/terms/feed', null],
  ['/2026/11/07/roofs/feed', '/2026/11/07/roofs/feed'],
  ['/comments/feed', '/comments/feed'],
  ['/2026/11', '/blog/2026/11'],
  ['/search?q=a', '/search'],
  ['/plan', `${HOME}/wp-content/uploads/plan.pdf`],
  ['/hidden', null],
  ['/nowhere', null],
  ['/admin/leads', null],
  ['/sellers', null],
  ['/buyers', '/buy'],
])('%s leads to %s', (address, target) => {
  expect(targetOf(address)).toBe(target);
});

test('pages, posts and lists at another address than in WordPress are named, and whether the old one redirects', () => {
  const contents = createMirrorContents(entries);
  expect(changedAddresses({ snapshot, contents, builtIn: testBuiltInContent }, targetOf)).toEqual([
    { kind: 'page', title: 'WordPress contact-us', from: '/contact-us', to: '/contact', redirects: true },
    { kind: 'page', title: 'WordPress guide', from: '/guide', to: '/buy/guide', redirects: true },
    { kind: 'post', title: 'WordPress plain', from: '/?p=11', to: '/blog/plain', redirects: true },
    { kind: 'post', title: 'WordPress about', from: '/about', to: '/blog/about', redirects: false },
  ]);
});
