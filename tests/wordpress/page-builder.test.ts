import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { openEditor, openSection, signInBrowser } from './support/browser-editor.ts';
import { connectSite } from './support/connect-site.ts';
import { drawnPng } from './support/drawn-png.ts';
import { editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const PASSWORD = 'a long password of the tests';
const PATH = '/spring-open-house';
/** The sections that are added to the one with the page's own text. */
const ADDED = [
  'Hero',
  'Figures',
  'Cards',
  'Steps',
  'Questions and answers',
  'Call to action',
  'Contact form',
];

let wordpress: TestWordPress;
let site: Site;
let dataDir: string;
let screen: Page;

beforeAll(async () => {
  wordpress = await startWordPress();
  dataDir = await mkdtemp(join(tmpdir(), 'lintel-page-builder-'));
  site = await startSite({ ...wordpress.env, DATA_DIR: dataDir, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await connectSite(wordpress, site.url, SECRET);
});
afterAll(async () => {
  await closeContexts();
  await site?.stop();
  await wordpress?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const canvas = () => screen.frameLocator('iframe').first();
const sections = () =>
  canvas()
    .locator('[data-section]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-section')));
const visit = async () => (await fetch(site.url + PATH)).text();

async function choose(title: RegExp): Promise<void> {
  const list = screen.getByRole('list', { name: 'Sections of this page' });
  const back = screen.getByRole('button', { name: 'All sections' });
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await back.press('Enter');
  await list.getByRole('button', { name: title }).first().press('Enter');
  await back.waitFor();
}

async function publish(): Promise<void> {
  const button = screen.getByRole('button', { name: 'Publish' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
  await screen
    .getByRole('status')
    .filter({ hasText: /Live on the site|^Published$/ })
    .waitFor();
}

// The tests depend on each other and run in order.
test('an editor signs in, and builds a page of eight sections from nothing', async () => {
  await wordpress.admin.post('/wp/v2/users', {
    username: 'robin',
    name: 'Robin',
    email: 'robin@example.com',
    password: PASSWORD,
    roles: ['editor'],
  });
  const signedIn = await signInBrowser(wordpress.url, { username: 'robin', password: PASSWORD });
  signedIn.context.setDefaultTimeout(CONDITION_LIMIT);
  screen = signedIn.page;
  await screen.goto(`${site.url}/sign-in?to=%2Fadmin%2Fpages`);
  await screen.getByRole('button', { name: 'Sign in with WordPress' }).click();
  await screen.waitForURL(/authorize-application\.php/);
  await screen.getByRole('button', { name: /^Yes, I approve/ }).click();
  await screen.waitForURL(`${site.url}/admin/pages`);

  await screen.getByRole('button', { name: 'New page' }).press('Enter');
  const dialog = screen.getByRole('dialog', { name: 'New page' });
  await dialog.getByLabel('Title').fill('Spring open house');
  await dialog.getByText(PATH).first().waitFor();
  await dialog.getByRole('radio', { name: /Empty/ }).check();
  await dialog.getByRole('button', { name: 'Create page' }).press('Enter');
  await screen.waitForURL(site.url + '/admin/pages' + PATH);
  await screen.getByLabel('Add a section').waitFor();
  for (const [index, label] of ADDED.entries()) {
    await screen.getByLabel('Add a section').selectOption({ label });
    await screen.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect.poll(async () => (await sections()).length).toBe(index + 2);
  }
  await choose(/Hero$/);
  await screen.getByRole('textbox', { name: 'Headline', exact: true }).fill('Come and see the spring');
  await canvas().getByText('Come and see the spring').waitFor();
  expect(await visit()).not.toContain('Come and see the spring');
});

test('she reorders with the keyboard, undoes that, and uploads a picture', async () => {
  const before = await sections();
  await choose(/Call to action$/);
  await screen.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(sections).not.toEqual(before);
  const undo = screen.getByRole('button', { name: 'undo' });
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await undo.press('Enter');
  await expect.poll(sections).toEqual(before);
  await screen.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(sections).not.toEqual(before);
  await canvas().getByText('Come and see the spring').waitFor();

  // Changes within a short time count as one step for undo, and a test is faster than a person.
  await choose(/Hero$/);
  const field = screen.getByRole('group', { name: 'Picture', exact: true });
  await field.getByRole('button', { name: 'Choose a picture' }).first().press('Enter');
  const dialog = screen.getByRole('dialog');
  const buffer = Buffer.from(drawnPng(64, 48));
  await dialog
    .getByLabel('Picture to upload')
    .setInputFiles({ name: 'porch.png', mimeType: 'image/png', buffer });
  await dialog.getByLabel('Alternative text').fill('A porch in spring');
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await canvas().getByRole('img', { name: 'A porch in spring' }).waitFor();
});

test('she publishes, and visitors and the edit screen of WordPress have the same values', async () => {
  await publish();
  await expect.poll(visit, { interval: 50 }).toContain('Come and see the spring');
  // The site reads a new picture a moment after the page.
  await expect.poll(visit).toContain('alt="A porch in spring"');
  const [stored] = Object(await wordpress.editor.get(`/wp/v2/pages?slug=${PATH.slice(1)}&context=edit`));
  const { id, acf } = stored;
  expect(acf).toMatchObject({ hero_title: 'Come and see the spring' });
  const layout: { key: string }[] =
    typeof acf.page_layout === 'string' ? JSON.parse(acf.page_layout) : acf.page_layout;
  expect(layout.map(({ key }) => key)).toEqual(await sections());
  expect(layout).toHaveLength(8);

  const admin = await screen.context().newPage();
  const input = await openEditor(admin, wordpress.url, id, '#lintel-hero_title');
  await openSection(input);
  expect(await input.inputValue()).toBe('Come and see the spring');
  await admin.close();

  await editPage(wordpress.editor, id, { acf: { hero_title: 'Changed in WordPress' } });
  await screen.reload();
  await canvas().getByRole('heading', { name: 'Changed in WordPress' }).waitFor();
});
