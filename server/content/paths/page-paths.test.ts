import { expect, test } from 'vitest';
import { pagesByPath } from './page-paths.ts';
import { readRawPage, type RawPage } from '../values/raw-page.ts';
import { createLinkResolver } from './site-links.ts';

const links = createLinkResolver(['https://cms.example']);

function page(id: number, slug: string, more: object = {}): RawPage {
  const read = readRawPage({ id, slug, link: `https://cms.example/${slug}/`, parent: 0, ...more });
  if (!read) throw new Error('no page');
  return read;
}

const idAt = (path: string, pages: RawPage[], frontPage: number | null = null) =>
  pagesByPath(pages, links, frontPage).get(path)?.id ?? null;

test('a page is found below its parents, whatever its link says', () => {
  const link = 'https://cms.example/?page_id=5';
  const buy = page(4, 'buy', { link: 'https://cms.example/?page_id=4' });
  expect(idAt('/buy/rates', [page(5, 'rates', { link, parent: 4 }), buy])).toBe(5);
  expect(idAt('/rates', [page(5, 'rates', { link, parent: 4 }), buy])).toBeNull();
});

test('if the parent is not known, the link determines the path', () => {
  expect(idAt('/a/b', [page(5, 'b', { parent: 9, link: 'https://cms.example/a/b/' })])).toBe(5);
});

test('the home page is found by the front page setting, by its link or by the slug "home"', () => {
  const child = page(8, 'home', { link: 'https://cms.example/empty/home/', parent: 3 });
  const empty = page(3, 'empty');
  expect(idAt('/', [child, empty, page(6, 'start', { link: 'https://cms.example/' })])).toBe(6);
  expect(idAt('/', [child, empty, page(6, 'home', { link: 'https://cms.example/home/' })])).toBe(6);
  expect(idAt('/', [page(6, 'home'), page(7, 'welcome')], 7)).toBe(7);
  expect(idAt('/', [child, empty])).toBeNull();
});

test('where another page is the front page, “home” is at its own path', () => {
  const pages = [page(6, 'home'), page(7, 'welcome', { link: 'https://cms.example/' })];
  for (const frontPage of [7, null]) {
    expect(idAt('/', pages, frontPage)).toBe(7);
    expect(idAt('/home', pages, frontPage)).toBe(6);
    expect(idAt('/welcome', pages, frontPage)).toBeNull();
  }
  // The link of a page that was the front page before may be out of date.
  expect(idAt('/', pages, 6)).toBe(6);
  expect(idAt('/welcome', pages, 6)).toBe(7);
  expect(idAt('/', pages, 0)).toBe(6);
  expect(idAt('/welcome', pages, 0)).toBe(7);
  // The chosen page is not known.
  expect(idAt('/', pages, 99)).toBe(6);
});

test('a draft or a page in the trash keeps its path; a published page at the same path wins', () => {
  const trashed = page(5, 'about__trashed', { status: 'trash' });
  expect(idAt('/about', [trashed])).toBe(5);
  expect(idAt('/about', [page(9, 'about'), trashed])).toBe(9);
});

test('a draft without a slug has no path', () => {
  expect(
    pagesByPath([page(5, '', { status: 'draft', link: 'https://cms.example/?page_id=5' })], links, 0).size,
  ).toBe(0);
});

test('circular parents are detected', () => {
  const a = page(1, 'a', { link: '', parent: 2 });
  expect(idAt('/a', [a, page(2, 'b', { link: '', parent: 1 })])).toBeNull();
});

test('other scripts are compared decoded', () => {
  expect(idAt('/дом', [page(3, '%d0%b4%d0%be%d0%bc')])).toBe(3);
});
