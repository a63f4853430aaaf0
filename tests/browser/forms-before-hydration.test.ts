import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { timeLimit } from '../setup/time-limits.ts';
import { crawlSite } from './support/crawl-site.ts';
import { fillEveryControl, stateOf, type Filled, type Manner } from './support/fill-every-control.ts';
import { formRuns } from './support/form-visit.ts';
import { holdApplication } from './support/hold-application.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';
import { bootApp, openTab } from './support/page-checks.ts';
import { builtInPaths } from './support/page-paths.ts';
import { translate } from './support/translate.ts';
import { workerBrowser } from './support/worker-browser.ts';

let browser: Browser;
let testSite: LeadTestSite;
/** Paths of pages that together have every form of the site. */
let paths: string[] = [];
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startLeadTestSite()]);
  paths = await pathsOfAllForms();
  if (paths.length < 6) throw new Error(`Only these pages have forms of their own: ${paths.join(' ')}.`);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await testSite?.stop();
});

/** Pages with forms that no built-in path leads to. */
const OTHER_PATHS = ['/?layout=lead-capture', '/search?q=home', '/no-such-page'];

/** Finds a few pages that together have every form of the site, with every set of controls. */
async function pathsOfAllForms(): Promise<string[]> {
  const all = [...builtInPaths(), ...OTHER_PATHS];
  const crawl = await crawlSite(testSite.site.url, all);
  const covered = new Set<string>();
  return all.filter((path) => {
    const forms = [...(crawl.get(path)?.document?.forms ?? [])].map((form) => {
      const block = form.closest('[data-placement]')?.getAttribute('data-placement') ?? 'page';
      const controls = [...form.querySelectorAll('input, select, textarea')].map((control) =>
        [control.localName, control.getAttribute('type'), control.getAttribute('name')].join(' '),
      );
      return [block, ...controls].join(', ');
    });
    const isNew = forms.some((form) => !covered.has(form));
    for (const form of forms) covered.add(form);
    return isNew;
  });
}

/** Opens a page and holds back every script but the loader, until the returned function is called. */
async function openHeld(path: string) {
  const page = await openTab(browser, testSite.site.url, { width: 1280, reducedMotion: true });
  pages.push(page);
  const come = await holdApplication(page);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    const isLead = request.method() !== 'GET' && request.headers()['content-type'] === 'application/json';
    if (isLead) sent.push(request.postDataJSON());
  });
  await page.goto(testSite.site.url + path, { waitUntil: 'load' });
  return { page, come, sent };
}

/** Lets the application load, and waits until every form of the page runs that ever will. */
async function hydrateAll(page: Page, come: () => void): Promise<void> {
  come();
  for (const near of await page.locator('[data-need=near]:has(form)').all()) {
    await near.scrollIntoViewIfNeeded();
    await formRuns({ section: near });
  }
  await bootApp(page);
}

async function fillAll(forms: Locator, manner: Manner): Promise<Filled[][]> {
  const all: Filled[][] = [];
  for (const form of await forms.all()) all.push(await fillEveryControl(form, manner));
  return all;
}

const submit = (form: Locator) => form.locator('button[type=submit]:not([name])').click();

/** Returns every text in a request body. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Expects what was filled in and is shown to be among what was sent; of consent boxes, the consents. */
function expectSent(bodies: readonly unknown[], filled: readonly Filled[], where: string): void {
  const texts = bodies.flatMap(textsIn);
  for (const { name, kind, value, shown } of filled) {
    if (kind === 'checkbox' || !shown) continue;
    // A page's own topic is sent without the inquiry type before it.
    const words = value.split(': ').at(-1) ?? '';
    expect(texts, `${where} ${name}`).toContainEqual(expect.stringContaining(words));
  }
  if (filled.some(({ kind, shown }) => kind === 'checkbox' && shown)) {
    const consent = expect.objectContaining({ marketing: true, service: true });
    expect(bodies, `${where} consent`).toContainEqual(expect.objectContaining({ consent }));
  }
}

/** Returns the section of the page's first form that sends leads, with its form and what replaces it. */
async function firstLeadForm(page: Page) {
  const first = page.locator('[data-placement]:has(form[method=post])').first();
  const section = page.locator(`[id="${await first.getAttribute('id')}"]`);
  return {
    form: section.locator('form[method=post]'),
    second: section.locator('form[data-step="2"]'),
    done: section.locator('form[method=get]'),
  };
}

/** Sends the page's first lead form, with its second step, if it has one. */
async function sendLead(page: Page, sent: unknown[], first: readonly Filled[], where: string) {
  const { form, second, done } = await firstLeadForm(page);
  const start = sent.length;
  const filled = [...first];
  await submit(form);
  await second.or(done).first().waitFor();
  if (!(await done.isVisible())) {
    filled.push(...(await fillEveryControl(form, 'typed')));
    await submit(form);
    await done.waitFor();
  }
  expectSent(sent.slice(start), filled, where);
}

/** Uses a calculator, filter or search form. */
async function useForm(page: Page, controls: readonly Filled[], where: string): Promise<void> {
  const { name = '', value = '' } = controls[0] ?? {};
  const form = page.locator(
    `form[method=get]:has([name="${name}"]), form[role=search]:has([name="${name}"])`,
  );
  // The filter of the glossary works in place; all others put their values into the address.
  if (name === 'gl_q') {
    await expect
      .poll(() => page.locator('[role=status]').allInnerTexts(), { message: where })
      .toContainEqual(expect.stringContaining(' terms'));
    expect(await form.locator(`[name="${name}"]`).inputValue()).toBe(value);
    return;
  }
  await submit(form.first());
  const typed = controls.map((control) => [control.name, control.value]);
  const asked = () => {
    const { searchParams } = new URL(page.url());
    return controls.map((control) => [control.name, searchParams.get(control.name)]);
  };
  await expect.poll(asked, { message: where }).toEqual(typed);
}

describe.each<Manner>(['typed', 'autofilled'])('what is %s before hydration', (manner) => {
  it('is kept in every control of every form, and sent', { timeout: timeLimit(600_000) }, async () => {
    const kinds = new Set<string>();
    for (const path of paths) {
      const { page, come, sent } = await openHeld(path);
      const forms = page.locator('form');
      const filled = await fillAll(forms, manner);
      for (const { kind } of filled.flat()) kinds.add(kind);
      const before = await stateOf(forms);
      await hydrateAll(page, come);
      expect(await stateOf(forms), path).toEqual(before);
      // A form that is sent is replaced by its card, so the first one that is left is the next.
      for (const controls of filled.filter(([one]) => one?.method === 'post')) {
        await sendLead(page, sent, controls, path);
      }
      for (const controls of filled.filter(([one]) => one?.method === 'get')) {
        await useForm(page, controls, path);
      }
      await page.close();
    }
    expect([...kinds].toSorted()).toEqual(
      expect.arrayContaining(['checkbox', 'email', 'radio', 'search', 'select', 'tel', 'text', 'textarea']),
    );
  });

  it('is kept where React discards the server’s HTML', { timeout: timeLimit(600_000) }, async () => {
    for (const path of paths) {
      const { page, come } = await openHeld(path);
      const forms = page.locator('form');
      await page.locator('body').evaluate(translate);
      const old = await forms.first().elementHandle();
      await fillAll(forms, manner);
      const before = await stateOf(forms);
      await hydrateAll(page, come);
      expect(await old?.evaluate((form) => form.isConnected), path).toBe(false);
      expect(await stateOf(forms), path).toEqual(before);
      await page.close();
    }
  });

  it(
    'is kept in a second step that the browser has posted for',
    { timeout: timeLimit(600_000) },
    async () => {
      const seen: string[] = [];
      for (const path of paths) {
        const { page, come, sent } = await openHeld(path);
        if ((await page.locator('form[method=post]').count()) > 0) {
          const { form, second, done } = await firstLeadForm(page);
          const first = await fillEveryControl(form, manner);
          await submit(form);
          await second.or(done).first().waitFor();
          if (await second.isVisible()) {
            seen.push(path);
            const filled = await fillEveryControl(second, manner);
            const before = await stateOf(second);
            await hydrateAll(page, come);
            expect(await stateOf(second), path).toEqual(before);
            await submit(second);
            await done.waitFor();
            expectSent(sent, [...filled, ...first.filter(({ kind }) => kind === 'radio')], path);
          }
        }
        await page.close();
      }
      expect(seen.length).toBeGreaterThan(2);
    },
  );
});
