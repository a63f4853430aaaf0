import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import settings from '../../fixtures/site-settings.json' with { type: 'json' };
import type { NewPageChoices } from '../../src/contracts/operators/new-page.ts';
import type { PageListResponse } from '../../src/contracts/operators/page-builder.ts';
import type { ReusableEntryListResponse } from '../../src/contracts/operators/reusable-entry-calls.ts';
import type { PageRevisionList } from '../../src/contracts/operators/page-revision-list.ts';
import type { PageSettings, PageSettingsRequest } from '../../src/contracts/operators/page-settings.ts';
import type {
  EditableMenuItem,
  MenusState,
  SiteSettingsState,
} from '../../src/contracts/operators/site-settings-calls.ts';
import { EMBEDDED_SOURCE_CONFIG } from '../../server/content/embedded/embedded-content.ts';
import {
  handleEmbeddedLock,
  type EditingOperator,
} from '../../server/content/embedded/embedded-edit-locks.ts';
import { createEmbeddedPages } from '../../server/content/embedded/embedded-pages.ts';
import { createEmbeddedStore, type EmbeddedStore } from '../../server/content/embedded/embedded-store.ts';
import { onEachEngine } from './database-engines.ts';
import { parseHtml } from './read-page.ts';
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
    const { revisions } = await read<PageRevisionList>(`/api/admin/pages/revisions?at=${at}`);
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
      const { entries } = await site.read<ReusableEntryListResponse>('/api/admin/sections');
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
    const save = async (inMenus: PageSettingsRequest['inMenus']) => {
      const asked = await settings('/sell');
      const { at, base, title, slug, parent, seoTitle, seoDescription } = asked;
      const change = { at, base, title, slug, parent, seoTitle, seoDescription, inMenus };
      const answer = await operator.send('POST', '/api/admin/pages/settings', change);
      expect(await answer.json()).toEqual({ at: '/sell', note: null });
    };
    await save({ add: [1, 2], remove: [] });
    expect([await linksTo('/sell'), (await settings('/sell')).inMenus]).toEqual([
      [1, 1],
      [1, 2],
    ]);
    await save({ add: [], remove: [2] });
    expect([await linksTo('/sell'), (await settings('/sell')).inMenus]).toEqual([[1, 0], [1]]);
  });

  it('keeps what a built-in page and the pages below it show when its address changes', async () => {
    const { open, save, read, visitor } = site;
    // Only a stored page has an address that can be changed.
    await save(await open('/buy'), { values: { hero_title: 'Buy with us' } });
    const guide = await open('/buy/mortgage-guide');
    await save(guide, { values: { hero_title: 'Loans' } });
    const shown = async (path: string) => {
      await app.pages.refresh();
      const page = parseHtml((await visitor(path)).html);
      const headings = [...page.querySelectorAll('main h1, main h2')].map(({ textContent }) =>
        textContent.trim(),
      );
      const description = page.querySelector('meta[name="description"]')?.getAttribute('content');
      return { headings, description, pictures: page.querySelectorAll('main img').length };
    };
    const before = [await shown('/buy'), await shown('/buy/mortgage-guide')];
    expect(before[0]?.headings.length).toBeGreaterThan(2);
    const settings = await read<PageSettings>('/api/admin/pages/settings?at=/buy');
    expect(settings.oldAddress).toContain('ask for /buy are redirected');
    expect(settings.oldAddress).toContain('The page below it moves');
    const { at, base, title, parent, seoTitle, seoDescription } = settings;
    const change = { at, base, title, parent, seoTitle, seoDescription, inMenus: null, slug: 'purchase' };
    const answer = await operator.send('POST', '/api/admin/pages/settings', change);
    expect(await answer.json()).toEqual({ at: '/purchase', note: null });
    expect([await shown('/purchase'), await shown('/purchase/mortgage-guide')]).toEqual(before);
    for (const below of ['', '/mortgage-guide']) {
      const old = await fetch(`${app.url}/buy${below}`, { redirect: 'manual' });
      expect([old.status, old.headers.get('location')]).toEqual([301, `/purchase${below}`]);
    }
    // Not stored, so it stays at its path.
    expect((await visitor('/buy/first-time-buyers')).status).toBe(200);
  });

  it('moves the pages below a page that is deleted for good up to its parent', async () => {
    const { create, open, save, read, visitor } = site;
    const newPage = async (slug: string, parent: string | null) => {
      const { at } = await create({ title: slug, slug, parent });
      await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: at } });
      return at;
    };
    const top = await newPage('region', null);
    const other = await newPage('west', top);
    const above = await newPage('county', top);
    const below = await newPage('east', above);
    const taken = await newPage('west', above);
    expect((await operator.send('POST', '/api/admin/pages/trash', { at: above })).status).toBe(200);
    const fixed = async (at: string) =>
      (await read<PageSettings>(`/api/admin/pages/settings?at=${at}`)).fixed;
    expect(await fixed(below)).toBe('The page above it is in the trash. Restore that first.');
    const { trash } = await read<PageListResponse>('/api/admin/pages');
    const id = trash.find(({ path }) => path === above)?.id;
    expect((await operator.send('POST', '/api/admin/pages/trash/remove', { id })).status).toBe(200);
    for (const [old, now] of [
      [below, '/region/east'],
      [taken, '/region/west-2'],
    ] as const) {
      const visit = await fetch(app.url + old, { redirect: 'manual' });
      expect([visit.status, visit.headers.get('location')]).toEqual([301, now]);
      await expect.poll(async () => (await visitor(now)).html.includes(`${old}</h1>`)).toBe(true);
      expect(await fixed(now)).toBeNull();
    }
    expect((await visitor(other)).html).toContain(`${other}</h1>`);
  });

  it('moves no page to the place of a built-in page or a path of the site', async () => {
    const { create, open, save, read, visitor } = site;
    const before = (await visitor('/contact')).html;
    const { at: above } = await create({ title: 'Team', slug: 'team', parent: null });
    await save(await open(above), {
      layout: [{ block: 'hero', key: 'hero' }],
      values: { hero_title: above },
    });
    for (const slug of ['contact', 'search', 'home-buying-process']) {
      const { at } = await create({ title: slug, slug, parent: above });
      await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: at } });
    }
    expect((await operator.send('POST', '/api/admin/pages/trash', { at: above })).status).toBe(200);
    const { trash } = await read<PageListResponse>('/api/admin/pages');
    const id = trash.find(({ path }) => path === above)?.id;
    expect((await operator.send('POST', '/api/admin/pages/trash/remove', { id })).status).toBe(200);
    for (const slug of ['contact', 'search', 'home-buying-process']) {
      await expect
        .poll(async () => (await visitor(`/${slug}-2`)).html.includes(`${above}/${slug}</h1>`))
        .toBe(true);
    }
    expect((await visitor('/contact')).html).toBe(before);
    expect((await visitor('/buy/home-buying-process')).html).not.toContain(`${above}/`);
  });

  it('publishes a restored page that was scheduled', async () => {
    const { create, open, save, read } = site;
    const { at } = await create({ title: 'Postponed', slug: 'postponed' });
    const { base, title, slug, parent, seoTitle, seoDescription } = await read<PageSettings>(
      `/api/admin/pages/settings?at=${at}`,
    );
    const publishAt = new Date(Date.now() + 36_000_000).toISOString();
    const change = { at, base, title, slug, parent, seoTitle, seoDescription, inMenus: null, publishAt };
    expect((await operator.send('POST', '/api/admin/pages/settings', change)).status).toBe(200);
    const page = await open(at);
    expect(page.state).toBe('scheduled');
    expect((await operator.send('POST', '/api/admin/pages/trash', { at })).status).toBe(200);
    const restored = await operator.send('POST', '/api/admin/pages/trash/restore', { id: page.id });
    expect(restored.status).toBe(200);
    expect(await open(at)).toMatchObject({ state: 'draft' });
    await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: 'Now' } });
    expect(await open(at)).toMatchObject({ state: 'published' });
  });

  it('lists a menu with an item whose title is too long to be saved again', async () => {
    const { read, create, open, save } = site;
    const title = 'A '.repeat(60).trim();
    const { at, note } = await create({ title, slug: 'long-title', menu: 2 });
    expect(note).toBeNull();
    await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: 'Long' } });
    const { menus } = await read<Extract<MenusState, { source: 'embedded' }>>('/api/admin/site/menus');
    const footer = menus.find(({ location }) => location === 'footer');
    expect(footer?.items.at(-1)?.title).toBe(title);
    const answer = await operator.send('POST', '/api/admin/site/menus', { ...footer });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('A title has at most 100 characters.'),
    ]);
  });

  it('shows changed settings and menus on every page', async () => {
    const { read, shows } = site;
    const stored = await read<Extract<SiteSettingsState, { source: 'embedded' }>>('/api/admin/site/settings');
    expect(stored).toMatchObject({ source: 'embedded', base: 0, isSample: true });
    const settings = { ...stored.settings, agent: { ...stored.settings.agent, name: 'Robin Rivers' } };
    const send = (base: number) => operator.send('POST', '/api/admin/site/settings', { base, settings });
    await app.pages.refresh();
    expect(await shows('/contact', 'Robin Rivers')).toBe(false);
    // Each change is shown when the answer comes, because the screen loads the site then.
    expect((await send(0)).status).toBe(200);
    expect(await shows('/contact', 'Robin Rivers')).toBe(true);
    expect((await send(0)).status).toBe(409);
    const back = { base: Object(await read('/api/admin/site/settings')).base, settings: stored.settings };
    expect((await operator.send('POST', '/api/admin/site/settings', back)).status).toBe(200);
    expect(await shows('/contact', 'Robin Rivers')).toBe(false);
    expect(await shows('/contact', stored.settings.agent.name)).toBe(true);
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
    // Far ahead, so that the application itself does not publish the page.
    const now = () => Date.parse('2090-11-10T10:00:00Z');
    const store = createEmbeddedStore({ query, engine, now });
    const { builtIn } = app.content;
    const pages = createEmbeddedPages(store, now, builtIn);
    const { id } = await pages.save('page', null, { title: 'Rescheduled', slug: 'rescheduled' }, 'Olive');
    const schedule = (date_gmt: string) =>
      store.change(async ({ find, put }) => {
        const page = await find('page', String(id));
        await put({ kind: 'page', id: String(id), data: { ...page, status: 'future', date_gmt } });
      });
    await schedule('2090-11-10T09:00:00');
    const due = await store.list('page');
    await schedule('2090-11-12T09:00:00');
    const raced: EmbeddedStore = { ...store, list: async () => due };
    await createEmbeddedPages(raced, now, builtIn).publishDue();
    expect(await pages.find('page', String(id))).toMatchObject({
      status: 'future',
      date_gmt: '2090-11-12T09:00:00',
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
