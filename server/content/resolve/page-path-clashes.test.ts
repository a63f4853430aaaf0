import { expect, test } from 'vitest';
import {
  testBuiltInContent,
  resolveTestPage,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import { pagePathClashes } from './page-path-clashes.ts';

const words = { content: { rendered: '<p>Own words.</p>' }, acf: [] };

test.each([
  ['admin', 'an address of the site itself'],
  ['oauth', 'an address of the site itself'],
  ['sign-in', 'an address of the site itself'],
  ['webhooks', 'an address of the site itself'],
  ['wp-json', 'an address of the site itself'],
  ['healthz', 'an address of the site itself'],
  ['readyz', 'an address of the site itself'],
  ['metrics', 'an address of the site itself'],
  ['unsubscribe', 'an address of the site itself'],
  ['buyers', 'a redirect of the site itself'],
  ['oauth-error', 'a redirect of the site itself'],
])('a page %s is at /wp/%s', (slug, other) => {
  const page = wordPressEntry('page', 5, slug, words);
  expect(pagePathClashes(snapshotOf([siteEntry(), page]), testBuiltInContent)).toMatchObject([
    { page: { id: 5 }, wanted: `/${slug}`, path: `/wp/${slug}`, other },
  ]);
  const { answer } = resolveTestPage([siteEntry(), page], `/wp/${slug}`);
  expect(JSON.stringify(answer.status === 200 && answer.document.placements)).toContain('Own words.');
});

test.each(['api', 'media', 'preview', 'share', 'search', 'about', 'contact-us', 'terms'])(
  'a page %s has its own address',
  (slug) => {
    expect(
      pagePathClashes(snapshotOf([siteEntry(), wordPressEntry('page', 5, slug, words)]), testBuiltInContent),
    ).toEqual([]);
  },
);

test('a page below an address of the server is at its slug; drafts and pages behind a password are not named', () => {
  const pages = [
    wordPressEntry('page', 5, 'admin', { ...words, status: 'draft' }),
    wordPressEntry('page', 6, 'team', { ...words, parent: 5 }),
  ];
  expect(pagePathClashes(snapshotOf([siteEntry(), ...pages]), testBuiltInContent)).toMatchObject([
    { page: { id: 6 }, wanted: '/admin/team', path: '/wp/team' },
  ]);
  const locked = wordPressEntry('page', 5, 'admin', { content: { rendered: '', protected: true } });
  expect(pagePathClashes(snapshotOf([siteEntry(), locked]), testBuiltInContent)).toEqual([]);
});

test.each([{ link: '' }, {}])(
  'two pages with a slug in another script and one address are named, too',
  (more) => {
    const slug = encodeURIComponent('дом');
    const pages = [
      wordPressEntry('page', 5, slug, { ...words, ...more }),
      wordPressEntry('page', 6, slug, { ...words, ...more }),
    ];
    expect(pagePathClashes(snapshotOf([siteEntry(), ...pages]), testBuiltInContent)).toMatchObject([
      { page: { id: 6 }, wanted: `/${slug}`, path: null, other: 'another page' },
    ]);
  },
);

test('of two pages with one address, the second has none', () => {
  const pages = [wordPressEntry('page', 5, 'terms', words), wordPressEntry('page', 6, 'terms', words)];
  expect(pagePathClashes(snapshotOf([siteEntry(), ...pages]), testBuiltInContent)).toMatchObject([
    { page: { id: 6 }, wanted: '/terms', path: null, other: 'another page' },
  ]);
});
