import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { moreTool } from './support/builder-tools.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { axeViolations, faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* A page of WordPress at a built-in address, which shows its own text until its editor wants sections. */

const TEXT = 'A family business since 1974.';

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;

beforeAll(async () => {
  [browser, wordpress] = await Promise.all([workerBrowser(), startFakeSite()]);
  const own = { content: { rendered: `<p>${TEXT}</p>`, raw: `<p>${TEXT}</p>`, protected: false } };
  wordpress.add('pages', {
    id: 7,
    slug: 'about',
    title: { rendered: 'Who we are', raw: 'Who we are' },
    ...own,
  });
  wordpress.add('pages', { id: 8, slug: 'team', title: { rendered: 'Team', raw: 'Team' }, ...own });
  site = await startOperatorSite(wordpress.env);
});
afterAll(async () => {
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

const BUTTON = { name: 'Show it as sections' };
const open = async (path: string, width = 1440) => {
  const page = await openPage(browser, site.site.url + path, {
    width,
    reducedMotion: true,
    cookie: site.operator.cookie,
  });
  await page.frameLocator('iframe').first().locator('[data-section] h1').waitFor();
  return page;
};
const sections = (page: Page) =>
  page
    .frameLocator('iframe')
    .first()
    .locator('[data-section]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-section')));
const visitor = async () => (await fetch(`${site.site.url}/about`)).text();

it.each([360, 768, 1440])('asks, and says what visitors will see, at %i px', async (width) => {
  const page = await open('/admin/pages/about', width);
  await (await moreTool(page, BUTTON.name)).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Show this page as sections?' });
  await dialog.getByText(/the text as the last section: .*Page content\./).waitFor();
  expect(await axeViolations(page, { within: ['dialog[open]'] })).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await sections(page)).toEqual(['page']);
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});

it('adds the built-in sections before the text; undo takes them back, and nothing is stored before publishing', async () => {
  const main = /<main[\s\S]*<\/main>/.exec(await visitor())?.[0] ?? '';
  expect(main).toContain(TEXT);
  // Nor does it have the picture of the built-in page.
  expect(main).not.toContain('<img');
  const page = await open('/admin/pages/about');
  const show = async () => {
    await (await moreTool(page, BUTTON.name)).press('Enter');
    await page.getByRole('dialog').getByRole('button', BUTTON).press('Enter');
    await expect.poll(() => sections(page)).toContain('hero');
  };
  await show();
  const shown = await sections(page);
  expect(shown.at(-1)).toBe('page');
  expect(shown.length).toBeGreaterThan(3);
  await expect.poll(async () => (await moreTool(page, BUTTON.name)).count()).toBe(0);
  await page.keyboard.press('Escape');
  const undo = page.getByRole('button', { name: 'undo' });
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await undo.press('Enter');
  await expect.poll(() => sections(page)).toEqual(['page']);
  expect(Object(wordpress.lists.pages[0]?.['acf'])).not.toHaveProperty('page_layout');
  await show();
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Live on the site' }).waitFor();
  const acf = Object(wordpress.lists.pages[0]?.['acf']);
  expect(JSON.parse(acf.page_layout).map(({ key }: { key: string }) => key)).toEqual(shown);
  // The built-in texts follow the code until somebody changes them.
  expect(Object.keys(acf)).toEqual(['page_layout']);
  await expect.poll(visitor).toMatch(/id="hero"[\s\S]*A family business since 1974\./);
  // Puck warns that `setData` renders all sections again, but that is what happens here.
  expect(faultsOf(page).filter((fault) => !fault.includes('`setData` is expensive'))).toEqual([]);
  await page.close();
});

it('is not offered for a page without built-in sections, or with sections', async () => {
  for (const path of ['/admin/pages/team', '/admin/pages/contact']) {
    const page = await open(path);
    expect(await (await moreTool(page, BUTTON.name)).count(), path).toBe(0);
    await page.close();
  }
});
