import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadBodyBlocks } from '../../server/content/html/load-body-blocks.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { formRuns } from './support/form-visit.ts';
import { axeViolations, bootApp, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* The examples of all body blocks on one page, in posts of a WordPress. */

const blocks = [...(await loadBodyBlocks()).values()];

let browser: Browser;
let wordpress: FakeSite;
let site: Site;

beforeAll(async () => {
  wordpress = await startFakeSite();
  const rendered = blocks.map(({ example }) => example).join('\n');
  wordpress.add('posts', {
    id: 901,
    slug: 'all-blocks',
    title: { rendered: 'All blocks' },
    content: { rendered },
  });
  wordpress.add('posts', {
    id: 902,
    slug: 'before',
    title: { rendered: 'Before' },
    content: { rendered: '<p><a href="/blog/all-blocks">Go on</a></p>' },
  });
  [browser, site] = await Promise.all([workerBrowser(), startSite({ WORDPRESS_API_URL: wordpress.url })]);
  await vi.waitUntil(async () => (await fetch(`${site.url}/blog/all-blocks`)).status === 200, {
    timeout: CONDITION_LIMIT,
  });
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.stop();
});

/** Answers requests for other sites, and returns their addresses. */
async function otherSites(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    (url) => url.origin !== site.url,
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>Playing</p>' });
    },
  );
  return asked;
}

/** The pictures of videos come from a host that tests do not reach. */
const withoutPosters = (faults: readonly string[]) =>
  faults.filter((fault) => !/\/media\/.* 502$/.test(fault));

it.each([
  { width: 360, colorScheme: 'light' as const },
  { width: 1440, colorScheme: 'dark' as const },
])('have no faults at $width px, $colorScheme', async (options) => {
  const page = await openPage(browser, `${site.url}/blog/all-blocks`, options);
  await expect.poll(() => page.locator('lintel-block').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(withoutPosters(faultsOf(page))).toEqual([]);
  await page.close();
});

it.each([true, false])('load players after a click only, with JavaScript: %s', async (javaScript) => {
  const page = await openPage(browser, `${site.url}/robots.txt`, { width: 1440, javaScript });
  const asked = await otherSites(page);
  await page.goto(`${site.url}/blog/all-blocks`);
  await page.locator('details:has([data-player])').first().scrollIntoViewIfNeeded();
  if (javaScript) await bootApp(page);
  expect(asked).toEqual([]);
  await page.locator('details:has([data-player]) > summary').first().click();
  if (javaScript) {
    await page.frameLocator('details[open] iframe').getByText('Playing').waitFor();
    expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1']);
  } else {
    // Such a browser would load every frame at once.
    const link = page.getByRole('link', { name: 'Watch it at YouTube' });
    expect(await link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
    expect(asked).toEqual([]);
  }
  expect(withoutPosters(faultsOf(page))).toEqual([]);
  await page.close();
});

it('lead to the contact form below the text, which works as on the contact page', async () => {
  const page = await openPage(browser, `${site.url}/blog/all-blocks`, { width: 360 });
  await page.getByRole('link', { name: 'Write to me' }).press('Enter');
  const form = page.locator('#contact-form');
  await expect
    .poll(() => form.evaluate((each) => Math.abs(each.getBoundingClientRect().top) < 200))
    .toBe(true);
  // Before that, the browser sends the form itself.
  await bootApp(page);
  await formRuns({ section: form });
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill('Byron');
  await form.locator('[name="email"]').fill('ada@visitor.test');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/api/'),
  );
  await form.getByRole('button', { name: 'Send my message' }).press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ firstName: 'Ada', source: 'All blocks' });
  await form.getByText('Thank You!').first().waitFor();
  expect(withoutPosters(faultsOf(page))).toEqual([]);
  await page.close();
});

it('look the same after a navigation, for which the browser renders them', async () => {
  const text = (page: Page) => page.locator('article').innerHTML().then(plain);
  const first = await openPage(browser, `${site.url}/blog/all-blocks`, { width: 1440 });
  const fromServer = await text(first);
  await first.close();
  const page = await openPage(browser, `${site.url}/blog/before`, { width: 1440 });
  await bootApp(page);
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByRole('heading', { level: 1, name: 'All blocks' }).waitFor();
  await expect.poll(() => text(page)).toBe(fromServer);
  expect(withoutPosters(faultsOf(page))).toEqual([]);
  await page.close();
});

/** Leaves out what differs although it looks the same: comments, names of styles, how pictures load, the order of attributes. */
function plain(html: string): string {
  return html
    .replaceAll(
      /<!--.*?-->| (?:class|sizes|srcset|src|width|height|data-placeholder|id|for|aria-labelledby|tabindex|method)="[^"]*"/gs,
      '',
    )
    .replaceAll(/<input[^>]*>/g, '<input>')
    .replaceAll('&nbsp;', '\u00a0');
}
