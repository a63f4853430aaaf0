import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CatalogueBlock } from '../../src/contracts/operators/block-catalogue.ts';
import type { NewPageChoices } from '../../src/contracts/operators/new-page.ts';
import type { PageListResponse } from '../../src/contracts/operators/page-builder.ts';
import { operatorCalls } from '../../src/contracts/operators/operator-calls.ts';
import { storeWordPressAccount } from '../../server/operators/editors/wordpress-accounts.ts';
import { routeTable } from './route-table.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signInEditor, type OperatorClient } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

/** What WordPress's own roles may do with pages, and a role that a plugin could add. */
const ROLES = {
  administrator: ['edit_posts', 'edit_pages', 'edit_others_pages', 'publish_pages', 'read_private_pages'],
  editor: ['edit_posts', 'edit_pages', 'edit_others_pages', 'publish_pages', 'read_private_pages'],
  author: ['edit_posts', 'publish_posts', 'upload_files'],
  contributor: ['edit_posts'],
  subscriber: ['read'],
  writer: ['edit_posts', 'edit_pages'],
} as const;
type RoleName = keyof typeof ROLES;

const SECRETS = ['draft', 'pending', 'future', 'private'].map((status, index) => ({
  id: 20 + index,
  status,
  slug: `hidden-${status}-page`,
  title: `Kestrel ${status}`,
}));
const EMPTY = { layout: null, values: {}, publish: true };

let wordpress: FakeSite;
let app: RunningApp;
let uniqueId = 0;

beforeAll(async () => {
  wordpress = await startFakeSite();
  const acf = { page_layout: JSON.stringify([{ block: 'page-content', key: 'text' }]) };
  wordpress.add('pages', { id: 7, slug: 'open-house', title: { rendered: 'Open house' }, acf });
  for (const { title, ...page } of SECRETS) {
    wordpress.add('pages', { ...page, title: { rendered: title }, date_gmt: '2090-01-01T09:00:00', acf });
  }
  app = await runApp(wordpress.env);
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
});

/** Returns a signed-in person with one of these roles in WordPress, and her user id there. */
async function personWith(role: RoleName): Promise<{ client: OperatorClient; user: number }> {
  uniqueId += 1;
  const [user, username, password, uuid] = [
    300 + uniqueId,
    `${role}${uniqueId}`,
    'wxyz 1234',
    `u-${uniqueId}`,
  ];
  const person = { name: `Robin ${role}`, capabilities: ROLES[role] };
  wordpress.accounts.push({ id: user, username, password, uuid, ...person });
  const client = await signInEditor(app, wordpress.url);
  const account = { holder: client.operator.id, site: wordpress.url, password, uuid, now: Date.now() };
  await storeWordPressAccount(
    app.database.query,
    { ...account, person: { ...person, user, login: username } },
    app.secrets,
  );
  return { client, user };
}

/**
 * Returns a URL of every operator API that can be read, with each page and block in turn as its parameters. A route that
 * is declared as a call gets only the parameters of its input, because the server ignores all others.
 */
function everyRead(): string[] {
  const reads = routeTable(app.express).filter(
    ({ method, path }) =>
      method === 'GET' &&
      path.startsWith('/api/') &&
      !path.includes('callback') &&
      path !== '/api/oauth/start',
  );
  const pages = ['/', '/open-house', ...SECRETS.flatMap(({ id, slug }) => [`/${slug}`, `~${id}`])];
  const queries = [
    '',
    ...pages.map((at) => `at=${at}`),
    ...pages.map((path) => `path=${path}`),
    ...pages.map((at) => `at=${at}&id=900`),
    ...[...app.content.blocks.keys()].map((id) => `id=${id}`),
    ...SECRETS.map(({ slug }) => `slug=${slug}`),
    ...pages.map((at) => `slug=below&parent=${at}`),
  ];
  return reads.flatMap(({ path }) => {
    const filled = path.replace(/:\w+/g, '20');
    const call = operatorCalls.find((each) => each.method === 'GET' && each.path === path);
    const names = call?.input instanceof z.ZodObject ? Object.keys(call.input.shape) : null;
    const takes = (query: string) =>
      names === null || [...new URLSearchParams(query).keys()].every((name) => names.includes(name));
    return queries.filter(takes).map((query) => `${filled}?${query}`);
  });
}

/** Returns the URLs whose responses name an unpublished page that the URL itself does not name. */
async function leaks(client: OperatorClient, secrets = SECRETS): Promise<string[]> {
  const found: string[] = [];
  for (const url of everyRead()) {
    const text = await (await client.fetch(url)).text();
    const isNamed = secrets.some(
      ({ title, slug }) => text.includes(title) || (!url.includes(slug) && text.includes(slug)),
    );
    if (isNamed) found.push(url);
  }
  return found;
}

describe.each(['author', 'contributor', 'subscriber'] as const)('%s', (role) => {
  it('sees no unpublished page in any response', async () => {
    const { client } = await personWith(role);
    expect(await leaks(client)).toEqual([]);
    for (const { slug, id } of SECRETS) {
      for (const at of [`/${slug}`, `~${id}`]) {
        const canvas = await client.send('POST', '/api/admin/pages/canvas', { at, layout: [], values: {} });
        expect(canvas.status).toBe(404);
        const saved = await client.send('POST', '/api/admin/pages/save', { at, base: null, ...EMPTY });
        expect(saved.status).toBe(404);
      }
      const asked = {
        title: 'Copy',
        slug,
        parent: null,
        start: { kind: 'copy', at: `/${slug}` },
        menu: null,
      };
      const created = await client.send('POST', '/api/admin/pages/new', asked);
      expect(created.status).toBe(403);
      expect(await created.text()).not.toContain('Kestrel');
    }
  });

  it('sees the published pages', async () => {
    const { client } = await personWith(role);
    const table: PageListResponse = await (await client.fetch('/api/admin/pages')).json();
    expect(table.pages.map(({ at }) => at)).toEqual(expect.arrayContaining(['/open-house', '/about']));
    const block: CatalogueBlock = await (
      await client.fetch('/api/admin/blocks/block?id=page-content')
    ).json();
    expect(block.uses.map(({ at }) => at)).toContain('/open-house');
    expect(block.examples.example.placement).not.toBeNull();
  });

  it.each(['/about', '/open-house'])(
    'may not save %s, changed or not, and no save is recorded',
    async (at) => {
      const { client } = await personWith(role);
      for (const base of [null, '2026-01-01T00:00:00.000Z']) {
        const answer = await client.send('POST', '/api/admin/pages/save', { at, base, ...EMPTY });
        expect(answer.status).toBe(403);
        const change = { do: 'add', name: 'Short', weight: 50, from: 'Original' };
        const variants = await client.send('POST', '/api/admin/pages/variants', { at, base, change });
        expect(variants.status).toBe(403);
      }
      expect(await auditOf(client)).toEqual([]);
    },
  );
});

it.each(['administrator', 'editor'] as const)('%s sees every page', async (role) => {
  const { client } = await personWith(role);
  const choices: NewPageChoices = await (await client.fetch('/api/admin/pages/new')).json();
  const named = choices.pages.map(({ title }) => title);
  expect(named).toEqual(expect.arrayContaining(SECRETS.map(({ title }) => title)));
  const address = await client.fetch(`/api/admin/pages/address?slug=${SECRETS[0]?.slug}`);
  expect(await address.text()).toContain('Kestrel draft');
});

it('a role that may edit only its own pages sees these, and no other unpublished ones', async () => {
  const { client, user } = await personWith('writer');
  wordpress.edit('pages', 20, { author: user });
  const [own, ...others] = SECRETS;
  expect(await leaks(client, others)).toEqual([]);
  const table = await (await client.fetch('/api/admin/pages')).text();
  expect(table).toContain(own?.title);
  const address = await client.fetch(`/api/admin/pages/address?slug=${others[0]?.slug}`);
  expect(await address.json()).toMatchObject({ fault: expect.stringContaining('you may not see') });
});

it('a save that is repeated, because its response was lost, is recorded once', async () => {
  const { client } = await personWith('editor');
  const { page } = await (await client.fetch('/api/admin/pages/page?at=/open-house')).json();
  const change = { at: page.at, base: page.modified, digest: page.digest, ...EMPTY };
  const values = { text_title: 'Sent twice' };
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await client.send('POST', '/api/admin/pages/save', { ...change, values });
    expect(await answer.text()).toContain('Sent twice');
    expect(answer.status).toBe(200);
  }
  expect(await auditOf(client)).toEqual(['page-published']);
});

it('settings that are saved unchanged are not recorded as a change', async () => {
  const { client } = await personWith('editor');
  const settings = await (await client.fetch('/api/admin/pages/settings?at=/open-house')).json();
  const { at, base, title, slug, parent, seoTitle, seoDescription } = settings;
  const asked = { at, base, title, slug, parent, seoTitle, seoDescription, inMenus: null };
  for (const [change, recorded] of [
    [{}, []],
    [{ title: 'Open day' }, ['page-settings-changed']],
  ] as const) {
    const answer = await client.send('POST', '/api/admin/pages/settings', { ...asked, ...change });
    expect(answer.status).toBe(200);
    expect(await auditOf(client)).toEqual(recorded);
  }
});

async function auditOf({ operator }: OperatorClient): Promise<string[]> {
  const rows = await app.database.query
    .selectFrom('audit')
    .select('action')
    .where('operator_id', '=', operator.id)
    .execute();
  return rows.map(({ action }) => action);
}
