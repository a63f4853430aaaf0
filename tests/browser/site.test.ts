import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeLimit } from '../setup/time-limits.ts';
import { bootFaults, difference, plainWords } from './support/boot-faults.ts';
import { builtInPaths, builtInPostPaths } from './support/page-paths.ts';
import { crawlSite, type Crawl } from './support/crawl-site.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { axeViolations, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import {
  canonicalOf,
  deadAddresses,
  deadAnchors,
  descriptionOf,
  readablePages,
  robotsOf,
  shared,
  unsafeLinks,
  wordlessPictures,
} from './support/site-faults.ts';
import { heroFaults, narrowHeaderFaults } from './support/layout-faults.ts';
import { startSite, type Site } from './support/start-site.ts';

const CONTENT_VIEWS = ['/wp-about', '/wp-buy', '/wp-sell', '/wp-contact', '/wp/mortgage-guide', '/wp/home'];
const SEARCHES = ['/search', '/search?q=radon', '/search?q=zzzz'];
const UNLISTED = ['/lead-form-demo', '/test-logo', '/?layout=content', '/?layout=lead-capture'];
const starts = [
  ...new Set([
    ...builtInPaths(),
    ...builtInPostPaths(),
    '/contact-us',
    ...CONTENT_VIEWS,
    ...SEARCHES,
    ...UNLISTED,
  ]),
];

let browser: Browser;
let site: Site;
let crawling: Promise<Crawl> | undefined;

beforeAll(async () => {
  // Disable the `noindex` of sample content, which would hide each page's own robots directive.
  [browser, site] = await Promise.all([workerBrowser(), startSite({ ALLOW_SAMPLE_INDEX: 'true' })]);
});
afterAll(async () => {
  await site?.stop();
});

/** Crawls the whole site. The tests share one crawl. */
async function crawled(): Promise<Crawl> {
  crawling ??= listedPaths().then((listed) => crawlSite(site.url, [...new Set([...starts, ...listed])]));
  return crawling;
}

async function listedPaths(): Promise<string[]> {
  const response = await fetch(`${site.url}/sitemap.xml`);
  if (!response.ok) return [];
  const urls = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? ''),
  );
  return urls.map((url) => url.pathname + url.search);
}

describe('all pages', () => {
  it('link only to existing pages and files, without redirects', async () => {
    const crawl = await crawled();
    expect({
      addresses: deadAddresses(crawl),
      anchors: deadAnchors(crawl),
      links: unsafeLinks(crawl),
      pictures: wordlessPictures(crawl),
    }).toEqual({ addresses: [], anchors: [], links: [], pictures: [] });
  });

  it('have one h1 each, and a canonical address that exists', async () => {
    const crawl = await crawled();
    const pages = readablePages(crawl);
    const headings = pages.map(({ path, document }) => [path, document.querySelectorAll('h1').length]);
    expect(headings.filter(([, count]) => count !== 1)).toEqual([]);
    const canonicals = pages.map(({ path, document }) => [path, canonicalOf(document)] as const);
    expect(canonicals.filter(([, own]) => crawl.get(own ?? '')?.status !== 200)).toEqual([]);
    expect(new Map(canonicals).get('/contact-us')).toBe('/contact');
  });

  it('have a unique title and description', async () => {
    const pages = readablePages(await crawled()).filter(
      ({ path, document }) => canonicalOf(document) === path,
    );
    expect(pages.length).toBeGreaterThanOrEqual(builtInPaths().length);
    expect(shared(pages.map(({ path, document }) => [path, document.title]))).toEqual([]);
    expect(shared(pages.map(({ path, document }) => [path, descriptionOf(document)]))).toEqual([]);
  });

  it('have `noindex` if they are only demos or search results', async () => {
    const robots = new Map(
      readablePages(await crawled()).map(({ path, document }) => [path, robotsOf(document)]),
    );
    const hidden = [...robots]
      .filter(([, directive]) => directive.startsWith('noindex'))
      .map(([path]) => path);
    expect(hidden).toEqual(expect.arrayContaining(UNLISTED));
    const listed = [...builtInPaths(), ...builtInPostPaths()];
    const own = listed.filter((path) => ![...UNLISTED, ...SEARCHES].includes(path));
    expect(own.filter((path) => robots.get(path) !== 'index, follow')).toEqual([]);
  });
});

const HEIGHT = 900;
const WIDE = { width: 1440, height: HEIGHT };
const PHONE = { width: 360, height: HEIGHT };
const SMALL_PHONE = { width: 320, height: HEIGHT };

it(
  'every page in a browser: no faults, wide and light or on a dark phone, and the same text without scripts',
  { timeout: timeLimit(900_000) },
  async () => {
    const paths = [...readablePages(await crawled()).map(({ path }) => path), '/no-such-page'];
    const found: string[] = [];
    // Two workers reuse their tabs, because opening a tab is slow.
    const worker = async (): Promise<void> => {
      const [page, plain] = await Promise.all([
        openPage(browser, `${site.url}/robots.txt`, WIDE),
        openPage(browser, `${site.url}/robots.txt`, { ...WIDE, javaScript: false }),
      ]);
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        const faults = await pageFaults(path, page, plain).catch((error: unknown) => [String(error)]);
        for (const fault of faults) found.push(`${path}: ${fault}`);
      }
      await Promise.all([page.close(), plain.close()]);
    };
    await Promise.all([worker(), worker()]);
    expect(found).toEqual([]);
  },
);

/** Opens a path in a tab with scripts and in a `plain` one without, and lists the faults at all widths. */
async function pageFaults(path: string, page: Page, plain: Page): Promise<string[]> {
  const known = faultsOf(page).length;
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  for (const tab of [page, plain]) {
    await tab.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    await tab.context().clearCookies();
    await tab.goto(site.url + path, { waitUntil: 'load' });
  }
  // The other rules are checked on the phone. home.test.ts checks the header of a wide screen with all rules.
  const found = await axeViolations(page, { rules: ['color-contrast'] });
  found.push(...(await bootFaults(page)), ...(await heroFaults(page)));
  const change = difference(await plainWords(plain), await plainWords(page));
  if (change !== null) found.push(`other words without script: ${change}`);

  await page.setViewportSize(PHONE);
  // Reduced motion, so that no color is still in transition.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await unstick(page);
  const violations = await axeViolations(page);
  found.push(...violations.map((violation) => `dark phone: ${violation}`));

  await page.setViewportSize(SMALL_PHONE);
  const narrow = [
    ...(await horizontalOverflow(page)),
    ...(await narrowHeaderFaults(page)),
    ...(await heroFaults(page)),
  ];
  found.push(...narrow.map((fault) => `small phone: ${fault}`));
  return [...found, ...faultsOf(page).slice(known)];
}

/** Puts sticky bars at their place in the page: which links they cover in part depends on where the text breaks. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (getComputedStyle(element).position !== 'sticky') continue;
      element.style.position = 'relative';
      element.style.inset = 'auto';
    }
  });
}
