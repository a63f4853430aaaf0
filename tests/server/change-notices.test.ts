import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { holdSanitiser } from '../setup/sanitise-here.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { NOTICE_SECRET, sendNotice } from './support/send-notice.ts';

onEachEngine((newDatabase) => {
  let wordpress: FakeSite;
  let env: Record<string, string>;
  let apps: RunningApp[];
  /** The resolved paths. Each path is resolved once per rendering. */
  let resolved: string[];

  const open = async (more: Record<string, string> = {}) => {
    const app = await runApp(
      { ...wordpress.env, ...env, CONTENT_MAX_AGE: '3600', WORDPRESS_WEBHOOK_SECRET: NOTICE_SECRET, ...more },
      (content) => ({
        ...content,
        resolve(request, own) {
          resolved.push(request.path);
          return content.resolve(request, own);
        },
      }),
    );
    apps.push(app);
    return app;
  };
  const page = async ({ url }: RunningApp, path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, html: await response.text() };
  };
  const edit = (title: string, id = 1) => wordpress.edit('pages', id, { title: { rendered: title } });
  const asked = async (task: () => Promise<unknown>) => {
    const before = wordpress.asked.length;
    await task();
    return wordpress.asked.slice(before);
  };
  const readsOfFeed = (paths: readonly string[]) =>
    paths.filter((path) => path.includes('/lintel/v1/changes'));

  beforeEach(async () => {
    wordpress = await startFakeSite();
    env = await newDatabase();
    apps = [];
    resolved = [];
    for (const id of [1, 2]) {
      wordpress.add('pages', { id, slug: `page-${id}`, link: `${wordpress.url}/page-${id}/` });
    }
    wordpress.add('pages', { id: 3, slug: 'below', parent: 1, link: `${wordpress.url}/page-1/below/` });
    wordpress.add('posts', { id: 11 });
    // Only one page is in the menus, because pages in menus are rendered in advance.
    const items = [{ ID: 1, title: 'Page 1', url: '/page-1', target: '', classes: [], menu_item_parent: 0 }];
    wordpress.menus = { primary: { name: 'Main', items }, footer: { name: 'Footer', items } };
  });
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await wordpress.stop();
  });

  test('the new version of a page is served as soon as the notice is answered', async () => {
    const app = await open();
    await page(app, '/page-1');
    edit('A new headline');
    const paths = await asked(async () => {
      const answer = await sendNotice(app.url);
      expect(answer).toEqual({
        status: 200,
        json: { live: true, milliseconds: expect.any(Number) as unknown },
      });
    });
    expect((await page(app, '/page-1')).html).toContain('A new headline');
    expect(readsOfFeed(paths)).toEqual(paths);
    expect(paths).toHaveLength(1);
  });

  test('a change without a new modification time is read, and so are a deletion and a moved page', async () => {
    const app = await open();
    const [first] = wordpress.lists.pages;
    if (first) first['content'] = { rendered: '<p>Changed by a plugin.</p>', protected: false };
    await sendNotice(app.url);
    expect((await page(app, '/page-1')).html).toContain('Changed by a plugin.');

    wordpress.remove('pages', 2);
    await sendNotice(app.url);
    expect((await page(app, '/page-2')).status).toBe(404);

    wordpress.edit('pages', 1, { slug: 'moved', link: `${wordpress.url}/moved/` });
    wordpress.edit('pages', 3, {
      modified_gmt: wordpress.stamp(60_000),
      link: `${wordpress.url}/moved/below/`,
    });
    await sendNotice(app.url);
    expect((await page(app, '/moved/below')).status).toBe(200);
  });

  test('settings are read, and a notice of an earlier plugin, which names its changes, is accepted', async () => {
    const app = await open();
    wordpress.settings = { priceRange: 'From the notice' };
    const body = JSON.stringify({ version: '1', changes: [{ type: 'settings', id: 0 }], user: 1 });
    expect((await sendNotice(app.url, { body })).status).toBe(200);
    expect(app.content.settings()?.priceRange).toBe('From the notice');
  });

  test('a text that takes long to sanitise holds nobody up: the last good page is served until it is ready', async () => {
    const app = await open();
    for (const path of ['/page-1', '/page-2']) await page(app, path);
    wordpress.edit('pages', 1, { content: { rendered: '<p>A slow text.</p>', protected: false } });
    edit('Not held up', 2);
    const release = holdSanitiser();
    const answered = sendNotice(app.url);
    await expect.poll(async () => (await page(app, '/page-2')).html).toContain('Not held up');
    expect((await page(app, '/page-1')).html).not.toContain('A slow text.');
    release();
    expect((await answered).status).toBe(200);
    expect((await page(app, '/page-1')).html).toContain('A slow text.');
  });

  test('hundreds of notices at once lead to a few reads, and the page is rendered once', async () => {
    const app = await open();
    await page(app, '/page-1');
    edit('After hundreds');
    wordpress.misbehaviour = { slow: 100 };
    resolved = [];
    const paths = await asked(async () => {
      const sender = async () => {
        for (let sent = 0; sent < 4; sent += 1) answers.push(await sendNotice(app.url));
      };
      const answers: Awaited<ReturnType<typeof sendNotice>>[] = [];
      await Promise.all(Array.from({ length: 60 }, sender));
      expect(answers).toHaveLength(240);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    });
    expect((await page(app, '/page-1')).html).toContain('After hundreds');
    expect(resolved.filter((path) => path === '/page-1')).toHaveLength(1);
    expect(readsOfFeed(paths).length).toBeLessThan(100);
  });

  test('a notice without a change changes nothing', async () => {
    const app = await open();
    const before = app.content.snapshot()?.version;
    expect(await sendNotice(app.url)).toMatchObject({
      status: 200,
    });
    expect(app.content.snapshot()?.version).toBe(before);
  });

  test('a forged, unsigned, old, repeated, oversized or unreadable notice is refused with its fix', async () => {
    const app = await open();
    const id = randomUUID();
    const refused = async (notice: Parameters<typeof sendNotice>[1]) => {
      const { status, json } = await sendNotice(app.url, notice);
      const { error } = z.object({ error: z.string() }).parse(json);
      return { status, error };
    };
    const paths = await asked(async () => {
      expect(await refused({ secret: 'another-secret-of-thirty-two-characters' })).toMatchObject({
        status: 401,
        error: expect.stringContaining('WORDPRESS_WEBHOOK_SECRET') as unknown,
      });
      expect(await refused({ headers: { 'X-Lintel-Signature': '' } })).toMatchObject({ status: 401 });
      expect(await refused({ ahead: -6 * 60_000 })).toMatchObject({
        status: 401,
        error: expect.stringContaining('6 minutes behind') as unknown,
      });
      expect(await refused({ body: 'no JSON' })).toMatchObject({ status: 400 });
      expect(await refused({ body: JSON.stringify({ version: 'x'.repeat(65 * 1024) }) })).toMatchObject({
        status: 413,
      });
    });
    expect(paths).toEqual([]);
    expect((await sendNotice(app.url, { id })).status).toBe(200);
    expect(await refused({ id })).toMatchObject({ status: 409 });
  });

  test('without the secret the route names the setting', async () => {
    const app = await open({ WORDPRESS_WEBHOOK_SECRET: '' });
    expect(await sendNotice(app.url)).toMatchObject({
      status: 404,
      json: { code: 'no-secret', error: expect.stringContaining('WORDPRESS_WEBHOOK_SECRET') as unknown },
    });
  });

  test('if WordPress cannot be read, the response says why, and a later notice brings the change', async () => {
    const app = await open();
    edit('During the outage');
    wordpress.misbehaviour = { status: 403, json: { code: 'closed', message: 'No.' } };
    expect(await sendNotice(app.url)).toMatchObject({
      status: 202,
      json: { live: false, reason: expect.stringContaining('403') as unknown },
    });
    wordpress.misbehaviour = null;
    expect(await sendNotice(app.url)).toMatchObject({ status: 200 });
    expect((await page(app, '/page-1')).html).toContain('During the outage');
  });

  test('a sender that cannot wait is answered at once, and can ask about its notice later', async () => {
    const app = await open();
    edit('Sent without waiting');
    const id = randomUUID();
    wordpress.misbehaviour = { slow: 300 };
    const answer = await sendNotice(app.url, { id, headers: { Prefer: 'respond-async' } });
    expect(answer).toMatchObject({ status: 202, json: { live: false, reading: true } });
    expect(await sendNotice(app.url, { about: id })).toMatchObject({ status: 200, json: { live: true } });
    expect((await page(app, '/page-1')).html).toContain('Sent without waiting');
    expect(await sendNotice(app.url, { about: randomUUID() })).toMatchObject({
      status: 202,
      json: { live: false },
    });
  });

  test('of two servers, each has the changes when its check ends', async () => {
    if (!env['DATABASE_URL']) return;
    const servers = [await open(), await open()];
    for (const [at, { content }] of servers.entries()) {
      edit(`For ${at}`);
      await content.check();
      expect(content.snapshot()?.pageAt('/page-1')?.page.title).toBe(`For ${at}`);
    }
  });

  test('of two servers, only one reads the changes, and both refuse a repeated notice', async () => {
    if (!env['DATABASE_URL']) return;
    const [one, other] = [await open(), await open()];
    await Promise.all([one, other].map((app) => page(app, '/page-1')));
    for (const [app, title] of [
      [one, 'By one'],
      [other, 'By the other'],
    ] as const) {
      edit(title);
      const id = randomUUID();
      const paths = await asked(async () => {
        expect(await sendNotice(app.url, { id })).toMatchObject({
          status: 200,
          json: { live: true },
        });
      });
      expect(readsOfFeed(paths)).toHaveLength(1);
      expect((await page(app, '/page-1')).html).toContain(title);
      for (const each of [one, other]) {
        await expect.poll(async () => (await page(each, '/page-1')).html).toContain(title);
        expect(await sendNotice(each.url, { id })).toMatchObject({ status: 409 });
      }
    }
  });
});
