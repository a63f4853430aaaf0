import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileCache } from '../setup/compile-cache.ts';
import { onEachEngine } from './database-engines.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { openSync, type OpenSync } from './support/open-sync.ts';

onEachEngine((newDatabase) => {
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
  /** For tests of requests only: they do not depend on the database. */
  const isSecondEngine = () => env.DATABASE_URL !== undefined;
  const asked = async (task: () => Promise<unknown>) => {
    const before = site.asked.length;
    await task();
    return site.asked.slice(before);
  };

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

  test('a poll without changes takes three requests and stores nothing', async () => {
    const one = await openIdle();
    const { version } = one.mirror.contents();
    expect(await asked(() => one.sync.check())).toHaveLength(3);
    site.plugin = null;
    await one.sync.check();
    for (let turn = 0; turn < 22; turn += 1) {
      expect((await asked(() => one.sync.check())).length).toBeLessThanOrEqual(3);
    }
    expect(one.mirror.contents().version).toBe(version);
  });

  test.each([
    ['a REST API that is closed to strangers', {}, true],
    ['a wrong application password', { WORDPRESS_APP_PASSWORD: 'wrong' }, false],
  ])('so does one of %s, with and without the plugin', async (_name, more, isClosed) => {
    if (isSecondEngine()) return;
    site.refusesUnknown = true;
    for (let id = 1_001; id <= 1_250; id += 1) site.add('tags', { id });
    const paths = ['/wp/v2/posts', '/wp/v2/media', '/wp/v2/categories', '/wp/v2/tags', '/wp/v2/users'];
    for (const path of isClosed ? paths : []) {
      site.routes.set(path, (_query, { headers }) =>
        headers.authorization === undefined ? { status: 401, json: { code: 'rest_forbidden' } } : null,
      );
    }
    const one = await openIdle(more);
    const { version } = one.mirror.contents();
    const requests = async () => (await asked(() => one.sync.check())).length;
    expect(await requests()).toBe(3);
    site.plugin = null;
    // Each step learns once which access is denied.
    for (let turn = 0; turn < 12; turn += 1) await one.sync.check();
    for (let turn = 0; turn < 11; turn += 1) expect(await requests()).toBeLessThanOrEqual(3);
    expect(one.sync.health().lastFault).toBeNull();
    expect(one.mirror.contents().version).toBe(version);
    site.add('tags', { id: 1_251 });
    for (let turn = 0; turn < 11; turn += 1) await one.sync.check();
    expect(one.data('tag')['1251']).toBeDefined();
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

  test('an addition and a removal at the same time are both noticed', async () => {
    const one = await openIdle();
    site.remove('posts', 13);
    site.add('posts', { id: 99 }, 0);
    await one.sync.check();
    expect(Object.keys(one.data('post'))).toHaveLength(10);
    expect(one.data('post')['13']).toBeUndefined();
    expect(one.data('post')['99']).toBeDefined();
  });

  test('a second edit in the same second is noticed', async () => {
    const one = await openIdle();
    const modified_gmt = site.stamp();
    site.edit('pages', 1, { title: { rendered: 'First' }, modified_gmt });
    await one.sync.check();
    site.edit('pages', 1, { title: { rendered: 'Second' }, modified_gmt });
    await one.sync.check();
    expect(one.data('page')['1']).toMatchObject({ title: { rendered: 'Second' } });
    // More than a second after the edit, the page is not read again.
    site.ahead = 10_000;
    await one.sync.check();
    expect(await asked(() => one.sync.check())).toHaveLength(3);
  });

  test('changes without a new modification time are noticed: scheduled pages, and children of a moved page', async () => {
    site.edit('pages', 2, {
      status: 'future',
      date_gmt: site.stamp(-5_000),
      modified_gmt: site.stamp(60_000),
    });
    site.edit('pages', 4, { parent: 3, modified_gmt: site.stamp(60_000) });
    site.edit('pages', 5, { parent: 4, modified_gmt: site.stamp(60_000) });
    const one = await openIdle();
    const silently = (id: number, more: Record<string, unknown>) =>
      site.edit('pages', id, { modified_gmt: one.data('page')[id]?.modified_gmt, ...more });
    silently(2, { status: 'publish' });
    site.ahead = 10_000;
    await one.sync.check();
    expect(one.data('page')['2']).toMatchObject({ status: 'publish', content: { protected: false } });

    site.edit('pages', 3, { link: `${site.url}/moved/` });
    silently(4, { link: `${site.url}/moved/page-4/` });
    silently(5, { link: `${site.url}/moved/page-4/page-5/` });
    await one.sync.check();
    expect(one.data('page')['5']).toMatchObject({ link: `${site.url}/moved/page-4/page-5/` });
  });

  test('settings, menus, terms and pictures are read when the plugin’s version changes', async () => {
    const one = await openIdle();
    site.settings = { agent: { name: 'New Agent' } };
    site.menus = { footer: { name: 'Foot', items: [] } };
    site.lists.categories[0] = { id: 41, name: 'Renamed' };
    site.edit('media', 32, { alt_text: 'A porch' });
    await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'Real Agent' } });
    site.plugin = { version: '2' };
    await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'New Agent' } });
    expect(Object.keys(one.data('menu'))).toEqual(['footer']);
    expect(one.data('category')['41']).toMatchObject({ name: 'Renamed' });
    expect(one.data('media')['32']).toMatchObject({ alt_text: 'A porch' });
  });

  test('without the plugin they are polled in turn, its last data is kept, and a notice names the fix', async () => {
    const one = await openIdle();
    site.plugin = null;
    await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'Real Agent' } });
    expect(Object.keys(one.data('menu'))).toEqual(['primary']);
    expect(one.sync.health().notices.join(' ')).toContain('Activate it under Plugins');
    expect(one.events.filter(({ topic }) => topic === 'plugin')).toHaveLength(1);
    site.edit('media', 32, { alt_text: 'A porch' });
    for (let turn = 0; turn < 11; turn += 1) await one.sync.check();
    expect(one.data('media')['32']).toMatchObject({ alt_text: 'A porch' });
    // The sync notices that the plugin is active again.
    site.plugin = { version: '7' };
    site.settings = { agent: { name: 'New Agent' } };
    for (let turn = 0; turn < 11; turn += 1) await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'New Agent' } });
    expect(one.sync.health().notices).toEqual([]);
  });

  test('a page of 5 MB is read with the others, and an oversized list in smaller pages', async () => {
    site.edit('pages', 1, { content: { rendered: 'x'.repeat(5 * 2 ** 20), protected: false } });
    for (let id = 101; id <= 150; id += 1) {
      site.add('posts', { id, content: { rendered: 'x'.repeat(2 ** 20), protected: false } });
    }
    const one = await openIdle();
    expect(one.sync.health()).toMatchObject({ state: 'current', lastFault: null });
    expect(JSON.stringify(one.data('page')['1'])).toHaveLength(
      JSON.stringify({ ...site.lists.pages[0], acf: [] }).length,
    );
    expect(Object.keys(one.data('post'))).toHaveLength(60);
  });

  test('entries that are counted but not returned are not treated as deleted', async () => {
    site.unseen.add(33);
    const one = await openIdle();
    expect(Object.keys(one.data('media'))).toHaveLength(3);
    expect(await asked(() => one.sync.check())).toHaveLength(3);
  });

  test('a full sync sends at most four requests at a time, and logs its progress', async () => {
    if (isSecondEngine()) return;
    for (let id = 1_001; id <= 1_400; id += 1) site.add('posts', { id });
    site.misbehaviour = { slow: 10 };
    let clock = Date.now();
    // Four seconds pass between two progress reports.
    const one = await openIdle({}, { now: () => (clock += 4_000) });
    expect(Object.keys(one.data('post'))).toHaveLength(410);
    expect(site.mostParallel).toBeGreaterThan(1);
    expect(site.mostParallel).toBeLessThanOrEqual(4);
    const read = one.events.filter(({ event }) => event === 'content-sync-progress').map(({ post }) => post);
    expect(read).toContainEqual({ read: 100, total: 410 });
    expect(read).toContainEqual({ read: 410, total: 410 });
  });

  test('a running sync waits as long as Retry-After says', async () => {
    if (isSecondEngine()) return;
    const one = await open();
    one.sync.start();
    await expect.poll(() => one.sync.health().state).toBe('current');
    let refusedAt = 0;
    let waited = 0;
    site.routes.set('/wp/v2/posts', () => {
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

  test('a shrunken list is accepted only if two reads agree', async () => {
    const one = await openIdle();
    const pages = [...site.lists.pages];
    // Simulates an update: the first read returns an empty list, the second the pages.
    let lists = 0;
    Object.defineProperty(site.lists, 'pages', {
      configurable: true,
      // The first three requests read the head, the changes and the ids.
      get: () => ((lists += 1) <= 3 ? [] : pages),
    });
    const before = one.mirror.contents();
    await one.sync.check();
    expect(one.mirror.contents()).toBe(before);
    expect(one.sync.health().lastFault).toContain('lists 0 entries, then 6');
    Object.defineProperty(site.lists, 'pages', { configurable: true, writable: true, value: [] });
    await one.sync.check();
    expect(one.data('page')).toEqual({});
    expect(one.mirror.contents().complete).toBe(true);
  });

  test('a small list that is empty once, and a menu that is missing once, are kept', async () => {
    for (const id of [4, 5, 6]) site.remove('pages', id);
    const one = await openIdle();
    const before = one.mirror.contents();
    let lists = 0;
    site.routes.set('/wp/v2/pages', () =>
      (lists += 1) <= 3 ? { json: [], headers: { 'X-WP-Total': '0' } } : null,
    );
    await one.sync.check();
    expect(one.mirror.contents()).toBe(before);
    expect(one.sync.health().lastFault).toContain('lists 0 entries, then 3');

    let menus = 0;
    site.routes.set('/menus/v1/locations/primary', () =>
      (menus += 1) === 1 ? { status: 404, json: { code: 'not_found' } } : null,
    );
    site.plugin = { version: '2' };
    await one.sync.check();
    expect(menus).toBe(2);
    expect(Object.keys(one.data('menu'))).toEqual(['primary']);
    site.menus = {};
    site.plugin = { version: '3' };
    await one.sync.check();
    expect(one.data('menu')).toEqual({});
    expect(one.sync.health().lastFault).toBeNull();
  });

  test('a named entry that one answer lacks is removed only if WordPress does not list it either', async () => {
    const one = await openIdle();
    const before = one.mirror.contents();
    const named = (id: number) => one.sync.read([{ type: 'page', id }]);
    const empty = { json: [], headers: { 'X-WP-Total': '0' } };
    // A cache still has the answer from before the page was published.
    site.routes.set('/wp/v2/pages', (query) => (query.has('include') ? empty : null));
    expect(await named(2)).toContain('lists 2 but does not return it');
    // WordPress is broken for a moment.
    let answers = 0;
    site.routes.set('/wp/v2/pages', () => ((answers += 1) <= 3 ? empty : null));
    expect(await named(2)).toContain('lists 0 entries, then 6');
    expect(one.mirror.contents()).toBe(before);

    site.routes.clear();
    site.remove('pages', 2);
    // The page, the size of the list, and both menus.
    expect(await asked(() => named(2))).toHaveLength(4);
    expect(Object.keys(one.data('page'))).toEqual(['1', '3', '4', '5', '6']);
    // The size does not agree, because no notice has named the new page yet.
    site.add('pages', { id: 7, slug: 'page-7' });
    site.remove('pages', 3);
    expect(await named(3)).toBeNull();
    expect(Object.keys(one.data('page'))).toEqual(['1', '4', '5', '6']);
  });

  test('everything is read after WordPress was restored from an old backup', async () => {
    site.edit('pages', 1, { title: { rendered: 'Old' }, modified_gmt: '2026-01-01T00:00:00' });
    const old = structuredClone(site.lists.pages);
    site.edit('pages', 1, { title: { rendered: 'New' } });
    site.edit('pages', 2, { title: { rendered: 'New' } });
    const one = await openIdle();
    site.lists.pages = old;
    await one.sync.check();
    expect(one.data('page')['1']).toMatchObject({ title: { rendered: 'Old' } });
    expect(one.data('page')['2']).toMatchObject({ title: { rendered: 'Entry 2' } });
  });

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

  test('everything is read once a day, and after an outage of more than an hour', async () => {
    let clock = Date.now();
    const one = await openIdle({}, { now: () => clock });
    const full = async () => (await asked(() => one.sync.check())).some((url) => url.includes('/users/me'));
    expect(await full()).toBe(false);
    clock += 61 * 60_000;
    expect(await full()).toBe(true);
    for (let hour = 0; hour < 23; hour += 1) {
      clock += 59 * 60_000;
      expect(await full()).toBe(false);
    }
    clock += 59 * 60_000;
    clock += 50 * 60_000;
    expect(await full()).toBe(true);
  });

  test('while WordPress is down for an hour, visitors keep the last content; then everything is read', async () => {
    if (isSecondEngine()) return;
    let clock = Date.now();
    const one = await openIdle({}, { now: () => clock });
    const before = one.mirror.contents();
    const { lastGoodAt } = one.sync.health();
    const changes: number[] = [];
    one.mirror.onChange(({ version }) => changes.push(version));
    site.misbehaviour = 'down';
    // Without a new modification time: only a full pass finds this.
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

  test('anonymous reading does not see drafts, and a notice says so', async () => {
    site.edit('pages', 2, { status: 'draft' });
    const one = await openIdle({ WORDPRESS_USERNAME: '', WORDPRESS_APP_PASSWORD: '' });
    expect(Object.keys(one.data('page'))).toHaveLength(5);
    expect(one.sync.health().notices.join(' ')).toContain('is read anonymously');
  });

  test('a rejected account reads public content and keeps known drafts', async () => {
    site.edit('pages', 2, { status: 'draft' });
    const one = await openIdle();
    await one.close();
    opened = [];
    const refused = await openIdle({ WORDPRESS_APP_PASSWORD: 'wrong' }, { dataDir: one.folder });
    expect(refused.sync.health()).toMatchObject({ state: 'current' });
    expect(refused.sync.health().notices.join(' ')).toContain('check its application password');
    expect(refused.data('page')['2']).toMatchObject({ status: 'draft' });
    expect(Object.keys(refused.data('page'))).toHaveLength(6);
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

  test('with two servers on one database, one syncs, both see the changes, and the other takes over', async () => {
    if (!env.DATABASE_URL) return;
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
    if (!env.DATABASE_URL) return;
    const child = fork(path.join(import.meta.dirname, 'support/sync-server.ts'), {
      env: { ...process.env, ...compileCache, ...env },
    });
    try {
      await once(child, 'message');
      const one = await open();
      one.sync.start();
      await expect.poll(() => one.sync.health().state).toBe('current');
      expect(one.sync.health().syncing).toBe(false);
      child.kill('SIGKILL');
      await once(child, 'exit');
      site.edit('pages', 1, { title: { rendered: 'Edited' } });
      await expect.poll(() => one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
      expect(one.sync.health().syncing).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('a check requested on another server is done by the syncing server', async () => {
    if (!env.DATABASE_URL) return;
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
