import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { workerBrowser } from './support/worker-browser.ts';
import { bootApp, faultsOf, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

let browser: Browser;
let plain: Site;
let counting: Site;
let behindCdn: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, plain, counting, behindCdn] = await Promise.all([
    workerBrowser(),
    startSite(),
    startSite({ VITE_GA_MEASUREMENT_ID: 'G-TEST123' }),
    startSite({ CDN: '1' }),
  ]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await Promise.all([plain?.stop(), counting?.stop(), behindCdn?.stop()]);
});

/** A fake Google tag. Like the real one, it sends every queued command to Google's address. */
const FAKE_TAG = `
  const send = (command) => fetch('https://region1.google-analytics.com/g/collect', {
    method: 'POST', mode: 'no-cors', body: JSON.stringify(Array.from(command)),
  });
  const queue = window.dataLayer;
  queue.forEach(send);
  queue.push = (command) => { send(command); return Array.prototype.push.call(queue, command); };
  new Image().src = 'https://www.google-analytics.com/collect?v=2';
`;

/** Opens a page. The test itself answers the page's requests to other hosts. */
async function openCounted(site: Site, path: string, { gpc = false } = {}) {
  const page = await openPage(browser, `${site.url}/robots.txt`, { width: 1440 });
  pages.push(page);
  const outside: string[] = [];
  const commands: unknown[][] = [];
  if (gpc) {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
    });
  }
  await page.route(
    (url) => url.origin !== site.url,
    async (route) => {
      const request = route.request();
      outside.push(request.url());
      if (request.url().includes('/gtag/js')) {
        await route.fulfill({ contentType: 'text/javascript', body: FAKE_TAG });
        return;
      }
      const body = request.postData();
      if (body) commands.push(JSON.parse(body));
      await route.fulfill({ status: 204, body: '' });
    },
  );
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return { page, outside, commands };
}

const kept = (page: Page, key: string) =>
  page.evaluate((name): unknown => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

describe('a visit', () => {
  it('is recorded in the browser without starting the application', async () => {
    const { page } = await openCounted(
      plain,
      '/buy?utm_source=news&utm_campaign=may&gclid=abc&email=a@b.example',
    );
    expect(await kept(page, 'utmParameters')).toEqual({
      utm_source: 'news',
      utm_campaign: 'may',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const touch = {
      utm_source: 'news',
      utm_campaign: 'may',
      gclid: 'abc',
      landing: '/buy',
      at: expect.any(String),
    };
    expect(await kept(page, 'leadAttribution')).toEqual({ first: touch, last: touch });
    expect(await page.evaluate(() => document.documentElement.dataset['app'])).toBeUndefined();
    await page.goto(`${plain.url}/sell`);
    expect(await kept(page, 'leadAttribution')).toEqual({ first: touch, last: touch });
    expect(faultsOf(page)).toEqual([]);
  });

  it('works if the browser blocks storage', async () => {
    const page = await openPage(browser, `${plain.url}/robots.txt`, { width: 1440 });
    pages.push(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Forbidden', 'SecurityError');
        },
      });
    });
    await page.goto(`${plain.url}/buy?utm_source=news`);
    await bootApp(page);
    expect(faultsOf(page)).toEqual([]);
  });
});

describe('a page', () => {
  it.each([
    ['reports its visit once where a CDN is in front', () => behindCdn, ['/buy', '/sell']],
    ['reports nothing elsewhere, because the server counts it', () => plain, []],
  ])('%s', async (_what, site, expected) => {
    const page = await openPage(browser, `${site().url}/robots.txt`, { width: 1440 });
    pages.push(page);
    const reports: (string | null)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/visit') reports.push(request.postData());
    });
    for (const path of ['/buy?utm_source=x', '/sell'])
      await page.goto(site().url + path, { waitUntil: 'networkidle' });
    // Navigation in the application is counted by the server, which sends the next page.
    await bootApp(page);
    await page.locator('footer').getByRole('link', { name: 'Privacy' }).first().click();
    await page.waitForURL('**/privacy-policy');
    expect(reports).toEqual(expected);
  });
});

describe('statistics', () => {
  it('count page views by path only, on page load and on client-side navigation', async () => {
    const { page, outside, commands } = await openCounted(counting, '/buy?utm_source=news&name=jane#contact');
    await expect.poll(() => outside).toContain('https://www.googletagmanager.com/gtag/js?id=G-TEST123');
    await expect.poll(() => commands.length).toBeGreaterThan(3);
    const config = commands.find(([name]) => name === 'config');
    expect(config).toEqual(['config', 'G-TEST123', expect.objectContaining({ send_page_view: false })]);
    await bootApp(page);
    await page.locator('footer').getByRole('link', { name: 'Privacy' }).first().click();
    await page.waitForURL('**/privacy-policy');
    const views = () => commands.filter(([name, event]) => name === 'event' && event === 'page_view');
    await expect.poll(views).toEqual([
      ['event', 'page_view', { page_location: `${counting.url}/buy` }],
      ['event', 'page_view', { page_location: `${counting.url}/privacy-policy` }],
    ]);
    expect(JSON.stringify(commands)).not.toMatch(/jane|utm_/);
    // The CSP allowed all requests.
    expect(faultsOf(page)).toEqual([]);
  });

  it.each([
    ['where no measurement id is set', false],
    ['where the browser sends Global Privacy Control', true],
  ])('are off %s', async (_, gpc) => {
    const { page, outside } = await openCounted(gpc ? counting : plain, '/buy?gclid=abc&utm_source=news', {
      gpc,
    });
    await bootApp(page);
    await page.locator('footer').getByRole('link', { name: 'Privacy' }).first().click();
    await page.waitForURL('**/privacy-policy');
    await page.waitForTimeout(500);
    expect(outside).toEqual([]);
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
    if (gpc) expect(JSON.stringify(await kept(page, 'leadAttribution'))).not.toContain('abc');
    const policy = (await fetch(`${plain.url}/buy`)).headers.get('content-security-policy');
    expect(policy).not.toMatch(/google-analytics|googletagmanager/);
  });
});

describe('leads kept in the browser', () => {
  const lead = (contactId: string, timestamp: Date) => ({
    contactId,
    firstName: 'Ann',
    lastName: 'Doe',
    email: 'ann@example.com',
    phone: '',
    source: 'Buy Page',
    message: '',
    timestamp: timestamp.toISOString(),
    contactMethod: 'email',
    tags: [],
  });
  const unsent = {
    ...lead('local_1', new Date()),
    hasError: true,
    unsent: {
      session: 'b2f6a2f0-1d8c-4c67-9f9c-0d6a6f3d5a11',
      requests: [
        {
          method: 'POST',
          path: '/api/ghl/contact',
          body: { form: 'lead-form', step: 1, email: 'ann@example.com', contactMethod: 'email' },
        },
      ],
    },
  };

  async function openKeeping(leads: unknown[]) {
    const page = await openPage(browser, `${plain.url}/robots.txt`, { width: 1440 });
    pages.push(page);
    const sent: unknown[] = [];
    await page.route('**/api/ghl/contact', async (route) => {
      sent.push(route.request().postDataJSON());
      await route.fulfill({
        json: {
          success: true,
          contactId: 'known',
          id: 'known',
          status: 'Success: request sent to trigger execution server',
          isLocalOnly: false,
          message: 'Received.',
        },
      });
    });
    await page.evaluate((all) => localStorage.setItem('storedLeads', JSON.stringify(all)), leads);
    return { page, sent };
  }
  const running = (page: Page) => page.evaluate(() => document.documentElement.dataset['app']);

  it('are sent at the next visit, without starting the application', async () => {
    const { page, sent } = await openKeeping([unsent]);
    await page.goto(`${plain.url}/buy`);
    await expect.poll(() => sent).toEqual([expect.objectContaining({ email: 'ann@example.com' })]);
    await expect
      .poll(async () => await kept(page, 'storedLeads'))
      .toEqual([expect.objectContaining({ contactId: 'known' })]);
    expect(await running(page)).toBeUndefined();
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
    );
    expect(scripts.some((file) => file.startsWith('/assets/entry-client-'))).toBe(false);
  });

  it('are deleted a day after the server has received them, on any visit', async () => {
    const old = lead('old', new Date(Date.now() - 25 * 60 * 60 * 1000));
    const recent = lead('recent', new Date(Date.now() - 60 * 60 * 1000));
    const { page, sent } = await openKeeping([old, recent]);
    await page.goto(`${plain.url}/about`);
    await expect
      .poll(async () => await kept(page, 'storedLeads'))
      .toEqual([expect.objectContaining({ contactId: 'recent' })]);
    expect(sent).toEqual([]);
  });

  it('need no extra script if there are none', async () => {
    const { page } = await openKeeping([]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${plain.url}/privacy-policy`, { waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    expect(asked).toContainEqual(expect.stringMatching(/^\/assets\/loader-/));
    expect(asked.filter((file) => /^\/assets\/(entry-client|resend-stored-leads)-/.test(file))).toEqual([]);
  });
});
