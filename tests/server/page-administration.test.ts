import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectBlocks } from '../../server/content/load-blocks.ts';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import { writePageFiles } from '../../server/operators/pages/new-page-files.ts';
import { pageTemplates, startOf } from '../../src/builder/page-templates.ts';
import { placementSchema } from '../../src/contracts/layout.ts';
import type { CreatedPage, NewPageChoices, PageAddress } from '../../src/contracts/new-page.ts';
import type { BuilderPage } from '../../src/contracts/page-builder.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

let wordpress: FakeSite;
let app: RunningApp;
let operator: OperatorClient;

beforeAll(async () => {
  wordpress = await startFakeSite();
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
    expect(wordpress.lists.pages.find(({ slug }) => slug === 'copied')).toMatchObject({ parent: 7 });
    const [copy, original] = await Promise.all([open(at), open('/sell/staging-tips')]);
    expect(copy.page.layout).toEqual(original.page.layout);
    expect(copy.page.values).toMatchObject(original.page.builtIn);
  });

  it.each([
    ['a taken address', { slug: 'guides' }, 'Guides'],
    ['an address of the server', { slug: 'admin' }, 'site itself'],
    [
      'a built-in page as parent, which WordPress does not have',
      { parent: '/buy' },
      'WordPress does not have it',
    ],
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

  it('is told its address while it is typed', async () => {
    const address = (slug: string) =>
      read<PageAddress>(`/api/admin/pages/address?slug=${slug}&parent=/guides`);
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

describe('without a WordPress', () => {
  it('creates nothing in production', async () => {
    const alone = await runApp();
    const client = await signIn(alone);
    const answer = await client.send('POST', '/api/admin/pages/new', {
      title: 'New',
      slug: 'new',
      parent: null,
      start: { kind: 'template', id: 'empty' },
      menu: null,
    });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('WORDPRESS_API_URL');
    await alone.stop();
  });

  it('writes files of every template that the next start accepts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'lintel-fixtures-'));
    await cp(join(import.meta.dirname, '../../fixtures'), directory, { recursive: true });
    for (const { id } of pageTemplates) {
      const start = startOf(id, id);
      await writePageFiles(directory, {
        title: `A ${id}`,
        slug: `my-${id}`,
        parent: 'buy',
        layout: (start?.layout ?? []).map((each) => placementSchema.parse(each)),
        values: start?.values ?? {},
      });
    }
    const { content } = await loadBuiltInContent(directory, await projectBlocks());
    expect(content.pages.get('/buy/my-article')?.page.title).toBe('A article');
    const again = { title: 'Again', slug: 'about', parent: '', layout: [], values: {} };
    await expect(writePageFiles(directory, again)).rejects.toThrow('There is a file');
    expect(await readFile(join(directory, 'pages/about.json'), 'utf8')).toContain('"About"');
    await rm(directory, { recursive: true, force: true });
  });
});
