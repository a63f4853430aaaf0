import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseHtml, parseXml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

/** What nobody may read: WordPress has it, and its REST API shows it to nobody. */
const SECRET = { author_email: 'jane@visitor.test', author_ip: '203.0.113.9' };

/** WordPress with and without the companion plugin, which reads its change feed. */
describe.each([{ plugin: true }, { plugin: false }])('comments, plugin: $plugin', ({ plugin }) => {
  // Without the plugin, REST shows neither these settings nor pingbacks.
  const onlyWithPlugin = plugin ? [plugin] : [];
  let wordpress: FakeSite;
  let app: RunningApp;
  const comment = (id: number, more: Record<string, unknown> = {}) =>
    wordpress.add('comments', { id, ...SECRET, ...more });
  const open = async (path: string) => {
    const response = await fetch(app.url + path);
    const html = await response.text();
    return { status: response.status, html, document: parseHtml(html) };
  };
  const sync = async () => {
    await app.content.check();
    await app.content.htmlSettled();
    await app.pages.refresh();
  };
  const shown = async (path = '/hello') =>
    [...(await open(path)).document.querySelectorAll('#comments li')].map(({ id }) => id);
  const textOf = async (id: number) =>
    (await open('/hello')).document.getElementById(`comment-${id}`)?.textContent ?? '';

  beforeAll(async () => {
    wordpress = await startFakeSite();
    Object.assign(wordpress, { plugin });
    wordpress.add('users', { id: 3, name: 'The Editor' });
    wordpress.add('posts', { id: 1, slug: 'hello', author: 3, title: { rendered: 'Hello' } });
    wordpress.add('pages', { id: 4, slug: 'team', title: { rendered: 'Team' } });
    wordpress.add('posts', { id: 2, slug: 'quiet', title: { rendered: 'Quiet' } });
    app = await runApp(wordpress.env);
  });
  afterAll(async () => {
    await app.stop();
    await wordpress.stop();
  });
  beforeEach(async () => {
    wordpress.lists.comments = [];
    wordpress.root['discussion'] = undefined;
    wordpress.settings = {};
    comment(7, {
      author_name: 'Jane &amp; Joe',
      author_url: 'https://visitor.example/',
      author_avatar_urls: { 96: 'https://secure.gravatar.com/avatar/abc?s=96&d=mm&r=g' },
      content: {
        rendered:
          '<p>Nice <a href="https://spam.example/">house</a> {phone}<script>alert(1)</script><img src=x onerror=alert(1)></p>',
      },
    });
    comment(8, { parent: 7, author: 3, author_name: 'The Editor' });
    await sync();
  });

  it('are below their post, nested, with avatar, mark, anchor and links that give no credit', async () => {
    const { document, html } = await open('/hello');
    expect(document.querySelector('#comments h2')?.textContent).toBe('2 comments');
    const first = document.querySelector('#comments > ol > li#comment-7');
    expect(first?.querySelector('strong a')?.outerHTML).toContain(
      '<a href="https://visitor.example/" rel="noopener ugc nofollow">Jane &amp; Joe</a>',
    );
    expect(first?.querySelector('a[href="https://spam.example/"]')?.getAttribute('rel')).toBe(
      'noopener ugc nofollow',
    );
    expect(first?.querySelector('ol > li#comment-8')?.textContent).toContain('Post author');
    expect(first?.querySelector('article')?.textContent).not.toContain('Post author');
    expect(first?.querySelector('article img')?.getAttribute('src')).toMatch(/^\/(?!\/)/);
    // A placeholder is for editors.
    expect(first?.textContent).toContain('{phone}');
    for (const foreign of ['gravatar', 'alert(1)', SECRET.author_email, SECRET.author_ip]) {
      expect(html).not.toContain(foreign);
    }
  });

  it('leave no e-mail or IP address in the mirror', () => {
    const requests = wordpress.asked.filter((each) => /comments|changes/.test(each));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter((each) => /author_(email|ip)/.test(each))).toEqual([]);
    const entries = app.content.snapshot()?.comments(1) ?? [];
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toMatch(/jane@visitor|203\.0\.113/);
  });

  it('cost a post without any nothing', async () => {
    const { document, html } = await open('/quiet');
    expect(document.querySelector('h1')?.textContent).toBe('Quiet');
    expect(document.querySelector('#comments, #respond, [id^=comment-]')).toBeNull();
    expect(/.{0,80}comment.{0,80}/i.exec(html)?.[0]).toBeUndefined();
  });

  it('appear when approved, and go when spammed or deleted', async () => {
    comment(9, { content: { rendered: '<p>Approved now</p>' } });
    await sync();
    expect(await textOf(9)).toContain('Approved now');
    wordpress.edit('comments', 9, { content: { rendered: '<p>Edited</p>' } });
    await sync();
    expect(await textOf(9)).toContain('Edited');
    wordpress.remove('comments', 9);
    await sync();
    expect(await shown()).toEqual(['comment-7', 'comment-8']);
    wordpress.lists.comments = [];
    await sync();
    expect(await shown()).toEqual([]);
  });

  it('render only their own post again', async () => {
    const before = await app.content.resolve({ path: '/quiet' });
    comment(9);
    await sync();
    const isSame = (path: string, reads: ReadonlyMap<string, string> | undefined) =>
      expect([
        path,
        [...(reads ?? [])].filter(([read, value]) => app.content.snapshot()?.fingerprint(read) !== value),
      ]).toEqual([path, []]);
    isSame('/quiet', before?.reads);
    expect(await shown()).toEqual(['comment-7', 'comment-8', 'comment-9']);
  });

  it.each(onlyWithPlugin)('follow WordPress’s settings for threads, pages and order', async () => {
    for (const id of [9, 10, 11]) comment(id);
    const discussion = {
      threads: false,
      depth: 5,
      pages: true,
      per_page: 2,
      default_page: 'oldest',
      order: 'desc',
    };
    wordpress.root['discussion'] = discussion;
    await sync();
    expect(await shown()).toEqual(['comment-8', 'comment-7']);
    expect(await shown('/hello?cpage=3')).toEqual(['comment-11']);
    wordpress.root['discussion'] = { ...discussion, threads: true, default_page: 'newest', order: 'asc' };
    await sync();
    expect(await shown()).toEqual(['comment-10', 'comment-11']);
    expect(await shown('/hello?cpage=1')).toEqual(['comment-7', 'comment-8', 'comment-9']);
  });

  it.each(onlyWithPlugin)('have pages at the addresses of WordPress, which redirect once', async () => {
    for (const id of [9, 10, 11]) comment(id);
    const discussion = { threads: false, pages: true, per_page: 2, default_page: 'oldest', order: 'asc' };
    wordpress.root['discussion'] = discussion;
    await sync();
    const redirect = async (path: string) => {
      const response = await fetch(app.url + path, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    for (const [path, to] of [
      ['/hello/comment-page-2/', '/hello?cpage=2'],
      ['/hello/comment-page-2', '/hello?cpage=2'],
      ['/blog/hello/comment-page-2/', '/hello?cpage=2'],
      ['/2026/11/hello/comment-page-3/?replytocom=11', '/hello?cpage=3&replytocom=11'],
      ['/?p=1&cpage=2', '/hello?cpage=2'],
      // The first page, and a page that is no longer there.
      ['/hello/comment-page-1/', '/hello'],
      ['/hello/comment-page-9/', '/hello'],
      ['/quiet/comment-page-2/', '/quiet'],
      // Pages show no comments.
      ['/team/comment-page-2/', '/team'],
    ] as const) {
      expect([path, ...(await redirect(path))]).toEqual([path, 301, to]);
    }
    const { document } = await open('/hello?cpage=2');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${app.url}/hello`);
    for (const path of ['/nowhere/comment-page-2/', '/hello/comment-page-0/', '/hello/comment-page-x/']) {
      expect([path, (await fetch(app.url + path)).status]).toEqual([path, 404]);
    }
    wordpress.root['discussion'] = { ...discussion, default_page: 'newest' };
    await sync();
    expect(await redirect('/hello/comment-page-3/')).toEqual([301, '/hello']);
    expect(await redirect('/hello/comment-page-1/')).toEqual([301, '/hello?cpage=1']);
  });

  it.each(onlyWithPlugin)('are marked if they are pingbacks or trackbacks', async () => {
    comment(9, { type: 'pingback', author_name: 'A blog', author_url: 'https://blog.example/' });
    comment(10, {
      type: 'trackback',
      author_url: 'javascript:alert(1)',
      author_avatar_urls: { 96: false },
    });
    await sync();
    expect(await textOf(9)).toMatch(/A blog\s*Pingback/);
    expect(await textOf(10)).toContain('Trackback');
    const { document } = await open('/hello');
    expect(document.querySelector('#comment-10 strong a')).toBeNull();
    expect(document.querySelectorAll('#comment-9 img, #comment-10 img')).toHaveLength(0);
  });

  it.each(onlyWithPlugin)('are off where the site’s setting says so', async () => {
    wordpress.settings = { comments: 'off' };
    await sync();
    const { document } = await open('/hello');
    expect(document.querySelector('#comments, #respond, [id^=comment-]')).toBeNull();
    for (const feed of ['/hello/feed', '/comments/feed', '/comments/feed/atom']) {
      expect((await fetch(app.url + feed)).status, feed).toBe(404);
    }
    expect(document.querySelector('link[rel=alternate][href*=comments]')).toBeNull();
  });

  const { rss, atom } = {
    rss: { item: 'item', id: 'guid', author: 'creator', text: 'encoded' },
    atom: { item: 'entry', id: 'id', author: 'author', text: 'content' },
  };
  it.each([
    ['/hello/feed', rss, 'Comments on Hello'],
    ['/hello/feed/atom', atom, 'Comments on Hello'],
    ['/comments/feed', rss, 'Comments on '],
    ['/comments/feed/atom', atom, 'Comments on '],
  ])('are in the feed %s, newest first, with the ids of WordPress', async (path, names, title) => {
    wordpress.edit('posts', 1, { guid: { rendered: 'https://old.example/?p=1' } });
    wordpress.edit('comments', 8, { date_gmt: '2026-02-01T00:00:00' });
    await sync();
    wordpress.misbehaviour = 'down';
    const response = await fetch(app.url + path);
    const xml = await response.text();
    wordpress.misbehaviour = null;
    const document = parseXml(xml);
    expect(document.querySelector('title')?.textContent).toContain(title);
    const items = [...document.querySelectorAll(names.item)];
    const texts = (name: string) => items.map((item) => item.querySelector(name)?.textContent?.trim());
    expect(texts(names.id)).toEqual([8, 7].map((id) => `https://old.example/?p=1#comment-${id}`));
    expect(texts(names.author)).toEqual(['The Editor', 'Jane & Joe']);
    expect(texts('link')[1] || items[1]?.querySelector('link')?.getAttribute('href')).toBe(
      `${app.url}/hello#comment-7`,
    );
    const text = items[1]?.querySelector(names.text)?.textContent;
    expect(text).toContain('rel="noopener ugc nofollow">house</a> {phone}');
    for (const foreign of ['alert(1)', 'onerror', SECRET.author_email, SECRET.author_ip]) {
      expect(xml).not.toContain(foreign);
    }
  });

  it('are in no feed below posts that are not public', async () => {
    wordpress.add('posts', { id: 3, slug: 'locked', password: 'sesame' });
    wordpress.add('posts', { id: 4, slug: 'draft', status: 'draft' });
    for (const [id, post] of [
      [20, 3],
      [21, 4],
      [22, 999],
    ]) {
      comment(Number(id), { post, content: { rendered: '<p>Nobody may read this</p>' } });
    }
    await sync();
    for (const feed of ['/comments/feed', '/comments/feed/atom']) {
      const xml = await (await fetch(app.url + feed)).text();
      expect(xml).toContain('#comment-7');
      expect(xml).not.toContain('Nobody may read this');
    }
    for (const feed of ['/locked/feed', '/draft/feed']) {
      expect((await fetch(app.url + feed)).status, feed).toBe(404);
    }
    wordpress.remove('posts', 3);
    wordpress.remove('posts', 4);
  });

  it('have a feed where a post has none yet, as many as WordPress says', async () => {
    const none = await fetch(`${app.url}/quiet/feed`);
    expect([none.status, (await none.text()).includes('<item>')]).toEqual([200, false]);
    for (let id = 100; id < 130; id += 1) comment(id);
    await sync();
    expect((await (await fetch(`${app.url}/hello/feed`)).text()).split('<item>')).toHaveLength(21);
  });

  it('that a post of 10,000 has are in pages, in bounded time', async () => {
    for (let id = 1_001; id <= 11_000; id += 1) comment(id, { post: 2 });
    await sync();
    const { document, html } = await open('/quiet');
    expect(document.querySelector('#comments h2')?.textContent).toBe('10,000 comments');
    // The newest page is the one that WordPress shows first.
    const ids = await shown('/quiet');
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 'comment-10801', 'comment-11000']);
    expect(html.length).toBeLessThan(500_000);
    expect((await shown('/quiet?cpage=1'))[0]).toBe('comment-1001');
    const previous = document.querySelector('#comments a[rel=prev]')?.getAttribute('href');
    expect(previous).toBe('/quiet?cpage=49#comments');
    expect(
      (await open('/quiet?cpage=49')).document.querySelector('link[rel=canonical]')?.outerHTML,
    ).toContain(`${app.url}/quiet"`);
  });
});

it('without the plugin, a WordPress that closes its comments keeps those that were read', async () => {
  const wordpress = await startFakeSite();
  wordpress.plugin = false;
  wordpress.add('posts', { id: 1, slug: 'hello' });
  wordpress.add('comments', { id: 7 });
  const app = await runApp(wordpress.env);
  try {
    wordpress.routes.set('/wp/v2/comments', () => ({ status: 403, json: { code: 'rest_forbidden' } }));
    wordpress.edit('posts', 1, { title: { rendered: 'Edited' } });
    await app.content.check();
    await app.pages.refresh();
    const html = await (await fetch(`${app.url}/hello`)).text();
    expect(html).toContain('Edited');
    expect(html).toContain('id="comment-7"');
  } finally {
    await app.stop();
    await wordpress.stop();
  }
});
