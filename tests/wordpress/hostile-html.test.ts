import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { bootApp } from '../browser/support/page-checks.ts';
import { xssPayloads } from '../server/xss-payloads.ts';
import { dangersOf } from './support/dangers.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

// Administrators have `unfiltered_html`, so WordPress stores these payloads unchanged.
const HERO = xssPayloads.map((_, index) => ({ block: 'hero', key: `attack_${index}` }));
const sections = Object.fromEntries(
  xssPayloads.flatMap((attack, index) => [
    [`attack_${index}_title`, `Attack ${index} ${attack}`],
    [`attack_${index}_desc`, `<p>Before</p>${attack}`],
    [`attack_${index}_cta_text`, attack],
    [`attack_${index}_cta_link`, { title: attack, url: 'javascript:lintelXss()', target: '' }],
  ]),
);

let wordpress: TestWordPress;
let site: OpenSite;
let browser: Browser;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  const { admin } = wordpress;
  const attacks = await createPage(admin, { slug: 'attacks', title: 'Attacks' });
  await wordpress.store(attacks, { page_layout: HERO, ...sections });
  await createPage(admin, {
    slug: 'written',
    title: 'Written <script>lintelXss()</script>',
    excerpt: xssPayloads.join('\n\n'),
    content: xssPayloads.map((attack) => `<div>${attack}</div>`).join('\n\n'),
  });
  const link = { title: 'To the attacks', url: '/attacks', target: '' };
  await createPage(admin, {
    slug: 'way-in',
    title: 'Way in',
    acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'Way in', hero_cta_link: link },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await wordpress?.remove();
});

test('WordPress holds the attacks as they were sent', async () => {
  const answer = await wordpress.editor.get('/wp/v2/pages?slug=attacks&_fields=acf');
  const [page] = z.array(z.object({ acf: z.record(z.string(), z.unknown()) })).parse(answer);
  expect(page?.acf).toMatchObject({
    attack_0_desc: sections.attack_0_desc,
    attack_7_desc: sections.attack_7_desc,
  });
});

test.each(['/attacks', '/written', '/wp/attacks'])(
  'the document of %s contains nothing that can run',
  async (path) => {
    const { status, html } = await site.page(path);
    expect(status).toBe(200);
    expect(dangersOf(html)).toEqual([]);
  },
);

test('the HTML in API responses contains nothing that can run', async () => {
  for (const slug of ['attacks', 'written']) {
    const answer: unknown = JSON.parse(await site.wpJson(`/pages?slug=${slug}&_embed=true`));
    const html = htmlIn(answer);
    expect(html.length).toBeGreaterThan(1);
    for (const each of html) expect(dangersOf(each)).toEqual([]);
  }
});

test('nothing runs in a browser, even without our CSP, on page loads and client-side navigation', async () => {
  const context = await browser.newContext({ bypassCSP: true });
  const ran: string[] = [];
  await context.exposeFunction('lintelXss', () => void ran.push('an attack ran'));
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss());
  for (const path of ['/attacks', '/written']) {
    await page.goto(site.url + path, { waitUntil: 'load' });
    await bootApp(page);
  }
  await page.goto(`${site.url}/way-in`);
  // A full page load would remove this attribute. The test must exercise client-side navigation.
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  await bootApp(page);
  await page.getByRole('link', { name: 'To the attacks' }).click();
  await page.getByText('Attack 0').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('html[data-same-document]').count()).toBe(1);
  expect(ran).toEqual([]);
  await context.close();
});

/** Returns all values in an API response that clients insert as HTML. */
function htmlIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return /^(?:rendered|html|desc|attack_\d+_desc)$/.test(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, each]) => htmlIn(each, inner));
}
