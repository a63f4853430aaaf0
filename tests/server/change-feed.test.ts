import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { openSync, type OpenSync } from './support/open-sync.ts';
import { NOTICE_SECRET, sendNotice } from './support/send-notice.ts';

/** What can go wrong between WordPress and the site: whatever it is, the site ends with what WordPress has. */
onEachEngine((newDatabase) => {
  let site: FakeSite;
  let env: Record<string, string>;
  let opened: OpenSync[];
  const open = async (options?: Parameters<typeof openSync>[1]) => {
    const one = await openSync({ ...env, CONTENT_MAX_AGE: '3600' }, options);
    opened.push(one);
    one.sync.start();
    await expect.poll(() => one.sync.health().syncing).toBe(true);
    await one.sync.check();
    return one;
  };
  const titleOf = (one: OpenSync, id: number) => one.data('page')[id]?.title;
  const edit = (id: number, title: string) => site.edit('pages', id, { title: { rendered: title } });
  /** Makes the fake write its changes to the table, as WordPress does at the end of each request. */
  const save = (id: number, title: string) => {
    edit(id, title);
    site.feed.note();
  };
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
    site.add('posts', { id: 11 });
    site.settings = { agent: { name: 'Real Agent' } };
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.closeAndRemove()));
    await site.stop();
  });

  test('notices are lost, sent twice and out of order: each one, and each poll, brings everything', async () => {
    const apps: RunningApp[] = [];
    const start = async (maxAge: string) => {
      const secret = { WORDPRESS_WEBHOOK_SECRET: NOTICE_SECRET, CONTENT_MAX_AGE: maxAge };
      const app = await runApp({ ...env, ...secret });
      apps.push(app);
      return app;
    };
    try {
      const app = await start('3600');
      const html = async (id: number) => (await fetch(`${app.url}/page-${id}`)).text();
      save(1, 'The notice of this is lost');
      save(2, 'Saved second');
      const [second, first] = [randomUUID(), randomUUID()];
      expect((await sendNotice(app.url, { id: second })).status).toBe(200);
      expect(await html(1)).toContain('The notice of this is lost');
      expect(await html(2)).toContain('Saved second');
      const version = app.content.snapshot()?.version;
      expect((await sendNotice(app.url, { id: second })).status).toBe(409);
      expect((await sendNotice(app.url, { id: first })).status).toBe(200);
      expect(app.content.snapshot()?.version).toBe(version);
      save(3, 'Nobody sends a notice');
      await app.content.check();
      await app.pages.refresh();
      expect(await html(3)).toContain('Nobody sends a notice');
    } finally {
      await Promise.all(apps.map((app) => app.stop()));
    }
  });

  test('a notice whose message to the syncing server was lost is settled by the next poll', async () => {
    const one = await open();
    const { query } = one.database;
    const store = (id: string) =>
      query.insertInto('content_notices').values({ id, received_at: Date.now() }).execute();
    const stateOf = (id: string) =>
      query
        .selectFrom('content_notices')
        .select(['version', 'fault'])
        .where('id', '=', id)
        .executeTakeFirst();
    save(1, 'Announced to another server');
    await store('first');
    await one.sync.check();
    expect(titleOf(one, 1)).toEqual({ rendered: 'Announced to another server' });
    expect(await stateOf('first')).toEqual({ version: one.mirror.contents().version, fault: null });

    await store('second');
    site.misbehaviour = 'cut';
    await one.sync.check();
    expect(await stateOf('second')).toEqual({ version: null, fault: one.sync.health().lastFault });
  });

  test('the feed breaks off in the middle of its pages: nothing is stored, and the next poll reads all of it', async () => {
    for (let id = 101; id <= 350; id += 1) site.add('posts', { id });
    const one = await open();
    const before = one.mirror.contents();
    for (let id = 101; id <= 350; id += 1) site.edit('posts', id, { title: { rendered: 'Edited' } });
    site.routes.set('/lintel/v1/changes', (query) => {
      // The request after this one gets half an answer.
      if (query.get('after') !== '') site.misbehaviour = 'cut';
      return null;
    });
    await one.sync.check();
    expect(one.sync.health().state).toBe('failing');
    expect(one.mirror.contents()).toBe(before);
    site.routes.clear();
    site.misbehaviour = null;
    await one.sync.check();
    expect(one.data('post')['101']).toMatchObject({ title: { rendered: 'Edited' } });
    expect(one.data('post')['350']).toMatchObject({ title: { rendered: 'Edited' } });
  });

  test('a server that is stopped before it has stored an answer reads it again after its restart', async () => {
    const one = await open();
    await one.close();
    opened = [];
    save(1, 'While nobody ran');
    site.remove('pages', 2);
    const again = await open({ dataDir: one.folder });
    const paths = await asked(() => again.sync.check());
    expect(titleOf(again, 1)).toEqual({ rendered: 'While nobody ran' });
    expect(again.data('page')['2']).toBeUndefined();
    expect(paths).toHaveLength(1);
    expect(again.events.map(({ event }) => event)).not.toContain('content-sync-complete');
  });

  test('the table is emptied: everything is read once', async () => {
    const one = await open();
    save(1, 'Noted and forgotten');
    site.feed.empty();
    await one.sync.check();
    expect(titleOf(one, 1)).toEqual({ rendered: 'Noted and forgotten' });
    expect(await asked(() => one.sync.check())).toHaveLength(1);
  });

  test('WordPress is restored from last week’s backup, and edited until its numbers are as high again', async () => {
    site.feed.settled = 0;
    save(1, 'Last week');
    const backup = { table: site.feed.table(), lists: structuredClone(site.lists) };
    const one = await open();
    for (const title of ['One', 'Two', 'Three']) {
      save(1, title);
      await one.sync.check();
    }
    save(4, 'Newer than the backup');
    site.remove('posts', 11);
    await one.sync.check();
    expect(one.data('post')).toEqual({});

    site.lists = structuredClone(backup.lists);
    site.feed.restore(backup.table);
    await one.sync.check();
    expect(titleOf(one, 1)).toEqual({ rendered: 'Last week' });
    expect(titleOf(one, 4)).toEqual({ rendered: 'Entry 4' });
    expect(Object.keys(one.data('post'))).toEqual(['11']);

    save(5, 'Much newer');
    for (const title of ['One', 'Two', 'Three']) save(1, title);
    await one.sync.check();
    site.lists = structuredClone(backup.lists);
    site.feed.restore(backup.table);
    for (let count = 0; count < 20; count += 1) save(2, `Edit ${count}`);
    await one.sync.check();
    expect(titleOf(one, 1)).toEqual({ rendered: 'Last week' });
    expect(titleOf(one, 5)).toEqual({ rendered: 'Entry 5' });
    expect(titleOf(one, 2)).toEqual({ rendered: 'Edit 19' });
  });

  test('a change that becomes visible after one with a higher number is read', async () => {
    const one = await open();
    site.feed.uncommitted.add('page 1');
    save(1, 'Committed late');
    save(2, 'Committed at once');
    await one.sync.check();
    expect(titleOf(one, 1)).toEqual({ rendered: 'Entry 1' });
    expect(titleOf(one, 2)).toEqual({ rendered: 'Committed at once' });
    site.feed.uncommitted.clear();
    await one.sync.check();
    expect(titleOf(one, 1)).toEqual({ rendered: 'Committed late' });
  });

  test('an answer that takes away most entries is believed only the second time', async () => {
    const one = await open();
    const before = one.mirror.contents();
    let answers = 0;
    site.routes.set('/lintel/v1/changes', () => {
      answers += 1;
      const gone = ['1', '2', '3', '4', '5'].map((id) => ({ kind: 'page', id, data: null }));
      return { json: { cursor: 'x', entries: answers === 1 ? gone : [], next: '', more: false } };
    });
    await one.sync.check();
    expect(one.mirror.contents()).toBe(before);
    expect(one.sync.health().lastFault).toContain('Nothing is changed until it answers the same twice');
    site.routes.clear();
    for (const id of [1, 2, 3, 4, 5]) site.remove('pages', id);
    await one.sync.check();
    expect(Object.keys(one.data('page'))).toEqual(['6']);
    expect(one.sync.health().lastFault).toBeNull();
  });

  test.each([
    ['no list', { cursor: '1-a', entries: {}, next: '', more: false }],
    ['entries without ids', { cursor: '1-a', entries: [{ kind: 'page' }], next: '', more: false }],
    ['a page that never ends', { cursor: '1-a', entries: [], next: 'again', more: true }],
    [
      'no site',
      { cursor: '1-a', entries: [{ kind: 'site', id: 'site', data: null }], next: '', more: false },
    ],
    ['text', 'maintenance'],
  ])('an answer with %s changes nothing', async (_what, json) => {
    const one = await open();
    const before = one.mirror.contents();
    site.routes.set('/lintel/v1/changes', () => ({ json }));
    await one.sync.check();
    expect(one.mirror.contents()).toBe(before);
    expect(one.sync.health().lastFault).toContain('answers something else than changes');
  });

  test('authors that a security plugin hides keep their names, and a notice names the fix', async () => {
    site.add('users', { id: 43, name: 'Agent' });
    const one = await open();
    expect(one.sync.health().notices).toEqual([]);
    site.edit('posts', 11, { author: 43 });
    site.lists.users = [];
    site.feed.empty();
    await one.sync.check();
    expect(one.data('author')['43']).toMatchObject({ name: 'Agent' });
    expect(one.sync.health().notices.join(' ')).toContain('does not show who wrote its posts');
  });

  test('a non-public page that the feed sends with its text is stored without it', async () => {
    const one = await open();
    const data = {
      id: 1,
      slug: 'page-1',
      status: 'draft',
      content: { rendered: 'Secret' },
      acf: { a: 'Secret' },
    };
    const entries = [
      { kind: 'page', id: '1', data },
      { kind: 'listing', id: '7', data: { title: 'A kind that this server does not know' } },
    ];
    site.routes.set('/lintel/v1/changes', () => ({
      json: { cursor: '1-a', entries, next: '', more: false },
    }));
    await one.sync.check();
    expect(one.data('page')['1']).toEqual({ id: 1, slug: 'page-1', status: 'draft' });
  });
});
