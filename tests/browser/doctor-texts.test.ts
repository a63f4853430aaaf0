import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../server/sign-in.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { expectSoundScreen, openOperatorTabs, type OperatorTabs } from './support/operator-tabs.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

const LABEL = 'Shown otherwise than in WordPress';

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;
let tabs: OperatorTabs;
beforeAll(async () => {
  browser = await workerBrowser();
});
afterEach(async () => {
  await tabs?.close();
  await site?.site.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
  await wordpress?.stop();
});

/** Opens the checks of a site with these posts, when all texts are checked. */
async function openChecks(texts: readonly string[]): Promise<Page> {
  wordpress = await startFakeSite();
  for (const [index, rendered] of texts.entries()) {
    const slug = `post-${index}`;
    const title = { rendered: `A post with a title of some length, number ${index}` };
    wordpress.add('posts', {
      id: index + 1,
      slug,
      link: `${wordpress.url}/${slug}/`,
      title,
      content: { rendered },
    });
  }
  site = await startOperatorSite(wordpress.env);
  tabs = await openOperatorTabs(browser, site.site.url);
  const page = await tabs.open('/admin/settings/wordpress');
  await page.getByLabel('E-mail').fill(site.operator.operator.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(LABEL).waitFor();
  await page.getByText(/^\d+ of \d+ texts are checked/).waitFor({ state: 'detached' });
  return page;
}

it('the checks list what is shown otherwise, with each place, at every width', async () => {
  const all =
    '<div class="wpcf7"><form><input></form></div><iframe src="https://tours.example/1"></iframe>[price_table]' +
    '<img src="https://a-host-with-a-very-long-name.pictures.example/a.jpg"><a href="/an-old-address/with-several-parts">x</a><h1>x</h1>';
  const page = await openChecks([...Array.from({ length: 23 }, () => all), '<p>Fine.</p>']);
  await page.getByText('Where (23)').first().click();
  await page
    .getByRole('link', { name: 'Edit “A post with a title of some length, number 22” in WordPress' })
    .waitFor();
  await page.getByText('and 3 more').first().waitFor();
  expect(await page.getByText('Where (23)').count()).toBe(6);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectSoundScreen(page, 'texts-otherwise');
  }
});

it('the checks say that everything is shown as in WordPress', async () => {
  const page = await openChecks(['<p>Fine.</p>']);
  await page.getByText('Everything is shown as in WordPress (1 text).').waitFor();
  await expectSoundScreen(page, 'texts-as-in-wordpress');
  expect(await page.getByText(/^Where(?: \(|$)/).count()).toBe(0);
});
