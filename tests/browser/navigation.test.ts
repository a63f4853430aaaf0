import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { bootApp, faultsOf, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

let browser: Browser;
let site: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([workerBrowser(), startSite()]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await site?.stop();
});

async function open(path: string): Promise<Page> {
  const page = await openPage(browser, site.url + path, { width: 1440 });
  pages.push(page);
  return page;
}

async function openRunning(path: string): Promise<Page> {
  const page = await open(path);
  await bootApp(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  return page;
}

/** Adds a link to the page and clicks it. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const anchor = document.createElement('a');
    anchor.href = to;
    document.querySelector('main')?.append(anchor);
    anchor.click();
  }, href);
}

const heading = (page: Page) => page.locator('main h1').innerText();
const pathOf = (page: Page) => new URL(page.url()).pathname;
const sameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
const shows = async (page: Page, words: string) => {
  await expect.poll(() => heading(page)).toBe(words);
};

describe('back and forward', () => {
  it('cancel a link whose page has not been shown yet, even within a view transition', async () => {
    const page = await openRunning('/');
    const title = await heading(page);
    await page.evaluate(() => {
      // The browser calls it when it has drawn the old page.
      const start = (change: () => Promise<void>) => {
        Object.assign(window, { change });
        return { ready: Promise.resolve() };
      };
      Object.assign(document, { startViewTransition: start });
    });
    await follow(page, '/sell');
    await page.waitForFunction(() => 'change' in window);
    await page.evaluate(async () => {
      dispatchEvent(new PopStateEvent('popstate'));
      if ('change' in window && typeof window.change === 'function') await window.change();
    });
    expect(pathOf(page)).toBe('/');
    expect(await heading(page)).toBe(title);
    expect(await sameDocument(page)).toBe(true);
    await page.evaluate(() => Reflect.deleteProperty(document, 'startViewTransition'));
    await follow(page, '/sell');
    await expect.poll(() => pathOf(page)).toBe('/sell');
    expect(faultsOf(page)).toEqual([]);
  });

  it.each(['at once', 'after the boot'])(
    'show the page that matches the URL after a reload, %s',
    async (when) => {
      const page = await openRunning('/');
      const [home, hero] = [await heading(page), await page.locator('#hero').innerText()];
      await follow(page, '/sell');
      await expect.poll(() => pathOf(page)).toBe('/sell');
      await expect.poll(() => heading(page)).not.toBe(home);
      const sell = await heading(page);
      await page.reload();
      if (when === 'after the boot') await bootApp(page);
      await page.goBack();
      await shows(page, home);
      await page.waitForLoadState();
      expect(await page.locator('#hero').innerText()).toBe(hero);
      expect(await page.title()).not.toBe('');
      await page.goForward();
      await shows(page, sell);
      await expect.poll(() => page.title()).toContain('Sell');
      expect(await page.locator('title').count()).toBe(1);
      expect(faultsOf(page)).toEqual([]);
    },
  );

  it('cancel a link whose page arrives later', async () => {
    const page = await openRunning('/');
    const title = await heading(page);
    await follow(page, '/sell');
    await expect.poll(() => pathOf(page)).toBe('/sell');
    const CONTACT = /\/pages\?.*path=\/contact/;
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(CONTACT, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(CONTACT);
    const answered = page.waitForResponse(CONTACT);
    await follow(page, '/contact');
    await asked;
    await page.goBack();
    await shows(page, title);
    arrive();
    await (await answered).finished();
    // Long enough for the page to be shown.
    await page.waitForFunction(() => document.documentElement.dataset.busy === undefined);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(pathOf(page)).toBe('/');
    expect(await heading(page)).toBe(title);
  });

  it('lead to the figures that were typed into a calculator', async () => {
    const page = await openRunning('/buy/mortgage-guide');
    const price = page.locator('[name=mc_price]');
    const result = page.locator('[data-placement=mortgage-calculator] output').first();
    const before = await result.innerText();
    await price.fill('123,000');
    await expect.poll(() => result.innerText()).not.toBe(before);
    const after = await result.innerText();
    await follow(page, '/sell');
    await expect.poll(() => pathOf(page)).toBe('/sell');
    await page.goBack();
    await expect.poll(() => price.inputValue()).toBe('123,000');
    expect(await result.innerText()).toBe(after);
    // A link to the page shows the starting values.
    await follow(page, '/sell');
    await expect.poll(() => pathOf(page)).toBe('/sell');
    await follow(page, '/buy/mortgage-guide');
    await expect.poll(() => result.innerText()).toBe(before);
    expect(faultsOf(page)).toEqual([]);
  });

  it('close the menu over the page that was left', async () => {
    const page = await openPage(browser, `${site.url}/`, { width: 360 });
    pages.push(page);
    await bootApp(page);
    await follow(page, '/sell');
    await expect.poll(() => pathOf(page)).toBe('/sell');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'hidden' });
    expect(pathOf(page)).toBe('/');
    expect(faultsOf(page)).toEqual([]);
  });

  it('restore the first page, without loading the code of its static blocks', async () => {
    const page = await openRunning('/');
    const words = await page.locator('main').innerText();
    await follow(page, '/terms-of-service');
    await expect.poll(() => pathOf(page)).toBe('/terms-of-service');
    await expect.poll(() => page.locator('main').innerText()).not.toBe(words);
    await page.goBack();
    await expect.poll(() => page.locator('main').innerText()).toBe(words);
    expect(await sameDocument(page)).toBe(true);
    expect(faultsOf(page)).toEqual([]);
  });
});

describe('a link', () => {
  it('falls back to a page load if the code of the next page fails to load', async () => {
    const page = await openRunning('/');
    await page.route('**/assets/view-*.js', (route) => route.abort());
    await follow(page, '/sell');
    await page.locator('main h1').getByText('Sell').waitFor();
    expect(await sameDocument(page)).toBe(false);
    await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(3000);
  });

  it.each([
    ['/buyers', '/buy'],
    ['/buy/', '/buy'],
  ])('to %s, which has moved, redirects to %s', async (from, to) => {
    const page = await openRunning('/');
    await follow(page, from);
    await expect.poll(() => pathOf(page)).toBe(to);
    await page.locator('main h1').waitFor();
    expect(await heading(page)).not.toContain('404');
  });

  it('works in a browser that does not know popovers', async () => {
    const page = await openRunning('/');
    await page.evaluate(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
      const known = document.querySelector.bind(document);
      const querySelector = (selector: string) => {
        if (selector.includes(':popover-open')) throw new SyntaxError('Unknown pseudo-class.');
        return known(selector);
      };
      Object.assign(document, { querySelector });
    });
    await follow(page, '/sell');
    await expect.poll(() => pathOf(page)).toBe('/sell');
    expect(await sameDocument(page)).toBe(true);
    expect(faultsOf(page)).toEqual([]);
  });

  it('to the same page with other figures stays at the calculator', async () => {
    const page = await openRunning('/buy/mortgage-guide');
    const price = page.locator('[name=mc_price]');
    const anchor = await price.evaluate(
      (input: HTMLInputElement) => input.form?.getAttribute('action') ?? '',
    );
    expect(anchor).toMatch(/^#./);
    await follow(page, `/buy/mortgage-guide?mc_price=250000${anchor}`);
    await expect.poll(() => new URL(page.url()).search).toBe('?mc_price=250000');
    await expect
      .poll(() => page.locator(anchor).evaluate((each) => Math.abs(each.getBoundingClientRect().top)))
      .toBeLessThan(200);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    expect(faultsOf(page)).toEqual([]);
  });

  it('with a malformed or unknown fragment leads to the top of the page', async () => {
    const page = await openRunning('/');
    await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }));
    await follow(page, '/sell#50%off');
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    expect(await heading(page)).toContain('Sell');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(faultsOf(page)).toEqual([]);
  });

  it('to a fragment of another page moves the focus there, too', async () => {
    const page = await openRunning('/');
    await follow(page, '/neighborhoods#beaverdale');
    await page.waitForFunction(() => document.activeElement?.id === 'beaverdale');
    const top = await page.locator('#beaverdale').evaluate((each) => each.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(200);
  });

  it('that is clicked later wins over an earlier one whose page arrives later', async () => {
    const page = await openRunning('/');
    let late: (() => void) | undefined;
    const waits = new Promise<void>((resolve) => (late = resolve));
    await page.route('**/wp-json/**slug=sell**', async (route) => {
      await waits;
      await route.continue();
    });
    await follow(page, '/sell');
    await follow(page, '/buy');
    await expect.poll(() => pathOf(page)).toBe('/buy');
    const arrived = page.waitForResponse('**/wp-json/**slug=sell**');
    late?.();
    await arrived;
    await page.waitForTimeout(300);
    expect(pathOf(page)).toBe('/buy');
  });
});

describe('a link to an anchor', () => {
  it('jumps on arrival, and glides after a click', async () => {
    const page = await open('/neighborhoods#beaverdale');
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await scrolling()).toBe('auto');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await page.locator('main a[href^="#"]').first().click();
    expect(await scrolling()).toBe('smooth');
  });
});

describe('a view transition', () => {
  it.each([
    [false, 1],
    [true, 0],
  ])('between pages, with reduced motion: %s', async (reducedMotion, expected) => {
    const page = await openPage(browser, `${site.url}/about`, { width: 1440, reducedMotion });
    pages.push(page);
    // Navigation between documents.
    await page.addInitScript(() => {
      addEventListener('pagereveal', (event) => {
        Object.assign(window, { revealed: event.viewTransition ? 1 : 0 });
      });
    });
    // The browser leaves out the transition of a navigation that takes more than four seconds.
    const cross = async () => {
      await page.goto(`${site.url}/about`);
      // A page that was not drawn yet has nothing to begin a transition with.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/sell"]')?.click());
      await page.waitForURL('**/sell');
      await page.waitForFunction(() => 'revealed' in window);
      return page.evaluate(() => Reflect.get(window, 'revealed'));
    };
    await expect.poll(cross).toBe(expected);

    // Navigation within the application.
    await bootApp(page);
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      let started = 0;
      document.startViewTransition = (change) => {
        started += 1;
        Object.assign(window, { started });
        return start(change);
      };
      Object.assign(window, { started });
    });
    await follow(page, '/buy');
    await expect.poll(() => pathOf(page)).toBe('/buy');
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    expect(await page.evaluate(() => Reflect.get(window, 'started'))).toBe(expected);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(faultsOf(page)).toEqual([]);
  });
});

describe('a prerendered page', () => {
  it('runs no form until it is activated', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(CONDITION_LIMIT);
    pages.push(page);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    });
    await page.route(`${site.url}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('data-placement="hero"', '$& data-need="near"');
      await route.fulfill({ response, body });
    });
    await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
    const islands = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => /entry-islands-[^/]*\.js$/.test(name))
            .length,
      );
    expect(await islands()).toBe(0);
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
    // Once as a file, and once as a module.
    await expect.poll(islands).toBeGreaterThan(0);
  });
});

describe('on paper', () => {
  it('all answers appear below their questions, open or closed', async () => {
    const page = await open('/');
    await page.emulateMedia({ media: 'print' });
    const hidden = () =>
      page
        .locator('details > div')
        .evaluateAll(
          (all) => all.filter((each) => !each.checkVisibility({ contentVisibilityAuto: true })).length,
        );
    // Content of closed `details` elements becomes visible one frame after the print styles apply.
    await expect.poll(hidden).toBe(0);
  });

  it('the page is black on white without buttons of the header, also in the dark', async () => {
    const page = await openPage(browser, `${site.url}/neighborhoods`, { width: 700, colorScheme: 'dark' });
    pages.push(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colors = () =>
      page.evaluate(() => {
        const { color } = getComputedStyle(document.querySelector('h1') ?? document.body);
        return [color, getComputedStyle(document.body).backgroundColor];
      });
    await expect.poll(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    expect(await page.getByRole('banner').getByRole('button').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Send a message' }).count()).toBe(0);
    const overlap = await page.locator('figcaption').evaluateAll(
      (all) =>
        all.filter((caption) => {
          const picture = caption.parentElement?.querySelector('img')?.getBoundingClientRect();
          return picture && caption.getBoundingClientRect().top < picture.bottom;
        }).length,
    );
    expect(overlap).toBe(0);
    const mark = page.locator('img[src*=equal-housing]');
    const darkest = async () => (await sharp(await mark.screenshot()).stats()).channels[0]?.min;
    await expect.poll(darkest).toBeLessThan(64);
  });

  it('no heading is at the end of a sheet without what it belongs to', async () => {
    const page = await open('/sell');
    await page.emulateMedia({ media: 'print' });
    const loose = await page.locator('main :is(h1, h2, h3, h4, summary)').evaluateAll((all) =>
      all
        // A heading in a header is followed by the section, which the header must stay with.
        .flatMap((each) => [each, ...(each.matches('h2') ? [each.closest('header')] : [])])
        .filter((each) => each !== null && getComputedStyle(each).breakAfter !== 'avoid')
        .map((each) => each?.textContent),
    );
    expect(loose).toEqual([]);
  });

  it('the legend of a chart keeps its colors', async () => {
    const page = await open('/buy/mortgage-guide');
    await page.emulateMedia({ media: 'print' });
    const keys = page.locator('figcaption [data-part]');
    const printed = await keys.evaluateAll((all) =>
      all.map((key) => getComputedStyle(key).getPropertyValue('print-color-adjust')),
    );
    expect(printed).toEqual(['exact', 'exact']);
  });
});

describe('the interactive map', () => {
  it.each([360, 1440])('takes the place of the drawn one, so that nothing moves, at %i px', async (width) => {
    const page = await openPage(browser, `${site.url}/neighborhoods`, { width });
    pages.push(page);
    await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
    const opener = page.getByRole('button', { name: /map$/ });
    const place = () => opener.evaluate((button) => Math.round(button.getBoundingClientRect().top + scrollY));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await place();
    await opener.press('Enter');
    await page.locator('main .leaflet-container').waitFor();
    await expect.poll(() => opener.innerText()).toBe('Back to the drawn map');
    expect(await place()).toBe(before);
    await page.getByText('The pictures of the map did not arrive.').waitFor();
    expect(await place()).toBe(before);
  });
});

describe('a button that needs the application', () => {
  it.each([
    ['/contact', 'Show the map', 'iframe'],
    ['/neighborhoods', 'Open the interactive map', '.leaflet-container'],
  ])('on %s loses no press before it runs: %s', async (path, name, opens) => {
    const page = await open(path);
    expect(await page.evaluate(() => document.documentElement.dataset['app'])).toBeUndefined();
    // Use the keyboard, because a pointer move would already start the application.
    await page.getByRole('button', { name }).evaluate((button) => button.scrollIntoView());
    await page.route('**/assets/entry-client-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.getByRole('button', { name }).press('Enter');
    await page.locator(`main ${opens}`).waitFor({ state: 'attached' });
  });
});
