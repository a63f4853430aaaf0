import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { operatorScreens } from '../../src/contracts/operators/operator-screens.ts';
import type {
  BuilderPage,
  CanvasContent,
  PageListResponse,
  SavePageFailure,
  SavedPage,
  SavePageRequest,
} from '../../src/contracts/operators/page-builder.ts';
import type { PageSettings } from '../../src/contracts/operators/page-settings.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const HERO = { block: 'hero', key: 'hero' };
const LAYOUT = [HERO, { block: 'faq', key: 'questions', hidden: true }];

describe('with a WordPress', () => {
  let wordpress: FakeSite;
  let app: RunningApp;
  let operator: OperatorClient;

  beforeAll(async () => {
    wordpress = await startFakeSite();
    wordpress.add('pages', {
      id: 7,
      slug: 'open-house',
      title: { rendered: 'Open house', raw: 'Open house' },
      acf: { page_layout: JSON.stringify(LAYOUT), hero_title: 'Come in', questions_title: 'Asked often' },
    });
    wordpress.add('pages', {
      id: 8,
      slug: '',
      status: 'draft',
      title: { rendered: 'Not yet', raw: 'Not yet' },
    });
    wordpress.add('pages', { id: 9, slug: 'old__trashed', status: 'trash' });
    app = await runApp(wordpress.env);
    operator = await signIn(app);
  });
  beforeEach(() => {
    wordpress.misbehaviour = null;
    wordpress.edit('pages', 7, {
      modified_gmt: '2026-11-01T10:00:00',
      status: 'publish',
      acf: { page_layout: JSON.stringify(LAYOUT), hero_title: 'Come in', questions_title: 'Asked often' },
    });
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
  const save = (change: Partial<SavePageRequest>) =>
    operator.send('POST', '/api/admin/pages/save', {
      at: '/open-house',
      base: '2026-11-01T10:00:00.000Z',
      layout: null,
      values: {},
      publish: true,
      ...change,
    });
  const stored = () => Object(wordpress.lists.pages.find(({ id }) => id === 7)?.['acf']);

  it('lists pages of WordPress and built-in ones, without the trash', async () => {
    const { target, pages } = await read<PageListResponse>('/api/admin/pages');
    expect(target).toEqual({ kind: 'wordpress' });
    const row = (at: string) => pages.find((page) => page.at === at);
    expect(row('/open-house')).toMatchObject({ title: 'Open house', state: 'published', leads: 0 });
    expect(row('~8')).toMatchObject({ path: null, title: 'Not yet', state: 'draft' });
    expect(row('/buy')).toMatchObject({ state: 'built-in', modified: null });
    expect(pages.some(({ title }) => title.includes('old'))).toBe(false);
  });

  it('opens a page with its layout, hidden sections and raw values', async () => {
    const { page, canvas, site } = await open('/open-house');
    expect(page.layout.map(({ key, hidden }) => ({ key, hidden }))).toEqual([
      { key: 'hero', hidden: false },
      { key: 'questions', hidden: true },
    ]);
    expect(page.values).toMatchObject({ hero_title: 'Come in', questions_title: 'Asked often' });
    expect(page.editLink).toBe(`${wordpress.url}/wp-admin/post.php?post=7&action=edit`);
    expect(canvas.placements[0]).toMatchObject({ key: 'hero', props: { title: 'Come in' } });
    expect(site.measurementId).toBeNull();
    expect(JSON.stringify({ page, site })).not.toContain('abcd efgh');
  });

  it('opens every page that it lists read-only if it has no account at WordPress', async () => {
    const reader = await runApp({ WORDPRESS_API_URL: wordpress.url });
    onTestFinished(() => reader.stop());
    const client = await signIn(reader);
    const { target, pages }: PageListResponse = await (await client.fetch('/api/admin/pages')).json();
    expect(target).toMatchObject({ kind: 'read-only' });
    expect(pages.map(({ at }) => at)).toContain('/open-house');
    for (const { at } of pages) {
      const answer = await client.fetch(`/api/admin/pages/page?at=${encodeURIComponent(at)}`);
      expect([at, answer.status]).toEqual([at, 200]);
    }
  });

  it('shows values that are not stored, sanitised, with their faults', async () => {
    const answer = await operator.send('POST', '/api/admin/pages/canvas', {
      at: '/open-house',
      layout: [
        { block: 'hero', key: 'hero' },
        { block: 'prose', key: 'text', hidden: true },
      ],
      values: {
        hero_title: 'New',
        text_title: 'Text',
        text_content: '<p onclick="x()">Hi<script>y()</script></p>',
      },
    });
    const { placements }: CanvasContent = await answer.json();
    expect(placements.map(({ key }) => key)).toEqual(['hero', 'text']);
    expect(placements[0]?.props).toMatchObject({ title: 'New' });
    expect(JSON.stringify(placements[1]?.props)).not.toMatch(/script|onclick/);
    expect(stored()).toMatchObject({ hero_title: 'Come in' });
  });

  it('tells editors alone the stored positions of rows after one that is left out', async () => {
    const items = [{ question: '' }, { question: 'Where?', answer: '<p>Here.</p>' }];
    const layout = [
      { block: 'hero', key: 'hero' },
      { block: 'faq', key: 'asked' },
    ];
    const values = { hero_title: 'Come in', asked_items: items };
    const answer = await operator.send('POST', '/api/admin/pages/canvas', {
      at: '/open-house',
      layout,
      values,
    });
    const { placements }: CanvasContent = await answer.json();
    expect(placements[1]?.storedRows).toEqual({ items: [1] });
    expect((await save({ layout, values: { asked_items: items } })).status).toBe(200);
    const visited = await (await fetch(`${app.url}/open-house`)).text();
    expect(visited).toContain('Where?');
    expect(visited).not.toContain('storedRows');
  });

  it('names the section and the field that a visitor would miss', async () => {
    const answer = await operator.send('POST', '/api/admin/pages/canvas', {
      at: '/open-house',
      layout: [{ block: 'hero', key: 'top' }],
      values: {},
    });
    const { placements, faults }: CanvasContent = await answer.json();
    expect(placements).toEqual([]);
    expect(faults).toContainEqual(expect.objectContaining({ section: 'top_title' }));
  });

  it('stores only what changed, and visitors see it at once', async () => {
    const layout = [{ block: 'hero', key: 'hero' }];
    const answer = await save({ layout, values: { hero_title: 'Open on Sunday' } });
    expect(answer.status).toBe(200);
    const { page, live }: SavedPage = await answer.json();
    expect(live).toBe(true);
    expect(page.values).toMatchObject({ hero_title: 'Open on Sunday' });
    expect(JSON.parse(stored().page_layout)).toEqual(layout);
    expect(stored().questions_title).toBe('Asked often');
    // The page may just be rendered again; until then, the old one is sent.
    const visitor = async () => (await fetch(`${app.url}/open-house`)).text();
    await expect.poll(visitor, { interval: 20 }).toContain('Open on Sunday');
    const { pages } = await read<PageListResponse>('/api/admin/pages');
    expect(pages.find(({ at }) => at === '/open-house')).toMatchObject({ changedBy: 'Olive Operator' });
  });

  it('refuses to overwrite what somebody else saved, and shows it', async () => {
    wordpress.edit('pages', 7, {
      modified_gmt: '2026-11-02T10:00:00',
      acf: { page_layout: JSON.stringify(LAYOUT), hero_title: 'By a colleague' },
    });
    const answer = await save({ values: { hero_title: 'Mine' } });
    expect(answer.status).toBe(409);
    const { current }: SavePageFailure = await answer.json();
    expect(current).toMatchObject({
      modified: '2026-11-02T10:00:00.000Z',
      values: { hero_title: 'By a colleague' },
    });
    expect(stored().hero_title).toBe('By a colleague');
  });

  it('creates a page that only the built-in content had, published: a draft would take it off the site', async () => {
    const { page, canvas } = await open('/sell/staging-tips');
    expect(canvas.placements.map(({ key }) => key)).toEqual(page.layout.map(({ key }) => key));
    expect(page).toMatchObject({ state: 'built-in', modified: null, values: {} });
    expect(page.builtIn['hero_title']).toBeTypeOf('string');
    const created = () => wordpress.lists.pages.find(({ slug }) => slug === 'staging-tips');
    const change = { at: page.at, base: null, values: { hero_title: 'Staging' } };
    const draft = await save({ ...change, publish: false });
    expect([draft.status, await draft.text()]).toEqual([422, expect.stringContaining('must be published')]);
    expect(created()).toBeUndefined();
    expect((await save(change)).status).toBe(200);
    expect(created()).toMatchObject({ status: 'publish', acf: { hero_title: 'Staging' } });
    wordpress.remove('pages', Number(created()?.id));
    await app.content.check();
  });

  it('creates a page once, even if WordPress does not store its sections', async () => {
    const copies = () => wordpress.lists.pages.filter(({ slug }) => slug === 'about');
    wordpress.plugin = false;
    const change = { at: '/about', base: null, values: { hero_title: 'Us' } };
    const refused = await save(change);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('companion plugin'),
    ]);
    expect(copies()).toHaveLength(1);
    expect((await save(change)).status).toBe(409);
    expect(copies()).toHaveLength(1);
    wordpress.plugin = true;
    for (const { id } of copies()) wordpress.remove('pages', id);
    await app.content.check();
  });

  it('creates a page once if it is sent again after a lost response', async () => {
    const copies = () => wordpress.lists.pages.filter(({ slug }) => slug === 'about');
    wordpress.loseNextCreation();
    const change = { at: '/about', base: null, values: { hero_title: 'Us' } };
    const lost = await save(change);
    expect([lost.status, await lost.text()]).toEqual([503, expect.stringContaining('It is not known')]);
    const again = await save(change);
    expect(again.status).toBe(200);
    const { page }: SavedPage = await again.json();
    expect(page).toMatchObject({ state: 'published', values: { hero_title: 'Us' } });
    expect(copies().map(({ id }) => id)).toEqual([page.id]);
    wordpress.remove('pages', Number(page.id));
    await app.content.check();
  });

  it.each([
    ['a key that is used twice', { layout: [HERO, { block: 'faq', key: 'hero' }] }, 'is taken by'],
    ['no section at all', { layout: [] }, 'at least one section'],
    ['a value that belongs to no section', { values: { other_title: 'x' } }, 'other_title'],
    ['a reserved name', { values: { page_layout: '[]' } }, 'page_layout'],
  ])('refuses %s', async (_what, change, words) => {
    const answer = await save(change);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
    expect(stored()).toMatchObject({ hero_title: 'Come in' });
  });

  it('says that nothing was stored while WordPress is down', async () => {
    wordpress.misbehaviour = { status: 503, json: { message: 'Maintenance' } };
    const answer = await save({ values: { hero_title: 'Later' } });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Nothing was stored');
    // Only a page that was sent may have been stored; reading it stores nothing.
    wordpress.misbehaviour = 'down';
    const opened = await operator.fetch(
      `/api/admin/pages/page?${new URLSearchParams({ at: '/open-house' })}`,
    );
    expect(opened.status).toBe(503);
    expect(await opened.text()).toMatch(/does not answer .*Nothing was stored/);
  });

  it('says that an account may not edit pages', async () => {
    wordpress.routes.set('/wp/v2/pages/7', (_query, request) =>
      request.method === 'POST' ? { status: 403, json: { code: 'rest_cannot_edit', message: 'No.' } } : null,
    );
    const answer = await save({ values: { hero_title: 'Mine' } });
    wordpress.routes.clear();
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('role Editor');
  });

  it('finds a version that was stored in the same second', async () => {
    const { page } = await open('/open-house');
    const { modified: base, digest } = page;
    const first = await save({ base, digest, values: { hero_title: 'First' } });
    const { page: mine }: SavedPage = await first.json();
    // Somebody else saves in the same second.
    wordpress.edit('pages', 7, {
      modified_gmt: mine.modified?.slice(0, 19),
      acf: { ...stored(), hero_title: 'By a colleague' },
    });
    const second = await save({ base: mine.modified, digest: mine.digest, values: { hero_title: 'Second' } });
    expect(second.status).toBe(409);
    const { current }: SavePageFailure = await second.json();
    expect(current?.values).toMatchObject({ hero_title: 'By a colleague' });
    expect(stored().hero_title).toBe('By a colleague');
  });

  it('stores one of two saves that come at once, and visitors see the last one', async () => {
    const { page } = await open('/open-house');
    const { modified: base, digest } = page;
    const answers = await Promise.all(
      ['One', 'Two'].map((title) => save({ base, digest, values: { hero_title: title } })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const losing = answers.find(({ status }) => status === 409);
    const { current }: SavePageFailure = await Object(losing).json();
    if (!current) throw new Error('The refusal does not contain the stored version.');
    const again = await save({
      base: current.modified,
      digest: current.digest,
      values: { hero_title: 'After all' },
    });
    expect(again.status).toBe(200);
    const visitor = async () => (await fetch(`${app.url}/open-house`)).text();
    await expect.poll(visitor).toContain('After all');
  });

  it('stores a save once if it is sent again after a lost response', async () => {
    const { page } = await open('/open-house');
    const { modified: base, digest } = page;
    const change = { base, digest, layout: [HERO], values: { hero_title: 'Sent twice' } };
    expect((await save(change)).status).toBe(200);
    wordpress.routes.set('/wp/v2/pages/7', (_query, request) =>
      request.method === 'POST' ? { status: 500, json: {} } : null,
    );
    const again = await save(change);
    wordpress.routes.clear();
    expect(again.status).toBe(200);
    const { page: saved }: SavedPage = await again.json();
    expect(saved.values).toMatchObject({ hero_title: 'Sent twice' });
  });

  it('never sends the WordPress account to the browser, not even in errors', async () => {
    const said: string[] = [];
    const ask = async (...[method, path, body]: [method: string, path: string, body?: unknown]) => {
      const answer = method === 'GET' ? await operator.fetch(path) : await operator.send('POST', path, body);
      said.push(JSON.stringify([...answer.headers]), await answer.text());
    };
    const change = { at: '/open-house', layout: null, values: { hero_title: 'x' }, publish: false };
    for (const misbehaviour of [null, 'down', 'html', { status: 401, json: { message: 'No.' } }] as const) {
      wordpress.misbehaviour = misbehaviour;
      await ask('GET', '/api/admin/pages');
      await ask('GET', '/api/admin/pages/page?at=%2Fopen-house');
      await ask('GET', '/api/admin/pages/pictures?search=');
      await ask('GET', '/api/admin/blocks');
      await ask('GET', '/api/admin/blocks/block?id=hero');
      await ask('POST', '/api/admin/pages/canvas', { at: '/open-house', layout: [HERO], values: {} });
      await ask('POST', '/api/admin/pages/save', { ...change, base: '2026-11-01T10:00:00.000Z' });
    }
    await ask('GET', '/admin/pages');
    await ask('GET', '/admin/pages/open-house');
    await ask('GET', '/admin/blocks');
    const all = said.join('\n');
    expect(all).toContain('Open house');
    const secrets = ['abcd', 'efgh', Buffer.from('editor:abcd efgh').toString('base64').slice(0, 12)];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  it('allows inline styles in the page builder only, and inline scripts nowhere', async () => {
    const paths = [
      ...operatorScreens.map(({ path }) => path.replace('/*', '/open-house')),
      '/',
      '/open-house',
      '/nowhere',
    ];
    const loose: string[] = [];
    for (const path of paths) {
      const answer = await operator.fetch(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect([path, policy]).toEqual([path, expect.stringContaining('script-src')]);
      const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? [];
      expect([path, scripts]).toEqual([path, expect.not.stringMatching(/unsafe|data:|\*/)]);
      if (policy.includes('unsafe')) loose.push(path);
    }
    expect(loose).toEqual(['/admin/pages/open-house']);
  });

  it('finds an open draft by its id after its address has changed, also if another page is there now', async () => {
    const draft = { id: 20, slug: 'spring', status: 'draft', acf: { page_layout: JSON.stringify(LAYOUT) } };
    wordpress.add('pages', draft);
    await app.content.check();
    const { page } = await open('/spring');
    wordpress.edit('pages', 20, { slug: 'summer', modified_gmt: page.modified?.slice(0, 19) });
    wordpress.add('pages', { id: 21, slug: 'spring', status: 'draft' });
    await app.content.check();
    const canvas = { at: '~20', layout: page.layout, values: { hero_title: 'Warm' } };
    const answer = await operator.send('POST', '/api/admin/pages/canvas', canvas);
    expect((await answer.json()).placements[0]?.props).toMatchObject({ title: 'Warm' });
    const { modified: base, digest } = page;
    const values = { hero_title: 'Warm' };
    const saving = await save({ at: '~20', base, digest, values, publish: false });
    expect(saving.status).toBe(200);
    expect((await saving.json()).page).toMatchObject({ id: 20, at: '/summer', values });
    expect(wordpress.lists.pages.find(({ id }) => id === 21)?.['acf']).toEqual([]);
    expect((await read<PageSettings>('/api/admin/pages/settings?at=~20')).at).toBe('/summer');
    expect((await open('~20')).page.at).toBe('/summer');
  });

  it('goes on with a draft that gets its address when it is published', async () => {
    wordpress.add('pages', { id: 22, slug: '', status: 'draft', title: { rendered: 'Fair', raw: 'Fair' } });
    await app.content.check();
    const { page } = await open('~22');
    // As WordPress does.
    wordpress.routes.set('/wp/v2/pages/22', (_query, { method }) => {
      if (method === 'POST') wordpress.edit('pages', 22, { slug: 'fair' });
      return null;
    });
    const { modified: base, digest } = page;
    const layout = [{ block: 'hero', key: 'hero' }];
    const first = await save({ at: '~22', base, digest, layout, values: { hero_title: 'Fair' } });
    const published: SavedPage = await first.json();
    expect(published).toMatchObject({ live: true, page: { id: 22, at: '/fair', state: 'published' } });
    const version = { base: published.page.modified, digest: published.page.digest };
    const again = await save({ at: '~22', ...version, values: { hero_title: 'Fairer' } });
    expect([again.status, (await again.json()).page.at]).toEqual([200, '/fair']);
    wordpress.routes.delete('/wp/v2/pages/22');
  });

  it('shows and stores a page of 300 sections', async () => {
    const layout = Array.from({ length: 300 }, (_, number) => ({ block: 'prose', key: `part${number}` }));
    const values = Object.fromEntries(layout.map(({ key }) => [`${key}_title`, `Title of ${key}`]));
    const answer = await operator.send('POST', '/api/admin/pages/canvas', {
      at: '/open-house',
      layout,
      values,
    });
    const { placements }: CanvasContent = await answer.json();
    expect(placements).toHaveLength(300);
    expect((await save({ layout, values })).status).toBe(200);
    expect(stored()).toMatchObject({ part299_title: 'Title of part299' });
  });

  it('refuses a text that is too long for its field, and says at the field what fits', async () => {
    const before = stored();
    const hero_title = 'a'.repeat(1_001);
    const refused = await save({ values: { hero_title } });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(
      'hero › Headline: is 1,001 characters long, and 1,000 at most fit. Shorten it.',
    );
    expect(stored()).toEqual(before);
    const answer = await operator.send('POST', '/api/admin/pages/canvas', {
      at: '/open-house',
      layout: [HERO],
      values: { hero_title },
    });
    const { faults }: CanvasContent = await answer.json();
    expect(faults).toContainEqual({
      section: 'hero_title',
      message: expect.stringContaining('hero_title: is 1,001 characters long') as unknown,
    });
    expect((await save({ values: { hero_title: 'a'.repeat(1_000) } })).status).toBe(200);
  });

  it('keeps sections of a block that an update removed, and names a field that it removed', async () => {
    const retired = { block: 'ticker', key: 'news' };
    wordpress.edit('pages', 7, {
      modified_gmt: '2026-11-03T10:00:00',
      acf: { page_layout: JSON.stringify([HERO, retired]), hero_title: 'Come in', news_words: 'Old news' },
    });
    const base = '2026-11-03T10:00:00.000Z';
    const refused = await save({
      base,
      values: { hero_title: 'New', news_words: 'Typed before the update' },
    });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(/news_words is no section of this page any more.*Reload/);
    const answer = await save({ base, layout: [retired, HERO], values: { hero_title: 'New' } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(stored().page_layout)).toEqual([retired, HERO]);
    expect(stored()).toMatchObject({ hero_title: 'New', news_words: 'Old news' });
  });
});
