import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileCache } from '../setup/compile-cache.ts';
import { newMigratedDatabase, onEachEngine, type NewDatabase } from './database-engines.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { openSync, type OpenSync } from './support/open-sync.ts';
import { NOTICE_SECRET } from './support/send-notice.ts';

let site: FakeSite;
let env: Record<string, string>;
let opened: OpenSync[];
const open = async (...[more, options]: Partial<Parameters<typeof openSync>>) => {
  const one = await openSync({ ...env, ...more }, options);
  opened.push(one);
  return one;
};
/** Opens a server that holds the lease and syncs only when the test calls `check`. */
const openIdle = async (...[more, options]: Partial<Parameters<typeof openSync>>) => {
  const one = await open({ CONTENT_MAX_AGE: '3600', ...more }, options);
  one.sync.start();
  await expect.poll(() => one.sync.health().syncing).toBe(true);
  await one.sync.check();
  return one;
};
const asked = async (task: () => Promise<unknown>) => {
  const before = site.asked.length;
  await task();
  return site.asked.slice(before);
};

/** Gives each test of the current group a WordPress and a database. */
function prepare(newDatabase: NewDatabase): void {
  beforeEach(async () => {
    site = await startFakeSite();
    env = { ...site.env, ...(await newDatabase()) };
    opened = [];
    for (let id = 1; id <= 6; id += 1) site.add('pages', { id, slug: `page-${id}` });
    for (let id = 11; id <= 20; id += 1) site.add('posts', { id });
    for (let id = 31; id <= 34; id += 1) site.add('media', { id });
    site.add('categories', { id: 41 });
    site.add('tags', { id: 42 });
    site.add('users', { id: 43, name: 'Agent' });
    site.settings = { agent: { name: 'Real Agent' } };
    site.menus = { primary: { name: 'Main', items: [] } };
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.closeAndRemove()));
    await site.stop();
  });
}

onEachEngine((newDatabase) => {
  prepare(newDatabase);

  test('a full sync copies everything except the values of non-public pages', async () => {
    site.edit('pages', 2, { status: 'draft', acf: { hero_title: 'Secret' } });
    site.edit('pages', 3, { content: { rendered: '', protected: true }, acf: { hero_title: 'Secret' } });
    site.edit('pages', 4, { status: 'trash', slug: 'page-4__trashed' });
    const one = await openIdle();
    expect(one.mirror.contents().complete).toBe(true);
    expect(Object.keys(one.data('page'))).toHaveLength(6);
    expect(one.data('page')['2']).toMatchObject({ slug: 'page-2', status: 'draft' });
    expect(one.data('page')['3']).toMatchObject({ content: { protected: true } });
    expect(Object.keys(one.data('post'))).toHaveLength(10);
    expect(one.data('media')['31']).toMatchObject({ source_url: `${site.url}/wp-content/uploads/31.jpg` });
    expect(one.data('author')['43']).toMatchObject({ name: 'Agent' });
    expect(one.data('settings')).toEqual({ site: { agent: { name: 'Real Agent' } } });
    expect(one.data('menu')).toEqual({ primary: { name: 'Main', items: [] } });
    expect(one.data('site')['site']).toMatchObject({ name: 'Fake', show_on_front: 'posts' });
    const rows = await one.database.query.selectFrom('content_entries').select('data').execute();
    expect(JSON.stringify(rows)).not.toContain('Secret');
    expect(one.sync.health()).toMatchObject({
      state: 'current',
      lastFault: null,
      notices: [],
      syncing: true,
    });
  });

  test('a poll without changes takes one request and stores nothing', async () => {
    const one = await openIdle();
    const { version } = one.mirror.contents();
    expect(await asked(() => one.sync.check())).toHaveLength(1);
    expect(one.mirror.contents().version).toBe(version);
  });

  test('edits, new pages, deletions, drafts and trashed pages are synced', async () => {
    const one = await openIdle();
    const before = one.mirror.contents().entries('page').get('2');
    site.edit('pages', 1, { title: { rendered: 'Edited' } });
    await one.sync.check();
    expect(one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
    expect(one.mirror.contents().entries('page').get('2')).toBe(before);

    site.add('pages', { id: 7, slug: 'page-7' }, 0);
    site.remove('posts', 11);
    site.remove('media', 31);
    await one.sync.check();
    expect(one.data('page')['7']).toBeDefined();
    expect(one.data('post')['11']).toBeUndefined();
    expect(one.data('media')['31']).toBeUndefined();

    site.edit('posts', 12, { status: 'trash' });
    site.edit('pages', 5, { status: 'draft', acf: { hero_title: 'Secret' } });
    await one.sync.check();
    expect(one.data('post')['12']).toBeUndefined();
    expect(one.data('page')['5']).toEqual(expect.not.objectContaining({ acf: expect.anything() as unknown }));
    expect(one.data('page')['5']).toMatchObject({ status: 'draft' });
  });

  test('settings, menus, terms, authors and pictures are synced', async () => {
    const one = await openIdle();
    site.settings = { agent: { name: 'New Agent' } };
    site.menus = { footer: { name: 'Foot', items: [] } };
    site.lists.categories[0] = { id: 41, name: 'Renamed' };
    site.lists.users[0] = { id: 43, name: 'Robin' };
    site.edit('media', 32, { alt_text: 'A porch' });
    Object.assign(site.root, { name: 'Renamed site' });
    await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'New Agent' } });
    expect(Object.keys(one.data('menu'))).toEqual(['footer']);
    expect(one.data('category')['41']).toMatchObject({ name: 'Renamed' });
    expect(one.data('author')['43']).toMatchObject({ name: 'Robin' });
    expect(one.data('media')['32']).toMatchObject({ alt_text: 'A porch' });
    expect(one.data('site')['site']).toMatchObject({ name: 'Renamed site' });
  });

  test('a page of 5 MB is read with the others, and an oversized list in smaller pages', async () => {
    site.edit('pages', 1, { content: { rendered: 'x'.repeat(5 * 2 ** 20), protected: false } });
    // Together more than the 32 MB that one response may have.
    for (let id = 101; id <= 130; id += 1) {
      site.add('posts', { id, content: { rendered: 'x'.repeat(2 ** 20), protected: false } });
    }
    const one = await openIdle();
    expect(one.sync.health()).toMatchObject({ state: 'current', lastFault: null });
    expect(JSON.stringify(one.data('page')['1'])).toHaveLength(
      JSON.stringify({ ...site.lists.pages[0], acf: [] }).length,
    );
    expect(Object.keys(one.data('post'))).toHaveLength(40);
  });

  test('entries that are counted but not returned are not treated as deleted', async () => {
    site.unseen.add(33);
    const one = await openIdle();
    expect(Object.keys(one.data('media'))).toHaveLength(3);
    expect(await asked(() => one.sync.check())).toHaveLength(1);
  });

  test.each(['down', 'html', 'cut', { status: 503, headers: { 'Retry-After': '1' } }] as const)(
    'a faulty WordPress changes nothing: %j',
    async (misbehaviour) => {
      const one = await openIdle();
      const before = one.mirror.contents();
      site.misbehaviour = misbehaviour;
      site.edit('pages', 1, { title: { rendered: 'Edited' } });
      await one.sync.check();
      expect(one.mirror.contents()).toBe(before);
      const { state, lastFault } = one.sync.health();
      expect(state).toBe('failing');
      expect(lastFault).toMatch(/WordPress at http:.*\. (?:Check|Set|Switch|It is)/);
      site.misbehaviour = null;
      await one.sync.check();
      expect(one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
      expect(one.sync.health().state).toBe('current');
    },
  );

  test('a slow and unreliable WordPress is read anyway', async () => {
    site.misbehaviour = { slow: 300 };
    const slow = await openIdle();
    expect(slow.mirror.contents().complete).toBe(true);
    site.misbehaviour = { answersEach: 2 };
    site.edit('pages', 1, { title: { rendered: 'Edited' } });
    await expect
      .poll(async () => {
        await slow.sync.check();

        return slow.data('page')['1'];
      })
      .toMatchObject({ title: { rendered: 'Edited' } });
  });

  test('a WordPress that is too slow to respond is reported', async () => {
    site.misbehaviour = { slow: 5_000 };
    const one = await openIdle({}, { timing: { untilHeaders: 50 } });
    expect(one.sync.health()).toMatchObject({ state: 'failing', lastGoodAt: null });
    expect(one.sync.health().lastFault).toContain('does not answer within 0.05 seconds');
  });

  test('after a restart while WordPress is down, all content is still there', async () => {
    const one = await openIdle();
    const { version } = one.mirror.contents();
    await one.close();
    opened = [];
    site.misbehaviour = 'down';
    const again = await openIdle({}, { dataDir: one.folder });
    expect(again.mirror.contents()).toMatchObject({ version, complete: true });
    expect(again.data('settings')['site']).toEqual({ agent: { name: 'Real Agent' } });
    expect(again.sync.health()).toMatchObject({
      state: 'failing',
      lastGoodAt: expect.any(Number) as unknown,
    });
  });

  test('when the address changes, the mirror is replaced only after a complete read', async () => {
    const one = await openIdle();
    const before = one.mirror.contents();
    await one.close();
    opened = [];
    const other = await startFakeSite();
    try {
      other.add('pages', { id: 501, slug: 'other' });
      other.misbehaviour = 'cut';
      const moved = await openIdle({ WORDPRESS_API_URL: other.url }, { dataDir: one.folder });
      expect(moved.mirror.contents().version).toBe(before.version);
      expect(Object.keys(moved.data('page'))).toHaveLength(6);
      other.misbehaviour = null;
      await moved.sync.check();
      expect(Object.keys(moved.data('page'))).toEqual(['501']);
      expect(moved.data('post')).toEqual({});
    } finally {
      await other.stop();
    }
  });

  test('the notice about pages that nobody can open ends with the last password, or with the plugin', async () => {
    site.plugin = false;
    const refused = (query: URLSearchParams) =>
      query.get('context') === 'edit' ? { status: 403, json: { code: 'rest_forbidden_context' } } : null;
    for (const list of ['pages', 'posts'] as const) site.routes.set(`/wp/v2/${list}`, refused);
    for (const id of [1, 2]) site.edit('pages', id, { password: 'sesame' });
    site.edit('posts', 11, { password: 'sesame' });
    const first = await openIdle();
    const about = (kind: string, { sync }: typeof first) =>
      sync.health().notices.filter((notice) => notice.includes(`the ${kind} behind a password`)).length;
    expect([about('pages', first), about('posts', first)]).toEqual([1, 1]);
    site.edit('pages', 1, { password: '' });
    site.edit('posts', 11, { password: '' });
    await first.sync.check();
    expect([about('pages', first), about('posts', first)]).toEqual([1, 0]);
    site.remove('pages', 2);
    await first.sync.check();
    expect(about('pages', first)).toBe(0);
    site.edit('posts', 12, { password: 'sesame' });
    await first.sync.check();
    expect(about('posts', first)).toBe(1);
    await first.close();
    opened = [];
    site.plugin = true;
    const second = await openIdle({}, { dataDir: first.folder });
    expect(about('posts', second)).toBe(0);
  });

  test('everything is read once a day', async () => {
    let clock = Date.now();
    const one = await openIdle({}, { now: () => clock });
    const full = async () => (await asked(() => one.sync.check())).some((url) => url.includes('/users/me'));
    expect(await full()).toBe(false);
    clock += 23 * 60 * 60_000;
    expect(await full()).toBe(false);
    clock += 61 * 60_000;
    expect(await full()).toBe(true);
    expect(await full()).toBe(false);
  });

  test('a proxy that requires a password is reported, and gets its own credentials', async () => {
    site.proxy = 'staging:secret';
    const named = await openIdle();
    expect(named.sync.health().lastFault).toContain(
      'is refused by a server in front of WordPress, not by WordPress itself (401, WWW-Authenticate: Basic realm="Staging")',
    );
    expect(named.sync.health().lastFault).toContain('Set WORDPRESS_PROXY_USERNAME');
    await named.close();
    opened = [];
    const wrong = { WORDPRESS_PROXY_USERNAME: 'staging', WORDPRESS_PROXY_PASSWORD: 'wrong' };
    const refused = await openIdle(wrong, { dataDir: named.folder });
    expect(refused.sync.health().lastFault).toContain('Check WORDPRESS_PROXY_USERNAME');
    await refused.close();
    opened = [];
    site.edit('pages', 2, { status: 'draft' });
    const one = await openIdle({ ...wrong, WORDPRESS_PROXY_PASSWORD: 'secret' }, { dataDir: named.folder });
    // Repeat the check: while this server does not hold the lease yet, a check does nothing.
    const page = async () => {
      await one.sync.check();
      return one.data('page')['2'];
    };
    await expect.poll(page).toMatchObject({ status: 'draft' });
    expect(one.sync.health()).toMatchObject({ state: 'current', notices: [] });
  });

  test('a started sync polls by itself, and stops', async () => {
    const one = await open();
    one.sync.start();
    await expect.poll(() => one.sync.health().state).toBe('current');
    site.edit('pages', 1, { title: { rendered: 'Edited' } });
    await expect.poll(() => one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
    await one.sync.stop();
    const count = site.asked.length;
    await one.sync.stop();
    expect(site.asked.length).toBe(count);
  });
});

describe('several servers, which can only share PostgreSQL', () => {
  prepare(async () => ({ DATABASE_URL: await newMigratedDatabase() }));

  test('with two servers on one database, one syncs, both see the changes, and the other takes over', async () => {
    const [one, other] = [await open(), await open()];
    const heard: number[] = [];
    other.mirror.onChange(({ version }) => heard.push(version));
    one.sync.start();
    await expect.poll(() => one.sync.health().syncing).toBe(true);
    other.sync.start();
    await expect.poll(() => other.mirror.contents().complete).toBe(true);
    await expect.poll(() => other.sync.health().state).toBe('current');
    expect(other.sync.health().syncing).toBe(false);
    expect(heard.length).toBeGreaterThan(0);
    expect(other.data('settings')).toEqual(one.data('settings'));

    // A clean shutdown releases the lease.
    await one.sync.stop();
    await expect.poll(() => other.sync.health().syncing).toBe(true);
    site.edit('pages', 1, { title: { rendered: 'Edited' } });
    await expect.poll(() => other.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
    await expect.poll(() => one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
  });

  test('when the server that syncs is killed, another one takes over', async () => {
    const child = fork(path.join(import.meta.dirname, 'support/sync-server.ts'), {
      env: { ...process.env, ...compileCache, ...env },
    });
    try {
      await once(child, 'message');
      const one = await open({}, { timing: { lease: { renewEvery: 100, untilFree: 3_000 } } });
      one.sync.start();
      await expect.poll(() => one.sync.health().state).toBe('current');
      expect(one.sync.health().syncing).toBe(false);
      child.kill('SIGKILL');
      await once(child, 'exit');
      site.edit('pages', 1, { title: { rendered: 'Edited' } });
      await expect.poll(() => one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
      await expect.poll(() => one.sync.health().syncing).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('a check requested on another server is done by the syncing server', async () => {
    const one = await openIdle();
    const other = await open({ CONTENT_MAX_AGE: '3600' });
    other.sync.start();
    await expect.poll(() => other.mirror.contents().complete).toBe(true);
    site.edit('pages', 1, { title: { rendered: 'Edited' } });
    await other.sync.check();
    await expect.poll(() => other.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
    expect(one.sync.health().syncing).toBe(true);
    expect(other.sync.health().syncing).toBe(false);
  });
});

describe('requests, on any engine', () => {
  prepare(() => Promise.resolve({}));

  test('an account that may not read the feed is helped by the shared secret', async () => {
    site.secret = NOTICE_SECRET;
    const one = await openIdle({
      WORDPRESS_APP_PASSWORD: 'wrong',
      WORDPRESS_WEBHOOK_SECRET: NOTICE_SECRET,
    });
    site.edit('pages', 2, { status: 'draft' });
    await one.sync.check();
    expect(one.data('page')['2']).toMatchObject({ status: 'draft' });
    expect(one.data('page')['2']).not.toHaveProperty('acf');
  });

  test('a running sync waits as long as Retry-After says', async () => {
    const one = await open();
    one.sync.start();
    await expect.poll(() => one.sync.health().state).toBe('current');
    let refusedAt = 0;
    let waited = 0;
    site.routes.set('/lintel/v1/changes', () => {
      if (refusedAt > 0) {
        waited ||= performance.now() - refusedAt;
        return null;
      }
      refusedAt = performance.now();
      return { status: 503, json: {}, headers: { 'Retry-After': '1' } };
    });
    await expect.poll(() => waited).not.toBe(0);
    // Timers may end a millisecond early. Without the header, the sync waits at most 50 ms.
    expect(waited).toBeGreaterThan(990);
  });

  test('while WordPress is down for an hour, visitors keep the last content; then the changes are read', async () => {
    let clock = Date.now();
    const one = await openIdle({}, { now: () => clock });
    const before = one.mirror.contents();
    const { lastGoodAt } = one.sync.health();
    const changes: number[] = [];
    one.mirror.onChange(({ version }) => changes.push(version));
    site.misbehaviour = 'down';
    // Without a new modification time.
    Object.assign(site.lists.pages[0] ?? {}, { title: { rendered: 'Edited' } });
    for (let minutes = 0; minutes <= 60; minutes += 10) {
      await one.sync.check();
      expect(one.mirror.contents()).toBe(before);
      expect(one.sync.health()).toMatchObject({ state: 'failing', lastGoodAt });
      clock += 10 * 60_000;
    }
    expect(changes).toEqual([]);
    site.misbehaviour = null;
    await one.sync.check();
    expect(one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
    expect(one.sync.health()).toMatchObject({ state: 'current', lastFault: null, lastGoodAt: clock });
  });
});
