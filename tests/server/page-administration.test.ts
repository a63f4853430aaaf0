import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageTemplates } from '../../src/builder/page-templates.ts';
import type {
  CreatedPage,
  NewPageChoices,
  PageAddressCheck,
} from '../../src/contracts/operators/new-page.ts';
import type { BuilderPage, PageListResponse } from '../../src/contracts/operators/page-builder.ts';
import type { PageRevisionList, RevisionContent } from '../../src/contracts/operators/page-revision-list.ts';
import type { PageSettings, PageSettingsResponse } from '../../src/contracts/operators/page-settings.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { acceptMedia } from './support/fake-media.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

let wordpress: FakeSite;
let app: RunningApp;
let operator: OperatorClient;
let uploads: ReturnType<typeof acceptMedia>['uploads'];

beforeAll(async () => {
  wordpress = await startFakeSite();
  ({ uploads } = acceptMedia(wordpress));
  wordpress.add('pages', {
    id: 7,
    slug: 'guides',
    title: { rendered: 'Guides', raw: 'Guides' },
    acf: { page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]), hero_title: 'All guides' },
  });
  app = await runApp(wordpress.env);
  operator = await signIn(app);
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

const read = async <Answer>(path: string): Promise<Answer> => {
  const answer = await operator.fetch(path);
  expect(answer.status).toBe(200);
  return answer.json();
};
const open = (at: string) => read<BuilderPage>(`/api/admin/pages/page?at=${encodeURIComponent(at)}`);
const create = (change: object) =>
  operator.send('POST', '/api/admin/pages/new', {
    title: 'Ankeny',
    slug: 'ankeny',
    parent: null,
    start: { kind: 'template', id: 'empty' },
    menu: null,
    ...change,
  });

describe('a new page', () => {
  it.each(pageTemplates.map(({ id }) => id))('from the template %s opens without a fault', async (id) => {
    const slug = `from-${id}`;
    const answer = await create({ title: `A ${id}`, slug, start: { kind: 'template', id } });
    expect(answer.status).toBe(201);
    const { at, note }: CreatedPage = await answer.json();
    expect({ at, note }).toEqual({ at: `/${slug}`, note: null });
    const { page, canvas } = await open(at);
    expect(page).toMatchObject({ title: `A ${id}`, state: 'draft', path: at });
    expect(canvas.faults).toEqual([]);
    expect(canvas.placements.map(({ key }) => key)).toEqual(page.layout.map(({ key }) => key));
    expect(JSON.stringify(canvas.placements)).toContain(`A ${id}`);
    expect((await fetch(app.url + at)).status).toBe(404);
  });

  it('is a copy of another, below a parent, built-in texts included', async () => {
    const start = { kind: 'copy', at: '/sell/staging-tips' };
    const answer = await create({ slug: 'copied', parent: '/guides', start });
    const { at }: CreatedPage = await answer.json();
    expect(at).toBe('/guides/copied');
    expect(uploads.length).toBeGreaterThan(0);
    expect(wordpress.lists.pages.find(({ slug }) => slug === 'copied')).toMatchObject({ parent: 7 });
    const [copy, original] = await Promise.all([open(at), open('/sell/staging-tips')]);
    expect(copy.page.layout).toEqual(original.page.layout);
    const { page } = copy;
    const pictures = wordpress.lists.media.map(({ id }) => id);
    const isPicture = (value: unknown) => typeof value === 'number' && value < 0;
    for (const [id, value] of Object.entries(original.page.builtIn)) {
      expect(page.values[id]).toEqual(isPicture(value) ? expect.toBeOneOf(pictures) : value);
    }
  });

  it('that is a copy of a page with a text of its own has this text, its picture and its password, too', async () => {
    const [written, teaser] = ['<!-- wp:paragraph --><p>Mine</p><!-- /wp:paragraph -->', 'In short'];
    wordpress.add('pages', {
      id: 400,
      slug: 'essay',
      title: { rendered: 'Essay', raw: 'Essay' },
      content: { raw: written, rendered: '<p>Mine</p>', protected: false },
      excerpt: { raw: teaser, rendered: `<p>${teaser}</p>`, protected: false },
      featured_media: 81,
      password: 'sesame',
    });
    await app.content.check();
    const copyOf = (slug: string) => wordpress.lists.pages.find((each) => each['slug'] === slug);
    const text = { content: written, excerpt: teaser, featured_media: 81, password: 'sesame' };
    expect((await create({ slug: 'essay-copy', start: { kind: 'copy', at: '/essay' } })).status).toBe(201);
    expect(copyOf('essay-copy')).toMatchObject({ ...text, status: 'draft' });
    // A page that shows only sections hides its text, so the copy does not get it.
    const acf = { page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]), hero_title: 'Essay' };
    wordpress.edit('pages', 400, { acf });
    await app.content.check();
    expect((await create({ slug: 'essay-hero', start: { kind: 'copy', at: '/essay' } })).status).toBe(201);
    expect(copyOf('essay-hero')).not.toMatchObject({ content: written });
  });

  it('is refused before its built-in parent is stored if the account may not upload its pictures', async () => {
    const media = wordpress.routes.get('/wp/v2/media');
    const refusal = { status: 403, json: { code: 'rest_cannot_create', message: 'You may not upload.' } };
    wordpress.routes.set('/wp/v2/media', (_query, { method }) => (method === 'POST' ? refusal : null));
    const before = wordpress.lists.pages.length;
    const start = { kind: 'copy', at: '/sell' };
    const answer = await create({ slug: 'without-pictures', parent: '/about', start });
    if (media) wordpress.routes.set('/wp/v2/media', media);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('may not upload')]);
    expect(wordpress.lists.pages.length).toBe(before);
  });

  it.each([
    ['a taken address', { slug: 'guides' }, 'Guides'],
    ['an address of the server', { slug: 'admin' }, 'site itself'],
    ['the front page as parent', { parent: '/' }, 'cannot have others below it'],
    ['an unknown template', { start: { kind: 'template', id: 'none' } }, 'template'],
    ['a page to copy that is gone', { start: { kind: 'copy', at: '/gone' } }, 'does not exist'],
    ['an empty title', { title: ' ' }, 'Enter a title'],
  ])('is refused with %s', async (_what, change, words) => {
    const before = wordpress.lists.pages.length;
    const answer = await create(change);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
    expect(wordpress.lists.pages.length).toBe(before);
  });

  it('below a built-in page stores that, too', async () => {
    const { at }: CreatedPage = await (await create({ slug: 'loans', parent: '/sell/staging-tips' })).json();
    expect(at).toBe('/sell/staging-tips/loans');
    const { pages } = wordpress.lists;
    const parent = pages.find(({ slug }) => slug === 'staging-tips');
    expect(parent).toMatchObject({ status: 'publish' });
    expect(pages.find(({ slug }) => slug === 'sell')).toMatchObject({ id: parent?.['parent'] });
    const html = await (await fetch(`${app.url}/sell/staging-tips`)).text();
    expect(html.includes('Staging')).toBe(true);
  });

  it('that WordPress refuses leaves its parent known, so that another try does not create it again', async () => {
    const refuse = { status: 403, json: { code: 'rest_cannot_create', message: 'No.' } };
    let creations = 0;
    wordpress.routes.set('/wp/v2/pages', (_query, { method }) => {
      if (method === 'POST') creations += 1;
      return creations > 1 ? refuse : null;
    });
    expect((await create({ slug: 'terms', parent: '/about' })).status).toBe(403);
    wordpress.routes.clear();
    expect((await create({ slug: 'terms', parent: '/about' })).status).toBe(201);
    expect(wordpress.lists.pages.filter(({ slug }) => slug === 'about')).toHaveLength(1);
  });

  it('is created once if its response was lost', async () => {
    wordpress.loseNextCreation();
    const lost = await create({ slug: 'lost' });
    expect([lost.status, await lost.text()]).toEqual([503, expect.stringContaining('It is not known')]);
    const again = await create({ slug: 'lost' });
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('has this address')]);
    expect(wordpress.lists.pages.filter(({ slug }) => slug === 'lost')).toHaveLength(1);
  });

  it('gets a menu entry, and says why it has none', async () => {
    const sent: unknown[] = [];
    wordpress.routes.set('/wp/v2/menus', () => ({
      json: [
        { id: 3, name: 'Header', locations: ['primary'] },
        { id: 4, name: 'Not shown', locations: [] },
      ],
    }));
    wordpress.routes.set('/wp/v2/menu-items', (_query, request) => {
      sent.push(request.method);
      return { json: { id: 90 } };
    });
    const { menus } = await read<NewPageChoices>('/api/admin/pages/new');
    expect(menus).toEqual({ menus: [{ id: 3, name: 'Header' }] });
    const { note }: CreatedPage = await (await create({ slug: 'in-menu', menu: 3 })).json();
    expect(note).toBeNull();
    expect(sent).toEqual(['POST']);
    const refused = { status: 403, json: { code: 'rest_cannot_view', message: 'No.' } };
    wordpress.routes.set('/wp/v2/menus', () => refused);
    wordpress.routes.set('/wp/v2/menu-items', () => refused);
    const choices = await read<NewPageChoices>('/api/admin/pages/new');
    expect(choices.menus).toHaveProperty('reason', expect.stringContaining('edit_theme_options'));
    const other: CreatedPage = await (await create({ slug: 'without-menu', menu: 3 })).json();
    expect(other).toEqual({ at: '/without-menu', note: expect.stringContaining('edit_theme_options') });
    wordpress.routes.clear();
  });

  it('shows its path while the address is typed', async () => {
    const address = (slug: string) =>
      read<PageAddressCheck>(`/api/admin/pages/address?slug=${slug}&parent=/guides`);
    expect(await address('west')).toEqual({ path: '/guides/west', fault: null });
    expect(await address('West')).toMatchObject({ fault: expect.stringContaining('small letters') });
  });

  it('says that WordPress is down, and creates nothing', async () => {
    wordpress.misbehaviour = { status: 503, json: { message: 'Maintenance' } };
    const answer = await create({ slug: 'later' });
    wordpress.misbehaviour = null;
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Nothing was stored');
  });
});

it('a built-in page that cannot be moved to the trash is stored once', async () => {
  const next = Math.max(...wordpress.lists.pages.map(({ id }) => id)) + 1;
  for (const id of [next, next + 1]) {
    wordpress.routes.set(`/wp/v2/pages/${id}`, (_query, { method }) =>
      method === 'DELETE' ? { status: 403, json: { code: 'rest_cannot_delete', message: 'No.' } } : null,
    );
  }
  for (const _try of ['first', 'second']) {
    expect((await operator.send('POST', '/api/admin/pages/trash', { at: '/neighborhoods' })).status).toBe(
      403,
    );
  }
  wordpress.routes.clear();
  expect(wordpress.lists.pages.filter(({ slug }) => slug === 'neighborhoods')).toHaveLength(1);
});

it('a built-in page is stored once if the response to its move to the trash was lost', async () => {
  wordpress.loseNextCreation();
  const trash = () => operator.send('POST', '/api/admin/pages/trash', { at: '/service-areas' });
  expect((await trash()).status).toBe(503);
  const stored = wordpress.lists.pages.filter(({ slug }) => slug === 'service-areas');
  wordpress.routes.set(`/wp/v2/pages/${stored[0]?.id}`, (_query, { method }) =>
    method === 'DELETE' ? { json: {} } : null,
  );
  expect((await trash()).status).toBe(200);
  wordpress.routes.clear();
  expect(wordpress.lists.pages.filter(({ slug }) => slug === 'service-areas')).toEqual(stored);
});

it.each([
  ['a page that was scheduled without its date, so that it can be published', 3_600_000, null],
  ['another page with its date', -3_600_000, undefined],
])('restores %s', async (_what, later, date) => {
  const id = later > 0 ? 520 : 521;
  const date_gmt = new Date(Date.now() + later).toISOString().slice(0, 19);
  wordpress.add('pages', { id, slug: `soon-${id}__trashed`, status: 'trash', date_gmt });
  await app.content.check();
  const answer = await operator.send('POST', '/api/admin/pages/trash/restore', { id });
  expect(answer.status).toBe(200);
  const restored = wordpress.lists.pages.find((each) => each.id === id);
  expect([restored?.['status'], restored?.['date']]).toEqual(['draft', date]);
  wordpress.remove('pages', id);
  await app.content.check();
});

it('a shared section that WordPress does not store completely is removed again', async () => {
  const removed: string[] = [];
  const entry = { id: 50, slug: 'call', status: 'publish', title: { rendered: 'Call' }, acf: {} };
  wordpress.routes.set('/wp/v2/lintel_section', () => ({ status: 201, json: entry }));
  wordpress.routes.set('/wp/v2/lintel_section/50', (query, { method }) => {
    if (method === 'DELETE') removed.push(String(query.get('force')));
    return { json: entry };
  });
  const answer = await operator.send('POST', '/api/admin/sections', {
    kind: 'section',
    title: 'Call',
    layout: [{ block: 'hero', key: 'hero' }],
    values: { hero_title: 'Call us' },
  });
  wordpress.routes.clear();
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('hero_title')]);
  expect(removed).toEqual(['true']);
});

describe('the settings of a page', () => {
  const settings = (at: string) =>
    read<PageSettings>(`/api/admin/pages/settings?at=${encodeURIComponent(at)}`);
  const save = async (at: string, change: object) => {
    const { base, title, slug, parent, seoTitle, seoDescription } = await settings(at);
    const now = { at, base, title, slug, parent, seoTitle, seoDescription, inMenus: null };
    return operator.send('POST', '/api/admin/pages/settings', { ...now, ...change });
  };
  const stored = (id: number) => wordpress.lists.pages.find((each) => each.id === id);

  it('are stored, and the old address of a published page and of one below it redirects', async () => {
    wordpress.add('pages', { id: 501, slug: 'areas', title: { rendered: 'Areas', raw: 'Areas' } });
    wordpress.add('pages', { id: 502, slug: 'west', parent: 501 });
    await app.content.check();
    expect((await fetch(`${app.url}/areas`)).status).toBe(200);
    const before = await settings('/areas');
    expect(before).toMatchObject({ title: 'Areas', slug: 'areas', parent: null, fixed: null });
    expect(before.oldAddress).toContain('redirected to the new address (301). The page below it moves');
    expect(before.parents.map(({ at }) => at)).not.toContain('/areas/west');
    const answer = await save('/areas', {
      title: 'Places',
      slug: 'places',
      parent: '/guides',
      seoTitle: 'Places to live',
    });
    const { at }: PageSettingsResponse = await answer.json();
    expect(at).toBe('/guides/places');
    expect(stored(501)).toMatchObject({
      slug: 'places',
      parent: 7,
      title: { raw: 'Places' },
      acf: { seo_title: 'Places to live' },
    });
    await app.pages.refresh();
    for (const [from, to] of [
      ['/areas', '/guides/places'],
      ['/areas/west', '/guides/places/west'],
    ]) {
      const visit = await fetch(app.url + from, { redirect: 'manual' });
      expect(visit.status).toBe(301);
      expect(visit.headers.get('location')).toBe(to);
    }
    const page = await (await fetch(`${app.url}/guides/places`)).text();
    expect(page).toContain('<title>Places to live');
  });

  it('schedule a page, and publish it at once or make it a draft again', async () => {
    wordpress.add('pages', { id: 504, slug: 'later', status: 'draft' });
    await app.content.check();
    const moment = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
    expect((await settings('/later')).publishing).toEqual({ at: null });
    expect((await save('/later', { publishAt: moment })).status).toBe(200);
    expect(stored(504)).toMatchObject({ status: 'future', date_gmt: moment.slice(0, 19) });
    expect(Date.parse(Object((await settings('/later')).publishing).at)).toBe(Date.parse(moment));
    const { pages } = await read<PageListResponse>('/api/admin/pages');
    const row = pages.find(({ at }) => at === '/later');
    expect([row?.state, Date.parse(String(row?.publishAt))]).toEqual(['scheduled', Date.parse(moment)]);
    // A change of other settings keeps the schedule.
    expect((await save('/later', { seoTitle: 'Soon' })).status).toBe(200);
    expect(stored(504)).toMatchObject({ status: 'future' });
    expect((await save('/later', { publishAt: null })).status).toBe(200);
    expect(stored(504)).toMatchObject({ status: 'draft', date: null });

    await save('/later', { publishAt: moment });
    const { page } = await open('/later');
    expect(page.state).toBe('scheduled');
    const body = { at: '/later', base: page.modified, layout: null, values: {}, publish: true };
    expect((await operator.send('POST', '/api/admin/pages/save', body)).status).toBe(200);
    expect(stored(504)).toMatchObject({ status: 'publish', date: null });
    expect((await settings('/later')).publishing).toBeNull();
    for (const publishAt of [moment, null]) {
      const answer = await save('/later', { publishAt });
      expect([answer.status, stored(504)?.['status']]).toEqual([publishAt === null ? 200 : 422, 'publish']);
    }
    wordpress.add('pages', { id: 505, slug: 'too-late', status: 'draft' });
    await app.content.check();
    const answer = await save('/too-late', { publishAt: '2020-01-01T00:00:00Z' });
    expect([answer.status, stored(505)?.['status']]).toEqual([422, 'draft']);
    expect(await answer.text()).toContain('has passed');
  });

  it('say that the old address of a built-in page redirects, too', async () => {
    wordpress.add('pages', { id: 503, slug: 'test-logo', title: { rendered: 'Value', raw: 'Value' } });
    await app.content.check();
    expect((await settings('/test-logo')).oldAddress).toBe(
      'Visitors and search engines that ask for /test-logo are redirected to the new address (301).',
    );
    expect((await save('/test-logo', { slug: 'value' })).status).toBe(200);
    const visit = await fetch(`${app.url}/test-logo`, { redirect: 'manual' });
    expect([visit.status, visit.headers.get('location')]).toEqual([301, '/value']);
    wordpress.remove('pages', 503);
    await app.content.check();
  });

  it.each([
    ['an address that is taken', { slug: 'contact' }, 422, 'has this address'],
    ['a parent below itself', { parent: '/guides' }, 422, 'below itself'],
    ['an empty title', { title: '' }, 422, 'Enter a title'],
    ['an older version', { base: '2020-01-01T00:00:00.000Z' }, 409, 'Somebody saved'],
  ])('are refused with %s', async (_what, change, status, words) => {
    const answer = await save('/guides', change);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
    expect(stored(7)).toMatchObject({ slug: 'guides', parent: 0 });
  });

  it('store a built-in page once if the response was lost', async () => {
    wordpress.loseNextCreation();
    expect((await save('/text-updates', { seoTitle: 'Your value' })).status).toBe(503);
    const { seoTitle } = await settings('/text-updates');
    expect(seoTitle).toBe('Your value');
    expect((await save('/text-updates', { seoTitle: 'Its value' })).status).toBe(200);
    const copies = wordpress.lists.pages.filter(({ slug }) => slug === 'text-updates');
    expect(copies).toHaveLength(1);
    wordpress.remove('pages', Number(copies[0]?.id));
    await app.content.check();
  });

  it('store a built-in parent once, even if the page cannot be moved below it', async () => {
    wordpress.routes.set('/wp/v2/pages/7', (_query, { method }) =>
      method === 'POST' ? { status: 403, json: { code: 'rest_cannot_edit', message: 'No.' } } : null,
    );
    for (const _try of ['first', 'second']) {
      expect((await save('/guides', { parent: '/privacy-policy' })).status).toBe(403);
    }
    wordpress.routes.clear();
    expect(wordpress.lists.pages.filter(({ slug }) => slug === 'privacy-policy')).toHaveLength(1);
  });

  it('change only the shown menus, and leave the page as it was', async () => {
    const sent: string[] = [];
    const entries = [
      { id: 90, menus: 3, object: 'page', object_id: 7 },
      { id: 91, menus: 4, object: 'page', object_id: 7 },
      { id: 92, menus: 3, object: 'page', object_id: 8 },
      { id: 94, menus: 6, object: 'page', object_id: 7 },
    ];
    wordpress.routes.set('/wp/v2/menus', () => ({
      json: [
        { id: 3, name: 'Header', locations: ['primary'] },
        { id: 4, name: 'Not shown', locations: [] },
        { id: 5, name: 'Footer', locations: ['footer'] },
        // Somebody else has added the page to one of these, and removed it from the other.
        { id: 6, name: 'Links', locations: ['footer'] },
        { id: 7, name: 'More', locations: ['footer'] },
      ],
    }));
    wordpress.routes.set('/wp/v2/menu-items', (_query, { method = '' }) => {
      if (method !== 'GET') sent.push(method);
      return { json: method === 'GET' ? entries : { id: 93 } };
    });
    wordpress.routes.set('/wp/v2/menu-items/90', (query, { method = '' }) => {
      sent.push(`${method} 90 ${query.get('force')}`);
      return { json: {} };
    });
    const modified = stored(7)?.['modified_gmt'];
    expect((await settings('/guides')).inMenus).toEqual([3, 6]);
    const answer = await save('/guides', { inMenus: { add: [5, 6], remove: [3] } });
    wordpress.routes.clear();
    expect(await answer.json()).toEqual({ at: '/guides', note: null });
    expect(sent).toEqual(['DELETE 90 true', 'POST']);
    expect(stored(7)?.['modified_gmt']).toBe(modified);
  });

  it('say that a page is in no menu if the menu is empty, and the site shows none', async () => {
    const footer = async () =>
      parseHtml(await (await fetch(`${app.url}/buy`)).text()).querySelector('footer nav')?.textContent ??
      null;
    expect(await footer()).toContain('Privacy');
    wordpress.routes.set('/wp/v2/menus', () => ({ json: [{ id: 5, name: 'Links', locations: ['footer'] }] }));
    wordpress.routes.set('/wp/v2/menu-items', () => ({ json: [] }));
    wordpress.menus.footer = { ID: 5, name: 'Links', slug: 'links', items: [] };
    await app.content.check();
    await app.pages.refresh();
    expect((await settings('/privacy-policy')).inMenus).toEqual([]);
    expect(await footer()).toBeNull();
    // The location has no menu any more.
    wordpress.routes.set('/wp/v2/menus', () => ({ json: [{ id: 5, name: 'Links', locations: [] }] }));
    delete wordpress.menus.footer;
    await app.content.check();
    await app.pages.refresh();
    expect((await settings('/privacy-policy')).menus).toEqual({
      reason: expect.stringContaining('the site shows its built-in ones'),
    });
    expect(await footer()).toContain('Privacy');
    wordpress.routes.clear();
  });

  it('find custom links to the path or a former path of a page in the menus', async () => {
    wordpress.add('pages', { id: 507, slug: 'crew', title: { rendered: 'Crew', raw: 'Crew' } });
    await app.content.check();
    expect((await save('/crew', { slug: 'team' })).status).toBe(200);
    const sent: string[] = [];
    const custom = { object: 'custom', object_id: 0 };
    const entries = [
      { ...custom, id: 90, menus: 3, url: `${wordpress.url}/team/` },
      { ...custom, id: 91, menus: 5, url: '/crew' },
      { ...custom, id: 92, menus: 6, url: '/team#hours' },
      { ...custom, id: 93, menus: 6, url: '/team?all' },
      { ...custom, id: 94, menus: 6, url: 'https://other.example/team' },
      { ...custom, id: 95, menus: 6, url: '#' },
      { id: 96, menus: 6, object: 'post', object_id: 507, url: '/blog/team' },
      { ...custom, id: 97, menus: 6, url: '/buy' },
    ];
    wordpress.routes.set('/wp/v2/menus', () => ({
      json: [3, 5, 6].map((id) => ({ id, name: `Menu ${id}`, locations: ['footer'] })),
    }));
    wordpress.routes.set('/wp/v2/menu-items', (_query, { method = '' }) => {
      if (method !== 'GET') sent.push(method);
      return { json: method === 'GET' ? entries : { id: 98 } };
    });
    for (const { id } of entries) {
      wordpress.routes.set(`/wp/v2/menu-items/${id}`, (_query, { method = '' }) => {
        sent.push(`${method} ${id}`);
        return { json: {} };
      });
    }
    expect((await settings('/team')).inMenus).toEqual([3, 5]);
    expect((await settings('/buy')).inMenus).toEqual([6]);
    const answer = await save('/team', { inMenus: { add: [], remove: [5] } });
    wordpress.routes.clear();
    expect(await answer.json()).toEqual({ at: '/team', note: null });
    expect(sent).toEqual(['DELETE 91']);
  });

  it('say what search results show if the fields are empty', async () => {
    const shown = async (at: string) => {
      const html = await (await fetch(app.url + at)).text();
      return {
        title: /<title>(.*?)<\/title>/.exec(html)?.[1],
        description: /<meta name="description" content="(.*?)"/.exec(html)?.[1],
      };
    };
    const { seoTitle, seoDefaults } = await settings('/buy/mortgage-guide');
    expect([seoTitle, seoDefaults]).toEqual(['', await shown('/buy/mortgage-guide')]);
    expect(seoDefaults.title).toContain('Mortgage Guide');

    // The page of WordPress replaces the built-in one, whose values for search engines remain.
    const content = { rendered: '' };
    wordpress.add('pages', { id: 508, slug: 'mortgage-guide', content, acf: { seo_title: 'Loans' } });
    wordpress.add('pages', {
      id: 509,
      slug: 'by-plugin',
      content: { rendered: '<p>Text</p>' },
      yoast_head_json: { title: 'By Yoast' },
      excerpt: { rendered: '<p>A page with a plugin.</p>' },
      acf: { seo_title: '', seo_description: 'Own words' },
    });
    await app.content.check();
    expect(await settings('/buy/mortgage-guide')).toMatchObject({ seoTitle: 'Loans', seoDefaults });
    expect(await settings('/by-plugin')).toMatchObject({
      seoDescription: 'Own words',
      seoDefaults: { title: 'By Yoast', description: 'A page with a plugin.' },
    });
    expect((await open('/by-plugin')).canvas.head).toMatchObject({
      title: 'By Yoast',
      description: 'Own words',
    });
    expect((await save('/buy/mortgage-guide', { seoTitle: '' })).status).toBe(200);
    expect((await save('/by-plugin', { seoDescription: '' })).status).toBe(200);
    await expect.poll(() => shown('/buy/mortgage-guide')).toEqual(seoDefaults);
    await expect.poll(() => shown('/by-plugin')).toEqual((await settings('/by-plugin')).seoDefaults);

    await create({ title: 'New', slug: 'new-page' });
    expect((await settings('/new-page')).seoDefaults.title).toBeNull();
    // A text of its own replaces the built-in text, and the description of that does not fit it.
    wordpress.add('pages', {
      id: 510,
      slug: 'terms-of-service',
      title: { rendered: 'Terms', raw: 'Terms' },
      content: { rendered: '<p>Other terms.</p>' },
    });
    await app.content.check();
    await app.pages.refresh();
    expect((await settings('/terms-of-service')).seoDefaults.title).toBeNull();
    expect((await shown('/terms-of-service')).title).toMatch(/^Terms \| /);
  });
});

describe('the versions of a page', () => {
  const one = '/api/admin/pages/revision?at=/guides&id=';
  beforeAll(() => {
    const sections = {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'prose', key: 'text' },
      ]),
      hero_title: 'As it was',
      text_title: 'Removed since',
      layout_variants: JSON.stringify({
        running: false,
        weight: 50,
        variants: [{ name: 'Short', weight: 50, layout: [{ block: 'prose', key: 'text' }] }],
      }),
    };
    const at = (id: number, more: object) => ({
      id,
      author: 2,
      modified_gmt: `2026-11-0${id}T10:00:00`,
      ...more,
    });
    wordpress.routes.set('/wp/v2/pages/7/revisions', () => ({
      json: [at(1, { author: 0 }), at(3, {}), at(4, { slug: '7-autosave-v1' }), at(2, {})],
    }));
    wordpress.routes.set('/wp/v2/users', () => ({ json: [{ id: 2, name: 'Ed Editor' }] }));
    wordpress.routes.set('/wp/v2/pages/7/revisions/3', () => ({
      json: { id: 3, lintel_sections: sections },
    }));
    wordpress.routes.set('/wp/v2/pages/7/revisions/1', () => ({ json: { id: 1, lintel_sections: null } }));
  });
  afterAll(() => wordpress.routes.clear());

  it('are listed with person and time, the newest first, without autosaves', async () => {
    const { revisions } = await read<PageRevisionList>('/api/admin/pages/revisions?at=/guides');
    expect(revisions).toEqual([
      { id: 3, by: 'Ed Editor', when: Date.parse('2026-11-03T10:00:00Z') },
      { id: 2, by: 'Ed Editor', when: Date.parse('2026-11-02T10:00:00Z') },
      { id: 1, by: null, when: Date.parse('2026-11-01T10:00:00Z') },
    ]);
  });

  it('are shown as the page was, and nothing is stored', async () => {
    const { page, canvas } = await read<RevisionContent>(`${one}3`);
    expect(page.layout.map(({ key }) => key)).toEqual(['hero', 'text']);
    expect(page.values).toMatchObject({ hero_title: 'As it was', text_title: 'Removed since' });
    expect(canvas.placements.map(({ key }) => key)).toEqual(['hero', 'text']);
    expect((await open('/guides')).page.values).toMatchObject({ hero_title: 'All guides' });
  });

  it('are shown with the layout of the variant that is edited, or not at all', async () => {
    const { page, canvas } = await read<RevisionContent>(`${one}3&variant=Short`);
    expect(page).toMatchObject({ variant: 'Short', values: { text_title: 'Removed since' } });
    expect(page.layout.map(({ key }) => key)).toEqual(['text']);
    expect(canvas.placements.map(({ key }) => key)).toEqual(['text']);
    const newer = await operator.fetch(`${one}3&variant=Long`);
    expect([newer.status, await newer.json()]).toEqual([
      422,
      { error: 'This version has no variant "Long".' },
    ]);
  });

  it('are refused with a message if they do not hold the texts of sections, or no longer exist', async () => {
    const old = await operator.fetch(`${one}1`);
    expect(old.status).toBe(422);
    expect(await old.text()).toContain('does not hold the texts of its sections');
    expect((await operator.fetch(`${one}9`)).status).toBe(422);
    expect((await operator.fetch(`${one}x`)).status).toBe(422);
  });
});
