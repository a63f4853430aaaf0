import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEditorSite } from './support/editor-site.ts';
import { FACE, photographNames, photographOf } from './support/photographs.ts';
import { pictureSlots } from './support/picture-page.ts';
import { workerBrowser } from './support/worker-browser.ts';
import {
  axeViolations,
  bootApp,
  faultsOf,
  horizontalOverflow,
  openPage,
  type PageOptions,
} from './support/page-checks.ts';

let browser: Browser;
let editor: Awaited<ReturnType<typeof startEditorSite>>;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, editor] = await Promise.all([workerBrowser(), startEditorSite()]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await editor?.stop();
});

async function open(path: string, options: Partial<PageOptions> = {}): Promise<Page> {
  const page = await openPage(browser, editor.site.url + path, { width: 1440, ...options });
  pages.push(page);
  return page;
}

/** Returns the inner HTML of an element with sorted attributes, because React inserts them in a different order. */
const markup = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const copy = document.createElement('div');
    copy.innerHTML = element.innerHTML;
    for (const each of copy.querySelectorAll('*')) {
      const attributes = [...each.attributes].sort((a, b) => a.name.localeCompare(b.name));
      for (const { name } of attributes) each.removeAttribute(name);
      for (const { name, value } of attributes) each.setAttribute(name, value);
    }
    return copy.innerHTML;
  });
const structuredData = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((all) => all.map((each) => JSON.parse(each.innerHTML)));
const parserLoads = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/html-to-elements-')),
  );
const opened = (page: Page) => page.locator('header nav :popover-open');

describe('rich text', () => {
  it('is the same on a page load and after client-side navigation', async () => {
    const written = await open('/edited');
    const page = await open('/');
    await bootApp(page);
    await page.getByRole('button', { name: 'More in Buy' }).click();
    await opened(page).getByText('More about it').click();
    await opened(page).getByRole('link', { name: 'Edited' }).click();
    await page.locator('main h1').getByText('Edited').waitFor();
    expect(await markup(page, 'main section > div > div')).toBe(
      await markup(written, 'main section > div > div'),
    );
    expect(await opened(page).count()).toBe(0);
    expect(faultsOf(page)).toEqual([]);
  });

  it('loads no HTML parser for hydration, and keeps the elements of the server', async () => {
    const page = await open('/');
    const before = await markup(page, '#faq');
    await page
      .locator('#faq details > div > div')
      .first()
      .evaluate((element) => {
        Object.assign(element, { written: true });
      });
    await bootApp(page);
    expect(await markup(page, '#faq')).toBe(before);
    const kept = page.locator('#faq details > div > div').first();
    expect(await kept.evaluate((element) => 'written' in element)).toBe(true);
    expect(await parserLoads(page)).toBe(false);
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/contact');
    expect(await parserLoads(page)).toBe(true);
    expect(faultsOf(page)).toEqual([]);
  });

  it.each([360, 768, 1440])('fits its column at %i px', async (width) => {
    const page = await open('/edited', { width });
    expect(await horizontalOverflow(page)).toEqual([]);
    if (width === 360) expect(await axeViolations(page)).toEqual([]);
    const picture = await page.locator('main figure img').boundingBox();
    expect(picture?.width).toBeLessThanOrEqual(300);
    expect(faultsOf(page)).toEqual([]);
  });

  it('has wide tables that can be scrolled with the keyboard', async () => {
    const page = await open('/edited', { width: 360 });
    const table = page.getByRole('group', { name: 'Table' }).first();
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  it('shows the words of a cover over its picture, which may be a fixed background', async () => {
    const page = await open('/edited');
    for (const block of await page.locator('.wp-block-cover').all()) {
      const [cover, picture, words] = await Promise.all(
        [block, block.locator('img.wp-block-cover__image-background'), block.locator('h2')].map((each) =>
          each.boundingBox(),
        ),
      );
      expect(picture).toEqual(cover);
      expect(words?.y).toBeGreaterThan(picture?.y ?? Infinity);
      expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThan((picture?.y ?? 0) + (picture?.height ?? 0));
    }
    expect(await page.locator('.wp-block-cover').count()).toBe(2);
  });
});

describe('a nested menu', () => {
  it('opens by keyboard, and Escape closes it and restores the focus', async () => {
    const page = await open('/edited');
    const button = page.getByRole('button', { name: 'Selling' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => opened(page).count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sell');
    await page.keyboard.press('Escape');
    await expect.poll(() => opened(page).count()).toBe(0);
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('opens below its entry, and a click outside closes it', async () => {
    const page = await open('/edited');
    const button = page.getByRole('button', { name: 'More in Buy' });
    await button.click();
    const [entry, panel] = await Promise.all([
      page.locator('header nav > ul > li').nth(1).boundingBox(),
      opened(page).boundingBox(),
    ]);
    expect(panel?.y).toBeGreaterThanOrEqual((entry?.y ?? 0) + (entry?.height ?? 0));
    expect(panel?.x).toBeCloseTo(entry?.x ?? 0, 0);
    expect(await axeViolations(page)).toEqual([]);
    await page.mouse.click(10, 600);
    await expect.poll(() => opened(page).count()).toBe(0);
  });

  it('works without JavaScript', async () => {
    const page = await open('/edited', { javaScript: false });
    await page.getByRole('button', { name: 'Selling' }).click();
    await page.getByRole('link', { name: 'Staging tips' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sell/staging-tips');
  });

  it('is in the drawer too, where an entry without a link opens its submenu', async () => {
    const page = await open('/edited', { width: 360 });
    await page.getByRole('button', { name: 'Menu' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'Mortgage guide' }).waitFor();
    await drawer.getByText('Selling').tap();
    await drawer.getByRole('link', { name: 'Valuation' }).waitFor();
    expect(faultsOf(page)).toEqual([]);
  });

  it('marks only the entries of the page and its ancestors', async () => {
    const page = await open('/sell/home-valuation');
    const marked = page.locator('header nav > ul > li > [aria-current]');
    expect(await marked.allInnerTexts()).toEqual(['Selling']);
  });
});

describe('photographs', () => {
  // Layout rounds lengths, so ratios may differ by up to 0.05.
  const near = (ratio: number) => expect.closeTo(ratio, 1);
  it.each(photographNames)('fill every slot in its ratio without cropping the face: %s', async (name) => {
    const page = await open(`/pictures-${name}`);
    const { face, ...own } = photographOf(name);
    const at = {
      x: face.x * own.width,
      y: face.y * own.height,
      radius: FACE * Math.min(own.width, own.height),
    };
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await horizontalOverflow(page)).toEqual([]);
      const slots = await page.evaluate(measureSlots, at);
      expect(slots.filter(({ hidden }) => hidden > 0)).toEqual([]);
      expect(slots.map(({ key, ratio }) => [key, ratio])).toEqual(
        Object.entries(pictureSlots).map(([key, slot]) => [
          key,
          slot ? near(slot[width < 600 ? 1 : 0]) : expect.any(Number),
        ]),
      );
    }
  });

  it('are shown from the site’s own address', async () => {
    const page = await open('/pictures-portrait', { width: 768 });
    const picture = page.locator('#portrait img');
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(300);
    expect(await picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)).toMatch(
      /^\/media\//,
    );
    expect(faultsOf(page)).toEqual([]);
  });
});

describe('structured data', () => {
  it('is updated on client-side navigation, also back to the first page', async () => {
    const [home, guide] = await Promise.all([
      open('/').then(structuredData),
      open('/buy/mortgage-guide').then(structuredData),
    ]);
    expect(guide).not.toEqual(home);
    const page = await open('/');
    await bootApp(page);
    await page.getByRole('button', { name: 'More in Buy' }).click();
    await opened(page).getByRole('link', { name: 'Mortgage guide' }).click();
    await expect.poll(() => structuredData(page)).toEqual(guide);
    await page.goBack();
    await expect.poll(() => structuredData(page)).toEqual(home);
    expect(faultsOf(page)).toEqual([]);
  });
});

/**
 * Runs in the browser. Returns the ratio of each slot's first picture, and how many of eight points around the face are
 * cropped by the slot or by the arch around it.
 */
function measureSlots(face: { x: number; y: number; radius: number }) {
  return [...document.querySelectorAll('main [data-placement]')].map((placement) => {
    const image = placement.querySelector('img');
    if (!image) throw new Error(`#${placement.id} has no picture.`);
    image.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [own, ownHeight] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))];
    const style = getComputedStyle(image);
    const box = image.getBoundingClientRect();
    const scale = Math.max(box.width / own, box.height / ownHeight);
    const [left = 0, top = 0] = style.objectPosition.split(' ').map((each) => Number.parseFloat(each) / 100);
    const hidden = [0, 1, 2, 3, 4, 5, 6, 7].filter((turn) => {
      const angle = (turn * Math.PI) / 4;
      const x =
        box.left + (box.width - own * scale) * left + (face.x + face.radius * Math.cos(angle)) * scale;
      const y =
        box.top + (box.height - ownHeight * scale) * top + (face.y + face.radius * Math.sin(angle)) * scale;
      return !document.elementsFromPoint(x, y).includes(image);
    });
    return { key: placement.id, ratio: box.width / box.height, hidden: hidden.length };
  });
}
