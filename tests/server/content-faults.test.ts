import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import builtInSettings from '../../fixtures/site-settings.json' with { type: 'json' };
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { openContentDatabase } from '../../server/content/database/content-database.ts';
import { writeContentState } from '../../server/content/database/content-tables.ts';
import type { MirrorEntryKind } from '../../server/content/values/mirror-contents.ts';
import { newMigratedDatabase } from './database-engines.ts';
import { openSite, pageAt, type ContentSite } from './content-site.ts';
import { startFakeSite, type FakeSite, type Misbehaviour } from './support/fake-site.ts';

let wordpress: FakeSite;
let site: ContentSite | null = null;
let dataDir: string;
beforeEach(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', { id: 10, slug: 'about', acf: { hero_title: 'From WordPress' } });
  wordpress.settings = { agent: { ...builtInSettings.agent, name: 'Real Agent' } };
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-faults-'));
});
afterEach(async () => {
  await site?.remove();
  site = null;
  await wordpress.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(env: Record<string, string> = {}, options: Parameters<typeof openSite>[1] = {}) {
  await site?.remove();
  site = await openSite({ WORDPRESS_API_URL: wordpress.url, ...env }, options);
  return site.content;
}

const headline = async (content: ContentSite['content']) =>
  (await pageAt(content, '/about')).document.placements[0]?.props.title;
const told = () => (site?.logged ?? []).flatMap(({ msg }) => msg ?? []);

const html = { 'Content-Type': 'text/html' };
const faults: [name: string, misbehaviour: Misbehaviour, cause: RegExp][] = [
  ['silence', 'silent', /does not answer within .* Check its load/],
  ['HTML with 200', 'html', /answers HTML\. Set permalinks/],
  [
    '401',
    { status: 401, json: { code: 'rest_not_logged_in' } },
    /401 rest_not_logged_in.*Set WORDPRESS_USERNAME/,
  ],
  ['403', { status: 403, headers: html }, /may not be read without signing in \(403\)/],
  ['404', { status: 404, json: { code: 'rest_no_route' } }, /is not there .*Check that the address/],
  ['500', { status: 500, headers: html }, /fails \(500\).*error log/],
  ['503', { status: 503, headers: html }, /maintenance or overloaded \(503\)/],
  ['answers that break off', 'cut', /cannot be reached|JSON that cannot be read .*WP_DEBUG_DISPLAY/],
  ['objects instead of lists', { status: 200, json: { id: 10 } }, /answers (?:something else|no site data)/],
  ['nobody there', 'down', /cannot be reached \(.+\)\. Check that it runs and that its address/],
];

/** A test waits for this limit four times, because a request is repeated. */
const SHORT_LIMITS = { untilHeaders: 1_500, untilEnd: 2_000 };

describe.each(faults)('WordPress answers with %s', (_name, misbehaviour, cause) => {
  const timing = misbehaviour === 'silent' ? SHORT_LIMITS : {};

  test('never read: no substitute is shown, the log names cause and fix, then it recovers', async () => {
    wordpress.misbehaviour = misbehaviour;
    const content = await open({}, { unread: true, timing });
    await expect.poll(() => told().some((message) => cause.test(message))).toBe(true);
    expect(await content.resolve({ path: '/about' })).toBeNull();
    expect(content.library()).toBeNull();
    expect(await content.posts({})).toBeNull();
    expect(content.health()).toMatchObject({
      source: 'wordpress',
      ready: false,
      lastGoodAt: null,
      notices: [expect.stringContaining('every page answers 503'), ...content.health().notices.slice(1)],
    });
    wordpress.misbehaviour = null;
    await expect.poll(() => content.health().ready).toBe(true);
    expect(await headline(content)).toBe('From WordPress');
  });

  test('read once: the last good content is complete, also after a restart', async () => {
    const content = await open({}, { dataDir, timing });
    const frame = content.frame();
    wordpress.misbehaviour = misbehaviour;
    await content.check();
    await expect.poll(() => content.health().lastFault).toMatch(cause);
    expect(await headline(content)).toBe('From WordPress');
    const again = await open({}, { dataDir, unread: true });
    expect(again.health()).toMatchObject({ ready: true });
    expect(await headline(again)).toBe('From WordPress');
    expect(again.frame()).toEqual(frame);
    expect(again.settings()?.agent.name).toBe('Real Agent');
  });
});

test('an entry that another server stores unreadably: the last good content stays', async () => {
  const DATABASE_URL = await newMigratedDatabase();
  const content = await open({ DATABASE_URL });
  const before = content.snapshot();
  const log = pino({ level: 'silent' });
  const other = await openContentDatabase({ dataDir, databaseUrl: DATABASE_URL }, log);
  const version = (before?.version ?? 0) + 1;
  await other.query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('content_entries')
      .set({ data: '{"id":', version })
      .where('kind', '=', 'page')
      .execute();
    await writeContentState(transaction, 'version', String(version));
    await other.notify(version, transaction);
  });
  await other.close();
  await expect
    .poll(() => (site?.logged ?? []).map(({ event }) => event))
    .toContain('content-entries-unreadable');
  expect(content.snapshot()).toBe(before);
  expect(content.health().ready).toBe(true);
  expect(await headline(content)).toBe('From WordPress');
});

/** Makes a stored entry unreadable, and starts the site again while WordPress is down. */
async function startDamaged(kind: MirrorEntryKind, id: string) {
  await site?.remove();
  site = null;
  const database = await openContentDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  await database.query
    .updateTable('content_entries')
    .set({ data: '{"id":' })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
  await database.close();
  wordpress.misbehaviour = 'down';
  return open({}, { dataDir, unread: true });
}

const UNREADABLE = expect.stringContaining('unreadable entries') as unknown;

test('started with an unreadable page while WordPress is down: only that page may be missing', async () => {
  wordpress.add('pages', { id: 11, slug: 'buy', acf: { hero_title: 'Own page' } });
  const page_layout = [{ block: 'banner', key: 'hero' }];
  wordpress.add('pages', { id: 12, slug: 'extra', acf: { page_layout, hero_title: 'Extra' } });
  const frame = (await open({}, { dataDir })).frame();
  const content = await startDamaged('page', '11');
  const status = async (at: string) => (await content.resolve({ path: at }))?.answer.status ?? 503;
  expect(await headline(content)).toBe('From WordPress');
  expect(await status('/extra')).toBe(200);
  expect(content.frame()).toEqual(frame);
  // These paths could be those of the unreadable page. Built-in content must not replace it.
  for (const at of ['/buy', '/', '/unknown']) expect(await status(at)).toBe(503);
  await expect.poll(() => content.health().lastFault).toEqual(UNREADABLE);
  expect(content.health()).toMatchObject({ ready: true });
  expect(content.health().notices).toContainEqual(UNREADABLE);
  expect(site?.logged).toContainEqual(
    expect.objectContaining({ event: 'content-entries-unreadable', entries: ['page 11'] }),
  );
  wordpress.misbehaviour = null;
  await expect.poll(() => status('/buy')).toBe(200);
  expect(await status('/')).toBe(200);
  expect(await status('/unknown')).toBe(404);
  // The pages change before the sync has ended, which then clears the fault.
  await expect
    .poll(() => content.health())
    .toMatchObject({
      lastFault: null,
      notices: [expect.not.stringContaining('unreadable')],
    });
});

test('started with unreadable settings: every page is 503 until they are read, even without the plugin', async () => {
  await open({}, { dataDir });
  const content = await startDamaged('settings', 'site');
  wordpress.plugin = false;
  wordpress.misbehaviour = null;
  await content.check();
  expect(await content.resolve({ path: '/about' })).toBeNull();
  expect(content.settings()).toBeNull();
  expect(content.health()).toMatchObject({ ready: false });
  expect(content.health().notices).toContainEqual(UNREADABLE);
  expect(content.health().notices.join(' ')).not.toContain('has not been read completely yet');
  expect(content.health().notices.join(' ')).toContain('every page answers 503');
  wordpress.plugin = true;
  const agentName = async () => {
    await content.check();
    return content.settings()?.agent.name;
  };
  await expect.poll(agentName).toBe('Real Agent');
  expect(await headline(content)).toBe('From WordPress');
});

test('without permalinks, the REST API is read at ?rest_route=, and the log names the fix', async () => {
  wordpress.misbehaviour = 'plain permalinks';
  expect(await headline(await open())).toBe('From WordPress');
  expect(told()).toContainEqual(
    expect.stringMatching(/Set permalinks .* Until then it is read at \?rest_route=/),
  );
});

test('the same cause is logged once a minute', async () => {
  wordpress.misbehaviour = { status: 404, json: { code: 'rest_no_route' } };
  const content = await open({}, { unread: true });
  const faultLines = () => told().filter((message) => message.includes('is not there'));
  await expect.poll(faultLines).not.toEqual([]);
  for (let i = 0; i < 10; i += 1) await content.check();
  expect(faultLines()).toHaveLength(new Set(faultLines()).size);
});

describe('credentials', () => {
  const PASSWORD = 'mnop qrst uvwx';
  const basic = Buffer.from(`editor:${PASSWORD}`).toString('base64');
  const wrong = { WORDPRESS_USERNAME: 'editor', WORDPRESS_APP_PASSWORD: PASSWORD };

  test('a wrong password: public content is shown, and the log names the fix but no secret', async () => {
    wordpress.refusesUnknown = true;
    expect(await headline(await open(wrong))).toBe('From WordPress');
    expect(told().join('\n')).toMatch(
      /refuses our sign-in \(401 incorrect_password\)\. Make a new application password/,
    );
    expect(told()).toContainEqual(expect.stringContaining('does not show us pages that are not public'));
    const log = JSON.stringify(site?.logged);
    for (const secret of [PASSWORD, basic]) expect(log).not.toContain(secret);
  });

  test('an account without permission to edit pages is named, with the fix', async () => {
    wordpress.routes.set('/wp/v2/users/me', () => ({ json: { id: 1, capabilities: { read: true } } }));
    const content = await open(wordpress.env);
    expect(told().join('\n')).toMatch(/may not edit pages of others/);
    expect(content.health().notices).toContainEqual(expect.stringContaining('may not edit pages of others'));
  });

  test('are not sent to the new address of a WordPress that has moved, nor is anything else', async () => {
    const other = await startFakeSite();
    wordpress.misbehaviour = { status: 301, headers: { Location: `${other.url}/wp-json/wp/v2/pages` } };
    const content = await open(wordpress.env, { unread: true });
    await expect
      .poll(() => told())
      .toContainEqual(
        expect.stringContaining(`has moved to ${other.url}. Set the address of WordPress to that.`),
      );
    expect(content.health().ready).toBe(false);
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  test('anonymous reading is logged once', async () => {
    const content = await open();
    await content.check();
    await content.check();
    expect(told().filter((message) => message.includes('is read anonymously'))).toHaveLength(1);
  });
});
