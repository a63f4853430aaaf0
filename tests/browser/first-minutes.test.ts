import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drawnPng } from '../wordpress/support/drawn-png.ts';
import { addSection } from './support/add-section.ts';
import { moreTool } from './support/builder-tools.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* What somebody does in the first minutes, on a site without settings: all of it by the screens, as in the README. */

let browser: Browser;
let site: OperatorSite;
let page: Page | undefined;

beforeAll(async () => {
  browser = await workerBrowser();
  site = await startOperatorSite({});
});
afterEach(async () => {
  const faults = page ? [...faultsOf(page)] : [];
  await page?.close();
  page = undefined;
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
afterAll(async () => {
  await site?.site.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

async function open(path: string): Promise<Page> {
  page = await openPage(browser, site.site.url + path, {
    width: 1440,
    reducedMotion: true,
    cookie: site.operator.cookie,
  });
  return page;
}

const canvas = (builder: Page) => builder.frameLocator('iframe').first();
const visitor = async (path: string) => (await fetch(site.site.url + path)).text();
const shows = (path: string, text: string) => async () => (await visitor(path)).includes(text);

async function publish(builder: Page): Promise<void> {
  const button = builder.getByRole('button', { name: 'Publish' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Live on the site');
}

it('the first screen names the steps, and the site’s settings change every page', async () => {
  const screen = await open('/admin');
  const steps = screen.getByRole('region', { name: /^Set up your site/ });
  await steps.getByText('Your name, phone number, license and logo').waitFor();
  await steps.getByRole('link', { name: 'Write them' }).click();
  await screen.waitForURL('**/admin/settings/site');
  const agent = screen.getByRole('region', { name: 'Agent' });
  await agent.getByLabel('Name', { exact: true }).fill('Robin Rivers');
  await agent.getByLabel('Phone number', { exact: true }).fill('(515) 555-0199');
  await agent.getByLabel('Phone number to dial').fill('');
  await agent.getByLabel('E-mail address').fill('robin');
  await screen.getByRole('button', { name: 'Save and publish' }).click();
  await agent.getByText('Write it like name@example.com').waitFor();
  await agent.getByLabel('E-mail address').fill('robin@example.com');
  await screen.getByRole('button', { name: 'Save and publish' }).click();
  await screen.getByText('Saved. Every page shows it.').waitFor();
  await screen.frameLocator('iframe[title="The site"]').getByText('Robin Rivers').first().waitFor();
  for (const path of ['/', '/about', '/contact']) {
    await expect.poll(shows(path, 'Robin Rivers')).toBe(true);
    await expect.poll(shows(path, 'href="tel:+15155550199"')).toBe(true);
  }
});

it.each([
  [1440, 700],
  [360, 640],
])(
  'the save button of the settings covers no focused field in a window of %i by %i',
  async (width, height) => {
    const screen = await open('/admin/settings/site');
    await screen.setViewportSize({ width, height });
    const save = screen.getByRole('button', { name: 'Save and publish' });
    await screen.getByRole('region', { name: 'Agent' }).getByLabel('Name', { exact: true }).focus();
    const covered: string[] = [];
    for (let field = 1; !(await save.evaluate((button) => button === document.activeElement)); field += 1) {
      const pixels = await save.evaluate((button) => {
        const bar = button.parentElement?.getBoundingClientRect().top ?? 0;
        return (document.activeElement?.getBoundingClientRect().bottom ?? 0) - bar;
      });
      if (pixels > 0) covered.push(`tab stop ${field} by ${pixels} px`);
      await screen.keyboard.press('Tab');
    }
    expect(covered).toEqual([]);
  },
);

it('a menu gets an item, which every page shows', async () => {
  const screen = await open('/admin/settings/menus');
  const header = screen.getByRole('region', { name: 'Header' });
  await header.getByRole('button', { name: 'Add an item' }).click();
  await header.getByLabel('Title').last().fill('Open houses');
  await header.getByLabel('Leads to').last().fill('/contact#open-houses');
  await header.getByRole('button', { name: 'Move Open houses up' }).click();
  await header.getByRole('button', { name: 'Save the header menu' }).click();
  await header.getByText('Saved. Every page shows it.').waitFor();
  await expect.poll(shows('/about', '>Open houses</a>')).toBe(true);
});

it('the home page gets another headline, typed on the page', async () => {
  const builder = await open('/admin/pages/home');
  const headline = canvas(builder).getByRole('heading', { level: 1 });
  await headline.dblclick();
  const typed = canvas(builder).getByRole('textbox', { name: 'Headline' });
  await typed.press('ControlOrMeta+a');
  await typed.pressSequentially('Homes by the river');
  await typed.press('Enter');
  await publish(builder);
  await expect.poll(shows('/', 'Homes by the river')).toBe(true);
});

it('a new page with a picture and a form is published', async () => {
  const list = await open('/admin/pages');
  await list.getByRole('button', { name: 'New page' }).click();
  const dialog = list.getByRole('dialog', { name: 'New page' });
  await dialog.getByLabel('Title').fill('Open house on Sunday');
  await dialog.getByText('/open-house-on-sunday').waitFor();
  await dialog.getByRole('button', { name: 'Create page' }).click();
  await list.waitForURL('**/admin/pages/open-house-on-sunday');
  const add = async (block: string) => {
    await addSection(list, block);
    await list.getByRole('button', { name: 'All sections' }).click();
  };
  await add('split');
  await add('contact-form');
  const sections = list.getByRole('list', { name: 'Sections of this page' });
  await sections.getByRole('button', { name: /Picture and text/ }).click();
  await list.getByRole('button', { name: 'Choose a picture' }).click();
  const picture = list.getByRole('dialog', { name: /choose a picture$/ });
  await picture.getByLabel('Picture to upload').setInputFiles({
    name: 'porch.png',
    mimeType: 'image/png',
    buffer: Buffer.from(drawnPng(800, 600)),
  });
  await list.getByRole('dialog').getByLabel('Alternative text').fill('The porch');
  await list.getByRole('dialog').getByRole('button', { name: 'Use this picture' }).click();
  await canvas(list).getByRole('img', { name: 'The porch' }).waitFor();
  await list.getByRole('button', { name: 'Publish' }).click();
  const warnings = list.getByRole('dialog', { name: /^Visitors will/ });
  await warnings.getByRole('button', { name: /^Publish/ }).click();
  await expect.poll(() => list.getByRole('status').allInnerTexts()).toContain('Live on the site');
  const html = await visitor('/open-house-on-sunday');
  expect(html.includes('alt="The porch"')).toBe(true);
  expect(html.includes('name="email"')).toBe(true);
});

it('a page is moved to the trash and restored', async () => {
  const builder = await open('/admin/pages/open-house-on-sunday');
  await (await moreTool(builder, 'Move to trash')).click();
  await builder
    .getByRole('dialog', { name: /to the trash\?$/ })
    .getByRole('button', { name: 'Move to trash' })
    .click();
  await builder.waitForURL('**/admin/pages');
  await expect.poll(async () => (await fetch(`${site.site.url}/open-house-on-sunday`)).status).toBe(404);
  await builder.getByRole('button', { name: 'Restore Open house on Sunday' }).click();
  const row = builder.getByRole('row', { name: /Open house on Sunday.*Draft/ });
  await row.waitFor();
});
