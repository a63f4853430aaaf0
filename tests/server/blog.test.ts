import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restPage, startFakeWordPress, type FakeWordPress } from './content-fake-wordpress.ts';
import { runApp, type RunningApp } from './running-app.ts';

async function open(app: RunningApp, path: string) {
  const response = await fetch(app.url + path, { redirect: 'manual' });
  const html = await response.text();
  const { document } = new JSDOM(html).window;
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
  beforeAll(async () => {
    app = await runApp();
  });
  afterAll(() => app.stop());

  it('lists its posts newest first, with a choice of categories', async () => {
    const { status, document } = await open(app, '/blog');
    expect(status).toBe(200);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    const posts = await app.gateway.library.posts();
    expect(hrefs(document, '#posts li h2 a')).toEqual(posts.map(({ path }) => path));
    expect(posts.every((post, index) => index === 0 || post.date <= (posts[index - 1]?.date ?? ''))).toBe(
      true,
    );
    expect(hrefs(document, '#posts nav a')).toContain('/blog/category/buying');
  });

  it('has a page for each post: one h1, date, author, text, neighbours, breadcrumb, structured data', async () => {
    const [post, older] = await app.gateway.library.posts();
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

  it('shows the posts of a category or tag, with a title and address of their own', async () => {
    const { document } = await open(app, '/blog/category/selling');
    expect(document.querySelector('h1')?.textContent).toBe('Selling');
    expect(document.title).toMatch(/^Selling/);
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${app.url}/blog/category/selling`,
    );
    const selling = (await app.gateway.library.posts()).filter(({ categories }) =>
      categories.some(({ slug }) => slug === 'selling'),
    );
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

  it('keeps what it rendered: the same post is the same answer', async () => {
    const [first, second] = [
      await app.gateway.route('/blog'),
      await app.gateway.route('/blog', { query: 'utm_source=x' }),
    ];
    expect(second).toBe(first);
    const { library } = app.gateway;
    const [post] = await library.posts();
    expect(await app.gateway.route(post?.path ?? '')).toBe(await app.gateway.route(post?.path ?? ''));
  });

  it('answers a running application with the same document', async () => {
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
  let wordpress: FakeWordPress;
  const term = (id: number, slug: string, taxonomy = 'category') => ({
    id,
    slug,
    taxonomy,
    name: `${slug} &amp; co`,
  });
  const post = (id: number, more: Record<string, unknown> = {}) =>
    restPage(wordpress, `post-${id}`, {
      id,
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
      _embedded: {
        author: [{ id: 1, name: 'Ann &amp; Bo' }],
        'wp:term': [[term(1, 'news'), term(2, 'uncategorized')], [term(3, 'roofs', 'post_tag')]],
      },
      ...more,
    });

  beforeAll(async () => {
    wordpress = await startFakeWordPress();
    const posts = [
      ...Array.from({ length: 12 }, (_, index) => post(12 - index)),
      post(40, { status: 'draft' }),
      post(41, { content: { rendered: '', protected: true } }),
    ];
    wordpress.routes.set('/wp/v2/posts', (query) => {
      const slug = query.get('slug');
      const asked = posts.filter((each) => slug === null || each.slug === slug);
      return { json: query.get('page') === '2' ? [] : asked };
    });
    wordpress.routes.set('/wp/v2/pages', () => ({ json: [] }));
    app = await runApp({ WORDPRESS_API_URL: wordpress.url });
  });
  afterAll(async () => {
    await app.stop();
    await wordpress.stop();
  });

  it('is shown instead of the built-in one, page by page, drafts and locked posts never', async () => {
    const first = await open(app, '/blog');
    expect(hrefs(first.document, '#posts li h2 a')).toHaveLength(9);
    expect(hrefs(first.document, 'a[rel=next]')).toEqual(['/blog?page=2']);
    const second = await open(app, '/blog?page=2');
    expect(hrefs(second.document, '#posts li h2 a')).toEqual([
      '/blog/post-3',
      '/blog/post-2',
      '/blog/post-1',
    ]);
    expect(second.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${app.url}/blog?page=2`,
    );
    expect(second.document.title).toContain('page 2');
    for (const path of ['/blog?page=3', '/blog/post-40', '/blog/post-41', '/blog/radon-in-iowa-homes']) {
      expect((await open(app, path)).status).toBe(404);
    }
  });

  it('has clean posts: terms and names decoded, scripts gone, embeds as links', async () => {
    const { document, html } = await open(app, '/blog/post-5');
    expect(document.querySelector('h1')?.textContent).toBe('Post 5 & more');
    expect(document.querySelector('#article')?.textContent).toContain('By Ann & Bo');
    expect(hrefs(document, '#article a')).toEqual(
      expect.arrayContaining(['/blog/category/news', '/blog/tag/roofs']),
    );
    expect(hrefs(document, '#article a')).not.toContain('/blog/category/uncategorized');
    expect(document.querySelector('iframe')).toBeNull();
    expect(hrefs(document, '.wp-embed-facade a')).toEqual(['https://www.youtube.com/watch?v=abc']);
    expect(html).not.toContain('alert(1)');
  });

  it('is reached from WordPress’s own addresses', async () => {
    expect(await open(app, '/2026/11/post-1')).toMatchObject({ status: 301, to: '/blog/post-1' });
    expect(await open(app, '/post-1')).toMatchObject({ status: 301, to: '/blog/post-1' });
    expect(await open(app, '/category/news')).toMatchObject({ status: 301, to: '/blog/category/news' });
  });

  it('is 503 while it cannot be read at all, and the site’s other pages stand', async () => {
    const broken = await startFakeWordPress();
    broken.broken = { status: 500, json: {} };
    const down = await runApp({ WORDPRESS_API_URL: broken.url });
    const response = await fetch(`${down.url}/blog`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await fetch(`${down.url}/blog/radon-in-iowa-homes`)).status).toBe(503);
    expect((await fetch(`${down.url}/buy`)).status).toBe(200);
    expect((await fetch(`${down.url}/sitemap`)).status).toBe(200);
    expect((await fetch(`${down.url}/sitemap.xml`)).status).toBe(200);
    expect(down.events()).toContainEqual(
      expect.objectContaining({ kind: 'load-failed', block: 'post-list' }),
    );
    await down.stop();
    await broken.stop();
  });
});
