import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers, redirect: 'manual' });
const documentOf = async (path: string) => parseHtml(await (await get(path)).text());

describe('a page', () => {
  it.each([
    ['/home', '/'],
    ['/home/?utm_source=mail', '/?utm_source=mail'],
    ['/home?utm_source=mail', '/?utm_source=mail'],
    ['/buyers?utm_source=mail', '/buy?utm_source=mail'],
  ])('%s is redirected to %s, with its query', async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  });

  it('is a complete document without script: one h1, a title, a description, real links', async () => {
    const document = await documentOf('/');
    expect(document.documentElement.lang).toBe('en-US');
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.title.length).toBeGreaterThan(10);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(
      50,
    );
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${app.url}/`);
    expect([...document.querySelectorAll('a')].filter((anchor) => !anchor.getAttribute('href'))).toEqual([]);
  });

  it('has a CSP that allows exactly its inline styles, and no inline script or style attribute', async () => {
    const response = await get('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    const document = parseHtml(await response.text());
    const styles = [...document.querySelectorAll('style')];
    const hashes = styles.map(
      ({ textContent }) => `'sha256-${createHash('sha256').update(textContent).digest('base64')}'`,
    );
    // One style for the fonts, and one for the components on the page.
    expect(hashes).toHaveLength(2);
    expect(hashes.filter((hash) => !policy.includes(hash))).toEqual([]);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
    const inline = [...document.querySelectorAll('script:not([src])')].map((script) =>
      script.getAttribute('type'),
    );
    expect(new Set(inline)).toEqual(new Set(['application/json', 'application/ld+json']));
  });

  it('contains three blocks of structured data, and noindex for the sample identity', async () => {
    const document = await documentOf('/');
    const types = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (script) => JSON.parse(script.textContent ?? '')['@type'],
    );
    expect(types).toEqual(['RealEstateAgent', 'WebSite', 'FAQPage']);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  });

  it('is revalidated, with a 304 if nothing changed', async () => {
    const first = await get('/');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    // By default, fetch sends `no-cache` with a conditional request, which prevents a 304.
    const revalidate = (tag: string) => get('/', { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' });
    expect((await revalidate(etag)).status).toBe(304);
    expect((await revalidate('"other"')).status).toBe(200);
  });

  it('is sent in the encoding that the browser accepts, with the same content', async () => {
    const bodies = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await get('/', { 'Accept-Encoding': encoding });
        expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        return response.text();
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('is sent in the smallest encoding, whatever order the browser lists them in', async () => {
    for (const accepted of ['gzip, deflate, br, zstd', 'gzip, br;q=0']) {
      const response = await get('/', { 'Accept-Encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(accepted.includes('q=0') ? 'gzip' : 'br');
      await response.arrayBuffer();
    }
  });

  it('is the same for everyone, however the first visitor had spelled its path', async () => {
    await get('/%73ell/staging-tips');
    const document = await documentOf('/sell/staging-tips');
    const marked = [...document.querySelectorAll('[aria-current]')].map((each) => each.getAttribute('href'));
    expect(new Set(marked)).toContain('/sell');
  });

  it('shows the other home layout as a preview only', async () => {
    const document = await documentOf('/?layout=lead-capture');
    expect(document.getElementById('hero')).not.toBeNull();
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${app.url}/`);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
    expect((await documentOf('/?layout=content')).body.textContent).not.toBe(document.body.textContent);
  });
});

describe('other responses', () => {
  it('are 404 with a link back for unknown paths', async () => {
    const response = await get('/no-such-page');
    expect(response.status).toBe(404);
    const document = parseHtml(await response.text());
    expect(document.querySelector('h1')?.textContent).toBe('404 Page Not Found');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    const links = [...document.querySelectorAll('main > :first-child a')].map((anchor) =>
      anchor.getAttribute('href'),
    );
    expect(links).toEqual(['/', '/buy', '/sell', '/neighborhoods', '/contact']);
    expect([...document.querySelectorAll('main > :first-child a')].at(-1)?.textContent).toBe(
      'Contact Us for Help',
    );
  });

  it('mark the menu entry of an ancestor of the missing path, and no other', async () => {
    const marked = async (path: string) =>
      new Set(
        [...(await documentOf(path)).querySelectorAll('[aria-current]')].map((each) => each.textContent),
      );
    expect((await marked('/buy/no-such-page')).size).toBe(1);
    expect((await marked('/no-such-page')).size).toBe(0);
    expect((await marked('/buy/nor-this-one')).size).toBe(1);
    expect((await get('/wp/no-such-page')).status).toBe(404);
    const { body } = await documentOf('/no-such-page');
    expect(body.textContent).toContain('404 Page Not Found');
  });

  it('are 405 for methods other than GET and HEAD, and 404 below /api', async () => {
    const post = async (path: string) => fetch(app.url + path, { method: 'POST' });
    const response = await post('/privacy-policy');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await post('/api/no-such-thing')).status).toBe(404);
  });

  it('are 301 for moved paths, with the query kept', async () => {
    const response = await get('/buyers?utm_source=x');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/buy?utm_source=x']);
    // Without it, browsers would keep a 301 forever.
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it.each(['/..%2f..%2fetc%2fpasswd', '/%00', '/%E0%A4%A', `/${'a'.repeat(5000)}`, '/a//b', '/\\evil'])(
    'are never 500: %s',
    async (path) => {
      expect((await get(path)).status).toBeLessThan(500);
    },
  );

  it('lists the links that a browser may prerender in a separate file', async () => {
    const response = await get('/speculation-rules.json');
    expect(response.headers.get('content-type')).toContain('application/speculationrules+json');
    expect(Object.keys(JSON.parse(await response.text()))).toEqual(['prerender']);
  });
});

describe('a file of the build', () => {
  /** Returns the largest file of the application. */
  const script = async () => {
    const names = (await documentOf('/')).querySelector('script[data-app]')?.getAttribute('data-app') ?? '';
    const size = (file: string) => statSync(new URL(`../../dist/client${file}`, import.meta.url)).size;
    return names.split(' ').toSorted((one, other) => size(other) - size(one))[0] ?? '';
  };

  it('is sent compressed if the client accepts it, with Vary for caches', async () => {
    const path = await script();
    for (const encoding of ['br', 'identity']) {
      const response = await get(path, { 'Accept-Encoding': encoding });
      expect(response.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('content-type')).toContain('text/javascript');
      await response.arrayBuffer();
    }
  });

  it.runIf(existsSync('/proc/self/fd'))('is closed if the visitor disconnects halfway', async () => {
    const path = await script();
    const opened = () => readdirSync('/proc/self/fd').length;
    const { port } = new URL(app.url);
    const leaveHalfWay = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
    };
    const before = opened();
    for (let visitor = 0; visitor < 20; visitor += 1) await leaveHalfWay();
    await expect.poll(opened).toBeLessThan(before + 5);
  });
});

describe('when something fails', () => {
  it('a broken page is a branded 500 without internal details', async () => {
    const broken = await runApp({}, (content) => ({
      ...content,
      resolve: () => Promise.reject(new Error('secret detail')),
    }));
    const response = await fetch(`${broken.url}/`);
    const html = await response.text();
    expect(response.status).toBe(500);
    expect(html).toContain('Something went wrong on our side');
    expect(html).not.toContain('secret detail');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(broken.events()).toContainEqual(
      expect.objectContaining({ event: 'request-failed', route: 'page' }),
    );
    await broken.stop();
  });

  it('a page that cannot be made offers another try and the agent’s number', async () => {
    const broken = await runApp({}, (content) => ({
      ...content,
      resolve: () => Promise.resolve(null),
      settings: () => ({ ...content.builtIn.settings, sample: false }),
    }));
    const response = await fetch(`${broken.url}/buy`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    const document = parseHtml(await response.text());
    const { agent } = broken.content.builtIn.settings;
    expect(document.querySelector('a[href^="tel:"]')?.textContent).toBe(agent.phone);
    expect(document.querySelector('a[href=""]')?.textContent).toBe('Try again');
    await broken.stop();
  });

  it('a view that throws is replaced by its built-in content, and its neighbors stay', async () => {
    const broken = await runApp({}, (content) => ({
      ...content,
      resolve: async (request) => {
        const resolved = await content.resolve(request);
        if (resolved?.answer.status !== 200) return resolved;
        const { answer } = resolved;
        const placements = answer.document.placements.map((placement) =>
          // The `faq` view throws if `items` is null.
          placement.block === 'faq' ? { ...placement, props: { title: 'Broken', items: null } } : placement,
        );
        return { ...resolved, answer: { ...answer, document: { ...answer.document, placements } } };
      },
    }));
    const response = await fetch(`${broken.url}/`);
    const document = parseHtml(await response.text());
    expect(response.status).toBe(200);
    expect(document.querySelectorAll('details').length).toBeGreaterThan(3);
    expect(document.body.textContent).not.toContain('Broken');
    expect(broken.events()).toContainEqual(
      expect.objectContaining({ event: 'block-fault', kind: 'view-threw', block: 'faq' }),
    );
    await broken.stop();
  });

  it('a browser can report a failed block in one event, and nothing else', async () => {
    const report = (body: string) =>
      fetch(`${app.url}/api/block-faults`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    const fault = { kind: 'chunk-failed', block: 'faq', key: 'faq', path: '/', detail: 'offline' };
    expect((await report(JSON.stringify(fault))).status).toBe(204);
    expect(app.events().filter((event) => event['event'] === 'block-fault')).toHaveLength(1);
    expect((await report('{"kind":"anything"}')).status).toBe(400);
    expect((await report('{')).status).toBe(400);
    expect((await report(JSON.stringify({ ...fault, detail: 'x'.repeat(9000) }))).status).toBe(413);
  });
});
