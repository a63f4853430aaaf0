import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import settings from '../../fixtures/site-settings.json' with { type: 'json' };
import type { CreatedPage, NewPageChoices } from '../../src/contracts/operators/new-page.ts';
import type { BuilderPage, EditablePage, PageTable } from '../../src/contracts/operators/page-builder.ts';
import type { PageRevisions, RevisionContent } from '../../src/contracts/operators/page-revisions.ts';
import type { PageSettings } from '../../src/contracts/operators/page-settings.ts';
import type { MenusState, SettingsState } from '../../src/contracts/operators/site-settings-calls.ts';
import type { LibraryPicture, PictureList } from '../../src/contracts/operators/picture-library.ts';
import { drawnPng } from '../wordpress/support/drawn-png.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { startFakeSite } from './support/fake-site.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let operator: OperatorClient;

  beforeAll(async () => {
    app = await runApp(await newDatabase());
    operator = await signIn(app);
  });
  afterAll(() => app.stop());

  const read = async <Answer>(path: string): Promise<Answer> => {
    const answer = await operator.fetch(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const open = async (at: string) =>
    (await read<BuilderPage>(`/api/admin/pages/page?at=${encodeURIComponent(at)}`)).page;
  const save = async (page: EditablePage, change: object) => {
    const { at, modified: base, digest } = page;
    const body = { at, base, digest, layout: null, values: {}, publish: true, ...change };
    const answer = await operator.send('POST', '/api/admin/pages/save', body);
    if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    const saved: { page: EditablePage; live: boolean } = await answer.json();
    return saved;
  };
  const visitor = async (path: string) => {
    const answer = await fetch(app.url + path);
    return { status: answer.status, html: await answer.text() };
  };
  /** Whether visitors find a text on a page. */
  const shows = async (path: string, text: string) => (await visitor(path)).html.includes(text);
  const create = async (page: object): Promise<CreatedPage> => {
    const start = { kind: 'template', id: 'empty' };
    const answer = await operator.send('POST', '/api/admin/pages/new', {
      parent: null,
      start,
      menu: null,
      ...page,
    });
    expect(answer.status).toBe(201);
    return answer.json();
  };

  it('lists the built-in pages, which can be edited', async () => {
    const { target, pages } = await read<PageTable>('/api/admin/pages');
    expect(target).toEqual({ kind: 'embedded' });
    expect(pages.find(({ at }) => at === '/')).toMatchObject({ state: 'built-in', title: 'Home' });
    expect((await visitor('/')).status).toBe(200);
  });

  it('shows a changed headline at once, and the built-in texts around it', async () => {
    const before = (await visitor('/about')).html;
    const page = await open('/about');
    const [first] = page.layout;
    const { page: saved, live } = await save(page, {
      values: { [`${first?.key}_title`]: 'Written on this site' },
    });
    expect(live).toBe(true);
    expect(saved).toMatchObject({ state: 'published', layout: page.layout });
    // Until the page is rendered again, visitors get the old one.
    await expect.poll(() => shows('/about', 'Written on this site')).toBe(true);
    expect((await visitor('/about')).html.length).toBeGreaterThan(before.length * 0.9);
    const again = await save(saved, { values: { [`${first?.key}_title`]: '' } });
    await expect.poll(async () => (await visitor('/about')).html === before).toBe(true);
    expect(again.page.values).not.toHaveProperty(`${first?.key}_title`);
  });

  it('refuses a save of an older version, and shows the newer one', async () => {
    const page = await open('/sell');
    const [first] = page.layout;
    await save(page, { values: { [`${first?.key}_title`]: 'First' } });
    const { at, modified: base, digest } = page;
    const change = { at, base, digest, layout: null, publish: true };
    const answer = await operator.send('POST', '/api/admin/pages/save', {
      ...change,
      values: { [`${first?.key}_title`]: 'Second' },
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ current: { values: { [`${first?.key}_title`]: 'First' } } });
  });

  it('has a new page as a draft, then published, with a menu entry and its versions', async () => {
    const { menus } = await read<NewPageChoices>('/api/admin/pages/new');
    expect(menus).toEqual({
      menus: [
        { id: 1, name: 'Header' },
        { id: 2, name: 'Footer' },
      ],
    });
    const { at, note } = await create({ title: 'Ankeny & more', slug: 'ankeny', menu: 1 });
    expect({ at, note }).toEqual({ at: '/ankeny', note: null });
    expect((await visitor('/ankeny')).status).toBe(404);
    expect(await shows('/contact', 'Ankeny &amp; more')).toBe(false);
    const page = await open(at);
    expect(page).toMatchObject({ title: 'Ankeny & more', state: 'draft' });
    const layout = [
      { block: 'hero', key: 'hero' },
      { block: 'contact-form', key: 'form' },
    ];
    const { page: published } = await save(page, { layout, values: { hero_title: 'Come to Ankeny' } });
    expect(await shows('/ankeny', 'Come to Ankeny')).toBe(true);
    expect(await shows('/ankeny', 'name="email"')).toBe(true);
    await expect.poll(() => shows('/contact', '<a href="/ankeny">Ankeny &amp; more</a>')).toBe(true);
    await save(published, { values: { hero_title: 'Move to Ankeny' } });
    const { revisions } = await read<PageRevisions>(`/api/admin/pages/revisions?at=${at}`);
    expect(revisions.map(({ by }) => by)).toEqual(Array.from({ length: 3 }, () => 'Olive Operator'));
    const earlier = await read<RevisionContent>(`/api/admin/pages/revision?at=${at}&id=${revisions[1]?.id}`);
    expect(earlier.page.values).toMatchObject({ hero_title: 'Come to Ankeny' });
  });

  it('moves a page with its address, and redirects the old one', async () => {
    const { at } = await create({ title: 'Waukee', slug: 'waukee' });
    await save(await open(at), {
      layout: [{ block: 'hero', key: 'hero' }],
      values: { hero_title: 'Waukee' },
    });
    const settings = await read<PageSettings>(`/api/admin/pages/settings?at=${at}`);
    const { base, title, parent, seoDescription } = settings;
    const answer = await operator.send('POST', '/api/admin/pages/settings', {
      at,
      base,
      title,
      parent,
      seoDescription,
      inMenus: null,
      slug: 'west-of-town',
      seoTitle: 'Homes in Waukee',
    });
    expect(answer.status).toBe(200);
    expect(await shows('/west-of-town', '<title>Homes in Waukee')).toBe(true);
    const moved = await fetch(`${app.url}/waukee`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/west-of-town']);
  });

  it('changes the settings of a page that was never saved, and has pages below built-in ones', async () => {
    const before = (await visitor('/buy')).html;
    const asked = await read<PageSettings>('/api/admin/pages/settings?at=/buy');
    expect(asked).toMatchObject({
      base: '',
      slug: 'buy',
      fixed: expect.stringContaining('Publish the page once'),
    });
    const { at, base, slug, parent, seoDescription, title } = asked;
    const answer = await operator.send('POST', '/api/admin/pages/settings', {
      at,
      base,
      title,
      slug,
      parent,
      seoTitle: 'Buying in Iowa',
      seoDescription,
      inMenus: null,
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => shows('/buy', '<title>Buying in Iowa')).toBe(true);
    const text = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(text((await visitor('/buy')).html) === text(before)).toBe(true);
    const below = await create({ title: 'Loans', slug: 'loans', parent: '/sell/staging-tips' });
    expect(below.at).toBe('/sell/staging-tips/loans');
    expect(await open('/sell/staging-tips')).toMatchObject({ state: 'published' });
  });

  it('publishes a scheduled page when its time has come', async () => {
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
    const publishAt = new Date(Date.now() + 1_500).toISOString();
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
    await expect
      .poll(async () => {
        await app.content.check();
        return (await visitor(at)).status;
      })
      .toBe(200);
  });

  it('shows an uploaded picture on a page, with its alternative text', async () => {
    const bytes = drawnPng(640, 480);
    const uploaded = await operator.fetch('/api/admin/pages/pictures?name=Front%20yard.png', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    expect(uploaded.status).toBe(201);
    const picture: LibraryPicture = await uploaded.json();
    const described = await operator.send('PUT', `/api/admin/pages/pictures/${picture.id}`, {
      alt: 'The front yard',
      decorative: false,
      focus: { x: 0.25, y: 0.75 },
    });
    expect(await described.json()).toMatchObject({ alt: 'The front yard', focus: { x: 0.25, y: 0.75 } });
    const { pictures } = await read<PictureList>('/api/admin/pages/pictures?search=front&page=1');
    expect(pictures.map(({ id }) => id)).toContain(picture.id);
    const { at } = await create({ title: 'Yard', slug: 'yard' });
    await save(await open(at), {
      layout: [{ block: 'hero', key: 'hero' }],
      values: { hero_title: 'Yard', hero_image: picture.id },
    });
    const { html } = await visitor(at);
    expect(html.includes('alt="The front yard"')).toBe(true);
    const [, src = ''] = /<img[^>]* src="(\/media\/[^"]+)"/.exec(html) ?? [];
    const served = await fetch(app.url + src);
    expect([served.status, served.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  });

  it('moves pages to the trash, restores them as drafts, and deletes them for good', async () => {
    const { at } = await create({ title: 'Short-lived', slug: 'short-lived' });
    await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: 'Hello' } });
    expect((await visitor(at)).status).toBe(200);
    const post = (path: string, body: object) => operator.send('POST', `/api/admin/pages/trash${path}`, body);
    const trash = async () => (await read<PageTable>('/api/admin/pages')).trash;
    // The second one was never changed.
    for (const page of [at, '/sell/fsbo-vs-agent']) {
      expect((await post('', { at: page })).status).toBe(200);
      await expect.poll(async () => (await visitor(page)).status).toBe(404);
    }
    expect((await post('', { at: '/' })).status).toBe(422);
    const [own, builtIn] = await trash();
    expect([own, builtIn]).toMatchObject([{ path: at }, { path: '/sell/fsbo-vs-agent' }]);
    expect(await (await post('/restore', { id: own?.id })).json()).toEqual({ at });
    expect(await open(at)).toMatchObject({ state: 'draft', values: { hero_title: 'Hello' } });
    expect((await post('/remove', { id: builtIn?.id })).status).toBe(200);
    await expect.poll(async () => (await visitor('/sell/fsbo-vs-agent')).status).toBe(200);
    expect(await trash()).toEqual([]);
    expect((await post('/restore', { id: builtIn?.id })).status).toBe(404);
  });

  it('shows changed settings and menus on every page', async () => {
    const stored = await read<Extract<SettingsState, { source: 'embedded' }>>('/api/admin/site/settings');
    expect(stored).toMatchObject({ source: 'embedded', base: 0, isSample: true });
    const settings = { ...stored.settings, agent: { ...stored.settings.agent, name: 'Robin Rivers' } };
    const send = (base: number) => operator.send('POST', '/api/admin/site/settings', { base, settings });
    expect((await send(0)).status).toBe(200);
    expect((await send(0)).status).toBe(409);
    await expect.poll(() => shows('/contact', 'Robin Rivers')).toBe(true);
    const { menus } = await read<Extract<MenusState, { source: 'embedded' }>>('/api/admin/site/menus');
    const footer = menus.find(({ location }) => location === 'footer');
    const items = [{ id: 9_000, title: 'Open houses', url: '/contact#open-houses', parent: 0 }];
    const answer = await operator.send('POST', '/api/admin/site/menus', { ...footer, items });
    expect(answer.status).toBe(200);
    await expect.poll(() => shows('/contact', '>Open houses<')).toBe(true);
    expect(await shows('/contact', '>Schedule a Call<')).toBe(false);
  });

  it('locks a page that somebody else has open', async () => {
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
