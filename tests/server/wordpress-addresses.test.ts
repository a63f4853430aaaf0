import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHtml, parseXml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

/** How WordPress writes the addresses of a permalink structure, without its own origin. */
interface Structure {
  name: string;
  /** The link of the post `post-{id}`, which is in the category `local` below `news` and by Ann. */
  post: (id: number) => string;
  category: (path: string, id: number) => string;
  tag: (slug: string, id: number) => string;
  author: (slug: string, id: number) => string;
  /** What comes before years, months and days; null if they have no path. */
  dates: string | null;
}

const pretty = (front: string, category = 'category', tag = 'tag') => ({
  category: (path: string) => `${front}/${category}/${path}/`,
  tag: (slug: string) => `${front}/${tag}/${slug}/`,
  author: (slug: string) => `${front}/author/${slug}/`,
  dates: front,
});

const STRUCTURES: readonly Structure[] = [
  {
    name: 'plain',
    post: (id) => `/?p=${id}`,
    category: (_path, id) => `/?cat=${id}`,
    tag: (slug) => `/?tag=${slug}`,
    author: (_slug, id) => `/?author=${id}`,
    dates: null,
  },
  {
    name: '/%year%/%monthnum%/%day%/%postname%/',
    post: (id) => `/2026/11/${day(id)}/post-${id}/`,
    ...pretty(''),
  },
  { name: '/%year%/%monthnum%/%postname%/', post: (id) => `/2026/11/post-${id}/`, ...pretty('') },
  {
    name: '/archives/%post_id%',
    post: (id) => `/archives/${id}`,
    ...pretty('/archives'),
    dates: '/archives/date',
  },
  { name: '/%postname%/', post: (id) => `/post-${id}/`, ...pretty('') },
  { name: '/%category%/%postname%/', post: (id) => `/news/local/post-${id}/`, ...pretty('') },
  { name: '/journal/%postname%/', post: (id) => `/journal/post-${id}/`, ...pretty('/journal') },
  { name: '/blog/%postname%/', post: (id) => `/blog/post-${id}/`, ...pretty('/blog') },
  {
    name: '/%postname%.html, own bases',
    post: (id) => `/post-${id}.html`,
    ...pretty('', 'topics', 'labels'),
  },
  {
    name: '/index.php/%year%/%postname%/',
    post: (id) => `/index.php/2026/post-${id}/`,
    ...pretty('/index.php'),
  },
];

const POSTS = 24;
const day = (id: number) => String(id).padStart(2, '0');

interface Opened {
  status: number;
  /** The path and query after all redirects. */
  at: string;
  /** The number of redirects. */
  hops: number;
  document: Document;
  robots: string | null;
}

/** Opens an address as a visitor does who follows redirects. All of them must be permanent. */
async function open({ url }: { url: string }, address: string): Promise<Opened> {
  let at = address;
  for (let hops = 0; hops < 5; hops += 1) {
    const response = await fetch(url + at, { redirect: 'manual' });
    const html = await response.text();
    if (response.status < 300 || response.status > 399) {
      const document = parseHtml(html);
      const robots = document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null;
      return { status: response.status, at, hops, document, robots };
    }
    expect(response.status, `${at} is redirected`).toBe(301);
    const to = response.headers.get('location') ?? '';
    expect(to, `${at} stays on the site`).toMatch(/^\//);
    at = to;
  }
  throw new Error(`${address} is redirected too often.`);
}

const titles = (document: Document) =>
  [...document.querySelectorAll('#posts li h2')].map((heading) => heading.textContent);
const canonical = (document: Document) =>
  document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null;

async function startSite(
  structure: Structure,
  reads: 'lists' | 'feed' = 'lists',
): Promise<{ wordpress: FakeSite; app: RunningApp }> {
  const wordpress = await startFakeSite();
  const link = (path: string) => wordpress.url + path;
  wordpress.root['show_on_front'] = 'page';
  wordpress.root['page_on_front'] = 200;
  wordpress.root['page_for_posts'] = 201;
  wordpress.root['posts_per_page'] = 5;
  wordpress.root['posts_per_rss'] = 12;
  wordpress.root['rss_use_excerpt'] = 0;
  wordpress.settings = { agent: { name: 'Ann Example' }, brokerage: { name: 'Example Realty' } };
  wordpress.add('pages', { id: 200, slug: 'welcome', link: link('/') });
  wordpress.add('pages', {
    id: 201,
    slug: 'stories',
    title: { rendered: 'Stories' },
    link: link('/stories/'),
  });
  wordpress.add('pages', { id: 202, slug: 'team', title: { rendered: 'Team' }, link: link('/team/') });
  wordpress.add('users', { id: 1, slug: 'ann', name: 'Ann', link: link(structure.author('ann', 1)) });
  wordpress.add('users', { id: 2, slug: 'bo', name: 'Bo', link: link(structure.author('bo', 2)) });
  for (const [id, slug, path, parent] of [
    [1, 'news', 'news', 0],
    [2, 'local', 'news/local', 1],
    [3, 'empty', 'empty', 0],
  ] as const) {
    wordpress.add('categories', {
      id,
      slug,
      name: `Category ${slug}`,
      parent,
      link: link(structure.category(path, id)),
    });
  }
  for (const [id, slug] of [
    [11, 'brick'],
    [12, 'unused'],
  ] as const) {
    wordpress.add('tags', { id, slug, name: `Tag ${slug}`, link: link(structure.tag(slug, id)) });
  }
  for (let id = 1; id <= POSTS; id += 1) {
    wordpress.add('posts', {
      id,
      slug: `post-${id}`,
      link: link(structure.post(id)),
      title: { rendered: `Post ${id}` },
      guid: { rendered: `https://old.example/?p=${id}` },
      date_gmt: `2026-11-${day(id)}T18:00:00`,
      author: id === 3 ? 2 : 1,
      categories: [2],
      tags: id === 3 ? [11] : [],
    });
  }
  wordpress.edit('posts', 8, { old_slugs: ['former-8', 'post-9'] });
  wordpress.add('comments', { id: 500, post: 7, content: { rendered: '<p>A comment on post 7</p>' } });
  const file = link('/wp-content/uploads/2026/11/plan.pdf');
  wordpress.add('media', { id: 300, link: link('/roof-plan/'), source_url: file });
  wordpress.add('media', { id: 301, link: link('/team/roof-plan-2/'), source_url: file });
  wordpress.edit('posts', 5, {
    content: { rendered: '<p>The first part</p><!--nextpage--><p>The second part</p>', protected: false },
  });
  wordpress.edit('pages', 202, {
    content: { rendered: '<p>1</p>\n<!--nextpage-->\n<p>2</p><!--nextpage--><p>3</p>', protected: false },
  });
  // The last midnight of October in Chicago: it is November in UTC.
  wordpress.add('posts', {
    id: 90,
    slug: 'post-90',
    link: link(structure.post(90)),
    title: { rendered: 'Post 90' },
    date_gmt: '2026-11-01T04:30:00',
    author: 1,
    categories: [2],
  });
  return {
    wordpress,
    app: await runApp(reads === 'feed' ? wordpress.env : { WORDPRESS_API_URL: wordpress.url }),
  };
}

describe.each(STRUCTURES)('a WordPress with the permalinks $name', (structure) => {
  let wordpress: FakeSite;
  let app: RunningApp;
  beforeAll(async () => ({ wordpress, app } = await startSite(structure)));
  afterAll(async () => {
    await app?.stop();
    await wordpress?.stop();
  });

  const own = structure.post(7).replace('/index.php', '').replace(/\/$/, '');
  const postPath = structure.dates === null ? '/blog/post-7' : own;

  it.each([
    structure.post(7),
    structure.post(7).replace(/\/$/, ''),
    structure.post(7).replace(/post/g, 'POST'),
    '/?p=7',
    '/index.php?p=7',
    '/?name=post-7',
    '/blog/post-7',
    '/blog/post-7/',
    '/post-7/',
    '/2026/11/07/post-7/',
    '/2026/11/post-7/',
    '/archives/7',
    '/empty/post-7/',
    '/ann/post-7/',
    '/index.php/2026/11/post-7/',
  ])('has a post at %s', async (address) => {
    const { status, at, hops, document } = await open(app, address);
    expect({ status, at }).toEqual({ status: 200, at: postPath });
    expect(document.querySelector('h1')?.textContent).toBe('Post 7');
    expect(canonical(document)).toBe(app.url + postPath);
    expect(hops).toBe(address === postPath ? 0 : 1);
  });

  it('keeps the rest of the query', async () => {
    expect((await open(app, '/?utm_source=mail&p=7')).at).toBe(`${postPath}?utm_source=mail`);
    expect((await open(app, '/post-7/?utm_source=mail')).at).toBe(
      postPath === '/post-7' ? '/post-7?utm_source=mail' : `${postPath}?utm_source=mail`,
    );
  });

  const path = (link: string, otherwise: string) =>
    structure.dates === null ? otherwise : link.replace('/index.php', '').replace(/\/$/, '');
  const news = path(structure.category('news', 1), '/blog/category/news');
  const local = path(structure.category('news/local', 2), '/blog/category/local');
  const brick = path(structure.tag('brick', 11), '/blog/tag/brick');
  const bo = path(structure.author('bo', 2), '/blog/author/bo');
  const dates = structure.dates ?? '/blog';

  it.each([
    [structure.category('news', 1), news, 'Category news', 25],
    ['/?cat=1', news, 'Category news', 25],
    ['/?category_name=news', news, 'Category news', 25],
    ['/category/news/', news, 'Category news', 25],
    ['/blog/category/news', news, 'Category news', 25],
    [structure.category('news/local', 2), local, 'Category local', 25],
    ['/category/local/', local, 'Category local', 25],
    ['/?category_name=news/local', local, 'Category local', 25],
    [structure.tag('brick', 11), brick, 'Articles on Tag brick', 1],
    ['/?tag=brick', brick, 'Articles on Tag brick', 1],
    ['/blog/tag/brick/', brick, 'Articles on Tag brick', 1],
    [structure.author('bo', 2), bo, 'Articles by Bo', 1],
    ['/?author=2', bo, 'Articles by Bo', 1],
    ['/author/bo/', bo, 'Articles by Bo', 1],
    [`${dates}/2026/`, '/blog/2026', 'Articles of 2026', 25],
    [`${dates}/2026/11/`, '/blog/2026/11', 'Articles of November 2026', 24],
    [`${dates}/2026/10/`, '/blog/2026/10', 'Articles of October 2026', 1],
    [`${dates}/2026/11/07/`, '/blog/2026/11/07', 'Articles of November 7, 2026', 1],
    ['/?m=202611', '/blog/2026/11', 'Articles of November 2026', 24],
    ['/?year=2026&monthnum=11&day=7', '/blog/2026/11/07', 'Articles of November 7, 2026', 1],
    ['/stories/', '/stories', null, 25],
    ['/blog', '/stories', null, 25],
  ])('lists posts at %s', async (address, to, heading, total) => {
    const { status, at, hops, document } = await open(app, address);
    expect({ status, at }).toEqual({ status: 200, at: to });
    expect(hops).toBe(address === to ? 0 : 1);
    if (heading !== null) expect(document.querySelector('h1')?.textContent).toBe(heading);
    expect(titles(document)).toHaveLength(Math.min(9, total));
    expect(canonical(document)).toBe(app.url + to);
  });

  it.each([
    // With five posts on a page in WordPress and nine here, its second page begins with the sixth post.
    ['/stories/page/2/', '/stories'],
    ['/page/3/', '/stories?page=2'],
    ['/blog/page/3/', '/stories?page=2'],
    ['/?paged=3', '/stories?page=2'],
    [
      structure.dates === null ? '/?paged=5&cat=1' : `${structure.category('news', 1)}page/5/`,
      `${news}?page=3`,
    ],
    ['/?cat=1&paged=5', `${news}?page=3`],
    [`${dates}/2026/11/page/5/`, '/blog/2026/11?page=3'],
    ['/?m=202611&paged=5', '/blog/2026/11?page=3'],
  ])('has the posts of the page %s', async (address, to) => {
    const { status, at, document } = await open(app, address);
    expect({ status, at }).toEqual({ status: 200, at: to });
    expect(canonical(document)).toBe(app.url + to);
  });

  it('links to its own addresses: posts, categories, tags, breadcrumb', async () => {
    const { document } = await open(app, structure.post(3));
    const hrefs = [...document.querySelectorAll('main a')].map((anchor) => anchor.getAttribute('href'));
    expect(hrefs).toEqual(expect.arrayContaining([local, brick, '/stories']));
    const listed = await open(app, local);
    expect(
      [...listed.document.querySelectorAll('#posts li h2 a')].map((anchor) => anchor.getAttribute('href')),
    ).toContain(
      structure.dates === null
        ? '/blog/post-24'
        : structure.post(24).replace('/index.php', '').replace(/\/$/, ''),
    );
    const [trail] = [...listed.document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
      (script) => {
        const data = JSON.parse(script.textContent ?? '');
        return data['@type'] === 'BreadcrumbList' ? [data] : [];
      },
    );
    expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual(
      ['/', '/stories', news, local].map((each) => app.url + each),
    );
  });

  it('says that a term is empty, and keeps its list out of search engines', async () => {
    for (const address of ['/?cat=3', '/?tag=unused']) {
      const { status, document, robots } = await open(app, address);
      expect(status).toBe(200);
      expect(titles(document)).toEqual([]);
      expect(document.querySelector('main')?.textContent).toContain('No articles yet');
      expect(robots).toBe('noindex');
    }
  });

  it('has lists of categories and posts in its sitemap, at their own addresses only', async () => {
    const text = await (await fetch(`${app.url}/sitemap.xml`)).text();
    const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.slice(app.url.length));
    expect(paths).toEqual(expect.arrayContaining([postPath, local, '/stories', '/team']));
    for (const other of ['/blog', brick, bo, '/blog/2026']) expect(paths).not.toContain(other);
    for (const each of paths) expect(await open(app, each), each).toMatchObject({ status: 200, hops: 0 });
  });

  const feeds = [
    ['/feed/', '/feed.xml'],
    ['/feed/rss2/', '/feed.xml'],
    ['/?feed=rss2', '/feed.xml'],
    ['/stories/feed/', '/feed.xml'],
    ['/feed/atom/', '/feed/atom'],
    ['/?feed=atom', '/feed/atom'],
    ['/?feed=rss2&cat=1', `${news}/feed`],
    ['/category/news/feed/', `${news}/feed`],
    ['/category/news/feed/atom/', `${news}/feed/atom`],
    ['/?feed=atom&tag=brick', `${brick}/feed/atom`],
    ['/tag/brick/feed/', `${brick}/feed`],
    ['/?feed=rss2&author=2', `${bo}/feed`],
    ['/author/bo/feed/', `${bo}/feed`],
    [`${dates}/2026/11/feed/`, '/blog/2026/11/feed'],
  ] as const;
  it.each(feeds)('has the feed %s', async (address, to) => {
    const response = await fetch(app.url + address);
    const text = await response.text();
    expect({ status: response.status, at: response.url }).toEqual({ status: 200, at: app.url + to });
    const isAtom = to.endsWith('/atom');
    expect(response.headers.get('content-type')).toContain(
      isAtom ? 'application/atom+xml' : 'application/rss+xml',
    );
    const document = parseXml(text);
    const entries = [...document.querySelectorAll(isAtom ? 'entry' : 'item')];
    const isOfOne = to.startsWith(brick) || to.startsWith(bo);
    expect(entries).toHaveLength(isOfOne ? 1 : 12);
    const newest = isOfOne ? 3 : 24;
    expect(entries[0]?.querySelector('title')?.textContent).toBe(`Post ${newest}`);
    expect(entries[0]?.querySelector(isAtom ? 'id' : 'guid')?.textContent).toBe(
      `https://old.example/?p=${newest}`,
    );
    expect(entries[0]?.querySelector(isAtom ? 'content' : 'encoded')?.textContent.trim()).toBe(
      `<p>Text ${newest}</p>`,
    );
  });

  it.each([
    [
      `${structure.dates === null ? '/blog/post-7/' : structure.post(7).replace(/\/?$/, '/')}feed/`,
      `${postPath}/feed`,
    ],
    ['/post-7/feed/atom/', `${postPath}/feed/atom`],
    ['/2026/11/07/post-7/feed/', `${postPath}/feed`],
    ['/?p=7&feed=rss2', `${postPath}/feed`],
    ['/?feed=atom&withcomments=1&name=post-7', `${postPath}/feed/atom`],
    ['/comments/feed/', '/comments/feed'],
    ['/comments/feed/atom/', '/comments/feed/atom'],
    ['/?feed=comments-rss2', '/comments/feed'],
    ['/?feed=comments-atom', '/comments/feed/atom'],
  ])('has the feed of comments %s', async (address, to) => {
    const { status, at, hops, document } = await open(app, address);
    expect({ status, at, hops }).toEqual({ status: 200, at: to, hops: address === to ? 0 : 1 });
    expect(document.querySelector(to.endsWith('/atom') ? 'entry' : 'item')?.textContent).toContain(
      'A comment on post 7',
    );
  });

  it.each([
    [news, [`${news}/feed`]],
    [`${news}?page=2`, [`${news}/feed`]],
    [local, [`${local}/feed`]],
    [brick, [`${brick}/feed`]],
    [bo, [`${bo}/feed`]],
    ['/blog/2026/11', []],
    ['/stories', []],
    ['/team', []],
    [postPath, [`${postPath}/feed`, '/comments/feed']],
  ])('names the feeds of %s, which are there', async (address, own) => {
    const { document } = await open(app, address);
    const named = [...document.querySelectorAll('link[rel=alternate][type="application/rss+xml"]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(named.toSorted()).toEqual(['/feed.xml', ...own].toSorted());
    for (const feed of named) expect(await open(app, feed), feed).toMatchObject({ status: 200, hops: 0 });
  });

  it.each([
    '/category/none/feed/',
    '/nowhere/feed',
    '/?feed=rss2&cat=999',
    '/?feed=rss2&p=999',
    '/team/feed/',
    '/comments/none/feed/',
  ])('has no feed %s', async (address) => expect((await open(app, address)).status).toBe(404));

  it.each([
    '/?p=999',
    '/?page_id=999',
    '/?cat=999',
    '/?tag=none',
    '/?author=9',
    '/?m=202501',
    '/2025/',
    '/2026/13/',
    '/category/none/',
    '/tag/none/',
    '/author/none/',
    '/page/99/',
    '/no-such-post/',
    '/nowhere/post-7/',
  ])('has nothing at %s', async (address) => expect((await open(app, address)).status).toBe(404));

  it.each([
    ['/?page_id=202', '/team'],
    ['/?pagename=team', '/team'],
    ['/?page_id=200', '/'],
    ['/index.php/team/', '/team'],
    ['/?s=brick+house', '/search?q=brick+house'],
  ])('leads from %s to %s', async (address, to) => {
    expect(await open(app, address)).toMatchObject({ status: 200, at: to, hops: 1 });
  });

  it('has all parts of a text at its own address', async () => {
    const parts =
      structure.dates === null
        ? '/blog/post-5'
        : structure.post(5).replace('/index.php', '').replace(/\/$/, '');
    const { status, at, document } = await open(app, `${parts}/2/`);
    expect({ status, at }).toEqual({ status: 200, at: parts });
    expect(document.querySelector('main')?.textContent).toMatch(/The first part[\s\S]*The second part/);
    expect(await open(app, '/team/3/')).toMatchObject({ status: 200, at: '/team' });
    for (const none of [`${parts}/3/`, '/team/4/', `${postPath}/2/`]) {
      expect((await open(app, none)).status, none).toBe(404);
    }
  });

  it.each([
    '/roof-plan/',
    '/team/roof-plan-2/',
    '/?attachment_id=300',
    '/wp-content/uploads/2026/11/plan.pdf',
  ])('leads from %s to the file', async (address) => {
    const response = await fetch(app.url + address, { redirect: 'manual' });
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${wordpress.url}/wp-content/uploads/2026/11/plan.pdf`);
  });

  it.each([
    ['/wp-login.php', '/wp-login.php'],
    ['/wp-login.php?redirect_to=https%3A%2F%2Fevil.example', '/wp-login.php'],
    ['/wp-admin', '/wp-admin'],
    ['/wp-admin/edit.php', '/wp-admin/edit.php'],
  ])('leads editors from %s to WordPress', async (address, to) => {
    const response = await fetch(app.url + address, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(wordpress.url + to);
  });

  it('shows the home page for other queries, also from memory', async () => {
    for (const address of ['/', '/?utm_source=mail', '/?p=', '/?layout=content']) {
      expect(await open(app, address)).toMatchObject({ status: 200, at: address });
    }
    expect((await open(app, '/?p=7')).at, 'while the home page is in memory').toBe(postPath);
  });
});

// Only the plugin's feed has them.
describe.each(STRUCTURES)('former slugs with the permalinks $name', (structure) => {
  let wordpress: FakeSite;
  let app: RunningApp;
  beforeAll(async () => ({ wordpress, app } = await startSite(structure, 'feed')));
  afterAll(async () => {
    await app?.stop();
    await wordpress?.stop();
  });

  const former = structure.post(8).replace('post-8', 'former-8');
  it.each([
    // Permalinks without a slug do not change with it.
    ...(former.includes('former-8') ? [former] : []),
    '/former-8/',
    '/blog/former-8',
    '/2026/11/08/former-8/',
    '/?name=former-8',
  ])('leads from %s, which has a former slug, to its post', async (address) => {
    const id = structure.post(8).replace('/index.php', '').replace(/\/$/, '');
    const to = structure.dates === null ? '/blog/post-8' : id;
    const { status, at, hops } = await open(app, `${address}${address.includes('?') ? '&' : '?'}ref=mail`);
    expect({ status, at, hops }).toEqual({ status: 200, at: `${to}?ref=mail`, hops: 1 });
  });

  it('shows the post that has a slug now, not the one that had it', async () => {
    expect((await open(app, '/post-9/')).document.querySelector('h1')?.textContent).toBe('Post 9');
  });
});
