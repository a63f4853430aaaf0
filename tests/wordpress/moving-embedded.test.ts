import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { BuilderPage } from '../../src/contracts/operators/page-builder.ts';
import type { MenusState, SiteSettingsState } from '../../src/contracts/operators/site-settings-calls.ts';
import type { LibraryPicture } from '../../src/contracts/operators/picture-library.ts';
import type { WordPressConnectionState } from '../../src/contracts/operators/wordpress-connection-calls.ts';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { bootWordPress, type RunningWordPress } from '../../wordpress/boot-wordpress.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { signIn, type OperatorClient } from '../server/sign-in.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { drawnPng } from './support/drawn-png.ts';
import { restClient, signIn as signInWordPress } from './support/rest.ts';

const root = path.join(import.meta.dirname, '../..');

let folder: string;
let wordpress: RunningWordPress;
let site: Site;
let operator: OperatorClient;
/** Connects another site to the same WordPress. */
let otherSite: () => Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-moving-'));
  const empty = path.join(folder, 'no-fixtures');
  await mkdir(empty);
  wordpress = await bootWordPress({ port: 0, site: path.join(folder, 'site'), fixtures: empty, quiet: true });
  const dataDir = path.join(folder, 'data');
  site = await startSite({ DATA_DIR: dataDir });
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  operator = await signIn({ url: site.url, database }).finally(() => database.close());
});
afterAll(async () => {
  await wordpress?.stop();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

const read = async <Answer>(at: string): Promise<Answer> => (await operator.fetch(at)).json();
const send = async (at: string, body: object) => {
  const answer = await operator.send('POST', at, body);
  expect([at, answer.status]).toEqual([at, answer.status < 300 ? answer.status : await answer.text()]);
};

async function save(at: string, change: object): Promise<void> {
  const { page } = await read<BuilderPage>(`/api/admin/pages/page?at=${at}`);
  const { modified: base, digest } = page;
  await send('/api/admin/pages/save', {
    at,
    base,
    digest,
    layout: null,
    values: {},
    publish: true,
    ...change,
  });
}

/** Edits the site as an operator does: texts, a new page with a picture, settings and a menu. */
async function editSite(): Promise<void> {
  const uploaded = await operator.fetch('/api/admin/pages/pictures?name=porch.png', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: drawnPng(640, 480),
  });
  const { id }: LibraryPicture = await uploaded.json();
  await operator.send('PUT', `/api/admin/pages/pictures/${id}`, { alt: 'The porch', decorative: false });
  await save('/about', { values: { hero_title: 'Written on this site' } });
  const page = { title: 'Open house', slug: 'open-house', parent: null, menu: 1 };
  await send('/api/admin/pages/new', { ...page, start: { kind: 'template', id: 'empty' } });
  await save('/open-house', {
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'contact-form', key: 'form' },
    ],
    values: { hero_title: 'Come in', hero_image: id },
  });
  const shared = await operator.send('POST', '/api/admin/sections', {
    kind: 'section',
    title: 'Call me',
    layout: [{ block: 'hero', key: 'call' }],
    values: { call_title: 'Call me any time', call_image: id },
  });
  const section = z.object({ id: z.number() }).parse(await shared.json());
  const { page: contact } = await read<BuilderPage>('/api/admin/pages/page?at=/contact');
  await save('/contact', { layout: [...contact.layout, { shared: section.id, key: 'shared' }] });
  const state = await read<Extract<SiteSettingsState, { source: 'embedded' }>>('/api/admin/site/settings');
  const { agent, brokerage } = state.settings;
  await send('/api/admin/site/settings', {
    base: state.base,
    settings: {
      ...state.settings,
      agent: { ...agent, name: 'Robin Rivers', phone: '(515) 555-0199', phoneDial: '+15155550199' },
      brokerage: { ...brokerage, name: 'Rivers Realty' },
    },
  });
  const { menus } = await read<Extract<MenusState, { source: 'embedded' }>>('/api/admin/site/menus');
  const footer = menus.find(({ location }) => location === 'footer');
  await send('/api/admin/site/menus', {
    ...footer,
    items: [...(footer?.items ?? []), { id: 9_000, title: 'Open house', url: '/open-house', parent: 0 }],
  });
}

const connection = () => read<WordPressConnectionState>('/api/admin/wordpress');

/** Approves the site in WordPress, as an administrator does there, and comes back with the password. */
async function connect(): Promise<void> {
  const started = await operator.send('POST', '/api/admin/wordpress/start', { address: wordpress.url });
  const { url } = z.object({ url: z.string() }).parse(await started.json());
  const screen = new URL(url);
  expect(screen.pathname).toBe('/wp-admin/authorize-application.php');
  const { username, password } = wordpress.admin;
  const admin = restClient(wordpress.url, await signInWordPress(wordpress.url, username, password));
  const made = await admin.post('/wp/v2/users/me/application-passwords', { name: 'This site' });
  otherSite = () =>
    admin.post('/lintel/v1/connection', { url: 'https://other.example.com', secret: 'x'.repeat(48) });
  const callback = new URL(screen.searchParams.get('success_url') ?? '');
  callback.searchParams.set('site_url', wordpress.url);
  callback.searchParams.set('user_login', username);
  callback.searchParams.set('password', z.object({ password: z.string() }).parse(made).password);
  const answer = await operator.fetch(callback.pathname + callback.search);
  expect(answer.headers.get('location')).toBe('/admin/settings/wordpress?connection=connected');
}

/** Runs `npm run wordpress:import`, which takes the connection from the database. */
async function planImport(): Promise<string> {
  const command = spawn(process.execPath, ['server/content/moving/import-command.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      LINTEL_ENV_FILE: 'none',
      DATA_DIR: path.join(folder, 'data'),
    },
  });
  const [output, fault] = await Promise.all([text(command.stdout), text(command.stderr)]);
  if (command.exitCode === null) await once(command, 'exit');
  expect([command.exitCode, fault]).toEqual([0, '']);
  return output;
}

/**
 * Returns what visitors read of a page: its HTML without pictures, whose addresses and sizes differ, and with the same
 * addresses of posts, which WordPress's permalinks decide.
 */
async function shown(at: string): Promise<string> {
  const html = await (await fetch(site.url + at)).text();
  const frame = html.slice(html.indexOf('<body'), html.indexOf('<script type="application/json"'));
  return frame
    .replaceAll(/<(?:img|source)\b[^>]*>/g, '')
    .replaceAll(/\sstyle="[^"]*"/g, '')
    .replaceAll(/menu-\d+/g, 'menu')
    .replaceAll(/href="\/blog\/(?=[a-z])/g, 'href="/');
}

test('a site that was edited without WordPress is moved there on the screen, without a restart, and is the same', async () => {
  await editSite();
  const { content } = await loadBuiltInContent(path.join(root, 'fixtures'), await loadProjectBlocks());
  const paths = [...content.pages.keys()].filter((at) => at !== '/blog/post');
  const before = new Map<string, string>();
  for (const at of [...paths, '/open-house']) {
    // Pages are rendered again one after the other. The menu was changed last.
    await expect.poll(() => shown(at)).toMatch(/Robin Rivers[^]*Open house<\/a><\/h2>/);
    before.set(at, await shown(at));
  }

  await connect();
  expect(await connection()).toMatchObject({
    source: 'embedded',
    connection: { hasSecret: true, inUse: false },
  });
  await expect(otherSite()).rejects.toThrow('lintel_other_site');
  expect(await planImport()).toContain('create the page /open-house');
  await send('/api/admin/wordpress/move', {});
  const steps = new Set<string>();
  const moved = async () => {
    const { move, source } = await connection();
    if (move?.step) steps.add(move.step);
    return { state: move?.state, fault: move?.fault, source };
  };
  await expect
    .poll(moved, { timeout: timeLimit(180_000), interval: 100 })
    .toEqual({ state: 'done', fault: null, source: 'connection' });
  expect(steps.size).toBeGreaterThan(5);

  const different: string[] = [];
  for (const [at, here] of before) {
    const there = await shown(at);
    if (here !== there) different.push(`${at}: ${firstDifference(here, there)}`);
  }
  expect(different).toEqual([]);
  expect(await shown('/contact')).toContain('Call me any time');
  // What was edited here is kept, so that the move can be repeated.
  expect(await planImport()).toContain('Nothing to do');
  // An edit in WordPress is seen at once, because both sides share the secret.
  const { page } = await read<BuilderPage>('/api/admin/pages/page?at=/open-house');
  expect(page.values).toMatchObject({ hero_title: 'Come in' });
  await save('/open-house', { values: { hero_title: 'Come in, again' } });
  await expect.poll(() => shown('/open-house')).toContain('Come in, again');
});

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${one.slice(at - 60, at + 90)} | ${other.slice(at - 60, at + 90)}`;
}
