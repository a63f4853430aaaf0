import { expect } from 'vitest';
import { z } from 'zod';
import type { CreatedPage } from '../../../src/contracts/operators/new-page.ts';
import type {
  BuilderPage,
  EditablePage,
  PageListResponse,
} from '../../../src/contracts/operators/page-builder.ts';
import type {
  PageRevisionList,
  RevisionContent,
} from '../../../src/contracts/operators/page-revision-list.ts';
import type { PageSettings } from '../../../src/contracts/operators/page-settings.ts';
import type { LibraryPicture, PictureList } from '../../../src/contracts/operators/picture-library.ts';
import type { ReusableEntryListResponse } from '../../../src/contracts/operators/reusable-entry-calls.ts';
import { drawnPng } from '../../wordpress/support/drawn-png.ts';
import type { RunningApp } from '../running-app.ts';
import type { OperatorClient } from '../sign-in.ts';

/** A site on which an operator uses the page builder, and what the journeys do there. */
export interface JourneySite {
  app: Pick<RunningApp, 'url'>;
  operator: OperatorClient;
  /** Returns what the API answers. Throws if it refuses. */
  read: <Answer>(path: string) => Promise<Answer>;
  /** Opens a page in the builder. */
  open: (at: string) => Promise<EditablePage>;
  /** Saves and publishes a change of a page. Throws if it is refused. */
  save: (page: EditablePage, change: object) => Promise<{ page: EditablePage; live: boolean }>;
  /** Creates an empty page. */
  create: (page: object) => Promise<CreatedPage>;
  /** Returns what a visitor gets. */
  visitor: (path: string) => Promise<{ status: number; html: string }>;
  /** Whether visitors find a text on a page. */
  shows: (path: string, text: string) => Promise<boolean>;
}

/** Returns the site of a running application, with a signed-in operator. */
export function journeySite(app: Pick<RunningApp, 'url'>, operator: OperatorClient): JourneySite {
  const read: JourneySite['read'] = async (path) => {
    const answer = await operator.fetch(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const visitor: JourneySite['visitor'] = async (path) => {
    const answer = await fetch(app.url + path);
    return { status: answer.status, html: await answer.text() };
  };
  return {
    app,
    operator,
    read,
    open: async (at) => (await read<BuilderPage>(`/api/admin/pages/page?at=${encodeURIComponent(at)}`)).page,
    async save({ at, modified: base, digest }, change) {
      const body = { at, base, digest, layout: null, values: {}, publish: true, ...change };
      const answer = await operator.send('POST', '/api/admin/pages/save', body);
      if (answer.status !== 200) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async create(page) {
      const start = { kind: 'template', id: 'empty' };
      const body = { parent: null, start, menu: null, ...page };
      const answer = await operator.send('POST', '/api/admin/pages/new', body);
      if (answer.status !== 201) throw new Error(`New page: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    visitor,
    shows: async (path, text) => (await visitor(path)).html.includes(text),
  };
}

/**
 * What an operator does in the page builder, by name. Each journey is the same on a site of its own content and on one
 * with WordPress; both begin with the built-in pages only.
 */
export const builderJourneys: Readonly<Record<string, (site: JourneySite) => Promise<void>>> = {
  'shows a changed headline at once, and the built-in texts around it': async ({
    open,
    save,
    visitor,
    shows,
  }) => {
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
  },
  'refuses a save of an older version, and shows the newer one': async ({ operator, open, save }) => {
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
  },
  'has a new page as a draft, then published, with its versions': async ({
    create,
    visitor,
    open,
    save,
    shows,
    read,
  }) => {
    const { at, note } = await create({ title: 'Ankeny & more', slug: 'ankeny' });
    expect({ at, note }).toEqual({ at: '/ankeny', note: null });
    expect((await visitor('/ankeny')).status).toBe(404);
    const page = await open(at);
    expect(page).toMatchObject({ title: 'Ankeny & more', state: 'draft' });
    const layout = [
      { block: 'hero', key: 'hero' },
      { block: 'contact-form', key: 'form' },
    ];
    const { page: published } = await save(page, { layout, values: { hero_title: 'Come to Ankeny' } });
    expect(await shows('/ankeny', 'Come to Ankeny')).toBe(true);
    expect(await shows('/ankeny', 'name="email"')).toBe(true);
    await save(published, { values: { hero_title: 'Move to Ankeny' } });
    const { revisions } = await read<PageRevisionList>(`/api/admin/pages/revisions?at=${at}`);
    const earlier = await Promise.all(
      revisions.map(({ id }) => read<RevisionContent>(`/api/admin/pages/revision?at=${at}&id=${id}`)),
    );
    expect(earlier.map(({ page: { values } }) => values['hero_title'])).toEqual(
      expect.arrayContaining(['Move to Ankeny', 'Come to Ankeny']),
    );
  },
  'moves a page with its address, and redirects the old one': async ({
    app,
    operator,
    read,
    open,
    save,
    create,
    shows,
  }) => {
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
    // Somebody who opened the page before it moved has its former address.
    const opened = await open(at);
    expect(opened).toMatchObject({ at: '/west-of-town', title: 'Waukee' });
    await save({ ...opened, at }, { layout: null, values: { hero_title: 'Moved' } });
    await expect.poll(() => shows('/west-of-town', 'Moved</h1>')).toBe(true);
  },
  'changes the settings of a page that was never saved, and has pages below built-in ones': async ({
    operator,
    read,
    open,
    create,
    visitor,
    shows,
  }) => {
    const before = (await visitor('/buy')).html;
    const asked = await read<PageSettings>('/api/admin/pages/settings?at=/buy');
    expect(asked).toMatchObject({
      base: '',
      slug: 'buy',
      fixed: expect.stringContaining('Publish the page once'),
      seoTitle: '',
      seoDescription: '',
    });
    expect(before).toContain(`<title>${asked.seoDefaults.title}</title>`);
    expect(before).toContain(`<meta name="description" content="${asked.seoDefaults.description}"`);
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
    expect(await read<PageSettings>('/api/admin/pages/settings?at=/buy')).toMatchObject({
      seoTitle: 'Buying in Iowa',
      seoDefaults: asked.seoDefaults,
    });
    const text = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(text((await visitor('/buy')).html) === text(before)).toBe(true);
    const below = await create({ title: 'Loans', slug: 'loans', parent: '/sell/staging-tips' });
    expect(below.at).toBe('/sell/staging-tips/loans');
    expect(await open('/sell/staging-tips')).toMatchObject({ state: 'published' });
  },
  'shows an uploaded picture on a page, with its alternative text': async ({
    app,
    operator,
    read,
    open,
    save,
    create,
    visitor,
  }) => {
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
  },
  'keeps the built-in pictures of a list when one of its texts changes, and in a copy': async ({
    app,
    read,
    open,
    save,
    create,
    visitor,
  }) => {
    const pictured = (html: string) =>
      [...html.matchAll(/<img[^>]* alt="([^"]+)"/g)].map(([, alt]) => alt).filter((alt) => alt !== '');
    const before = pictured((await visitor('/service-areas')).html);
    expect(before.length).toBeGreaterThan(0);
    const page = await open('/service-areas');
    const rows = z
      .array(z.looseObject({ title: z.string(), image: z.number() }))
      .parse(page.builtIn['communities_items']);
    for (const { image } of rows) {
      const { src } = await read<LibraryPicture>(`/api/admin/pages/pictures/${image}`);
      expect((await fetch(app.url + src)).status).toBe(200);
    }
    const changed = rows.map((row, index) => (index === 0 ? { ...row, title: 'All of the West' } : row));
    const saved = await save(page, { values: { communities_items: changed } });
    await expect.poll(async () => (await visitor('/service-areas')).html).toContain('All of the West');
    expect(pictured((await visitor('/service-areas')).html)).toEqual(before);
    // The editor goes on with the same values, and the stored pictures are used again.
    await save(saved.page, { values: { communities_items: rows } });
    expect(pictured((await visitor('/service-areas')).html)).toEqual(before);
    const library = await read<PictureList>('/api/admin/pages/pictures?search=lintel-&page=1');
    const titles = library.pictures.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    const copied = await create({
      title: 'Areas again',
      slug: 'areas-again',
      start: { kind: 'copy', at: '/buy' },
    });
    await save(await open(copied.at), {});
    expect(pictured((await visitor(copied.at)).html)).toEqual(pictured((await visitor('/buy')).html));
  },
  'moves pages to the trash, restores them as drafts, and deletes them for good': async ({
    operator,
    read,
    open,
    save,
    create,
    visitor,
  }) => {
    const { at } = await create({ title: 'Short-lived', slug: 'short-lived' });
    await save(await open(at), { layout: [{ block: 'hero', key: 'hero' }], values: { hero_title: 'Hello' } });
    expect((await visitor(at)).status).toBe(200);
    const post = (path: string, body: object) => operator.send('POST', `/api/admin/pages/trash${path}`, body);
    const trash = async () => (await read<PageListResponse>('/api/admin/pages')).trash;
    // The second one was never changed.
    for (const page of [at, '/sell/fsbo-vs-agent']) {
      expect((await post('', { at: page })).status).toBe(200);
      await expect.poll(async () => (await visitor(page)).status).toBe(404);
    }
    expect((await post('', { at: '/' })).status).toBe(422);
    const [own, builtIn] = await trash();
    expect([own, builtIn]).toMatchObject([{ path: at }, { path: '/sell/fsbo-vs-agent' }]);
    const { pages } = await read<PageListResponse>('/api/admin/pages');
    expect(pages.filter((row) => [at, '/sell/fsbo-vs-agent'].includes(row.at))).toEqual([]);
    const gone = await operator.fetch(`/api/admin/pages/page?at=${at}`);
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('in the trash')]);
    expect(await (await post('/restore', { id: own?.id })).json()).toEqual({ at, note: null });
    expect(await open(at)).toMatchObject({ state: 'draft', values: { hero_title: 'Hello' } });
    expect((await post('/remove', { id: builtIn?.id })).status).toBe(200);
    await expect.poll(async () => (await visitor('/sell/fsbo-vs-agent')).status).toBe(200);
    expect(await trash()).toEqual([]);
    expect((await post('/restore', { id: builtIn?.id })).status).toBe(404);
  },
  'shows a shared section on several pages, and a change of it on all of them': async ({
    operator,
    read,
    open,
    save,
    create,
    shows,
  }) => {
    const post = (path: string, body: object) => operator.send('POST', `/api/admin/${path}`, body);
    const created = await post('sections', {
      kind: 'section',
      title: 'Call me',
      layout: [{ block: 'hero', key: 'call' }],
      values: { call_title: 'Call us today' },
    });
    expect(created.status).toBe(201);
    const { id, at } = reusableId(await created.json());
    const pages: { at: string }[] = [];
    for (const slug of ['adel', 'grimes']) {
      const page = await create({ title: slug, slug });
      await save(await open(page.at), { layout: [{ shared: id, key: 'contact' }] });
      pages.push(page);
    }
    const shownOn = async (text: string) =>
      (await Promise.all(pages.map((page) => shows(page.at, text)))).filter(Boolean).length;
    await expect.poll(() => shownOn('Call us today')).toBe(2);
    const list = async () => (await read<ReusableEntryListResponse>('/api/admin/sections')).entries;
    expect(await list()).toEqual([
      expect.objectContaining({
        id,
        at,
        kind: 'section',
        title: 'Call me',
        isPublic: true,
        blocks: ['hero'],
        uses: [
          { at: '/adel', path: '/adel', title: 'adel' },
          { at: '/grimes', path: '/grimes', title: 'grimes' },
        ],
      }),
    ]);
    const section = await open(at);
    expect(section).toMatchObject({ title: 'Call me', state: 'published', path: null });
    const { page: saved, live } = await save(section, { values: { call_title: 'Write to us' } });
    expect([live, saved.values]).toEqual([true, { call_title: 'Write to us' }]);
    await expect.poll(() => shownOn('Write to us')).toBe(2);
    const { revisions } = await read<PageRevisionList>(`/api/admin/pages/revisions?at=${at}`);
    expect(revisions.length).toBeGreaterThan(1);
    expect((await post('sections/rename', { id, title: 'Contact' })).status).toBe(200);
    expect((await list()).map(({ title }) => title)).toEqual(['Contact']);
    expect((await post('pages/trash', { at })).status).toBe(200);
    await expect.poll(() => shownOn('Write to us')).toBe(0);
    expect((await post('pages/trash/restore', { id })).status).toBe(200);
    await expect.poll(() => shownOn('Write to us')).toBe(2);
    expect((await open('/adel')).layout).toMatchObject([{ shared: id, key: 'contact' }]);
    for (const layout of [
      [
        { block: 'hero', key: 'one' },
        { block: 'hero', key: 'two' },
      ],
      [{ shared: id, key: 'one' }],
      [{ block: 'hero', key: 'hero', title: 'What?' }],
    ]) {
      const refused = await post('sections', { kind: 'section', title: 'Two', layout, values: {} });
      expect(refused.status).toBe(422);
    }
    await post('pages/trash', { at });
    expect((await post('pages/trash/remove', { id })).status).toBe(200);
    expect((await read<ReusableEntryListResponse>('/api/admin/sections')).trash).toEqual([]);
  },
  'makes pages from a template, which visitors never see': async ({
    operator,
    read,
    open,
    save,
    create,
    shows,
    visitor,
  }) => {
    const answer = await operator.send('POST', '/api/admin/sections', {
      kind: 'template',
      title: 'Open house',
      layout: [
        { block: 'hero', key: 'hero' },
        { block: 'contact-form', key: 'form' },
      ],
      values: { hero_title: 'You are invited' },
    });
    expect(answer.status).toBe(201);
    const { id, at } = reusableId(await answer.json());
    const { entries } = await read<ReusableEntryListResponse>('/api/admin/sections');
    expect(entries).toEqual([
      expect.objectContaining({ id, kind: 'template', isPublic: false, blocks: ['hero', 'contact-form'] }),
    ]);
    const { page: template } = await save(await open(at), { values: { hero_title: 'Come and see' } });
    expect(template.state).toBe('private');
    for (const slug of ['elm-street', 'oak-street']) {
      const page = await create({ title: slug, slug, start: { kind: 'copy', at } });
      await save(await open(page.at), {});
      expect(await shows(page.at, 'Come and see')).toBe(true);
      expect(await shows(page.at, 'name="email"')).toBe(true);
    }
    const content = await read(`/api/admin/sections/section?id=${id}`);
    expect(content).toMatchObject({ values: { hero_title: 'Come and see' }, layout: [{}, {}] });
    for (const path of ['/open-house', `/?p=${id}`, `/?page_id=${id}`]) {
      expect((await visitor(path)).html.includes('Come and see')).toBe(false);
    }
    await operator.send('POST', '/api/admin/pages/trash', { at });
    expect((await operator.send('POST', '/api/admin/pages/trash/restore', { id })).status).toBe(200);
    expect(await open(at)).toMatchObject({ state: 'private' });
  },
};

function reusableId(answer: unknown): { id: number; at: string } {
  return z.object({ id: z.number(), at: z.string() }).parse(answer);
}
