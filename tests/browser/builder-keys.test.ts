import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { keptChanges } from './support/builder-tools.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* Keyboard shortcuts of the page builder, with the focus where editors have it. */

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;
let page: Page | undefined;

beforeAll(async () => {
  [browser, wordpress] = await Promise.all([workerBrowser(), startFakeSite()]);
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'prose', key: 'text' },
      ]),
      hero_title: 'Come in',
      text_content: '<p>One</p>',
    },
  });
  site = await startOperatorSite(wordpress.env);
});
afterEach(async () => {
  const faults = page ? [...faultsOf(page)] : [];
  await page?.close();
  page = undefined;
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
afterAll(async () => {
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

const canvas = (builder: Page) => builder.frameLocator('iframe').first();

/** Opens the page with the fields of a section. */
async function open(section: RegExp): Promise<Page> {
  page = await openPage(browser, `${site.site.url}/admin/pages/open-house`, {
    width: 1440,
    reducedMotion: true,
    cookie: site.operator.cookie,
  });
  await canvas(page).locator('[data-section="text"]').waitFor();
  const list = page.getByRole('list', { name: 'Sections of this page' });
  await list.getByRole('button', { name: section }).press('Enter');
  return page;
}

it('stores what is typed into formatted text after an undo', async () => {
  const builder = await open(/Text$/);
  const text = builder.locator('[data-field="content"] .ProseMirror:visible');
  await text.click();
  await builder.keyboard.press('End');
  // Each insertion is one undo step. The state before the first one has no selected section.
  const undo = builder.getByRole('button', { name: 'undo' });
  await builder.keyboard.insertText(' or');
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await builder.keyboard.insertText(' two');
  await canvas(builder).getByText('One or two').waitFor();
  await builder.keyboard.press('Control+z');
  await expect.poll(() => text.innerText()).toBe('One or');
  await builder.keyboard.type(' three');
  await expect.poll(() => text.innerText()).toContain('three');
  await canvas(builder).getByText('three').waitFor();
  await expect.poll(() => keptChanges(builder, '/open-house')).toContain('three');
});

it('keeps the canvas usable after the shortcut for italics', async () => {
  const builder = await open(/Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).press('Control+i');
  await builder.locator('button:text-is("All sections"):visible').press('Enter');
  await canvas(builder).locator('[data-section="text"]').click();
  const text = builder.locator('[data-field="content"]').filter({ visible: true });
  await expect.poll(() => text.count()).toBe(1);
});
