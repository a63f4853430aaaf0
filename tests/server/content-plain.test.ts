import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { openSync, type OpenSync } from './support/open-sync.ts';

let site: FakeSite;
let opened: OpenSync[];
/** Opens a server that syncs only when the test calls `check`. */
const openIdle = async (...[more, options]: Partial<Parameters<typeof openSync>>) => {
  const one = await openSync({ ...site.env, CONTENT_MAX_AGE: '3600', ...more }, options);
  opened.push(one);
  await one.sync.check();
  return one;
};
/** Removes the change feed, as with a plugin of an earlier version, which serves menus and settings. */
const withoutFeed = () =>
  site.routes.set('/lintel/v1/changes', () => ({ status: 404, json: { code: 'rest_no_route' } }));

beforeEach(async () => {
  site = await startFakeSite();
  withoutFeed();
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

describe('without the change feed, WordPress’s own REST API is polled', () => {
  test('a page with a list of posts is read again when a post changes, and only then', async () => {
    const list = (title: string) => `<ul class="wp-block-latest-posts"><li>${title}</li></ul>`;
    // WordPress renders the list, without a change of the page itself.
    const render = (title: string) =>
      Object.assign(site.lists.pages.find(({ id }) => id === 1) ?? {}, {
        content: { rendered: list(title) },
      });
    render('Old');
    const one = await openIdle();
    const shown = () => one.data('page')['1'];
    render('New');
    await one.sync.check();
    expect(shown()).toMatchObject({ content: { rendered: list('Old') } });
    site.edit('posts', 11, { title: { rendered: 'New' } });
    await one.sync.check();
    expect(shown()).toMatchObject({ content: { rendered: list('New') } });
  });

  test('a page with a list of comments is read again when a comment is written', async () => {
    const list = (author: string) => `<ol class="wp-block-latest-comments"><li>${author}</li></ol>`;
    const render = (author: string) =>
      Object.assign(site.lists.pages.find(({ id }) => id === 1) ?? {}, {
        content: { rendered: list(author) },
      });
    render('Ann');
    const one = await openIdle();
    render('Ben');
    site.add('comments', { id: 51, post: 11, author_name: 'Ben' });
    await one.sync.check();
    expect(one.data('page')['1']).toMatchObject({ content: { rendered: list('Ben') } });
  });

  test('edits, new pages, deletions, drafts, settings, menus and terms are synced', async () => {
    const one = await openIdle();
    const { version } = one.mirror.contents();
    const before = site.asked.length;
    await one.sync.check();
    expect(site.asked.length - before).toBeLessThanOrEqual(12);
    expect(one.mirror.contents().version).toBe(version);

    site.edit('pages', 1, { title: { rendered: 'Edited' } });
    site.add('pages', { id: 7, slug: 'page-7' }, 0);
    site.remove('posts', 11);
    site.edit('pages', 5, { status: 'draft', acf: { hero_title: 'Secret' } });
    site.edit('media', 32, { alt_text: 'A porch' });
    site.settings = { agent: { name: 'New Agent' } };
    site.menus = { primary: { name: 'Other', items: [] } };
    site.lists.categories[0] = { id: 41, name: 'Renamed' };
    await one.sync.check();
    expect(one.data('page')['1']).toMatchObject({ title: { rendered: 'Edited' } });
    expect(one.data('page')['7']).toBeDefined();
    expect(one.data('post')['11']).toBeUndefined();
    expect(one.data('page')['5']).toMatchObject({ status: 'draft' });
    expect(one.data('page')['5']).not.toHaveProperty('acf');
    expect(one.data('media')['32']).toMatchObject({ alt_text: 'A porch' });
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'New Agent' } });
    expect(one.data('menu')['primary']).toMatchObject({ name: 'Other' });
    expect(one.data('category')['41']).toMatchObject({ name: 'Renamed' });
  });

  test('without the plugin its last data is kept, and a notice names the fix, until it is active again', async () => {
    site.routes.clear();
    const one = await openIdle();
    site.plugin = false;
    await one.sync.check();
    await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'Real Agent' } });
    expect(Object.keys(one.data('menu'))).toEqual(['primary']);
    expect(one.sync.health().notices.join(' ')).toContain('Activate it under Plugins');
    expect(one.events.filter(({ topic }) => topic === 'plugin')).toHaveLength(1);
    site.plugin = true;
    site.settings = { agent: { name: 'New Agent' } };
    await one.sync.check();
    expect(one.data('settings')['site']).toEqual({ agent: { name: 'New Agent' } });
    expect(one.sync.health().notices).toEqual([]);
  });

  test.each([
    ['a REST API that is closed to strangers', {}, true],
    ['a wrong application password', { WORDPRESS_APP_PASSWORD: 'wrong' }, false],
  ])('%s does not matter', async (_name, more, isClosed) => {
    site.refusesUnknown = true;
    const paths = ['/wp/v2/posts', '/wp/v2/media', '/wp/v2/categories', '/wp/v2/tags', '/wp/v2/users'];
    for (const path of isClosed ? paths : []) {
      site.routes.set(path, (_query, { headers }) =>
        headers.authorization === undefined ? { status: 401, json: { code: 'rest_forbidden' } } : null,
      );
    }
    const one = await openIdle(more);
    site.add('tags', { id: 1_251 });
    site.add('posts', { id: 21 }, 0);
    await one.sync.check();
    expect(one.sync.health().lastFault).toBeNull();
    expect(one.data('tag')['1251']).toBeDefined();
    expect(one.data('post')['21']).toBeDefined();
  });

  test('more than a hundred posts, of which an old one is deleted and many are edited', async () => {
    for (let id = 1_001; id <= 1_300; id += 1) site.add('posts', { id }, 600_000 - id);
    const one = await openIdle();
    site.remove('posts', 1_005);
    for (let id = 1_010; id <= 1_200; id += 1) site.edit('posts', id, { title: { rendered: 'Edited' } });
    await one.sync.check();
    expect(Object.keys(one.data('post'))).toHaveLength(309);
    expect(one.data('post')['1100']).toMatchObject({ title: { rendered: 'Edited' } });
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

  test('a full pass sends at most four requests at a time, and logs its progress', async () => {
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

  test('a shrunken list is accepted only if two reads agree', async () => {
    const one = await openIdle();
    const pages = [...site.lists.pages];
    // Simulates an update: the first read returns an empty list, the second the pages.
    let lists = 0;
    Object.defineProperty(site.lists, 'pages', {
      configurable: true,
      // The first two requests find the newest entries and list all.
      get: () => ((lists += 1) <= 2 ? [] : pages),
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
      (lists += 1) <= 2 ? { json: [], headers: { 'X-WP-Total': '0' } } : null,
    );
    await one.sync.check();
    expect(one.mirror.contents()).toBe(before);
    expect(one.sync.health().lastFault).toContain('lists 0 entries, then 3');

    site.routes.clear();
    withoutFeed();
    let menus = 0;
    site.routes.set('/menus/v1/locations/primary', () =>
      (menus += 1) === 1 ? { status: 404, json: { code: 'not_found' } } : null,
    );
    await one.sync.check();
    expect(menus).toBe(2);
    expect(Object.keys(one.data('menu'))).toEqual(['primary']);
    site.menus = {};
    await one.sync.check();
    expect(one.data('menu')).toEqual({});
    expect(one.sync.health().lastFault).toBeNull();
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
});
