import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeLimit } from '../setup/time-limits.ts';
import { bootFaults, difference, plainWords } from './support/boot-faults.ts';
import { builtInPaths, builtInPostPaths } from './support/page-paths.ts';
import { crawlSite, type Crawl } from './support/crawl-site.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { horizontalOverflow, openPage, type PageOptions } from './support/page-checks.ts';
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

/**
 * Visits every readable page and a missing one, with two workers, and lists the faults. Workers reuse their tabs
 * because opening one is slow. Storage is cleared before each page.
 */
async function visitAll(
  options: readonly PageOptions[],
  visit: (tabs: readonly Page[]) => Promise<string[]>,
): Promise<string[]> {
  const paths = [...readablePages(await crawled()).map(({ path }) => path), '/no-such-page'];
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    const tabs = await Promise.all(options.map((each) => openPage(browser, `${site.url}/robots.txt`, each)));
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const faults = await goTo(tabs, path)
        .then(() => visit(tabs))
        .catch((error: unknown) => [String(error)]);
      for (const fault of faults) found.push(`${path}: ${fault}`);
    }
    await Promise.all(tabs.map((tab) => tab.close()));
  };
  await Promise.all([worker(), worker()]);
  return found;
}

async function goTo(tabs: readonly Page[], path: string): Promise<void> {
  for (const tab of tabs) {
    await tab.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    await tab.context().clearCookies();
    await tab.goto(site.url + path, { waitUntil: 'load' });
  }
}

describe('every page in a browser', () => {
  it(
    'on a wide light screen: no faults, no axe violations, and the same text without scripts',
    { timeout: timeLimit(900_000) },
    async () => {
      const wide = { width: 1440 };
      const found = await visitAll([wide, { ...wide, javaScript: false }], async ([page, plain]) => {
        if (!page || !plain) throw new Error('There are two tabs.');
        const faults = [...(await bootFaults(page)), ...(await heroFaults(page))];
        const change = difference(await plainWords(plain), await plainWords(page));
        if (change !== null) faults.push(`other words without script: ${change}`);
        return faults;
      });
      expect(found).toEqual([]);
    },
  );

  it(
    'on a dark phone: no faults, no axe violations, nothing wider than 320 px',
    { timeout: timeLimit(900_000) },
    async () => {
      const found = await visitAll([{ width: 360, colorScheme: 'dark' }], async ([page]) => {
        if (!page) throw new Error('There is one tab.');
        const faults = await bootFaults(page);
        await page.setViewportSize({ width: 320, height: 900 });
        faults.push(...(await horizontalOverflow(page)), ...(await narrowHeaderFaults(page)));
        faults.push(...(await heroFaults(page)));
        await page.setViewportSize({ width: 360, height: 900 });
        return faults;
      });
      expect(found).toEqual([]);
    },
  );
});
