import { expect, test } from 'vitest';
import { choosePage, choosePageOfSlug } from './choose-page.ts';
import { readPage } from './raw-page.ts';
import type { RawPage } from './raw-page.ts';
import { routePath } from './route-path.ts';
import { siteLinks } from './site-links.ts';

const links = siteLinks(['https://cms.example']);

function page(id: number, slug: string, more: object = {}): RawPage {
  const read = readPage({ id, slug, link: `https://cms.example/${slug}/`, parent: 0, ...more });
  if (!read) throw new Error('no page');
  return read;
}

function choose(path: string, candidates: RawPage[], inTable = true): number | null {
  const route = routePath(path);
  return route && (choosePage(route, candidates, links, inTable)?.id ?? null);
}

test('the page whose path is the route wins, though a child of that slug comes first', () => {
  const child = page(8, 'home', { link: 'https://cms.example/empty/home/', parent: 3 });
  expect(choose('/', [child, page(6, 'home', { link: 'https://cms.example/' })])).toBe(6);
  expect(choose('/', [child, page(6, 'home', { link: 'https://cms.example/home/' })])).toBe(6);
  expect(choose('/', [child])).toBeNull();
});

test('a page of the route table may stand without its parent; another may not', () => {
  expect(choose('/buy/mortgage-guide', [page(5, 'mortgage-guide')])).toBe(5);
  expect(choose('/x/mortgage-guide', [page(5, 'mortgage-guide')], false)).toBeNull();
});

test('without permalinks the path follows from the parents', () => {
  const link = 'https://cms.example/?page_id=5';
  const buy = page(4, 'buy', { link: 'https://cms.example/?page_id=4' });
  expect(choose('/buy/rates', [page(5, 'rates', { link, parent: 4 }), buy], false)).toBe(5);
  expect(choose('/sell/rates', [page(5, 'rates', { link, parent: 4 }), buy], false)).toBeNull();
});

test('a draft or a page in the trash is found at its place; a published one beside it wins', () => {
  const trashed = page(5, 'about__trashed', { status: 'trash' });
  expect(choose('/about', [trashed])).toBe(5);
  expect(choose('/about', [trashed, page(9, 'about')])).toBe(9);
});

test('circles among the parents end', () => {
  const a = page(1, 'a', { link: '', parent: 2 });
  expect(choose('/a', [a, page(2, 'b', { link: '', parent: 1 })], false)).toBeNull();
});

test('other scripts are compared decoded', () => {
  expect(choose('/дом', [page(3, '%d0%b4%d0%be%d0%bc')], false)).toBe(3);
});

test('by slug alone the page at the top wins', () => {
  const child = page(8, 'team', { parent: 3 });
  expect(choosePageOfSlug('team', [child])?.id).toBe(8);
  expect(choosePageOfSlug('team', [child, page(9, 'team')])?.id).toBe(9);
});
