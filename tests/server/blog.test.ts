import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostEntry } from '../../src/contracts/content.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

async function open(app: RunningApp, path: string) {
  const response = await fetch(app.url + path, { redirect: 'manual' });
  const html = await response.text();
  const document = parseHtml(html);
  return { status: response.status, to: response.headers.get('location'), html, document };
}
const structured = (document: Document, type: string) =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map((script): Record<string, unknown> => JSON.parse(script.textContent ?? ''))
    .find((each) => each['@type'] === type);
const hrefs = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map((anchor) => anchor.getAttribute('href') ?? '');

describe('the built-in blog', () => {
  let app: RunningApp;
  const posts = (): readonly PostEntry[] => app.content.library()?.posts() ?? [];
  beforeAll(async () => {
    app = await runApp();
  });
  afterAll(() => app.stop());

  it('lists its posts newest first, with links to the categories', async () => {
    const { status, document } = await open(app, '/blog');
    expect(status).toBe(200);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(hrefs(document, '#posts li h2 a')).toEqual(posts().map(({ path }) => path));
    const dates = posts().map(({ date }) => date);
    expect(dates.length).toBeGreaterThan(2);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(hrefs(document, '#posts nav a')).toContain('/blog/category/buying');
  });

  it('has a page for each post: one h1, date, author, text, neighbours, breadcrumb, structured data', async () => {
    const [post, older] = posts();
    if (!post || !older) throw new Error('There are no posts.');
    const { status, document } = await open(app, post.path);
    expect(status).toBe(200);
    expect([...document.querySelectorAll('h1')].map((h1) => h1.textContent)).toEqual([post.title]);
    expect(document.title).toContain(post.title);
    expect(document.querySelector('meta[property="og:type"]')?.getAttribute('content')).toBe('article');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(app.url + post.path);
    expect(document.querySelector('#article time')?.getAttribute('datetime')).toBe(post.date);
    expect(document.querySelector('#article')?.textContent).toContain(`By ${post.author ?? ''}`);
    expect(document.querySelectorAll('#article h2').length).toBeGreaterThan(2);
    expect(hrefs(document, '#article a[rel=prev]')).toEqual([older.path]);
    expect(hrefs(document, '#article [aria-label=Breadcrumb] a')).toEqual(['/', '/blog']);
    expect(hrefs(document, '#related h3 a')).not.toContain(post.path);
    expect(structured(document, 'BlogPosting')).toMatchObject({
      headline: post.title,
      datePublished: post.date,
      url: app.url + post.path,
      publisher: { '@id': `${app.url}/#agent` },
    });
    expect(structured(document, 'BreadcrumbList')).toMatchObject({
      itemListElement: [
        { position: 1, item: `${app.url}/` },
        { position: 2, name: 'Blog', item: `${app.url}/blog` },
        { position: 3, name: post.title, item: app.url + post.path },
      ],
    });
  });

  it('shows the posts of a category or tag, with their own title and URL', async () => {
    const { document } = await open(app, '/blog/category/selling');
    expect(document.querySelector('h1')?.textContent).toBe('Selling');
    expect(document.title).toMatch(/^Selling/);
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${app.url}/blog/category/selling`,
    );
    const selling = posts().filter(({ categories }) => categories.some(({ slug }) => slug === 'selling'));
    expect(hrefs(document, '#posts li h2 a')).toEqual(selling.map(({ path }) => path));
    expect((await open(app, '/blog/tag/radon')).status).toBe(200);
  });

  it.each([
    '/blog?page=99',
    '/blog?page=0',
    '/blog?page=x',
    '/blog/no-such-post',
    '/blog/post',
    '/blog/category/none',
    '/blog/tag/none',
    '/blog/category',
    '/blog/radon-in-iowa-homes/more',
  ])('is 404 at %s', async (path) => {
    expect((await open(app, path)).status).toBe(404);
  });

  it('caches rendered pages: the same post is the same page', async () => {
    const [first, second] = [
      await app.pages.page({ path: '/blog' }),
      await app.pages.page({ path: '/blog', query: 'utm_source=x' }),
    ];
    expect(first).toMatchObject({ kind: 'page', page: { status: 200 } });
    expect(second).toEqual(first);
    const path = posts().at(-1)?.path ?? '';
    const { pages } = app.pages.size();
    await app.pages.page({ path });
    await app.pages.page({ path });
    expect(app.pages.size().pages).toBe(pages + 1);
  });

  it('returns the same document to the client-side application', async () => {
    const address = `/wp-json/wp/v2/pages?slug=blog&path=/blog&query=${encodeURIComponent('page=1')}`;
    const [page] = JSON.parse(await (await fetch(app.url + address)).text());
    expect(page.lintel).toMatchObject({
      path: '/blog',
      placements: [{ block: 'post-list', props: { list: { page: 1 } } }, {}],
    });
    const past = await fetch(`${app.url}/wp-json/wp/v2/pages?slug=blog&path=/blog&query=page%3D99`);
    expect(await past.json()).toEqual([]);
  });
});

describe('WordPress’s blog', () => {
  let app: RunningApp;
  let wordpress: FakeSite;
  const post = (id: number, more: Record<string, unknown> = {}) =>
    wordpress.add('posts', {
      id,
      slug: `post-${id}`,
      link: `${wordpress.url}/2026/11/post-${id}/`,
      date_gmt: `2026-11-${String(id).padStart(2, '0')}T10:00:00`,
      title: { rendered: `Post ${id} &#038; more` },
      excerpt: { rendered: '<p>Words [&hellip;]</p>', protected: false },
      content: {
        rendered:
          `<p>See <a href="${wordpress.url}/2026/11/post-1/">the first</a>.</p><script>alert(1)</script>` +
          '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">' +
          '<iframe title="Tour" src="https://www.youtube.com/embed/abc"></iframe></div></figure>',
        protected: false,
      },
      author: 1,
      categories: [1, 2],
      tags: [3],
      ...more,
    });

  beforeAll(async () => {
    wordpress = await startFakeSite();
    for (let id = 1; id <= 12; id += 1) post(id);
    post(40, { status: 'draft' });
    post(41, { content: { rendered: '', protected: true } });
    wordpress.add('users', { id: 1, name: 'Ann &amp; Bo' });
    wordpress.add('categories', { id: 4, slug: 'around-town', name: 'Around town', parent: 0 });
    wordpress.add('categories', { id: 1, slug: 'news', name: 'news &amp; co', parent: 4 });
    wordpress.add('categories', { id: 2, slug: 'uncategorized' });
    wordpress.add('tags', { id: 3, slug: 'roofs' });
    app = await runApp({ WORDPRESS_API_URL: wordpress.url });
  });
  afterAll(async () => {
    await app.stop();
    await wordpress.stop();
  });

  it('replaces the built-in one, is paginated, and never shows drafts or locked posts', async () => {
    const first = await open(app, '/blog');
    expect(hrefs(first.document, '#posts li h2 a')).toHaveLength(9);
    expect(hrefs(first.document, 'a[rel=next]')).toEqual(['/blog?page=2']);
    const second = await open(app, '/blog?page=2');
    expect(hrefs(second.document, '#posts li h2 a')).toEqual([
      '/2026/11/post-3',
      '/2026/11/post-2',
      '/2026/11/post-1',
    ]);
    expect(second.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${app.url}/blog?page=2`,
    );
    expect(second.document.title).toContain('page 2');
    for (const path of ['/blog?page=3', '/blog/post-40', '/blog/post-41', '/blog/radon-in-iowa-homes']) {
      expect((await open(app, path)).status).toBe(404);
    }
  });

  it('has clean posts: decoded terms and names, no scripts, embeds as links', async () => {
    const { document, html } = await open(app, '/2026/11/post-5');
    expect(document.querySelector('h1')?.textContent).toBe('Post 5 & more');
    expect(document.querySelector('#article')?.textContent).toContain('By Ann & Bo');
    expect(hrefs(document, '#article a')).toEqual(
      expect.arrayContaining(['/blog/category/news', '/blog/tag/roofs']),
    );
    expect(hrefs(document, '#article a')).not.toContain('/blog/category/uncategorized');
    expect(document.querySelector('iframe')).toBeNull();
    expect(hrefs(document, '.wp-embed-facade a')).toEqual(['https://www.youtube.com/embed/abc']);
    expect(html).not.toContain('alert(1)');
  });

  it('has a page for each category with posts, also without a name and in another case', async () => {
    for (const path of ['/blog/category/news', '/blog/category/uncategorized']) {
      expect((await open(app, path)).status, path).toBe(200);
    }
    expect(await open(app, '/blog/category/News')).toMatchObject({ status: 301, to: '/blog/category/news' });
    expect((await open(app, '/blog/category/none')).status).toBe(404);
    const { document } = await open(app, '/blog');
    expect(document.querySelector('#posts')?.textContent).not.toContain('uncategorized');
  });

  it('lists the posts of subcategories', async () => {
    const { document, status } = await open(app, '/blog/category/around-town?page=2');
    expect(status).toBe(200);
    expect(document.title).toContain('Around town');
    expect(hrefs(document, '#posts li h2 a')).toEqual([
      '/2026/11/post-3',
      '/2026/11/post-2',
      '/2026/11/post-1',
    ]);
  });

  it('is reachable at WordPress’s own URLs', async () => {
    expect(await open(app, '/blog/post-1')).toMatchObject({ status: 301, to: '/2026/11/post-1' });
    expect(await open(app, '/post-1')).toMatchObject({ status: 301, to: '/2026/11/post-1' });
    expect(await open(app, '/category/news')).toMatchObject({ status: 301, to: '/blog/category/news' });
    expect(await open(app, '/category/around-town/news')).toMatchObject({
      status: 301,
      to: '/blog/category/news',
    });
  });

  it('stays complete while WordPress is down, and after a restart without it', async () => {
    const data = await mkdtemp(join(tmpdir(), 'lintel-blog-'));
    const first = await runApp({ WORDPRESS_API_URL: wordpress.url, DATA_DIR: data });
    await first.stop();
    wordpress.misbehaviour = 'down';
    const again = await runApp({ WORDPRESS_API_URL: wordpress.url, DATA_DIR: data });
    for (const path of ['/blog', '/blog?page=2', '/2026/11/post-3', '/buy']) {
      expect([path, (await open(again, path)).status]).toEqual([path, 200]);
    }
    expect((await open(again, '/2026/11/post-3')).document.querySelector('#article')?.textContent).toContain(
      'By Ann & Bo',
    );
    wordpress.misbehaviour = null;
    await again.stop();
    await rm(data, { recursive: true });
  });
});

describe('a WordPress that was never read', () => {
  it('makes every page 503, and never shows sample pages or 404 instead', async () => {
    const broken = await startFakeSite();
    broken.misbehaviour = { status: 500 };
    const down = await runApp({ WORDPRESS_API_URL: broken.url }, undefined, { unread: true });
    for (const path of ['/', '/buy', '/blog', '/blog/radon-in-iowa-homes', '/no-such-page', '/sitemap.xml']) {
      const response = await fetch(down.url + path);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '30']);
      expect(await response.text()).not.toContain('Jordan Avery');
    }
    expect(down.content.health().notices[0]).toContain('every page answers 503');
    broken.misbehaviour = null;
    await expect.poll(async () => (await fetch(`${down.url}/buy`)).status).toBe(200);
    await down.stop();
    await broken.stop();
  });
});
