import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuilderPage, PageListResponse } from '../../src/contracts/operators/page-builder.ts';
import type { EditLockResponse } from '../../src/contracts/operators/page-lock.ts';
import type { WordPressAccountInfo } from '../../src/contracts/operators/wordpress-account-calls.ts';
import type { SessionInfo } from '../../src/contracts/operators/account-calls.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { clientOf, cookieOf, signIn, type OperatorClient } from './sign-in.ts';
import { startFakeSite, type FakeAccount, type FakeSite } from './support/fake-site.ts';

const MAY_EDIT = ['edit_posts', 'edit_pages', 'edit_others_pages', 'read_private_pages'];
const EDITOR = [...MAY_EDIT, 'publish_pages'];
const PASSWORD = 'wxyz 1234 abcd 5678';

let wordpress: FakeSite;
let app: RunningApp;
let serial = 0;
/** Each browser has its own address, because sign-ins are limited by address. */
let address = '';
/** Milliseconds that the server's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.root['authentication'] = {
    'application-passwords': {
      endpoints: { authorization: `${wordpress.url}/wp-admin/authorize-application.php` },
    },
  };
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: { page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]), hero_title: 'Come in' },
  });
  wordpress.add('pages', { id: 8, slug: 'hidden', status: 'draft', title: { rendered: 'A secret draft' } });
  wordpress.edit('pages', 7, { modified_gmt: '2026-11-01T10:00:00' });
  app = await runApp({ ...wordpress.env, TRUST_PROXY: '1' }, undefined, { now: () => Date.now() + aheadMs });
});
beforeEach(() => {
  serial += 1;
  address = `192.0.2.${serial}`;
});
afterEach(async () => {
  aheadMs = 0;
  wordpress.accounts = [];
  wordpress.locks.clear();
  wordpress.edit('pages', 7, { status: 'publish' });
  await app.content.check();
  wordpress.edit('pages', 7, { modified_gmt: '2026-11-01T10:00:00' });
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

/** Adds a user with an application password to WordPress. */
function addAccount(capabilities: readonly string[], more: Partial<FakeAccount> = {}): FakeAccount {
  const id = 100 + serial;
  const account = { id, username: `alex${id}`, name: 'Alex Author', password: PASSWORD, uuid: `uuid-${id}` };
  wordpress.accounts.push({ ...account, capabilities, ...more });
  return { ...account, capabilities, ...more };
}

const headers = (cookie: string) => ({
  cookie,
  origin: app.url,
  'x-forwarded-for': address,
  'content-type': 'application/json',
});

/** Starts a sign-in, and returns the callback URL for the password. */
async function start(to = '/admin/pages'): Promise<{ callback: URL; cookie: string; asked: URL }> {
  const answer = await fetch(`${app.url}/api/operators/wordpress/sign-in`, {
    method: 'POST',
    headers: headers(''),
    body: JSON.stringify({ to }),
  });
  expect(answer.status).toBe(200);
  const { url }: { url: string } = await answer.json();
  const asked = new URL(url);
  const callback = new URL(asked.searchParams.get('success_url') ?? '');
  return { callback: new URL(callback.pathname + callback.search, app.url), cookie: cookieOf(answer), asked };
}

/** Returns from WordPress with a password, as the browser does. */
function approve(callback: URL, cookie: string, given: Record<string, string>): Promise<Response> {
  const address = new URL(callback);
  for (const [name, value] of Object.entries(given)) address.searchParams.set(name, value);
  return fetch(address, { redirect: 'manual', headers: headers(cookie) });
}

const given = ({ username, password }: FakeAccount) => ({
  site_url: wordpress.url,
  user_login: username,
  password,
});

/** Signs in a WordPress user. */
async function enter(account: FakeAccount): Promise<OperatorClient> {
  const { callback, cookie } = await start();
  const answer = await approve(callback, cookie, given(account));
  expect(answer.headers.get('location')).toBe('/admin/pages');
  // It shows the page bar.
  expect(answer.headers.getSetCookie().join()).toContain('lintel_editor=1');
  const session = cookieOf(answer);
  const read = await fetch(`${app.url}/api/operators/session`, { headers: { cookie: session } });
  const { operator, csrf }: SessionInfo = await read.json();
  expect(operator).toMatchObject({ role: 'editor', name: account.name });
  return clientOf(app, operator, session, csrf);
}

const open = async (client: OperatorClient, at: string): Promise<BuilderPage> => {
  const answer = await client.fetch(`/api/admin/pages/page?at=${encodeURIComponent(at)}`);
  expect(answer.status).toBe(200);
  return answer.json();
};
const save = (client: OperatorClient, more: Record<string, unknown> = {}) =>
  client.send('POST', '/api/admin/pages/save', {
    at: '/open-house',
    base: '2026-11-01T10:00:00.000Z',
    layout: null,
    values: { hero_title: 'Come in' },
    publish: true,
    ...more,
  });
const lock = async (client: OperatorClient, action: string): Promise<EditLockResponse> =>
  (await client.send('POST', '/api/admin/pages/lock', { at: '/open-house', action })).json();
const page = () => wordpress.lists.pages.find(({ id }) => id === 7);
const stored = async () => {
  const { query } = app.database;
  const rows = await Promise.all([
    query.selectFrom('wordpress_accounts').selectAll().execute(),
    query.selectFrom('sessions').selectAll().execute(),
    query.selectFrom('audit').selectAll().execute(),
  ]);
  return JSON.stringify(rows);
};

describe('the sign-in', () => {
  it('asks WordPress for a password with a state, and neither stores nor logs the password in plain text', async () => {
    const account = addAccount(EDITOR);
    const { callback, cookie, asked } = await start();
    expect(asked.pathname).toBe('/wp-admin/authorize-application.php');
    expect(asked.searchParams.get('app_id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const answer = await approve(callback, cookie, given(account));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('location')).toBe('/admin/pages');
    expect(cookieOf(answer)).not.toBe(cookie);
    const everything = (await stored()) + JSON.stringify(app.events());
    expect(everything).not.toContain(PASSWORD);
    expect(everything).not.toContain(encodeURIComponent(PASSWORD));
    expect(everything).toContain('wordpress-signed-in');
    // The state can only be used once.
    const again = await approve(callback, cookie, given(account));
    expect(again.headers.get('location')).toBe('/sign-in?wordpress=state');
  });

  it.each([
    ['no cookie, as in another browser', async () => '', 'state'],
    ['a made-up state', async (cookie: string) => cookie, 'state'],
  ])('refuses a callback with %s', async (_what, cookieFor, outcome) => {
    const account = addAccount(EDITOR);
    const { callback, cookie } = await start();
    if (outcome === 'state' && (await cookieFor(cookie)) !== '') callback.searchParams.set('state', 'x');
    const answer = await approve(callback, await cookieFor(cookie), given(account));
    expect(answer.headers.get('location')).toBe('/sign-in?wordpress=state');
    expect(await stored()).not.toContain(account.username);
  });

  it.each([
    ['a rejection', { success: 'false' }, 'rejected'],
    ['another WordPress', { site_url: 'https://evil.example' }, 'site'],
    ['a wrong password', { password: 'made up' }, 'refused'],
    ['no password', { password: '' }, 'unreadable'],
  ])('refuses %s with a message', async (_what, change, outcome) => {
    const { callback, cookie } = await start('/admin/pages/open-house');
    const answer = await approve(callback, cookie, { ...given(addAccount(EDITOR)), ...change });
    expect(answer.headers.get('location')).toBe(
      `/sign-in?to=%2Fadmin%2Fpages%2Fopen-house&wordpress=${outcome}`,
    );
  });

  it('does not count pictures of other sites that lead to the callback', async () => {
    const { callback, cookie } = await start();
    const pictures = new URL(callback);
    pictures.searchParams.set('state', 'made-up');
    for (let count = 0; count < 35; count += 1) {
      const answer = await fetch(pictures, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': address, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
      });
      expect(answer.headers.get('location')).toBe('/sign-in?wordpress=state');
    }
    const answer = await approve(callback, cookie, given(addAccount(EDITOR)));
    expect(answer.headers.get('location')).toBe('/admin/pages');
    await start();
  });

  it('refuses a user without editing rights, and deletes the password in WordPress', async () => {
    const { callback, cookie } = await start();
    const answer = await approve(callback, cookie, given(addAccount(['read'])));
    expect(answer.headers.get('location')).toContain('wordpress=no-posts');
    expect(wordpress.accounts).toEqual([]);
  });

  it('replaces the password of an earlier sign-in, and deletes that one in WordPress', async () => {
    const first = addAccount(EDITOR);
    await enter(first);
    const second = addAccount(EDITOR, { password: 'another one', uuid: 'uuid-second' });
    await enter(second);
    expect(wordpress.accounts.map(({ uuid }) => uuid)).toEqual(['uuid-second']);
  });
});

describe('an editor', () => {
  it('saves with her own account, and sees no leads', async () => {
    const editor = await enter(addAccount(EDITOR));
    const table: PageListResponse = await (await editor.fetch('/api/admin/pages')).json();
    expect(table).toMatchObject({
      target: { kind: 'wordpress' },
      editing: { name: 'Alex Author', isOwn: true },
    });
    expect(table.pages.every(({ leads }) => leads === null)).toBe(true);
    expect((await open(editor, '/open-house')).page.mayEdit).toBe(true);
    expect((await save(editor, { values: { hero_title: 'By Alex' } })).status).toBe(200);
    expect(page()).toMatchObject({ status: 'publish', acf: { hero_title: 'By Alex' } });
    expect((await editor.fetch('/api/admin/leads')).status).toBe(403);
    expect((await editor.fetch('/admin/settings')).headers.get('location')).toBe('/admin/pages');
  });

  it('without the right to publish submits a draft for review, and leaves other pages published or scheduled', async () => {
    const editor = await enter(addAccount(MAY_EDIT));
    expect((await open(editor, '/open-house')).editing.mayPublish).toBe(false);
    expect((await save(editor)).status).toBe(200);
    expect(page()).toMatchObject({ status: 'publish' });
    wordpress.edit('pages', 7, { status: 'future', modified_gmt: '2026-11-01T10:00:00' });
    await app.content.check();
    expect((await save(editor)).status).toBe(200);
    expect(page()).toMatchObject({ status: 'future' });
    wordpress.edit('pages', 7, { status: 'draft', modified_gmt: '2026-11-01T10:00:00' });
    await app.content.check();
    const answer = await save(editor);
    expect(answer.status).toBe(200);
    expect(page()).toMatchObject({ status: 'pending' });
  });

  it('without the right to publish cannot make the first change of a built-in page, and sees the reason', async () => {
    const editor = await enter(addAccount(MAY_EDIT));
    const reason = expect.stringContaining('a draft would take the page off the site');
    expect((await open(editor, '/about')).target).toMatchObject({ kind: 'read-only', reason });
    const answer = await save(editor, { at: '/about', base: null });
    expect([answer.status, await answer.text()]).toEqual([422, reason]);
    expect(wordpress.lists.pages.some(({ slug }) => slug === 'about')).toBe(false);
    expect((await fetch(`${app.url}/about`)).status).toBe(200);
  });

  it('without the right to edit pages sees what visitors see, and the reason', async () => {
    const author = await enter(addAccount(['edit_posts']));
    const { target, page: read } = await open(author, '/open-house');
    expect(target).toMatchObject({ reason: expect.stringContaining('Alex Author') });
    expect(read).toMatchObject({ mayEdit: false, values: { hero_title: expect.any(String) } });
    expect((await save(author)).status).toBe(403);
    const table = await (await author.fetch('/api/admin/pages')).text();
    expect(table).not.toContain('A secret draft');
    expect((await author.fetch('/api/admin/pages/page?at=%2Fhidden')).status).toBe(404);
  });

  it('is signed out when the password is revoked in WordPress, and nothing is saved under another name', async () => {
    const editor = await enter(addAccount(EDITOR));
    wordpress.accounts = [{ ...addAccount(EDITOR), password: 'not hers' }];
    const answer = await save(editor, { values: { hero_title: 'Too late' } });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('What you typed is still here');
    expect((await save(editor)).status).toBe(401);
    expect(page()?.['acf']).not.toMatchObject({ hero_title: 'Too late' });
  });

  it('who disconnects is signed out, and the password is deleted in WordPress', async () => {
    const editor = await enter(addAccount(EDITOR));
    const answer = await editor.send('POST', '/api/operators/wordpress/disconnect', {});
    expect(await answer.json()).toEqual({ deletedInWordPress: true });
    expect(wordpress.accounts).toEqual([]);
    expect((await editor.fetch('/api/operators/session')).status).toBe(401);
  });
});

describe('an operator', () => {
  it('works under the shared account until she connects her own, and again after disconnecting', async () => {
    const operator = await signIn(app, `olive${serial}@example.com`);
    const info = async (): Promise<WordPressAccountInfo> =>
      (await operator.fetch('/api/operators/wordpress')).json();
    expect(await info()).toMatchObject({ own: null, shared: 'editor' });
    expect((await open(operator, '/open-house')).editing).toMatchObject({ name: 'editor', isOwn: false });
    const started = await operator.send('POST', '/api/operators/wordpress/connect', { to: '/admin/account' });
    const { url }: { url: string } = await started.json();
    const callback = new URL(new URL(url).searchParams.get('success_url') ?? '');
    const account = addAccount(EDITOR);
    const answer = await approve(
      new URL(callback.pathname + callback.search, app.url),
      operator.cookie,
      given(account),
    );
    expect(answer.headers.get('location')).toBe('/admin/account?wordpress=connected');
    expect(await info()).toMatchObject({ own: { name: 'Alex Author', login: account.username } });
    expect((await open(operator, '/open-house')).editing).toMatchObject({ name: 'Alex Author', isOwn: true });
    expect((await operator.send('POST', '/api/operators/wordpress/disconnect', {})).status).toBe(200);
    expect(await info()).toMatchObject({ own: null });
    expect(wordpress.accounts).toEqual([]);
    const log = await (await operator.fetch('/api/admin/audit')).text();
    expect(log).toContain('wordpress-connected');
    expect(log).toContain('wordpress-disconnected');
  });
});

describe('an operator who takes longer than ten minutes in WordPress', () => {
  it('is told so on the account page, and stays signed in', async () => {
    const operator = await signIn(app, `olive${serial}@example.com`);
    const started = await operator.send('POST', '/api/operators/wordpress/connect', { to: '/admin/account' });
    const { url }: { url: string } = await started.json();
    const callback = new URL(new URL(url).searchParams.get('success_url') ?? '');
    const back = new URL(callback.pathname + callback.search, app.url);
    aheadMs = 11 * 60_000;
    const answer = await approve(back, operator.cookie, given(addAccount(EDITOR)));
    expect(answer.headers.get('location')).toBe('/admin/account?wordpress=state');
    const session = await operator.fetch('/api/operators/session');
    expect(await session.json()).toMatchObject({ operator: { role: 'operator' } });
  });
});

describe('the edit lock', () => {
  it('is held while the page is open, and stops a save until it is taken over', async () => {
    const editor = await enter(addAccount(EDITOR));
    expect((await lock(editor, 'hold')).lock).toBeNull();
    expect(wordpress.locks.get(7)?.name).toBe('Alex Author');
    await lock(editor, 'release');
    expect(wordpress.locks.size).toBe(0);

    wordpress.locks.set(7, { id: 3, name: 'Bo' });
    expect((await lock(editor, 'hold')).lock).toEqual({ by: 'Bo' });
    const stopped = await save(editor, { values: { hero_title: 'Over Bo' } });
    expect(stopped.status).toBe(423);
    expect(await stopped.json()).toMatchObject({
      error: expect.stringContaining('Bo is editing'),
      lock: { by: 'Bo' },
    });
    expect(page()?.['acf']).not.toMatchObject({ hero_title: 'Over Bo' });
    const settings = { title: 'Over Bo', slug: 'open-house', seoTitle: '', seoDescription: '' };
    for (const [path, body] of [
      ['variants', { change: { do: 'add', name: 'Short', weight: 50, from: 'Original' } }],
      ['settings', { ...settings, parent: null, inMenus: null }],
    ] as const) {
      const at = { at: '/open-house', base: '2026-11-01T10:00:00.000Z' };
      const refused = await editor.send('POST', `/api/admin/pages/${path}`, { ...at, ...body });
      expect(refused.status).toBe(423);
      expect(await refused.json()).toEqual({ error: expect.stringContaining('Bo is editing') });
    }
    expect((await save(editor, { values: { hero_title: 'Over Bo' }, takeOver: true })).status).toBe(200);
    expect(wordpress.locks.get(7)?.name).toBe('Alex Author');
  });
});
