import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import settings from '../../fixtures/site-settings.json' with { type: 'json' };
import type { NewPageChoices } from '../../src/contracts/operators/new-page.ts';
import type { PageListResponse } from '../../src/contracts/operators/page-builder.ts';
import type { ReusableListResponse } from '../../src/contracts/operators/reusable-calls.ts';
import type { PageRevisions } from '../../src/contracts/operators/page-revisions.ts';
import type { PageSettings } from '../../src/contracts/operators/page-settings.ts';
import type {
  EditableMenuItem,
  MenusState,
  SettingsState,
} from '../../src/contracts/operators/site-settings-calls.ts';
import { EMBEDDED_SOURCE_CONFIG } from '../../server/content/embedded/embedded-content.ts';
import { handleEmbeddedLock, type EditingOperator } from '../../server/content/embedded/embedded-locks.ts';
import { createEmbeddedPages } from '../../server/content/embedded/embedded-pages.ts';
import { createEmbeddedStore, type EmbeddedStore } from '../../server/content/embedded/embedded-store.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { builderJourneys, journeySite, type JourneySite } from './support/builder-journeys.ts';
import { startFakeSite } from './support/fake-site.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let operator: OperatorClient;
  let site: JourneySite;
  /** Milliseconds by which the server's clock is ahead. */
  let ahead = 0;

  beforeAll(async () => {
    app = await runApp(await newDatabase(), undefined, { now: () => Date.now() + ahead });
    operator = await signIn(app);
    site = journeySite(app, operator);
  });
  afterAll(() => app.stop());

  it('lists the built-in pages, which can be edited', async () => {
    const { read, visitor } = site;
    const { target, pages } = await read<PageListResponse>('/api/admin/pages');
    expect(target).toEqual({ kind: 'embedded' });
    expect(pages.find(({ at }) => at === '/')).toMatchObject({ state: 'built-in', title: 'Home' });
    expect((await visitor('/')).status).toBe(200);
  });

  it.each(Object.entries(builderJourneys))('%s', async (_name, journey) => {
    await expect(journey(site)).resolves.toBeUndefined();
  });

  it('has a menu entry for a page when it is published, and names who saved each version', async () => {
    const { read, create, open, save, shows } = site;
    const { menus } = await read<NewPageChoices>('/api/admin/pages/new');
    expect(menus).toEqual({
      menus: [
        { id: 1, name: 'Header' },
        { id: 2, name: 'Footer' },
      ],
    });
    const { at } = await create({ title: 'Clive & more', slug: 'clive', menu: 1 });
    expect(await shows('/contact', 'Clive &amp; more')).toBe(false);
    await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: 'Clive' } });
    await expect.poll(() => shows('/contact', '<a href="/clive">Clive &amp; more</a>')).toBe(true);
    const { revisions } = await read<PageRevisions>(`/api/admin/pages/revisions?at=${at}`);
    expect(revisions.map(({ by }) => by)).toEqual(['Olive Operator', 'Olive Operator']);
  });

  it('does not publish a shared section that was not public when it is restored', async () => {
    const post = async (path: string, body: object) => {
      const answer = await operator.send('POST', `/api/admin/${path}`, body);
      return answer.json();
    };
    const layout = [{ block: 'hero', key: 'call' }];
    const { id } = await post('sections', { kind: 'section', title: 'Secret', layout, values: {} });
    const isPublic = async () => {
      const { entries } = await site.read<ReusableListResponse>('/api/admin/sections');
      return entries.find((entry) => entry.id === id)?.isPublic;
    };
    const restored = async () => {
      await post('pages/trash', { at: `~${id}` });
      const { note } = await post('pages/trash/restore', { id });
      return [note, await isPublic()];
    };
    expect(await restored()).toEqual([null, true]);
    const url = `${EMBEDDED_SOURCE_CONFIG.url}/?rest_route=/wp/v2/lintel_section/${id}`;
    const body = JSON.stringify({ status: 'draft' });
    await app.content.embedded?.fetchAs({ id: '', name: '' })(url, { method: 'POST', body });
    await app.content.check();
    expect(await isPublic()).toBe(false);
    expect(await restored()).toEqual([expect.stringContaining('It is a draft'), false]);
  });

  it('publishes a scheduled page when its time has come', async () => {
    const { create, open, save, read, visitor } = site;
    const { at } = await create({ title: 'Later', slug: 'later' });
    const page = await open(at);
    await save(page, {
      layout: [{ block: 'hero', key: 'hero' }],
      values: { hero_title: 'Now' },
      publish: false,
    });
    const { base, title, slug, parent, seoTitle, seoDescription } = await read<PageSettings>(
      `/api/admin/pages/settings?at=${at}`,
    );
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const answer = await operator.send('POST', '/api/admin/pages/settings', {
      at,
      base,
      title,
      slug,
      parent,
      seoTitle,
      seoDescription,
      inMenus: null,
      publishAt,
    });
    expect(answer.status).toBe(200);
    expect(await open(at)).toMatchObject({ state: 'scheduled' });
    expect((await visitor(at)).status).toBe(404);
    ahead = 3_600_000;
    await expect
      .poll(async () => {
        await app.content.check();
        return (await visitor(at)).status;
      })
      .toBe(200);
  });

  it('finds the menu items that link to the path of a page, and removes them or adds none twice', async () => {
    const { read } = site;
    const settings = (at: string) => read<PageSettings>(`/api/admin/pages/settings?at=${at}`);
    // An item of the header links to `/contact-us`, and items of the footer to sections of `/neighborhoods`.
    for (const [at, menus] of [
      ['/about', [1]],
      ['/contact', [1, 2]],
      ['/neighborhoods', [1]],
      ['/', [1]],
      ['/search', [2]],
    ] as const) {
      expect((await settings(at)).inMenus).toEqual(menus);
    }
    const linksTo = async (url: string) => {
      const { menus } = await read<Extract<MenusState, { source: 'embedded' }>>('/api/admin/site/menus');
      return menus.map(({ items }) => items.filter((item) => item.url === url).length);
    };
    expect(await linksTo('/sell')).toEqual([1, 1]);
    const save = async (inMenus: readonly number[]) => {
      const asked = await settings('/sell');
      const { at, base, title, slug, parent, seoTitle, seoDescription } = asked;
      const change = { at, base, title, slug, parent, seoTitle, seoDescription, inMenus };
      const answer = await operator.send('POST', '/api/admin/pages/settings', change);
      expect(await answer.json()).toEqual({ at: '/sell', note: null });
    };
    await save([1, 2]);
    expect([await linksTo('/sell'), (await settings('/sell')).inMenus]).toEqual([
      [1, 1],
      [1, 2],
    ]);
    await save([1]);
    expect([await linksTo('/sell'), (await settings('/sell')).inMenus]).toEqual([[1, 0], [1]]);
  });

  it('shows changed settings and menus on every page', async () => {
    const { read, shows } = site;
    const stored = await read<Extract<SettingsState, { source: 'embedded' }>>('/api/admin/site/settings');
    expect(stored).toMatchObject({ source: 'embedded', base: 0, isSample: true });
    const settings = { ...stored.settings, agent: { ...stored.settings.agent, name: 'Robin Rivers' } };
    const send = (base: number) => operator.send('POST', '/api/admin/site/settings', { base, settings });
    expect(await shows('/contact', 'Robin Rivers')).toBe(false);
    // Each change is shown when the answer comes, because the screen loads the site then.
    expect((await send(0)).status).toBe(200);
    expect(await shows('/contact', 'Robin Rivers')).toBe(true);
    expect((await send(0)).status).toBe(409);
    const saveFooter = async (items: readonly EditableMenuItem[]) => {
      const { menus } = await read<Extract<MenusState, { source: 'embedded' }>>('/api/admin/site/menus');
      const footer = menus.find(({ location }) => location === 'footer');
      const answer = await operator.send('POST', '/api/admin/site/menus', { ...footer, items });
      expect(answer.status).toBe(200);
    };
    await saveFooter([{ id: 9_000, title: 'Open houses', url: '/contact#open-houses', parent: 0 }]);
    expect(await shows('/contact', '>Open houses<')).toBe(true);
    expect(await shows('/contact', '>Schedule a Call<')).toBe(false);
    await saveFooter([]);
    expect(await shows('/contact', '>Open houses<')).toBe(false);
    expect(await shows('/contact', 'aria-label="Footer"')).toBe(false);
  });

  it.each([
    ['pages', '{'],
    ['pages', '[]'],
    ['menu-items', '{"title":7,"menus":1}'],
    ['media', 'no picture'],
  ])('refuses a request for %s with the body %s', async (route, body) => {
    const send = app.content.embedded?.fetchAs({ id: '1', name: 'Olive Operator' });
    const response = await send?.(`https://embedded.invalid/wp-json/wp/v2/${route}`, {
      method: 'POST',
      body,
    });
    expect(response?.status).toBe(400);
  });

  it('links a menu item to its own URL if it replaces one that linked to a page', async () => {
    const { read } = site;
    const footer = async () => {
      const { menus } = await read<Extract<MenusState, { source: 'embedded' }>>('/api/admin/site/menus');
      return menus.find(({ location }) => location === 'footer');
    };
    const store = async (item: object) => {
      const items = [{ id: 9_001, title: 'Replaced', url: '', parent: 0, ...item }];
      const answer = await operator.send('POST', '/api/admin/site/menus', { ...(await footer()), items });
      expect(answer.status).toBe(200);
      return (await footer())?.items;
    };
    const item = { id: 9_001, title: 'Replaced', parent: 0 };
    expect(await store({ page: 12_345 })).toEqual([{ ...item, url: '', page: 12_345 }]);
    // A new item gets the id that the last one had.
    expect(await store({ url: '/faq' })).toEqual([{ ...item, url: '/faq' }]);
  });

  it('does not publish a page that was rescheduled in the meantime', async () => {
    const { query, engine } = app.database;
    const now = () => Date.parse('2026-11-10T10:00:00Z');
    const store = createEmbeddedStore({ query, engine, now });
    const { builtIn } = app.content;
    const pages = createEmbeddedPages(store, now, builtIn);
    const { id } = await pages.save('page', null, { title: 'Rescheduled', slug: 'rescheduled' }, 'Olive');
    const schedule = (date_gmt: string) =>
      store.change(async ({ find, put }) => {
        const page = await find('page', String(id));
        await put({ kind: 'page', id: String(id), data: { ...page, status: 'future', date_gmt } });
      });
    await schedule('2026-11-10T09:00:00');
    const due = await store.list('page');
    await schedule('2026-11-12T09:00:00');
    const raced: EmbeddedStore = { ...store, list: async () => due };
    await createEmbeddedPages(raced, now, builtIn).publishDue();
    expect(await pages.find('page', String(id))).toMatchObject({
      status: 'future',
      date_gmt: '2026-11-12T09:00:00',
    });
    await pages.remove('page', String(id), 'Olive', true);
  });

  it('gives the lock of a page to one of two editors who ask at once', async () => {
    const editors = ['Olive', 'Oscar'].map((name) => ({ id: `${name}'s id`, name }));
    const now = Date.parse('2026-11-10T10:00:00Z');
    const hold = (page: string, editor: EditingOperator, at: number) =>
      handleEmbeddedLock(app.database.query, { page, editor, action: 'hold' }, at);
    for (const page of ['8001', '8002', '8003']) {
      const answers = await Promise.all(editors.map((editor) => hold(page, editor, now)));
      expect(answers.filter(({ by }) => by === null)).toHaveLength(1);
      const [winner, loser] = answers[0]?.['by'] === null ? editors : editors.toReversed();
      expect.assert(winner && loser);
      expect(await hold(page, winner, now + 100_000)).toEqual({ by: null });
      expect(await hold(page, loser, now + 200_000)).toEqual({ by: { name: winner.name } });
      expect(await hold(page, loser, now + 300_000)).toEqual({ by: null });
    }
  });

  it('locks a page that somebody else has open', async () => {
    const { create } = site;
    await create({ title: 'Locked', slug: 'locked' });
    const other = await signIn(app, 'second@example.com');
    const ask = async (client: OperatorClient, action: string) =>
      (await client.send('POST', '/api/admin/pages/lock', { at: '/locked', action })).json();
    expect(await ask(operator, 'hold')).toMatchObject({ lock: null });
    expect(await ask(other, 'hold')).toMatchObject({ lock: { by: 'Olive Operator' } });
    expect(await ask(other, 'take')).toMatchObject({ lock: null });
    expect(await ask(operator, 'hold')).toMatchObject({ lock: { by: 'Olive Operator' } });
    await ask(other, 'release');
    expect(await ask(operator, 'hold')).toMatchObject({ lock: null });
  });
});

it('shows nothing of a WordPress that is no longer configured, and its edits again when it is', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-switch-'));
  const wordpress = await startFakeSite();
  const agent = { ...settings.agent, name: 'Wanda WordPress' };
  wordpress.settings = { ...settings, agent, sample: undefined };
  wordpress.add('pages', { id: 7, slug: 'guides', title: { rendered: 'Guides', raw: 'Guides' } });
  const NONE = {};
  const read = async (environment: Record<string, string>) => {
    const app = await runApp({ DATA_DIR: dataDir, ...environment });
    if (environment !== NONE) await app.content.check();
    const [home, guides] = await Promise.all(['/about', '/guides'].map((at) => fetch(app.url + at)));
    const html = (await home?.text()) ?? '';
    await app.stop();
    return { isWanda: html.includes('Wanda WordPress'), guides: guides?.status };
  };
  expect(await read(wordpress.env)).toEqual({ isWanda: true, guides: 200 });
  expect(await read(NONE)).toEqual({ isWanda: false, guides: 404 });
  expect(await read(wordpress.env)).toEqual({ isWanda: true, guides: 200 });
  await wordpress.stop();
  await rm(dataDir, { recursive: true });
});
