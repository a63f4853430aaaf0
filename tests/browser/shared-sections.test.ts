import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdRequests, moreTool, showBlocks } from './support/builder-tools.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { axeViolations, faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* Sharing a section, showing it on other pages, changing it once, and templates: as an editor does it, without WordPress. */

let browser: Browser;
let site: OperatorSite;

beforeAll(async () => {
  browser = await workerBrowser();
  site = await startOperatorSite({});
});
afterAll(async () => {
  await site?.site.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

const open = (path: string, width = 1440) =>
  openPage(browser, site.site.url + path, { width, reducedMotion: true, cookie: site.operator.cookie });
const canvasOf = (page: Page) => page.frameLocator('iframe').first();
const openBuilder = async (path: string) => {
  const page = await open(path);
  await canvasOf(page).locator('[data-section]').first().waitFor();
  return page;
};
const publish = async (page: Page, name: string | RegExp = 'Publish') => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByText('Live on the site').waitFor();
};
/** Returns the keys of the sections on the canvas, in their order. */
const sectionsOf = (page: Page) =>
  canvasOf(page)
    .locator('[data-section]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-section')));
const shows = async (path: string, text: string) => {
  const answer = await fetch(site.site.url + path);
  return (await answer.text()).includes(text);
};

it('shares a section, shows it on another page, and changes both at once', async () => {
  const page = await openBuilder('/admin/pages/about');
  const last = page.getByRole('list', { name: 'Sections of this page' }).getByRole('button').last();
  await last.click();
  await canvasOf(page)
    .getByRole('toolbar', { name: 'Tools of this section' })
    .getByRole('button', { name: 'Share with other pages' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Share this section' });
  // The dialog has its styles, although the canvas has its own.
  expect((await dialog.getByLabel('Name').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await dialog.getByLabel('Name').fill('Call to action');
  expect(await axeViolations(page, { within: ['dialog[open]'] })).toEqual([]);
  const sharing = await holdRequests(page, '**/api/admin/sections');
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => sharing.held.length).toBe(1);
  // A dialog stays open while it stores. Browsers would close it at the second Escape in a row.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  sharing.release();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Call to action' }).filter({ visible: true }).first().waitFor();
  await publish(page);
  expect(faultsOf(page)).toEqual([]);
  await page.close();

  const other = await openBuilder('/admin/pages/sell');
  await showBlocks(other);
  const shared = other.getByRole('region', { name: 'Shared sections' }).filter({ visible: true });
  await shared.getByRole('button', { name: 'Call to action' }).click();
  await canvasOf(other).getByText('Shared', { exact: true }).waitFor();
  await publish(other);
  await other.getByText('Used on 2 pages: ').filter({ visible: true }).first().waitFor();
  const link = other.getByRole('link', { name: 'Edit “Call to action”' }).first();
  const [section] = await Promise.all([other.context().waitForEvent('page'), link.click()]);
  await section.getByText(/Shared section\. Used on 2 pages: .*A change is seen on all of them\./).waitFor();
  await canvasOf(section).locator('[data-section]').first().waitFor();
  await section.getByRole('list', { name: 'Sections of this page' }).getByRole('button').first().click();
  // Puck renders the fields twice, for wide and for narrow windows.
  const title = section.locator('input[name="title"]:visible');
  await title.fill('One call for all pages');
  await publish(section, 'Publish on 2 pages');
  await expect.poll(() => shows('/about', 'One call for all pages')).toBe(true);
  await expect.poll(() => shows('/sell', 'One call for all pages')).toBe(true);
  expect(faultsOf(other)).toEqual([]);
  await other.close();

  // A copy belongs to its page only, and undo brings the shared section back.
  const third = await openBuilder('/admin/pages/sell');
  await third.getByRole('list', { name: 'Sections of this page' }).getByRole('button').last().click();
  const before = await sectionsOf(third);
  const copying = await holdRequests(third, '**/api/admin/sections/section?*');
  await third.getByRole('button', { name: 'Make a copy for this page' }).first().click();
  await expect.poll(() => copying.held.length).toBe(1);
  // The section may move while its copy is loaded.
  await third.getByRole('button', { name: 'Move up' }).filter({ visible: true }).first().click();
  const moved = [...before.slice(0, -2), ...before.slice(-2).toReversed()];
  await expect.poll(() => sectionsOf(third)).toEqual(moved);
  copying.release();
  await third.locator('input[name="title"]:visible').waitFor();
  expect(await sectionsOf(third)).toEqual(moved);
  await third.locator('input[name="title"]:visible').fill('Only for sellers');
  await canvasOf(third).getByText('Only for sellers').waitFor();
  await publish(third);
  await expect.poll(() => shows('/sell', 'Only for sellers')).toBe(true);
  expect(await shows('/about', 'One call for all pages')).toBe(true);
  expect(faultsOf(third)).toEqual([]);
  await third.close();
});

it('offers nothing that would remove, copy or hide the only section of a shared section', async () => {
  const list = await open('/admin/sections');
  await list.getByRole('link', { name: 'Call to action' }).click();
  const page = list;
  await canvasOf(page).locator('[data-section]').first().waitFor();
  const outline = page.getByRole('list', { name: 'Sections of this page' });
  expect(await outline.getByRole('checkbox').count()).toBe(0);
  expect(await outline.getByRole('listitem').getAttribute('draggable')).toBe('false');
  await outline.getByRole('button').click({ modifiers: ['Control'] });
  const inputs = page.locator('input[name="title"]:visible');
  await inputs.waitFor();
  const tools = { name: /sections?$/i };
  expect(await page.getByRole('toolbar', tools).count()).toBe(0);
  expect(await canvasOf(page).getByRole('toolbar', tools).count()).toBe(0);
  // Puck marks a section that cannot be dragged as disabled.
  await canvasOf(page).locator('[data-section]').click({ force: true });
  await page.keyboard.press('Delete');
  await page.keyboard.press('Backspace');
  await inputs.fill('One call');
  await canvasOf(page).getByText('One call').waitFor();
  expect(await canvasOf(page).locator('[data-section]').count()).toBe(1);
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});

it('keeps a page as a template, and lists, renames, trashes and restores what is shared', async () => {
  const page = await openBuilder('/admin/pages/contact');
  await (await moreTool(page, 'Save as a template')).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a template' });
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('Contact as it is');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(faultsOf(page)).toEqual([]);
  await page.close();
  for (const width of [360, 768, 1440]) {
    const list = await open('/admin/sections', width);
    await list.getByRole('link', { name: 'Contact as it is' }).waitFor();
    expect(await axeViolations(list)).toEqual([]);
    expect(faultsOf(list)).toEqual([]);
    await list.close();
  }
  const list = await open('/admin/sections');
  await list.getByRole('button', { name: 'Rename Contact as it is' }).click();
  await list.getByRole('dialog').getByLabel('Name').fill('Contact me');
  await list.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await list.getByRole('link', { name: 'Contact me' }).waitFor();
  await list.getByRole('button', { name: 'Move to trash: Call to action' }).click();
  const trash = list.getByRole('dialog');
  await trash.getByText('It disappears from 1 page:').waitFor();
  await trash.getByText('About').waitFor();
  await trash.getByRole('button', { name: 'Move to trash' }).click();
  await expect.poll(() => shows('/about', 'One call for all pages')).toBe(false);
  await list.getByRole('button', { name: 'Restore Call to action' }).click();
  await expect.poll(() => shows('/about', 'One call for all pages')).toBe(true);
  await list.close();
});
