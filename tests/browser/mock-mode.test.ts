import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { faultsOf, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

const PROJECT = path.join(import.meta.dirname, '../..');

let browser: Browser;
let site: Site;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    workerBrowser(),
    startSite({ VITE_USE_MOCK_DATA: 'true' }, { script: ['server/dev.ts', '--dev'] }),
  ]);
});
afterEach(async () => {
  await page?.close();
});
afterAll(async () => {
  await site?.stop();
});

const heading = (name: RegExp) => page.getByRole('heading', { level: 1, name });

it('shows the site without the server: the service worker answers content and form requests', async () => {
  page = await openPage(browser, site.url, { width: 1280 });
  await heading(/Front Door/).waitFor();
  await page.locator('footer').getByText('Sample identity').waitFor();

  const answers: Response[] = [];
  page.on('response', (response) => {
    if (/^\/(wp-json|api)\//.test(new URL(response.url()).pathname)) answers.push(response);
  });
  const started = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('King');
  await page.getByLabel(/^E-mail/).fill('ada@example.com');
  await page.getByLabel(/^Phone/).fill('5155550142');
  await page.getByRole('button', { name: 'Send my message' }).click();
  await page.getByText("Your message has been received. I'll contact you soon!").first().waitFor();

  // Navigation happened in the same document, and the service worker answered every request.
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(started);
  expect(answers.map((each) => new URL(each.url()).pathname)).toEqual([
    '/wp-json/wp/v2/pages',
    '/api/contact',
  ]);
  expect(answers.every((each) => each.fromServiceWorker())).toBe(true);
  expect(faultsOf(page)).toEqual([]);
});

it('finds articles on a page whose blocks depend on the query string', async () => {
  page = await openPage(browser, `${site.url}/search?q=radon`, { width: 1280 });
  await page
    .getByRole('link', { name: /^Radon in Iowa/ })
    .first()
    .waitFor();
  expect(faultsOf(page)).toEqual([]);
});

it('shows the results of the content hooks at /dev/content', async () => {
  page = await openPage(browser, `${site.url}/dev/content`, { width: 1280 });
  await page.getByTestId('section').getByText('Find Your Front Door in Des Moines').waitFor();
  await page.getByText(/^Radon in Iowa/).waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText(/^Radon in Iowa/).waitFor({ state: 'detached' });
  await page.getByLabel('Slug').fill('nowhere');
  await page.getByText('No page has this slug.').waitFor();
  expect(await page.getByTestId('section').textContent()).toBe('The fallback');
});

it('is not part of the build', async () => {
  const client = path.join(PROJECT, 'dist/client');
  const files = await readdir(client, { recursive: true });
  // Without the hash, which can contain any letters.
  const names = files.map((file) => path.basename(file).replace(/-[\w-]{8}\./, '.'));
  expect(names.filter((name) => /mock|dev/i.test(name))).toEqual([]);
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const texts = await Promise.all(scripts.map((file) => readFile(path.join(client, file), 'utf8')));
  expect(texts.filter((text) => /mockServiceWorker|\/dev\/content/.test(text))).toEqual([]);
  // The operators' catalogue of blocks shows mock content. Visitors download none of it.
  const manifest = await readFile(path.join(client, '.vite/manifest.json'), 'utf8');
  const withMock = scripts.filter((_, at) => texts[at]?.includes('Failed to load mock'));
  expect(withMock.filter((file) => manifest.includes(path.basename(file)))).toEqual([]);
});
