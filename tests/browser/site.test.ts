import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootFaults, difference, plainWords } from './support/boot-faults.ts';
import { builtInPaths, builtInPostPaths } from './support/page-paths.ts';
import { crawlSite, type Crawl } from './support/crawl-site.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { horizontalOverflow, openPage } from './support/page-checks.ts';
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
let crawl: Crawl;

beforeAll(async () => {
  // Without the sample identity's own `noindex`, so that each page's robots directive shows.
  [browser, site] = await Promise.all([launchBrowser(), startSite({ ALLOW_SAMPLE_INDEX: 'true' })]);
  const listed = await listedPaths();
  crawl = await crawlSite(site.url, [...new Set([...starts, ...listed])]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function listedPaths(): Promise<string[]> {
  const response = await fetch(`${site.url}/sitemap.xml`);
  if (!response.ok) return [];
  const urls = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? ''),
  );
  return urls.map((url) => url.pathname + url.search);
}

describe('all pages together', () => {
  it('reach one another and their files, without a redirect on the way', () => {
    expect({
      addresses: deadAddresses(crawl),
      anchors: deadAnchors(crawl),
      links: unsafeLinks(crawl),
      pictures: wordlessPictures(crawl),
    }).toEqual({ addresses: [], anchors: [], links: [], pictures: [] });
  });

  it('have one h1 each, and a canonical address that answers', () => {
    const pages = readablePages(crawl);
    const headings = pages.map(({ path, document }) => [path, document.querySelectorAll('h1').length]);
    expect(headings.filter(([, count]) => count !== 1)).toEqual([]);
    const canonicals = pages.map(({ path, document }) => [path, canonicalOf(document)] as const);
    expect(canonicals.filter(([, own]) => crawl.get(own ?? '')?.status !== 200)).toEqual([]);
    expect(new Map(canonicals).get('/contact-us')).toBe('/contact');
  });

  it('have a title and a description that no other page has', () => {
    const pages = readablePages(crawl).filter(({ path, document }) => canonicalOf(document) === path);
    expect(pages.length).toBeGreaterThanOrEqual(builtInPaths().length);
    expect(shared(pages.map(({ path, document }) => [path, document.title]))).toEqual([]);
    expect(shared(pages.map(({ path, document }) => [path, descriptionOf(document)]))).toEqual([]);
  });

  it('ask not to be indexed where they are for looking or trying only', () => {
    const robots = new Map(readablePages(crawl).map(({ path, document }) => [path, robotsOf(document)]));
    const hidden = [...robots]
      .filter(([, directive]) => directive.startsWith('noindex'))
      .map(([path]) => path);
    expect(hidden).toEqual(expect.arrayContaining(UNLISTED));
    const listed = [...builtInPaths(), ...builtInPostPaths()];
    const own = listed.filter((path) => ![...UNLISTED, ...SEARCHES].includes(path));
    expect(own.filter((path) => robots.get(path) !== 'index, follow')).toEqual([]);
  });
});

/** Visits every page that answered, two at a time, and lists what was wrong, each with its page. */
async function visitAll(visit: (path: string) => Promise<string[]>): Promise<string[]> {
  const paths = [...readablePages(crawl).map(({ path }) => path), '/no-such-page'];
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const faults = await visit(path).catch((error: unknown) => [String(error)]);
      for (const fault of faults) found.push(`${path}: ${fault}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return found;
}

describe('every page in a browser', () => {
  it(
    'on a wide light screen: no fault, no axe violation, and its words need no script',
    { timeout: 240_000 },
    async () => {
      const found = await visitAll(async (path) => {
        const plain = await openPage(browser, site.url + path, { width: 1440, javaScript: false });
        const words = await plainWords(plain);
        await plain.close();
        const page = await openPage(browser, site.url + path, { width: 1440 });
        const faults = await bootFaults(page);
        const shown = await plainWords(page);
        const change = difference(words, shown);
        if (change !== null) faults.push(`other words without script: ${change}`);
        await page.close();
        return faults;
      });
      expect(found).toEqual([]);
    },
  );

  it(
    'on a dark phone: no fault, no axe violation, nothing wider than 320 px',
    { timeout: 240_000 },
    async () => {
      const found = await visitAll(async (path) => {
        const page = await openPage(browser, site.url + path, { width: 360, colorScheme: 'dark' });
        const faults = await bootFaults(page);
        await page.setViewportSize({ width: 320, height: 800 });
        faults.push(...(await horizontalOverflow(page)));
        await page.close();
        return faults;
      });
      expect(found).toEqual([]);
    },
  );
});
