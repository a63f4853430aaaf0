import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { resolveTestPage, snapshotOf, wordPressEntry } from '../../content/testing/test-content.ts';
import type { MirrorEntry } from '../../content/values/mirror-contents.ts';
import type { PageRequest } from '../../content/resolve/resolve-page.ts';
import type { PageRenderer } from '../render/page-renderer.ts';
import { createPageStore } from './page-store.ts';
import { storedPageBody, type StoredPage } from './stored-page.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Store = ReturnType<typeof createPageStore>;

/** Opens a store on in-memory content, with functions that simulate changes, failures and the passing of time. */
function open(entries: readonly MirrorEntry[] = [], budget?: { plain: number; asked: number }) {
  let now = Date.parse('2026-11-22T12:00:00Z');
  let current = [...entries];
  let version = 1;
  let unread = false;
  let searchVersion = 1;
  let listener = () => {};
  const renders: string[] = [];
  const faults: Record<string, unknown>[] = [];
  const options = {
    throwing: false,
    padding: 0,
    build: 1,
    drawn: 0,
    lacking: false,
  };
  let gate = Promise.resolve();
  const render: PageRenderer = async ({ path, found, layout }) => {
    const query = found?.query ?? '';
    renders.push(`${path}${layout ? ` ${layout}` : ''}${query === '' ? '' : `?${query}`}`);
    await gate;
    if (options.throwing) throw new Error('The view is broken.');
    const headline = found?.document.placements[0]?.props.title;
    const title = typeof headline === 'string' ? headline : (found?.title ?? 'Not found');
    // Random, because repeated text would compress to almost nothing.
    const padding = randomBytes(options.padding / 2).toString('hex');
    return { html: `${title}#${renders.length}${padding}`, policy: "default-src 'self'" };
  };
  const hit = { kind: 'page' as const, path: '/about', title: 'About', snippet: [] };
  const search = { version: () => searchVersion, search: () => (searchVersion > 1 ? [hit] : []) };
  const snapshot = () => snapshotOf(current, version);
  const content = {
    resolve: vi.fn(async (request: PageRequest, _how?: { patient?: boolean }) => {
      if (unread) return null;
      const resolved = resolveTestPage(current, request, { snapshot: snapshot(), now, search });
      const reads = new Map(resolved.reads);
      if (options.lacking) reads.set('html:text', 'pending');
      return { ...resolved, reads, lacksHtml: options.lacking };
    }),
    snapshot: () => (unread ? null : snapshot()),
    frame: vi.fn(() => snapshot().frame()),
    fingerprint(read: string) {
      if (read === 'html:text') return options.lacking ? 'pending' : '';
      return read === 'search' ? String(searchVersion) : snapshot().fingerprint(read);
    },
    onChange(given: () => void) {
      listener = given;
      return () => (listener = () => {});
    },
  };
  const hits = vi.fn();
  const store: Store = createPageStore({
    content,
    render,
    log: pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) }),
    commonHeaders: ['X-Site', 'small'],
    requestId: () => 'one',
    onHit: hits,
    variants: {
      choose({ path, since }, { headers }) {
        const [, known] = /layout_variants=12:(\w+)/.exec(headers.cookie ?? '') ?? [];
        const variant = known ?? (options.drawn < 50 ? 'Original' : 'B');
        return {
          layout: variant === 'Original' ? null : variant,
          seen: { path, since, variant },
          cookie: known === undefined ? `layout_variants=12:${variant}; Path=/` : null,
        };
      },
    },
    buildVersion: () => options.build,
    now: () => now,
    ...(budget ? { budget } : {}),
  });
  closing.push(() => store.close());
  return {
    store,
    content,
    renders,
    faults,
    options,
    hits,
    /** Replaces the content. `next` receives the new version number for its entries. */
    change: (next: (version: number) => readonly MirrorEntry[]) => {
      version += 1;
      current = [...next(version)];
      listener();
    },
    entries: () => current,
    newIndex: () => {
      searchVersion += 1;
      listener();
    },
    forget: () => (unread = true),
    wait: (milliseconds: number) => (now += milliseconds),
    /** Pauses rendering until the returned function is called. */
    hold: () => {
      let release = () => {};
      gate = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

async function pageOf(store: Store, request: string | PageRequest): Promise<StoredPage> {
  const outcome = await store.page(typeof request === 'string' ? { path: request } : request);
  if (outcome.kind !== 'page') throw new Error(`The outcome is "${outcome.kind}".`);
  return outcome.page;
}
const textOf = async (store: Store, request: string | PageRequest) =>
  storedPageBody(await pageOf(store, request), 'identity').toString();

/** Serves the stored pages. Status 599 means that the store did not answer. */
async function serve(store: Store) {
  const server = createServer((request, response) => {
    if (!store.answer(request, response)) response.writeHead(599).end();
  });
  // A page may be rendered between two requests.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
}

const about = (headline: string, version = 1) =>
  wordPressEntry('page', 12, 'about', { acf: { hero_title: headline, more_title: 'More' } }, version);
const MISSED = 599;

describe('content that cannot be read any more', () => {
  test('removes no stored page', async () => {
    const { store, forget, change } = open([about('One')]);
    const get = await serve(store);
    await textOf(store, '/about');
    forget();
    change((version) => [about('Two', version)]);
    await store.refresh();
    expect((await get('/about')).text).toBe('One#1');
  });
});

describe('a page', () => {
  test('is rendered once and then answered from memory', async () => {
    const { store, renders, hits } = open([about('One')]);
    const get = await serve(store);
    expect((await get('/about')).status).toBe(MISSED);
    expect(await textOf(store, '/about')).toBe('One#1');
    for (const path of ['/about', '/about?utm_source=x', '/about?utm_source=y&gclid=z']) {
      expect(await get(path)).toMatchObject({ status: 200, text: 'One#1' });
    }
    expect(renders).toEqual(['/about']);
    expect(hits).toHaveBeenCalledTimes(3);
    expect(hits).toHaveBeenLastCalledWith(expect.anything(), 200, 'one', '/about', null);
    const { headers } = await get('/about');
    expect([headers.get('x-site'), headers.get('x-request-id')]).toEqual(['small', 'one']);
  });

  test('is sent for GET and HEAD only', async () => {
    const { store } = open([about('One')]);
    const get = await serve(store);
    await pageOf(store, '/about');
    expect((await get('/about', { method: 'POST' })).status).toBe(MISSED);
    expect(await get('/about', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('is rendered once for a thousand visitors at once, whatever campaign they come from', async () => {
    const { store, renders, hold } = open([about('One')]);
    const release = hold();
    const visitors = Array.from({ length: 1_000 }, (_, at) =>
      textOf(store, at % 2 === 0 ? '/about' : { path: '/about', query: `utm_source=${at}&utm_campaign=x` }),
    );
    await expect.poll(() => renders).toHaveLength(1);
    release();
    expect(new Set(await Promise.all(visitors))).toEqual(new Set(['One#1']));
    expect(renders).toEqual(['/about']);
    expect(store.size().pages).toBe(1);
  });

  test('is unavailable, not missing, while there is no content', async () => {
    const { store, forget, renders } = open();
    forget();
    for (const path of ['/', '/no-such-page'])
      expect(await store.page({ path })).toEqual({ kind: 'unavailable' });
    await store.refresh();
    expect(renders).toEqual([]);
  });

  test('that moved is a redirect; a query value that is too long is cut by a redirect', async () => {
    const { store, renders } = open([wordPressEntry('post', 1, 'first')]);
    expect(await store.page({ path: '/first' })).toEqual({
      kind: 'redirect',
      status: 301,
      to: '/blog/first',
    });
    const cut = await store.page({ path: '/search', query: `utm_source=a&q=${'x'.repeat(300)}` });
    const to = `/search?utm_source=a&q=${'x'.repeat(200)}`;
    expect(cut).toEqual({ kind: 'redirect', status: 302, to, rest: '' });
    expect(renders).toEqual([]);
  });

  test('is stored separately for each layout and query', async () => {
    const { store, renders } = open();
    const get = await serve(store);
    await pageOf(store, '/');
    await pageOf(store, { path: '/', query: 'layout=lead-capture', layout: 'lead-capture' });
    await pageOf(store, '/blog');
    await pageOf(store, { path: '/blog', query: 'page=2&utm_source=x' });
    await pageOf(store, { path: '/blog', query: 'page=2' });
    expect(renders).toEqual(['/', '/ lead-capture', '/blog', '/blog?page=2']);
    expect((await get('/?layout=lead-capture')).text).toMatch(/#2$/);
    expect((await get('/blog?gclid=a&page=2')).text).toMatch(/#4$/);
    expect((await get('/blog?page=3')).status).toBe(MISSED);
    expect((await get('/?layout=other')).text).toMatch(/#1$/);
  });
});

describe('a change', () => {
  test('renders only the affected pages again; until then the old page is sent', async () => {
    const { store, renders, change, hold, entries } = open([
      about('One'),
      wordPressEntry('page', 13, 'team'),
    ]);
    const get = await serve(store);
    await store.refresh();
    await pageOf(store, '/team');
    const before = renders.length;
    const release = hold();
    change((version) => [about('Two', version), ...entries().slice(1)]);
    await expect.poll(() => renders.length).toBe(before + 1);
    expect(await get('/about')).toMatchObject({ status: 200, text: expect.stringMatching(/^One#/) });
    release();
    await store.refresh();
    expect(await get('/about')).toMatchObject({ status: 200, text: expect.stringMatching(/^Two#/) });
    expect(renders.slice(before)).toEqual(['/about']);
  });

  test('that a page does not show keeps its bytes', async () => {
    const { store, change, renders } = open([
      wordPressEntry('post', 1, 'first'),
      wordPressEntry('post', 2, 'second'),
    ]);
    const get = await serve(store);
    await store.refresh();
    const before = await textOf(store, '/blog');
    renders.length = 0;
    // The list shows only slugs.
    change((version) => [
      wordPressEntry('post', 1, 'first', {}, version),
      wordPressEntry('post', 2, 'second', { title: { rendered: 'Renamed' } }, version),
    ]);
    await store.refresh();
    expect(renders).toEqual([]);
    expect((await get('/blog')).text).toBe(before);
    change((version) => [wordPressEntry('post', 2, 'second', {}, version)]);
    await store.refresh();
    expect(renders).toContain('/blog');
  });

  test('of the frame renders every page again, recently requested ones first', async () => {
    const { store, renders, change, entries } = open([about('One'), wordPressEntry('page', 13, 'team')]);
    const get = await serve(store);
    await store.refresh();
    for (const path of ['/team', '/buy']) await pageOf(store, path);
    await get('/team');
    const before = new Set(renders);
    renders.length = 0;
    const items = [{ ID: 1, title: 'Buy', url: '/buy', target: '', classes: [] }];
    change((version) => [...entries(), { kind: 'menu', id: 'footer', data: { items }, version }]);
    await store.refresh();
    expect(new Set(renders)).toEqual(before);
    expect(renders[0]).toBe('/team');
  });

  test('during a refresh is not lost', async () => {
    const { store, change, hold } = open([about('One')]);
    const get = await serve(store);
    await store.refresh();
    const release = hold();
    change((version) => [about('Two', version)]);
    change((version) => [about('Three', version)]);
    release();
    await store.refresh();
    expect((await get('/about')).text).toMatch(/^Three#/);
  });

  test('during the first rendering of a page is applied to that page too', async () => {
    const { store, change, renders, hold } = open([wordPressEntry('page', 13, 'team')]);
    const get = await serve(store);
    await store.refresh();
    const release = hold();
    const first = textOf(store, '/team');
    await expect.poll(() => renders.at(-1)).toBe('/team');
    change((version) => [wordPressEntry('page', 13, 'team', { title: { rendered: 'New' } }, version)]);
    release();
    expect(await first).toMatch(/^WordPress team#/);
    await expect.poll(async () => (await get('/team')).text).toMatch(/^New#/);
  });

  test('whose text is not sanitized yet leaves the last good page, and renders it again when the text is ready', async () => {
    const { store, change, options, content, newIndex } = open([about('One')]);
    const get = await serve(store);
    await textOf(store, '/about');
    expect(content.resolve).toHaveBeenLastCalledWith({ path: '/about' }, { patient: true });
    options.lacking = true;
    change((version) => [about('Two', version)]);
    await store.refresh();
    expect(content.resolve).toHaveBeenCalledWith({ path: '/about', query: '' }, { patient: false });
    expect((await get('/about')).text).toBe('One#1');
    // The sanitiser reports the text like any other change of the content.
    options.lacking = false;
    newIndex();
    await store.refresh();
    expect((await get('/about')).text).toMatch(/^Two#/);
  });

  test('that deletes a page removes it from memory', async () => {
    const { store, change } = open([about('One'), wordPressEntry('page', 13, 'team')]);
    const get = await serve(store);
    await pageOf(store, '/team');
    change(() => [about('One')]);
    await store.refresh();
    expect((await get('/team')).status).toBe(MISSED);
    expect((await pageOf(store, '/team')).status).toBe(404);
  });

  test('of the search index renders searches again', async () => {
    const { store, renders, newIndex } = open();
    await pageOf(store, { path: '/search', query: 'q=roof' });
    await store.refresh();
    renders.length = 0;
    newIndex();
    await store.refresh();
    expect(renders).toEqual(['/search?q=roof']);
  });

  test('of the build invalidates every page', async () => {
    const { store, options } = open([about('One')]);
    const get = await serve(store);
    await pageOf(store, '/about');
    options.build = 2;
    expect((await get('/about')).status).toBe(MISSED);
    expect(await textOf(store, '/about')).toBe('One#2');
  });
});

describe('a page with variants', () => {
  const tested = (running: boolean, version = 1) =>
    wordPressEntry(
      'page',
      12,
      'about',
      {
        acf: {
          page_layout: [{ block: 'banner', key: 'first' }],
          layout_variants: JSON.stringify({
            running,
            weight: 50,
            variants: [{ name: 'B', weight: 50, layout: [{ block: 'banner', key: 'second' }] }],
          }),
          first_title: 'Own',
          second_title: 'Tried',
        },
      },
      version,
    );
  const BROWSER = { 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/604.1' };

  test('stores each variant, and answers with the one in the cookie or a drawn one', async () => {
    const { store, options, hits } = open([tested(true)]);
    const get = await serve(store);
    await pageOf(store, '/about');
    await expect.poll(() => store.size().pages).toBe(2);
    const first = await get('/about', { headers: BROWSER });
    expect(first.text).toMatch(/^Own/);
    expect(first.headers.get('set-cookie')).toContain('layout_variants=12:Original;');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('Accept-Encoding, Cookie');
    options.drawn = 50;
    const second = await get('/about?utm_source=x', { headers: BROWSER });
    expect(second.text).toMatch(/^Tried/);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    const again = await get('/about', { headers: { ...BROWSER, Cookie: 'layout_variants=12:Original' } });
    expect([again.text.slice(0, 3), again.headers.get('set-cookie')]).toEqual(['Own', null]);
    expect(hits).toHaveBeenLastCalledWith(
      expect.anything(),
      200,
      'one',
      '/about',
      expect.objectContaining({ seen: { path: '/about', since: 0, variant: 'Original' } }),
    );
  });

  test('is like any other page once its variants are paused', async () => {
    const { store, options, change } = open([tested(true)]);
    const get = await serve(store);
    options.drawn = 50;
    await pageOf(store, '/about');
    await expect.poll(() => store.size().pages).toBe(2);
    change((version) => [tested(false, version)]);
    await store.refresh();
    const headers = { ...BROWSER, Cookie: 'layout_variants=12:B' };
    const answer = await get('/about', { headers });
    expect(answer.text).toMatch(/^Own/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(store.testOf('/about')).toBeNull();
  });
});

describe('the schedule', () => {
  test('a page is valid until its next scheduled placement starts or ends', async () => {
    const acf = {
      page_layout: [
        { block: 'banner', key: 'first', until: '2026-11-22T12:00' },
        { block: 'banner', key: 'second' },
      ],
      first_title: 'Before noon',
      second_title: 'Always',
    };
    const { store, wait } = open([wordPressEntry('page', 12, 'about', { acf })]);
    const get = await serve(store);
    await pageOf(store, '/about');
    expect((await get('/about')).text).toBe('Before noon#1');
    // Noon in America/Chicago is six hours away.
    wait(6 * 60 * 60 * 1_000);
    expect((await get('/about')).status).toBe(MISSED);
    expect(await textOf(store, '/about')).toBe('Always#2');
    expect((await get('/about')).text).toBe('Always#2');
  });

  test('every page expires at the new year, because the footer shows the year', async () => {
    const { store, wait } = open([about('One')]);
    const get = await serve(store);
    await pageOf(store, '/about');
    wait(41 * 24 * 60 * 60 * 1_000);
    expect((await get('/about')).status).toBe(MISSED);
  });
});

describe('a rendering that fails', () => {
  test('keeps the old page, is logged, and is tried again later', async () => {
    const { store, options, change, faults, wait } = open([about('One')]);
    const get = await serve(store);
    await store.refresh();
    options.throwing = true;
    change((version) => [about('Two', version)]);
    await store.refresh();
    expect((await get('/about')).text).toMatch(/^One#/);
    expect(faults).toMatchObject([{ event: 'page-not-rendered', path: '/about' }]);
    wait(10_000);
    expect(await textOf(store, '/about')).toMatch(/^One#/);
    options.throwing = false;
    wait(10_000);
    expect(await textOf(store, '/about')).toMatch(/^Two#/);
  });

  test('of a new page rejects the request; the next request tries again', async () => {
    const { store, options } = open([about('One')]);
    options.throwing = true;
    await expect(pageOf(store, '/about')).rejects.toThrow('The view is broken.');
    options.throwing = false;
    expect(await textOf(store, '/about')).toMatch(/^One#/);
  });

  test('content that fails to resolve keeps the old page', async () => {
    const { store, content, change, faults } = open([about('One')]);
    const get = await serve(store);
    await store.refresh();
    content.resolve.mockRejectedValueOnce(new Error('The resolver is broken.'));
    change((version) => [about('Two', version)]);
    await expect.poll(() => faults).toHaveLength(1);
    expect((await get('/about')).text).toMatch(/^One#/);
  });
});

test('a refresh that fails is logged, and the next change is rendered again', async () => {
  const { store, content, faults, change } = open([about('One')]);
  await store.refresh();
  content.frame.mockImplementationOnce(() => {
    throw new Error('The menu cannot be read.');
  });
  change((version) => [about('Two', version)]);
  await expect.poll(() => faults).toMatchObject([{ event: 'pages-not-refreshed' }]);
  change((version) => [about('Three', version)]);
  await expect.poll(() => textOf(store, '/about')).toContain('Three');
  expect(faults).toHaveLength(1);
});

describe('a path that was not found', () => {
  test('evicts no page, however many there are', async () => {
    const { store, options } = open([about('One')], { plain: 25_000, asked: 25_000 });
    options.padding = 10_000;
    const get = await serve(store);
    await pageOf(store, '/about');
    for (let at = 0; at < 500; at += 1) await pageOf(store, `/unknown-${at}`);
    expect((await get('/about')).status).toBe(200);
    expect(store.size().pages).toBe(2);
  });
});

describe('memory', () => {
  test('pages that are not found share a few renderings', async () => {
    const { store, renders } = open();
    for (let at = 0; at < 300; at += 1) expect((await pageOf(store, `/nowhere-${at}`)).status).toBe(404);
    for (let at = 0; at < 50; at += 1) await pageOf(store, `/about/nowhere-${at}`);
    await pageOf(store, '/wp/nowhere');
    expect(renders).toEqual(['/not-found', '/about/not-found', '/wp/not-found']);
    expect(store.size().pages).toBe(3);
  });

  test('is limited: the least recently used page is removed first', async () => {
    const pages = ['a', 'b', 'c'].map((slug, at) => wordPressEntry('page', 20 + at, `page-${slug}`));
    const { store, options } = open(pages, { plain: 12_500, asked: 12_500 });
    options.padding = 10_000;
    const answer = await serve(store);
    const get = (path: string) => answer(path, { headers: { 'accept-encoding': 'br' } });
    await pageOf(store, '/page-a');
    await pageOf(store, '/page-b');
    expect((await get('/page-a')).status).toBe(200);
    await pageOf(store, '/page-c');
    expect((await get('/page-a')).status).toBe(200);
    expect((await get('/page-b')).status).toBe(MISSED);
    expect((await get('/page-c')).status).toBe(200);
    expect(store.size().bytes).toBeLessThanOrEqual(12_500);
  });

  test('many different searches evict no page', async () => {
    const { store, options } = open([about('One')], { plain: 25_000, asked: 25_000 });
    options.padding = 10_000;
    const get = await serve(store);
    await pageOf(store, '/about');
    for (let at = 0; at < 40; at += 1) await pageOf(store, { path: '/search', query: `q=word${at}` });
    expect((await get('/about')).status).toBe(200);
    expect((await get('/search?q=word39')).status).toBe(200);
    expect((await get('/search?q=word0')).status).toBe(MISSED);
    expect(store.size().bytes).toBeLessThanOrEqual(50_000);
  });
});

test('the pages in the menus are rendered before the first request', async () => {
  const { store, renders } = open();
  await store.refresh();
  expect(renders).toEqual(['/', '/about', '/blog', '/privacy-policy']);
  await store.refresh();
  expect(renders).toHaveLength(4);
});
