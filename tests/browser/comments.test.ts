import { json } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { axeViolations, bootApp, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';
import { workerBrowser } from './support/worker-browser.ts';

let wordpress: FakeSite;
let site: Site;
let browser: Browser;
let page: Page | undefined;
let got: unknown[] = [];

beforeAll(async () => {
  browser = await workerBrowser();
  wordpress = await startFakeSite();
  wordpress.settings = { comments: 'open' };
  wordpress.add('posts', { id: 1, slug: 'hello', title: { rendered: 'Hello' }, comment_status: 'open' });
  wordpress.add('comments', {
    id: 1,
    content: { rendered: `<p>${'long'.repeat(60)}</p>` },
    author_name: 'A visitor with quite a long name of her own',
    author_url: 'https://visitor.example/',
  });
  // A conversation as deep as WordPress’s presets let it be.
  for (let id = 2; id <= 8; id += 1) wordpress.add('comments', { id, parent: id - 1 });
  wordpress.routes.set('/lintel/v1/comments', async (_query, request) => {
    got.push(await json(request));
    return { json: { id: 99, status: 'unapproved' } };
  });
  site = await startSite(wordpress.env);
  await vi.waitFor(
    async () => {
      const html = await (await fetch(`${site.url}/hello`)).text();
      if (!html.includes('comment-8')) throw new Error('WordPress has not been read.');
    },
    { timeout: CONDITION_LIMIT, interval: 100 },
  );
});
afterEach(async () => {
  await page?.close();
  got = [];
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.stop();
});

it('“Reply” leads to the form while the application runs, too', async () => {
  page = await openPage(browser, `${site.url}/hello`, { width: 1440, reducedMotion: true });
  await bootApp(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Reply to Visitor 3', exact: true }).click();
  const form = page.locator('#respond');
  await form.getByRole('heading', { name: 'Reply to Visitor 3' }).waitFor();
  await expect.poll(() => form.evaluate(isNearTop)).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('respond');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(faultsOf(page)).toEqual([]);
});

it('a comment stays typed after “Reply”, its cancellation, and going back', async () => {
  page = await openPage(browser, `${site.url}/hello`, { width: 1440, reducedMotion: true });
  const form = page.locator('#respond');
  const typed = () =>
    form
      .locator('textarea, input:not([type=hidden])')
      .evaluateAll((all) => all.map((each) => Object(each).value));
  await form.getByLabel('Comment', { exact: true }).fill('A long thought');
  await form.getByLabel('Name').fill('Jane Doe');
  await bootApp(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const kept = ['A long thought', 'Jane Doe', '', ''];
  await page.getByRole('link', { name: 'Reply to Visitor 3', exact: true }).click();
  await form.getByRole('heading', { name: 'Reply to Visitor 3' }).waitFor();
  await expect.poll(typed).toEqual(kept);
  await form.getByLabel('E-mail').fill('jane@visitor.test');
  kept[2] = 'jane@visitor.test';
  await form.getByRole('link', { name: 'Cancel the reply' }).click();
  await form.getByRole('heading', { name: 'Leave a comment' }).waitFor();
  await expect.poll(typed).toEqual(kept);
  await page.goBack();
  await form.getByRole('heading', { name: 'Reply to Visitor 3' }).waitFor();
  await page.goBack();
  await form.getByRole('heading', { name: 'Leave a comment' }).waitFor();
  await expect.poll(typed).toEqual(kept);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(faultsOf(page)).toEqual([]);
});

describe.each([
  { javaScript: true, width: 360 },
  { javaScript: true, width: 1440 },
  { javaScript: false, width: 360 },
  { javaScript: false, width: 1440 },
])('JavaScript $javaScript, $width px', ({ javaScript, width }) => {
  it('a visitor answers a comment, and is told that it waits for approval', async () => {
    page = await openPage(browser, `${site.url}/hello#comment-3`, {
      width,
      javaScript,
      reducedMotion: true,
    });
    const form = page.locator('#respond');
    await expect.poll(() => page?.locator('#comment-3').evaluate(isNearTop)).toBe(true);
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Reply to Visitor 3', exact: true }).click();
    await form.getByRole('heading', { name: 'Reply to Visitor 3' }).waitFor();
    await expect.poll(() => form.evaluate(isNearTop)).toBe(true);
    const text = `Written with ${javaScript ? 'a' : 'no'} script at ${width}`;
    await form.getByLabel('Comment', { exact: true }).fill(text);
    await form.getByLabel('Name').fill('Jane Doe');
    await form.getByLabel('E-mail').fill('jane');
    const button = form.getByRole('button', { name: 'Post the comment' });
    // The browser itself refuses what is no e-mail address.
    await button.click();
    expect(await form.getByLabel('E-mail').evaluate((input) => input.matches(':focus:invalid'))).toBe(true);
    await form.getByLabel('E-mail').fill('jane@visitor.test');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await button.click();
    expect((await answered).status()).toBe(303);
    await form.getByRole('status').waitFor();
    expect(await form.getByRole('status').textContent()).toContain('waits for approval');
    await expect.poll(() => form.evaluate(isNearTop)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(faultsOf(page)).toEqual([]);
    await expect.poll(() => got).toMatchObject([{ post: 1, parent: 3, body: text, name: 'Jane Doe' }]);
    // The drafts of lead forms are none of this form's.
    expect(
      await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].join()),
    ).not.toMatch(/comment/);
  });
});

it('the application shows comments that are reached by navigation', async () => {
  page = await openPage(browser, `${site.url}/blog`, { width: 1440, javaScript: true, reducedMotion: true });
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.mouse.move(100, 100);
  await page.mouse.move(200, 200);
  await page.locator('html[data-app]').waitFor();
  await page.getByRole('link', { name: 'Hello', exact: true }).first().click();
  await page.locator('#comment-8').waitFor();
  expect(await page.locator('#respond form').count()).toBe(1);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

function isNearTop(element: Element): boolean {
  return Math.abs(element.getBoundingClientRect().top) < 200;
}
