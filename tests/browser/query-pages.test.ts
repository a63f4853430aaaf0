import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { axeViolations, bootApp, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* A page with a query loop of three pages, as WordPress renders it and the plugin links it. */

let browser: Browser;
let wordpress: FakeSite;
let site: Site;

beforeAll(async () => {
  wordpress = await startFakeSite();
  const own = `${wordpress.url}/all-news/`;
  const link = (page: number, words: string, kind: string) =>
    `<a class="${kind}" href="${page === 1 ? own : `${own}?query-4-page=${page}`}">${words}</a>`;
  const numbers = (page: number) =>
    [1, 2, 3].map((each) =>
      each === page
        ? `<span aria-current="page" class="page-numbers current">${each}</span>`
        : link(each, String(each), 'page-numbers'),
    );
  const text = (page: number) =>
    `<div class="wp-block-query is-layout-flow"><ul class="wp-block-post-template is-layout-flow">
      ${[1, 2, 3].map((post) => `<li><h2 class="wp-block-post-title"><a href="${wordpress.url}/post/">Post ${page}.${post}</a></h2></li>`).join('')}</ul>
    <nav class="wp-block-query-pagination is-layout-flex" aria-label="Pagination">
      ${page > 1 ? link(page - 1, 'Previous Page', 'wp-block-query-pagination-previous') : ''}
      <div class="wp-block-query-pagination-numbers">${numbers(page).join('\n')}</div>
      ${page < 3 ? link(page + 1, 'Next Page', 'wp-block-query-pagination-next') : ''}</nav></div>`;
  wordpress.add('pages', {
    id: 7,
    slug: 'all-news',
    link: own,
    title: { rendered: 'All news' },
    content: { rendered: text(1), protected: false },
    query_pages: [2, 3].map((page) => ({ name: 'query-4-page', page, content: text(page) })),
  });
  [browser, site] = await Promise.all([workerBrowser(), startSite(wordpress.env)]);
  await vi.waitUntil(async () => (await fetch(`${site.url}/all-news`)).status === 200, {
    timeout: CONDITION_LIMIT,
  });
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.stop();
});

it.each([
  { width: 360, javaScript: true },
  { width: 768, javaScript: false },
  { width: 1440, javaScript: true },
])('are opened one after the other at $width px, with JavaScript: $javaScript', async (options) => {
  const page = await openPage(browser, `${site.url}/all-news`, options);
  if (options.javaScript) await bootApp(page);
  for (const [words, to] of [
    ['Next Page', 2],
    ['3', 3],
    ['Previous Page', 2],
    ['1', 1],
  ] as const) {
    await page
      .locator('.wp-block-query-pagination')
      .getByRole('link', { name: words, exact: true })
      .press('Enter');
    await page.getByRole('link', { name: `Post ${to}.1` }).waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(to === 1 ? '/all-news' : `/all-news?query-4-page=${to}`);
    await expect.poll(() => page.locator('.wp-block-post-template li').count()).toBe(3);
  }
  if (options.javaScript) expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(faultsOf(page)).toEqual([]);
  await page.close();
});
