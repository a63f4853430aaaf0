import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { unsavedChanges } from './builder-tools.ts';
import { launchProfile } from './launch-browser.ts';
import { faultsOf, recordFaults } from './page-checks.ts';

/* Seven tasks of an editor, done as a person does them with a pointer or with the keyboard alone, and what they take. */

/** A site on which somebody edits pages. */
export interface TaskSite {
  url: string;
  /** Signs in somebody who may edit pages. */
  signIn: (context: BrowserContext) => Promise<void>;
  /** Creates published pages with these titles and a section of text each. */
  createPages: (titles: readonly string[]) => Promise<void>;
  /** Opens the form with the phone number, types another one over it, and saves it. */
  changePhone: (acts: Acts, phone: string) => Promise<void>;
}

/** What a task took. */
export interface TaskCost {
  clicks: number;
  /** Pressed keys, without those that type a text. */
  keys: number;
  /** Typed characters. */
  typed: number;
  /** Estimated seconds of a practised person. */
  seconds: number;
}

/** Seconds by the keystroke-level model (Card, Moran and Newell, 1980). */
const KEY = 0.2;
const POINT_AND_CLICK = 1.1 + 0.2;
const DECIDE = 1.35;
const CHANGE_HANDS = 0.4;

/** Works in a browser as a person does, and counts clicks and keys. */
export class Acts {
  #page: Page | undefined;
  readonly #pages = new Set<Page>();
  #lastWasKey = false;
  #cost: TaskCost = { clicks: 0, keys: 0, typed: 0, seconds: 0 };
  readonly #profile: string;
  #context: BrowserContext | undefined;
  /** What the tasks took, by name. */
  readonly costs: Record<string, TaskCost> = {};
  /** Whether there is no pointer. */
  readonly keyboardOnly: boolean;

  constructor(profile: string, keyboardOnly: boolean) {
    this.#profile = profile;
    this.keyboardOnly = keyboardOnly;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('No browser is open.');
    return this.#context;
  }

  async openBrowser(): Promise<void> {
    this.#context = await launchProfile(this.#profile, {
      viewport: { width: 1440, height: 900 },
      // The canvas would still scroll when the next click comes.
      reducedMotion: 'reduce',
    });
    this.#context.setDefaultTimeout(CONDITION_LIMIT);
  }

  async closeBrowser(): Promise<void> {
    await this.#context?.close();
  }

  /** Ends the browser at once, without a chance to store anything, and opens it again. */
  async killBrowser(): Promise<void> {
    const closed = this.context.waitForEvent('close');
    const session = await this.context.browser()?.newBrowserCDPSession();
    await Promise.race([session?.send('Browser.crash'), closed]);
    await closed;
    this.#pages.clear();
    this.#page = undefined;
    await this.openBrowser();
  }

  /** Begins another task. */
  async begin(): Promise<void> {
    await Promise.all([...this.#pages].map((page) => page.close()));
    this.#pages.clear();
    this.#page = undefined;
    this.startCounting();
  }

  get page(): Page {
    if (!this.#page) throw new Error('No page is open.');
    return this.#page;
  }

  get canvas(): FrameLocator {
    return this.page.frameLocator('iframe').first();
  }

  /** Opens an address in a new tab, which has nothing to do with the counted work. */
  async goto(url: string): Promise<void> {
    await this.#page?.close();
    const page = await this.context.newPage();
    await this.use(page);
    await page.goto(url);
  }

  /** Continues in a tab that the site opened. */
  async use(page: Page): Promise<void> {
    this.#pages.add(page);
    this.#page = page;
    await recordFaults(page);
  }

  /** Clicks a control or, without a pointer, focuses it and presses the key that does the same. */
  async click(target: Locator): Promise<void> {
    if (this.keyboardOnly) return this.#use(target);
    await target.click();
    this.#count('clicks', POINT_AND_CLICK + DECIDE);
  }

  async #use(control: Locator): Promise<void> {
    await control.focus();
    const kind = await control.evaluate((element) => {
      if (element !== element.ownerDocument.activeElement) return 'not focusable';
      if (element.matches('[type="radio"], [type="checkbox"]')) return 'box';
      return element.matches('input, textarea') ? 'text' : 'button';
    });
    if (kind === 'not focusable') throw new Error(`The keyboard does not reach ${String(control)}.`);
    if (kind !== 'text') await this.press(kind === 'box' ? 'Space' : 'Enter');
  }

  /** Clicks on the canvas. Puck covers links and buttons, and passes clicks on. */
  async clickOnCanvas(target: Locator): Promise<void> {
    // A picture that arrives between scrolling and clicking moves the target out of view.
    await vi.waitFor(() => target.click({ force: true }), { timeout: CONDITION_LIMIT });
    this.#count('clicks', POINT_AND_CLICK + DECIDE);
  }

  /** Clicks on the canvas twice. Like `clickOnCanvas`, it waits until scrolling has ended. */
  async doubleClick(target: Locator): Promise<void> {
    await vi.waitFor(() => target.dblclick({ force: true }), { timeout: CONDITION_LIMIT });
    this.#count('clicks', POINT_AND_CLICK + DECIDE);
    this.#count('clicks', 0.2);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#count('keys', KEY * key.split('+').length);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.#count('typed', KEY * text.length, text.length);
  }

  /** Selects all of an input and types over it. */
  async typeOver(input: Locator, text: string): Promise<void> {
    await this.click(input);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Forgets what was counted, because it only prepared the task. */
  startCounting(): void {
    this.#cost = { clicks: 0, keys: 0, typed: 0, seconds: 0 };
  }

  /** Records what a task took, and starts to count again. */
  record(task: string): void {
    this.costs[task] = { ...this.#cost, seconds: Math.round(this.#cost.seconds) };
    this.startCounting();
  }

  /** The faults of the pages so far, without Puck's warning about a whole page that is replaced on purpose. */
  faults(): string[] {
    return [...this.#pages].flatMap(faultsOf).filter((fault) => !fault.includes('`setData` is expensive'));
  }

  #count(what: 'clicks' | 'keys' | 'typed', seconds: number, times = 1): void {
    const isKey = what !== 'clicks';
    this.#cost[what] += times;
    this.#cost.seconds += seconds + (isKey === this.#lastWasKey ? 0 : CHANGE_HANDS);
    this.#lastWasKey = isKey;
  }
}

const visit = async (url: string) => (await fetch(url)).text();
const button = (acts: Acts, name: string | RegExp) => acts.page.getByRole('button', { name, exact: true });

export async function whenReady(acts: Acts): Promise<void> {
  await acts.canvas.locator('[data-section]').first().waitFor();
  await button(acts, 'Blocks and outline').waitFor();
}

/** Opens a page from the list of pages. */
async function open(acts: Acts, { url }: TaskSite, title: string): Promise<void> {
  await acts.goto(`${url}/admin/pages`);
  await acts.click(acts.page.getByRole('link', { name: title, exact: true }));
  await whenReady(acts);
}

async function publish(acts: Acts, { hasExamples = false } = {}): Promise<void> {
  const publishButton = acts.page.getByRole('button', { name: /^Publish/ });
  await expect.poll(() => publishButton.isEnabled()).toBe(true);
  await acts.click(publishButton);
  // The rows of the lists are still those of the examples.
  if (hasExamples) await acts.click(button(acts, 'Publish anyway'));
  await acts.page
    .getByRole('status')
    .filter({ hasText: /Live on the site|^Published/ })
    .first()
    .waitFor();
}

/** Chooses from the menu with the tools that are seldom used. */
async function more(acts: Acts, name: string): Promise<void> {
  await acts.click(button(acts, 'More'));
  await acts.click(acts.page.getByRole('group', { name: 'More', exact: true }).getByRole('button', { name }));
}

/** Adds sections at the end of the page, by their ids in the list of what can be added. Returns the number before. */
async function add(acts: Acts, choices: readonly string[]): Promise<number> {
  const sections = acts.canvas.locator('[data-section]');
  const before = await sections.count();
  const panel = button(acts, 'Blocks and outline');
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await acts.click(panel);
  for (const [index, choice] of choices.entries()) {
    await acts.click(choiceOf(acts, `="${choice}"`));
    await expect.poll(() => sections.count()).toBe(before + index + 1);
  }
  return before;
}

/** The first thing in the list “Add a section” of which the id matches. */
const choiceOf = (acts: Acts, id: string) =>
  acts.page.locator(`[data-choice${id}] [role="button"]`).filter({ visible: true }).first();

const headingOf = (acts: Acts, section: number) =>
  acts.canvas.locator('[data-section]').nth(section).locator('h1, h2').first();

/** Starts to type in the heading of a section: on the canvas or, without a pointer, in its input. */
async function startTyping(acts: Acts, section: number): Promise<void> {
  if (acts.keyboardOnly) {
    await chooseSection(acts, section);
    await acts.click(acts.page.getByRole('textbox', { name: /^(Headline|Title)$/ }).first());
    return;
  }
  await acts.doubleClick(headingOf(acts, section));
  await acts.canvas.locator('[contenteditable]:not([contenteditable="false"])').first().waitFor();
}

async function chooseSection(acts: Acts, section: number): Promise<void> {
  const list = acts.page.getByRole('list', { name: 'Sections of this page' });
  const back = button(acts, 'All sections');
  await list.or(back).first().waitFor();
  if (await back.isVisible()) await acts.click(back);
  await acts.click(list.getByRole('listitem').nth(section).getByRole('button').first());
  await back.waitFor();
}

/** Replaces the heading of a section. */
async function retype(acts: Acts, section: number, text: string): Promise<void> {
  await startTyping(acts, section);
  await acts.press('Control+a');
  await acts.type(text);
  if (!acts.keyboardOnly) await acts.press('Enter');
  await acts.canvas.getByText(text, { exact: true }).first().waitFor();
}

/** Replaces a heading of which the canvas shows the preset: a double click leads to its input. */
async function retypePreset(acts: Acts, section: number, text: string): Promise<void> {
  if (acts.keyboardOnly) return retype(acts, section, text);
  await acts.doubleClick(headingOf(acts, section));
  const input = acts.page.getByRole('textbox', { name: 'Title', exact: true });
  await input.and(acts.page.locator(':focus')).waitFor();
  await acts.type(text);
  await acts.canvas.getByText(text, { exact: true }).first().waitFor();
}

/** Creates a page from a template with this title, and opens it. */
async function createPage(acts: Acts, site: TaskSite, title: string, template: RegExp): Promise<void> {
  await acts.goto(`${site.url}/admin/pages`);
  await acts.click(button(acts, 'New page'));
  const dialog = acts.page.getByRole('dialog', { name: 'New page' });
  await acts.click(dialog.getByLabel('Title'));
  await acts.type(title);
  await acts.click(dialog.getByRole('radio', { name: template }));
  const create = dialog.getByRole('button', { name: 'Create page' });
  await expect.poll(() => create.isEnabled()).toBe(true);
  await acts.click(create);
  await acts.page.waitForURL(/\/admin\/pages\/./);
  await whenReady(acts);
}

const LANDING = [
  'hero',
  'split',
  'cards',
  'stats',
  'steps',
  'testimonials',
  'faq',
  'team',
  'contact-form',
  'call-to-action',
] as const;

const FIVE = ['Adel', 'Clive', 'Grimes', 'Norwalk', 'Urbandale'];

const builderTasks: Readonly<Record<string, (acts: Acts, site: TaskSite) => Promise<void>>> = {
  'a landing page of ten sections from nothing': async (acts, site) => {
    await createPage(acts, site, 'Open house in Waukee', /Empty/);
    const before = await add(acts, LANDING);
    for (const [index, block] of LANDING.entries()) {
      const type = block === 'contact-form' ? retypePreset : retype;
      await type(acts, before + index, `Waukee ${block}`);
    }
    await publish(acts, { hasExamples: true });
    const found = async () => {
      const page = await visit(`${site.url}/open-house-in-waukee`);
      return LANDING.filter((block) => page.includes(`Waukee ${block}`));
    };
    await expect.poll(found).toEqual(LANDING);
  },
  'a shared call to action, changed once for five pages': async (acts, site) => {
    await site.createPages(FIVE);
    const [first = '', ...others] = FIVE;
    await open(acts, site, first);
    const at = await add(acts, ['call-to-action']);
    await retype(acts, at, 'Call me today');
    // The tools of a section are on the canvas and beside its inputs.
    const tools = acts.keyboardOnly ? acts.page : acts.canvas;
    await acts.click(tools.getByRole('button', { name: 'Share with other pages' }));
    const dialog = acts.page.getByRole('dialog', { name: 'Share this section' });
    await acts.click(dialog.getByRole('button', { name: 'Share', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await publish(acts);
    for (const title of others) {
      await open(acts, site, title);
      await acts.click(button(acts, 'Blocks and outline'));
      await acts.click(choiceOf(acts, '^="~"'));
      await acts.canvas.getByText('Call me today').waitFor();
      await publish(acts);
    }
    const shownOn = async (text: string) => {
      const pages = await Promise.all(FIVE.map((title) => visit(`${site.url}/${title.toLowerCase()}`)));
      return pages.filter((page) => page.includes(text)).length;
    };
    await expect.poll(() => shownOn('Call me today')).toBe(5);
    acts.record('a call to action made, shared and placed on five pages');
    if (acts.keyboardOnly) await chooseSection(acts, at);
    else await acts.clickOnCanvas(acts.canvas.getByText('Call me today'));
    const [tab] = await Promise.all([
      acts.context.waitForEvent('page'),
      acts.click(acts.page.getByRole('link', { name: /^Edit “/ })),
    ]);
    await acts.use(tab);
    await whenReady(acts);
    await retype(acts, 0, 'Write to me today');
    await publish(acts);
    await expect.poll(() => shownOn('Write to me today')).toBe(5);
  },
  'a repair of the phone number': async (acts, site) => {
    await site.changePhone(acts, '(515) 555-0188');
    await expect.poll(() => visit(`${site.url}/contact`)).toContain('(515) 555-0188');
  },
  'a text corrected in place in seven sections': async (acts, site) => {
    await open(acts, site, 'Home');
    // The sections are there before the code of their blocks.
    await acts.canvas.locator('[data-section] :is(h1, h2)').first().waitFor();
    const have = await acts.canvas
      .locator('[data-section]')
      .evaluateAll((all) => all.flatMap((each, index) => (each.querySelector('h1, h2') ? [index] : [])));
    const texts: string[] = [];
    for (const section of have.slice(0, 7)) {
      const text = await headingOf(acts, section).innerText();
      texts.push(`${text} today`);
      await startTyping(acts, section);
      await acts.press('End');
      await acts.type(' today');
      if (!acts.keyboardOnly) await acts.press('Enter');
      await acts.canvas.getByText(`${text} today`).first().waitFor();
    }
    await publish(acts);
    const shown = async () =>
      [...(await visit(site.url)).matchAll(/<h[12][^>]*>([^<]*)</g)].map(([, text]) => text);
    await expect.poll(shown).toEqual(expect.arrayContaining(texts));
  },
  'back to the version of last week': async (acts, site) => {
    await site.createPages(['Versions']);
    for (const text of ['Last week', 'This week']) {
      await open(acts, site, 'Versions');
      await retype(acts, 0, text);
      await publish(acts);
    }
    acts.startCounting();
    await open(acts, site, 'Versions');
    await more(acts, 'Versions');
    const dialog = acts.page.getByRole('dialog', { name: 'Versions of this page' });
    await acts.click(dialog.getByRole('radio').nth(1));
    const back = dialog.getByRole('button', { name: 'Go back to this version' });
    await expect.poll(() => back.isEnabled()).toBe(true);
    await acts.click(back);
    await acts.canvas.getByText('Last week').waitFor();
    await publish(acts);
    await expect.poll(() => visit(`${site.url}/versions`)).toContain('Last week');
  },
  'unsaved changes after the browser was killed': async (acts, site) => {
    await site.createPages(['Killed']);
    await open(acts, site, 'Killed');
    await retype(acts, 0, 'Not saved yet');
    // The status is shown before the browser has stored the changes.
    await expect.poll(() => unsavedChanges(acts.page, '/killed')).toContain('Not saved yet');
    acts.startCounting();
    await acts.killBrowser();
    await site.signIn(acts.context);
    await open(acts, site, 'Killed');
    await acts.canvas.getByText('Not saved yet').waitFor();
    await publish(acts);
    await expect.poll(() => visit(`${site.url}/killed`)).toContain('Not saved yet');
  },
  'a template used twice': async (acts, site) => {
    await open(acts, site, 'About');
    await more(acts, 'Save as a template');
    const dialog = acts.page.getByRole('dialog', { name: 'Save as a template' });
    await acts.typeOver(dialog.getByLabel('Name'), 'Summer tour');
    await acts.click(dialog.getByRole('button', { name: 'Save', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    for (const title of ['Elm Street', 'Oak Street']) {
      await createPage(acts, site, title, /Summer tour/);
      await retype(acts, 0, `Come to ${title}`);
      await publish(acts);
      const path = title.toLowerCase().replace(' ', '-');
      await expect.poll(() => visit(`${site.url}/${path}`)).toContain(`Come to ${title}`);
    }
  },
};

/** Does all tasks on a site, one test each, and prints what they took with a pointer. */
export function testBuilderTasks(
  start: () => Promise<{ site: TaskSite; stop: () => Promise<void> }>,
  { keyboardOnly = false } = {},
): void {
  let profile: string;
  let started: Awaited<ReturnType<typeof start>>;
  let acts: Acts;
  beforeAll(async () => {
    profile = await mkdtemp(path.join(tmpdir(), 'lintel-profile-'));
    acts = new Acts(profile, keyboardOnly);
    [started] = await Promise.all([start(), acts.openBrowser()]);
    await started.site.signIn(acts.context);
  });
  afterEach(() => acts.begin());
  afterAll(async () => {
    // oxlint-disable-next-line no-console -- the table for docs/page-builder.md
    if (!keyboardOnly) console.table(acts?.costs);
    await acts?.closeBrowser();
    await started?.stop();
    await rm(profile, { recursive: true, force: true });
  });
  it.each(Object.entries(builderTasks))('%s', async (name, task) => {
    await task(acts, started.site);
    acts.record(name);
    expect(acts.faults()).toEqual([]);
  });
}
