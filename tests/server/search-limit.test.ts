import { afterEach, describe, expect, it } from 'vitest';
import { runApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
afterEach(() => app.stop());

/** Requests a path. Each value of `from` is another client IP address. */
const ask = (path: string, from = 1, { headers, ...init }: RequestInit = {}) =>
  fetch(app.url + path, {
    ...init,
    headers: { 'x-forwarded-for': `203.0.113.${from}`, ...Object.fromEntries(new Headers(headers)) },
  });
const CONTENT = `/wp-json/wp/v2/pages?path=/search&query=${encodeURIComponent('q=radon')}`;

async function expectPage(answer: Response, status: number, retryAfter: string, title: string) {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await answer.text()).toContain(`<h1>${title}</h1>`);
}

describe('searches from one IP address', () => {
  it('are limited per minute, on the page and in the API, with a message', async () => {
    app = await runApp({ SEARCH_RATE_LIMIT: '4', TRUST_PROXY: '1' });
    expect((await ask('/search?q=radon')).status).toBe(200);
    // A cached page does not count as a search.
    expect((await ask('/search?q=radon&utm_source=x')).status).toBe(200);
    expect((await ask('/search?page=1&q=radon')).status).toBe(200);
    expect((await ask(CONTENT)).status).toBe(200);
    // A form post to a search page renders that search again.
    expect((await ask('/search?q=radon', 1, { method: 'POST' })).status).toBeLessThan(500);

    await expectPage(await ask('/search?q=brick'), 429, '60', 'Too many searches');
    await expectPage(await ask('/search?q=&q=brick'), 429, '60', 'Too many searches');
    const content = await ask(CONTENT);
    expect([content.status, content.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await content.json()).toEqual({
      code: 'search_too_many',
      message: expect.stringContaining('Please try again in a minute'),
      data: { status: 429 },
    });

    for (const path of ['/search', '/search?q=', '/search?q=%20', '/', '/wp-json/wp/v2/pages?path=/search']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    expect((await ask('/search?q=radon', 2)).status).toBe(200);
  });
});

describe('searches that another site embeds, for example as pictures', () => {
  it('are refused and do not count; a link from another site is a search', async () => {
    app = await runApp({ SEARCH_RATE_LIMIT: '1', TRUST_PROXY: '1' });
    const elsewhere = (dest: string) => ({
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest },
    });
    for (const path of ['/search?q=radon', '/search?q=brick', CONTENT]) {
      for (const dest of ['image', 'iframe', 'empty']) {
        expect([path, dest, (await ask(path, 1, elsewhere(dest))).status]).toEqual([path, dest, 403]);
      }
    }
    expect((await ask('/', 1, elsewhere('image'))).status).toBe(200);
    expect((await ask('/search?q=radon', 1, elsewhere('document'))).status).toBe(200);
    expect((await ask('/search?q=brick')).status).toBe(429);
  });
});

describe('searches from many IP addresses', () => {
  let running = 0;
  let most = 0;
  let release = () => {};

  /** Starts the application with searches that hang until the test calls `release`. */
  async function slowSearch(): Promise<void> {
    running = most = 0;
    const held = new Promise<void>((resolve) => (release = resolve));
    app = await runApp({ TRUST_PROXY: '1' }, (content) => ({
      ...content,
      async resolve(request, own) {
        if (!request.query?.includes('q=')) return content.resolve(request, own);
        running += 1;
        most = Math.max(most, running);
        await held;
        running -= 1;
        return content.resolve(request, own);
      },
    }));
  }

  it('run two at a time; a few wait, and the rest get a Retry-After', async () => {
    await slowSearch();
    const statuses: number[] = [];
    const asked = Array.from({ length: 40 }, async (_, from) => {
      const answer = await ask(`/search?q=word${from}`, from);
      statuses.push(answer.status);
      return answer;
    });
    await expect.poll(() => statuses.length).toBe(30);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(running).toBe(2);
    await expectPage(await ask('/search?q=more', 100), 503, '5', 'The search is busy');
    const answer = await ask(CONTENT, 101);
    expect(await answer.json()).toMatchObject({ code: 'search_busy', data: { status: 503 } });
    // Other pages do not wait for the searches.
    expect((await ask('/', 1)).status).toBe(200);
    expect((await ask('/search', 1)).status).toBe(200);
    release();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(most).toBe(2);
  });

  it('of disconnected clients free their slots', async () => {
    await slowSearch();
    const left = new AbortController();
    const statuses: number[] = [];
    const gone = Array.from({ length: 11 }, (_, from) =>
      ask(`/search?q=word${from}`, from, { signal: left.signal }).then(
        ({ status }) => statuses.push(status),
        () => null,
      ),
    );
    // All slots are taken.
    await expect.poll(() => statuses).toEqual([503]);
    left.abort();
    await Promise.all(gone);
    release();
    // Each from another address, because the searches of one are limited.
    let from = 100;
    await expect.poll(async () => (await ask('/search?q=again', (from += 1))).status).toBe(200);
    expect(most).toBe(2);
  });
});
