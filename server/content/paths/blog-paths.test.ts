import { describe, expect, it, test } from 'vitest';
import { readRawPage, type RawPage } from '../values/raw-page.ts';
import { createBlogPaths, type PostListLink } from './blog-paths.ts';
import { createLinkResolver } from './site-links.ts';

const HOME = 'https://cms.example';
const links = createLinkResolver([HOME]);

function entry(id: number, slug: string, path: string, more: object = {}): RawPage {
  const read = readRawPage({ id, slug, link: `${HOME}${path}`, ...more });
  if (!read) throw new Error('It is no post.');
  return read;
}
const term = (id: number, slug: string, path: string): PostListLink => ({ id, slug, link: `${HOME}${path}` });

const terms = {
  category: [
    term(1, 'news', '/topics/news/'),
    term(2, 'local', '/topics/news/local/'),
    term(3, 'houses', '/?cat=3'),
  ],
  tag: [term(4, 'brick', '/tag/brick/')],
  author: [term(5, 'ann', '/author/ann/')],
};
const pathsOf = (posts: readonly RawPage[], pages: readonly [string, RawPage][] = []) =>
  createBlogPaths({
    posts,
    terms,
    links,
    pages: new Map(pages),
    builtInPages: new Map([['/about', {}]]),
    listPage: '/blog',
  });

/** The permalink structures that WordPress offers, and others that are common. */
const STRUCTURES = [
  ['plain', '/?p=7', '/blog/roofs'],
  ['day and name', '/2026/11/07/roofs/', '/2026/11/07/roofs'],
  ['month and name', '/2026/11/roofs/', '/2026/11/roofs'],
  ['numeric', '/archives/7', '/archives/7'],
  ['name', '/roofs/', '/roofs'],
  ['category and name', '/news/local/roofs/', '/news/local/roofs'],
  ['author and name', '/ann/roofs/', '/ann/roofs'],
  ['prefix', '/journal/roofs/', '/journal/roofs'],
  ['blog', '/blog/roofs/', '/blog/roofs'],
  ['.html', '/2026/roofs.html', '/2026/roofs.html'],
  ['index.php', '/index.php/2026/11/roofs/', '/2026/11/roofs'],
] as const;

describe.each(STRUCTURES)('a post with the structure “%s”', (_name, link, path) => {
  const roofs = entry(7, 'roofs', link);
  const paths = pathsOf([roofs]);

  it(`is at ${path}`, () => {
    expect(paths.postPath(roofs)).toBe(path);
    expect(paths.routeAt(path)).toEqual({ path, page: '/blog/post', parts: { post: 'roofs' } });
    expect(paths.clashes).toEqual([]);
  });

  it.each([
    '/blog/roofs',
    '/roofs',
    '/Roofs',
    '/ROOFS',
    '/2026/11/07/roofs',
    '/2026/11/roofs',
    '/archives/7',
    '/houses/roofs',
    '/news/local/roofs',
    '/ann/roofs',
    '/roofs.html',
    '/index.php/2026/11/roofs',
  ])('is meant by %s', (spelling) => expect(paths.spelledAt(spelling)?.path).toBe(path));

  it.each(['/roofs/more', '/nowhere/roofs', '/archives/8', '/roof'])('is not meant by %s', (other) =>
    expect(paths.spelledAt(other)).toBeNull(),
  );
});

test.each([
  ['about', '/about/', 'a built-in page'],
  ['contact-us', '/contact-us/', 'a built-in page'],
  ['admin', '/admin/', 'an address of the site itself'],
  ['media', '/media/', 'an address of the site itself'],
  ['wp-about', '/wp-about/', 'an address of the site itself'],
  ['buyers', '/buyers/', 'a redirect of the site itself'],
  ['team', '/team/', 'the page “Team”'],
])('a post named %s is below /blog, because its path is taken', (slug, link, other) => {
  const team = entry(9, 'team', '/team/', { title: { rendered: 'Team' } });
  const draft = entry(10, 'roofs', '/roofs/', { status: 'draft' });
  const post = entry(7, slug, link);
  const paths = pathsOf(
    [post, entry(8, 'roofs', '/roofs/')],
    [
      ['/team', team],
      ['/roofs', draft],
    ],
  );
  expect(paths.clashes).toEqual([{ post, wanted: link.slice(0, -1), path: `/blog/${slug}`, other }]);
  expect(paths.routeAt(`/blog/${slug}`)?.parts).toEqual({ post: slug });
  expect(paths.routeAt('/roofs')?.parts, 'a draft hides no post').toEqual({ post: 'roofs' });
});

test('a post whose slug cannot be a path has no route', () => {
  const paths = pathsOf([entry(7, '\ud800', '/🏠/')]);
  expect(paths.routeAt('/blog/\ud800')).toBeNull();
});

test('a post whose link cannot be a path here is below /blog', () => {
  for (const link of ['/a.b/roofs/', '/roofs.xml', '/']) {
    expect(pathsOf([entry(7, 'roofs', link)]).routeAt('/blog/roofs')).not.toBeNull();
  }
});

describe('a list of posts', () => {
  const paths = pathsOf([entry(7, 'roofs', '/topics/news/roofs/')]);

  it.each([
    ['/topics/news', { category: 'news' }],
    ['/topics/news/local', { category: 'local' }],
    ['/blog/category/houses', { category: 'houses' }],
    ['/tag/brick', { tag: 'brick' }],
    ['/author/ann', { author: 'ann' }],
  ])('is at %s', (path, parts) => expect(paths.routeAt(path)).toEqual({ path, page: '/blog', parts }));

  it.each([
    ['/blog/2026', { year: '2026' }],
    ['/blog/2026/11', { year: '2026', month: '11' }],
    ['/blog/2026/11/07', { year: '2026', month: '11', day: '07' }],
  ])('of a time is at %s', (path, parts) =>
    expect(paths.routeAt(path)).toEqual({ path, page: '/blog', parts }),
  );

  it.each([
    '/blog/2026/13',
    '/blog/2026/02/30',
    '/blog/26',
    '/blog/2026/11/07/1',
    '/blog/9999',
    '/blog/9999/12',
    '/blog/0099',
  ])('of no time is at %s', (path) => expect(paths.routeAt(path)).toBeNull());

  it.each([
    ['/2026', '/blog/2026'],
    ['/2026/11', '/blog/2026/11'],
    ['/2026/11/7', '/blog/2026/11/07'],
    ['/date/2026/11', '/blog/2026/11'],
    ['/archives/date/2026', '/blog/2026'],
    ['/topics/2026/11', '/blog/2026/11'],
    ['/index.php/2026', '/blog/2026'],
    ['/category/news', '/topics/news'],
    ['/blog/category/News', '/topics/news'],
    ['/topics/local', '/topics/news/local'],
    ['/topics/houses/local', '/topics/news/local'],
    ['/category/houses', '/blog/category/houses'],
    ['/blog/tag/brick', '/tag/brick'],
    ['/blog/author/ann', '/author/ann'],
  ])('is meant by %s', (spelling, path) => expect(paths.spelledAt(spelling)?.path).toBe(path));

  it.each(['/news', '/brick', '/nowhere/2026', '/2026/13', '/tag/news', '/tag/brick/more', '/category/none'])(
    'is not meant by %s',
    (other) => expect(paths.spelledAt(other)).toBeNull(),
  );
});
