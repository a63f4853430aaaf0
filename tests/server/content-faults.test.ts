import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listPages, restPage, startFakeWordPress } from './content-fake-wordpress.ts';
import type { FakeAnswer, FakeWordPress } from './content-fake-wordpress.ts';
import { openSite } from './content-site.ts';
import type { ContentSite } from './content-site.ts';

vi.setConfig({ testTimeout: 30_000 });

let wordpress: FakeWordPress;
let site: ContentSite | null = null;
beforeEach(async () => {
  wordpress = await startFakeWordPress();
  listPages(wordpress, [restPage(wordpress, 'about', { acf: { hero_title: 'From WordPress' } })]);
});
afterEach(async () => {
  await wordpress.stop();
  await site?.remove();
  site = null;
});

const PASSWORD = 'abcd efgh ijkl';
const SIGNED_IN = { WORDPRESS_USERNAME: 'editor', WORDPRESS_APP_PASSWORD: PASSWORD };

async function open(env: Record<string, string> = {}) {
  site = await openSite({ WORDPRESS_API_URL: wordpress.url, ...env });
  return site.gateway;
}

async function headline(gateway: ContentSite['gateway']): Promise<unknown> {
  const answer = await gateway.route('/about');
  return answer.status === 200 ? answer.document.placements[0]?.props.title : answer.status;
}

/** Asks until the headline is this one: what is held back is asked again soon. */
async function becomes(gateway: ContentSite['gateway'], expected: string): Promise<void> {
  await expect.poll(() => headline(gateway), { timeout: 10_000, interval: 20 }).toBe(expected);
}

const told = () => (site?.logged ?? []).flatMap(({ msg }) => msg ?? []);

const faults: [name: string, answer: FakeAnswer, cause: RegExp][] = [
  ['silence', { hang: true }, /does not answer within .* Check its load/],
  [
    'HTML with 200',
    { text: '<!doctype html><h1>Home</h1>', type: 'text/html' },
    /answers HTML\. Set permalinks/,
  ],
  [
    '401',
    { status: 401, json: { code: 'rest_not_logged_in' } },
    /401 rest_not_logged_in.*Set WORDPRESS_USERNAME/,
  ],
  [
    '403',
    { status: 403, text: '<h1>Forbidden</h1>', type: 'text/html' },
    /may not be read without signing in \(403\)/,
  ],
  ['404', { status: 404, json: { code: 'rest_no_route' } }, /is not there .*Check that WORDPRESS_API_URL/],
  ['500', { status: 500, text: 'oops', type: 'text/html' }, /fails \(500\).*error log/],
  ['503', { status: 503, text: 'maintenance', type: 'text/html' }, /maintenance or overloaded \(503\)/],
  ['truncated JSON', { text: '[{"id": 10, "slug": "ab' }, /JSON that cannot be read .*WP_DEBUG_DISPLAY/],
  ['an object instead of a list', { json: { id: 10 } }, /answers an object instead of a list/],
  ['too much', { text: `["${'x'.repeat(6_000_000)}"]` }, /more than 5 MB/],
];

describe.each(faults)('WordPress answers with %s', (_name, broken, cause) => {
  test('cold: the built-in content, soon; the log names cause and mend; then it recovers', async () => {
    wordpress.broken = broken;
    const gateway = await open();
    const started = Date.now();
    expect(await headline(gateway)).toBe('About us');
    expect(Date.now() - started).toBeLessThan(4_000);
    await expect.poll(() => told().some((message) => cause.test(message)), { timeout: 10_000 }).toBe(true);
    wordpress.broken = null;
    await becomes(gateway, 'From WordPress');
  });

  test('warm: the last good copy', async () => {
    const gateway = await open();
    expect(await headline(gateway)).toBe('From WordPress');
    wordpress.broken = broken;
    for (let i = 0; i < 3; i += 1) expect(await headline(gateway)).toBe('From WordPress');
    await expect.poll(() => gateway.health().lastFault, { timeout: 10_000 }).toMatch(/WordPress/);
  });
});

test('nobody there: built-in content, cause and mend in the log, recovery when it comes', async () => {
  const port = Number(new URL(wordpress.url).port);
  await wordpress.stop();
  const gateway = await open();
  expect(await headline(gateway)).toBe('About us');
  expect((await gateway.frame()).primary).toMatchObject([{ title: 'Buy' }]);
  expect(told()).toContainEqual(
    expect.stringMatching(/cannot be reached \(ECONNREFUSED\)\. Check that it runs/),
  );
  expect(gateway.health()).toMatchObject({ source: 'wordpress', lastGoodAt: null });
  wordpress = await startFakeWordPress(port);
  listPages(wordpress, [restPage(wordpress, 'about', { acf: { hero_title: 'From WordPress' } })]);
  await becomes(gateway, 'From WordPress');
  expect(gateway.health().lastGoodAt).not.toBeNull();
});

test('without permalinks the REST API is read at ?rest_route=, and the log says how to mend it', async () => {
  const pretty: FakeAnswer = { text: '<h1>Home</h1>', type: 'text/html' };
  const pages = wordpress.routes.get('/wp/v2/pages');
  wordpress.routes.set('/wp/v2/pages', (query, request) =>
    query.has('rest_route') && pages ? pages(query, request) : pretty,
  );
  const gateway = await open();
  expect(await headline(gateway)).toBe('From WordPress');
  expect(told()).toContainEqual(
    expect.stringMatching(/Set permalinks .* Until then it is read at \?rest_route=/),
  );
});

test('the same cause is logged once a minute', async () => {
  wordpress.broken = { status: 500, json: {} };
  const gateway = await open();
  for (let i = 0; i < 10; i += 1) {
    await headline(gateway);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  expect(told().filter((message) => message.includes('/wp/v2/pages, fails'))).toHaveLength(1);
});

describe('credentials', () => {
  const mine = `Basic ${Buffer.from(`editor:${PASSWORD}`).toString('base64')}`;

  test('a wrong password: public content is shown, the log names the mend and no secret', async () => {
    const pages = wordpress.routes.get('/wp/v2/pages');
    const refused: FakeAnswer = { status: 401, json: { code: 'incorrect_password', message: PASSWORD } };
    wordpress.routes.set('/wp/v2/users/me', () => refused);
    wordpress.routes.set('/wp/v2/pages', (query, request) =>
      request.headers.authorization || !pages ? refused : pages(query, request),
    );
    const gateway = await open(SIGNED_IN);
    expect(await headline(gateway)).toBe('From WordPress');
    await expect
      .poll(() => told().join('\n'))
      .toMatch(/refuses our sign-in \(401 incorrect_password\)\. Make a new application password/);
    expect(told()).toContainEqual(expect.stringContaining('does not show us pages that are not public'));
    const log = JSON.stringify(site?.logged);
    for (const secret of [PASSWORD, mine, mine.slice(6)]) expect(log).not.toContain(secret);
  });

  test('they are sent to WordPress only, and an account that may not edit pages is told', async () => {
    const seen: (string | undefined)[] = [];
    wordpress.routes.set('/wp/v2/users/me', (_query, request) => {
      seen.push(request.headers.authorization);
      return { json: { id: 1, capabilities: { read: true } } };
    });
    await open(SIGNED_IN);
    await expect.poll(() => told().join('\n')).toMatch(/may not edit pages of others/);
    expect(seen).toEqual([mine]);
  });

  test('a WordPress that has moved is not followed with them', async () => {
    const other = await startFakeWordPress();
    const headers: (string | undefined)[] = [];
    other.routes.set('/wp/v2/pages', (_query, request) => {
      headers.push(request.headers.authorization);
      return { json: [] };
    });
    wordpress.broken = { status: 301, json: null, headers: { Location: `${other.url}/wp-json/wp/v2/pages` } };
    const gateway = await open(SIGNED_IN);
    expect(await headline(gateway)).toBe('About us');
    expect(told()).toContainEqual(
      expect.stringContaining(`has moved to ${other.url}. Set WORDPRESS_API_URL to that.`),
    );
    expect(headers.filter(Boolean)).toEqual([]);
    await other.stop();
  });

  test('anonymous reading is said once', async () => {
    await open();
    await expect
      .poll(() => told().filter((message) => message.includes('is read anonymously')))
      .toHaveLength(1);
  });
});
