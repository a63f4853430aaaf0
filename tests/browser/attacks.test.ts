import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { xssPayloads } from '../server/xss-payloads.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { bootApp } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

let browser: Browser;
let wordpress: FakeSite;
let site: Site;

/** The payloads in groups of twelve, the maximum length of a list field. */
const groups = Array.from({ length: Math.ceil(xssPayloads.length / 12) }, (_, at) =>
  xssPayloads.slice(at * 12, at * 12 + 12),
);

beforeAll(async () => {
  wordpress = await startFakeSite();
  const acf: Record<string, unknown> = {
    page_layout: [
      { block: 'prose', key: 'intro' },
      ...groups.map((_, at) => ({ block: 'cards', key: `cards_${'abcdefghij'[at]}` })),
    ],
    intro_title: 'Attacks',
    intro_content: `<p><a href="/attacks">here</a></p>${xssPayloads.join('\n')}`,
  };
  for (const [at, group] of groups.entries()) {
    acf[`cards_${'abcdefghij'[at]}_title`] = group[0];
    acf[`cards_${'abcdefghij'[at]}_items`] = group.map((payload) => ({
      title: payload,
      desc: payload,
      points: payload,
      link: { title: payload, url: payload, target: '' },
    }));
  }
  const title = { rendered: xssPayloads.slice(0, 6).join(' ') };
  wordpress.add('pages', { id: 66, slug: 'attacks', title, acf });
  wordpress.add('pages', {
    id: 10,
    slug: 'home',
    acf: {
      page_layout: [{ block: 'prose', key: 'intro' }],
      intro_title: 'Start',
      intro_content: '<p><a href="/attacks">Go on</a></p>',
    },
  });
  [browser, site] = await Promise.all([workerBrowser(), startSite({ WORDPRESS_API_URL: wordpress.url })]);
  await vi.waitUntil(async () => (await fetch(`${site.url}/attacks`)).status === 200, {
    timeout: CONDITION_LIMIT,
  });
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.stop();
});

/** Opens a page with the CSP bypassed, because the markup must be inert even without it. */
async function unprotected(path: string): Promise<{ context: BrowserContext; page: Page; calls: string[] }> {
  const context = await browser.newContext({ bypassCSP: true });
  context.setDefaultTimeout(CONDITION_LIMIT);
  const calls: string[] = [];
  await context.exposeFunction('lintelXss', (detail?: string) => calls.push(detail ?? 'called'));
  await context.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt'] as const) {
      Object.assign(window, { [name]: () => void Reflect.get(window, 'lintelXss')(name) });
    }
  });
  const page = await context.newPage();
  await page.goto(site.url + path);
  return { context, page, calls };
}

/** Dispatches the events that typical injected handlers listen for. */
async function poke(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll('main *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      element.dispatchEvent(new FocusEvent('focus'));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const hrefs = await page
    .locator('main a[href]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !/^(https?:|mailto:|tel:|\/|#)/.test(href))).toEqual([]);
  // After a client-side navigation, the only scripts in `main` are the structured data next to the placements.
  const foreignScript = 'main script:not(main > script[type="application/ld+json"])';
  expect(
    await page
      .locator(`${foreignScript}, main iframe, main form, main object, main [onerror], main [style]`)
      .count(),
  ).toBe(0);
}

it('stays inert in server-rendered HTML', async () => {
  const { context, page, calls } = await unprotected('/attacks');
  expect(await page.locator('main h1').textContent()).toBe('Attacks');
  await poke(page);
  await bootApp(page);
  await poke(page);
  expect(calls).toEqual([]);
  await context.close();
});

it('stays inert when the browser renders it after a navigation', async () => {
  const { context, page, calls } = await unprotected('/');
  await bootApp(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Attacks', exact: true }).waitFor();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await poke(page);
  expect(calls).toEqual([]);
  await context.close();
});

it('would detect a successful attack', async () => {
  const { context, page, calls } = await unprotected('/');
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<img src="x:" onerror="lintelXss()">');
  });
  await expect.poll(() => calls.length).toBe(1);
  await context.close();
});
