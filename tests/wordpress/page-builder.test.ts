import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSection } from '../browser/support/add-section.ts';
import { moreTool, showBlocks } from '../browser/support/builder-tools.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { listedSections, openEditor, signInBrowser } from './support/browser-editor.ts';
import { connectSite } from './support/connect-site.ts';
import { drawnPng } from './support/drawn-png.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const PASSWORD = 'a long password of the tests';
const PATH = '/spring-open-house';
/** The blocks that the test adds to a new page, which starts with a section for its own text. */
const ADDED = ['hero', 'stats', 'cards', 'steps', 'faq', 'call-to-action', 'contact-form'];

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
  await wordpress?.remove();
  await site?.stop();
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

/**
 * Waits until the editor has recorded all changes so far as an undo step. It records 250 ms after a change, and of two
 * timers in a page with the same delay, the later one expires later.
 */
async function recorded(): Promise<void> {
  await screen.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
}

async function undo(): Promise<void> {
  const button = screen.getByRole('button', { name: 'undo' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
}

/** Drags a section of the outline to the place of another, with the mouse. */
async function drag(section: RegExp, to: RegExp): Promise<void> {
  const middle = async (name: RegExp) => {
    const list = screen.getByRole('list', { name: 'Sections of this page' });
    const box = await list.getByRole('button', { name }).boundingBox();
    if (!box) throw new Error(`The outline does not show ${String(name)}.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
  };
  const from = await middle(section);
  const { x, y, height } = await middle(to);
  await screen.mouse.move(from.x, from.y);
  await screen.mouse.down();
  await screen.mouse.move(from.x, from.y - height / 2, { steps: 4 });
  await screen.mouse.move(x, y - height / 3, { steps: 12 });
  await screen.mouse.up();
}

/** Returns the sections with the last one in the third place. */
function withLastThird(keys: (string | null)[]): (string | null)[] {
  const last = keys.at(-1) ?? null;
  return [...keys.slice(0, 2), last, ...keys.slice(2, -1)];
}

/** Requests the page many times per second. Returns the time at which the first request that got this text was sent. */
async function firstVisitWith(text: string): Promise<number> {
  const found: number[] = [];
  while (found.length === 0) {
    const sent = performance.now();
    const look = visit().then((html) => {
      if (html.includes(text)) found.push(sent);
    });
    // A slow response does not delay the next request.
    await Promise.race([look, delay(50)]);
  }
  return Math.min(...found);
}

async function publish(): Promise<void> {
  const button = screen.getByRole('button', { name: 'Publish' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
  // Other sections are still an example, so a dialog asks before publishing.
  await screen
    .getByRole('dialog', { name: /^Visitors will see/ })
    .getByRole('button', { name: 'Publish anyway' })
    .press('Enter');
  await screen
    .getByRole('status')
    .filter({ hasText: /Live on the site|^Published$/ })
    .waitFor();
}

/** Creates a user in WordPress, and opens the list of pages with her account. */
async function signInAs(username: string, role: string): Promise<Page> {
  await wordpress.admin.post('/wp/v2/users', {
    username,
    name: username,
    email: `${username}@example.com`,
    password: PASSWORD,
    roles: [role],
  });
  const { page } = await signInBrowser(wordpress.url, { username, password: PASSWORD });
  await page.goto(`${site.url}/sign-in?to=%2Fadmin%2Fpages`);
  await page.getByRole('button', { name: 'Sign in with WordPress' }).click();
  await page.waitForURL(/authorize-application\.php/);
  await page.getByRole('button', { name: /^Yes, I approve/ }).click();
  await page.waitForURL(`${site.url}/admin/pages`);
  return page;
}

/** Creates an empty page, and waits until the builder shows it. `slug` replaces the one from the title. */
async function createEmptyPage(title: string, slug: string): Promise<void> {
  await screen.getByRole('button', { name: 'New page' }).press('Enter');
  const dialog = screen.getByRole('dialog', { name: 'New page' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Last part of the address').fill(slug);
  await dialog.getByText(`${site.url}/${slug}`).first().waitFor();
  await dialog.getByRole('radio', { name: /Empty/ }).check();
  const create = dialog.getByRole('button', { name: 'Create page' });
  await expect.poll(() => create.isEnabled()).toBe(true);
  await create.press('Enter');
  await screen.waitForURL(`${site.url}/admin/pages/${slug}`);
}

// The tests depend on each other and run in order.
test('an editor signs in, and builds a page of eight sections from nothing', async () => {
  screen = await signInAs('robin', 'editor');
  await createEmptyPage('Spring open house', PATH.slice(1));
  await showBlocks(screen);
  await screen.getByRole('searchbox', { name: 'Add a section' }).waitFor();
  for (const [index, block] of ADDED.entries()) {
    await addSection(screen, block);
    await expect.poll(async () => (await sections()).length).toBe(index + 2);
  }
  await choose(/Hero/);
  await screen.getByRole('textbox', { name: 'Headline', exact: true }).fill('Come and see the spring');
  await canvas().getByText('Come and see the spring').waitFor();
  expect(await visit()).not.toContain('Come and see the spring');
});

test('she reorders with keyboard and mouse, and undoes and redoes that', async () => {
  const before = await sections();
  await recorded();
  await choose(/Call to action/);
  await screen.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(sections).not.toEqual(before);
  await undo();
  await expect.poll(sections).toEqual(before);
  await screen.getByRole('button', { name: 'redo' }).press('Enter');
  await expect.poll(sections).not.toEqual(before);
  const moved = await sections();

  await screen.getByRole('button', { name: 'All sections' }).press('Enter');
  await drag(/Contact form/, /Figures/);
  await expect.poll(sections).toEqual(withLastThird(moved));
  await undo();
  await expect.poll(sections).toEqual(moved);
  await screen.getByRole('button', { name: 'redo' }).press('Enter');
  await expect.poll(sections).toEqual(withLastThird(moved));
  await canvas().getByText('Come and see the spring').waitFor();
});

test('she uploads a picture, and sees at each width what visitors do not see yet', async () => {
  await choose(/Hero/);
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

  for (const [name, width] of [
    ['Phone', 360],
    ['Desktop', 1440],
  ] as const) {
    await screen.getByRole('button', { name: new RegExp(name) }).press('Enter');
    await expect
      .poll(() =>
        canvas()
          .locator('html')
          .evaluate(() => innerWidth),
      )
      .toBe(width);
    await canvas().getByText('Come and see the spring').waitFor();
  }
  const page = await fetch(site.url + PATH);
  expect(page.status).toBe(404);
  expect(await page.text()).not.toContain('Come and see the spring');
});

test('she publishes, and within a second visitors see it', async () => {
  const saved = screen.waitForResponse(/\/api\/admin\/pages\/save/).then(() => performance.now());
  const seen = firstVisitWith('Come and see the spring');
  await publish();
  expect((await seen) - (await saved)).toBeLessThan(1_000);
  // The site reads a new picture a moment after the page.
  await expect.poll(visit).toContain('alt="A porch in spring"');
});

test('the edit screen of WordPress has the same values, and the builder has what is changed there', async () => {
  const [stored] = Object(await wordpress.editor.get(`/wp/v2/pages?slug=${PATH.slice(1)}&context=edit`));
  const { id, acf } = stored;
  expect(acf).toMatchObject({ hero_title: 'Come and see the spring' });
  const layout: { key: string }[] =
    typeof acf.page_layout === 'string' ? JSON.parse(acf.page_layout) : acf.page_layout;
  expect(layout.map(({ key }) => key)).toEqual(await sections());
  expect(layout).toHaveLength(8);

  const admin = await screen.context().newPage();
  const input = await openEditor(admin, wordpress.url, id, '#lintel-hero_title');
  expect(await input.inputValue()).toBe('Come and see the spring');
  expect(await listedSections(admin)).toEqual(await sections());
  // Set the value by script, because the input may be below the visible part of the screen.
  await input.evaluate((field) => {
    if (field instanceof HTMLInputElement) field.value = 'Changed in WordPress';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(visit).toContain('Changed in WordPress');
  await admin.close();
  await screen.reload();
  await canvas().getByRole('heading', { name: 'Changed in WordPress' }).waitFor();
});

test('she schedules a page, and publishes it before its time', async () => {
  await screen.goto(`${site.url}/admin/pages`);
  await screen.getByRole('button', { name: 'New page' }).press('Enter');
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Summer open house');
  await dialog.getByText('/summer-open-house').first().waitFor();
  await dialog.getByRole('radio', { name: /Empty/ }).check();
  await dialog.getByRole('button', { name: 'Create page' }).press('Enter');
  await screen.waitForURL(/summer-open-house/);
  await (await moreTool(screen, 'Page settings')).press('Enter');
  const publishAt = dialog.getByLabel('Publish at');
  await publishAt.fill('2020-01-01T09:00');
  await dialog.getByText('This time has passed.').waitFor();
  await publishAt.fill('2090-01-01T09:00');
  await dialog.getByText('visitors do not see the page').waitFor();
  await dialog.getByRole('button', { name: 'Save settings' }).press('Enter');
  await screen.getByRole('status').filter({ hasText: 'Scheduled' }).waitFor();
  const stored = async () => {
    const [page] = Object(
      await wordpress.editor.get('/wp/v2/pages?slug=summer-open-house&status=any&context=edit'),
    );
    return [page.status, page.date_gmt];
  };
  expect((await stored())[0]).toBe('future');
  expect((await stored())[1]).toMatch(/^2090-01-01T/);
  expect((await fetch(`${site.url}/summer-open-house`)).status).toBe(404);

  const openSettings = async () => (await moreTool(screen, 'Page settings')).press('Enter');
  await openSettings();
  await publishAt.fill('');
  await dialog.getByRole('button', { name: 'Save settings' }).press('Enter');
  await screen.getByRole('status').filter({ hasText: 'Draft' }).waitFor();
  expect((await stored())[0]).toBe('draft');
  await openSettings();
  expect(await publishAt.inputValue()).toBe('');
  await publishAt.fill('2090-01-01T09:00');
  await dialog.getByRole('button', { name: 'Save settings' }).press('Enter');

  await screen.getByRole('button', { name: 'Publish now' }).press('Enter');
  await screen
    .getByRole('status')
    .filter({ hasText: /Live on the site|^Published$/ })
    .waitFor();
  expect((await stored())[0]).toBe('publish');
  expect(Date.parse(`${(await stored())[1]}Z`)).toBeLessThanOrEqual(Date.now() + 60_000);
  await expect.poll(async () => (await fetch(`${site.url}/summer-open-house`)).status).toBe(200);
});

test('a user who may not publish submits a page for review, and an editor publishes it', async () => {
  const editor = screen;
  await wordpress.runPhp(
    "return (bool) add_role( 'writer', 'Writer', array( 'read' => true, 'edit_posts' => true, 'edit_pages' => true ) );",
  );
  screen = await signInAs('wanda', 'writer');
  await createEmptyPage('Autumn walk', 'walk-with-us');
  await addSection(screen, 'hero');
  const headline = screen.getByRole('textbox', { name: 'Headline', exact: true });
  await headline.fill('A walk in autumn');
  await canvas().getByText('A walk in autumn').waitFor();
  const submit = screen.getByRole('button', { name: 'Submit for review' });
  await submit.click();
  const waiting = screen.getByRole('status').filter({ hasText: 'Waiting for review' });
  await waiting.waitFor();
  expect(await submit.isEnabled()).toBe(false);

  // She goes on later, with the changes that her browser kept.
  await headline.fill('A walk in late autumn');
  await canvas().getByText('A walk in late autumn').waitFor();
  screen.on('dialog', (dialog) => void dialog.accept());
  await screen.reload();
  await canvas().getByText('A walk in late autumn').waitFor();
  await submit.click();
  await waiting.waitFor();
  const stored = await wordpress.editor.get('/wp/v2/pages?slug=walk-with-us&status=pending&context=edit');
  expect(stored).toMatchObject([{ status: 'pending', acf: { hero_title: 'A walk in late autumn' } }]);
  expect(await sections()).toEqual(['page', 'hero']);
  await screen.goto(`${site.url}/admin/account`);

  screen = editor;
  await screen.goto(`${site.url}/admin/pages`);
  await screen.getByRole('link', { name: 'Autumn walk' }).press('Enter');
  await canvas().getByText('A walk in late autumn').waitFor();
  await screen.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await screen.getByRole('button', { name: 'Publish' }).click();
  await screen
    .getByRole('status')
    .filter({ hasText: /Live on the site|^Published$/ })
    .waitFor();
  await expect
    .poll(async () => (await fetch(`${site.url}/walk-with-us`)).text())
    .toContain('A walk in late autumn');
  await (await moreTool(screen, /^Variants$/)).click();
  await screen.getByText('“Results”, a screen for operators').waitFor();
});
