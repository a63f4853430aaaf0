import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { BuilderPage } from '../../src/contracts/operators/page-builder.ts';
import type { MenusState, SettingsState } from '../../src/contracts/operators/site-settings-calls.ts';
import type { LibraryPicture } from '../../src/contracts/operators/picture-library.ts';
import { bootWordPress, type RunningWordPress } from '../../wordpress/boot-wordpress.ts';
import { runApp, type RunningApp } from '../server/running-app.ts';
import { signIn, type OperatorClient } from '../server/sign-in.ts';
import { drawnPng } from './support/drawn-png.ts';
import { restClient, signIn as signInWordPress } from './support/rest.ts';

const root = path.join(import.meta.dirname, '../..');

let folder: string;
let wordpress: RunningWordPress;
let before: RunningApp;
let operator: OperatorClient;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-moving-'));
  const empty = path.join(folder, 'no-fixtures');
  await mkdir(empty);
  wordpress = await bootWordPress({ port: 0, site: path.join(folder, 'site'), fixtures: empty, quiet: true });
  before = await runApp({ DATA_DIR: path.join(folder, 'data') });
  operator = await signIn(before);
});
afterAll(async () => {
  await before?.stop();
  await wordpress?.stop();
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
  const state = await read<Extract<SettingsState, { source: 'embedded' }>>('/api/admin/site/settings');
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

/** Runs `npm run wordpress:import -- --write` for the data of the site. */
async function importSite(): Promise<string> {
  const admin = restClient(
    wordpress.url,
    await signInWordPress(wordpress.url, wordpress.admin.username, wordpress.admin.password),
  );
  const made = await admin.post('/wp/v2/users/me/application-passwords', { name: 'Import' });
  const { password } = z.object({ password: z.string() }).parse(made);
  const command = spawn(process.execPath, ['server/content/moving/import-command.ts', '--write'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: path.join(folder, 'data'),
      WORDPRESS_API_URL: wordpress.url,
      WORDPRESS_USERNAME: wordpress.admin.username,
      WORDPRESS_APP_PASSWORD: password,
    },
  });
  const [output, fault] = await Promise.all([text(command.stdout), text(command.stderr)]);
  if (command.exitCode === null) await once(command, 'exit');
  expect([command.exitCode, fault]).toEqual([0, '']);
  return output;
}

/** Returns what visitors read of a page: its HTML without pictures, whose addresses and sizes differ. */
async function shown(app: RunningApp, at: string): Promise<string> {
  const html = await (await fetch(app.url + at)).text();
  const frame = html.slice(html.indexOf('<body'), html.indexOf('<script type="application/json"'));
  return frame
    .replaceAll(/<(?:img|source)\b[^>]*>/g, '')
    .replaceAll(/\sstyle="[^"]*"/g, '')
    .replaceAll(app.url, '')
    .replaceAll(/menu-\d+/g, 'menu');
}

test('a site that was edited without WordPress is the same after it was moved there', async () => {
  await editSite();
  const output = await importSite();
  expect(output).toContain('create the page /open-house');
  expect(await importSite()).toContain('Nothing to do');
  const after = await runApp({
    WORDPRESS_API_URL: wordpress.url,
    WORDPRESS_USERNAME: wordpress.username,
    WORDPRESS_APP_PASSWORD: wordpress.appPassword,
  });
  const different: string[] = [];
  const paths = [...before.content.builtIn.pages.keys()].filter((at) => at !== '/blog/post');
  for (const at of [...paths, '/open-house']) {
    const [here, there] = [await shown(before, at), await shown(after, at)];
    if (here !== there) different.push(`${at}: ${firstDifference(here, there)}`);
  }
  await after.stop();
  expect(different).toEqual([]);
});

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${one.slice(at - 60, at + 90)} | ${other.slice(at - 60, at + 90)}`;
}
