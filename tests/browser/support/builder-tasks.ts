import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { launchProfile } from './launch-browser.ts';
import { faultsOf, recordFaults } from './page-checks.ts';

/* Seven tasks of an editor, done with the pointer and the keyboard as a person does them, and what each of them costs. */

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

  constructor(profile: string) {
    this.#profile = profile;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('No browser is open.');
    return this.#context;
  }

  async openBrowser(): Promise<void> {
    this.#context = await launchProfile(this.#profile, { viewport: { width: 1440, height: 900 } });
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
    this.#cost = { clicks: 0, keys: 0, typed: 0, seconds: 0 };
  }

  get page(): Page {
    if (!this.#page) throw new Error('No page is open.');
    return this.#page;
  }

  get canvas(): FrameLocator {
    return this.page.frameLocator('iframe').first();
  }

  get cost(): TaskCost {
    return { ...this.#cost, seconds: Math.round(this.#cost.seconds) };
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

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#count('clicks', POINT_AND_CLICK + DECIDE);
  }

  /** Clicks on the canvas. Puck covers links and buttons, and passes clicks on. */
  async clickOnCanvas(target: Locator): Promise<void> {
    await target.click({ force: true });
    this.#count('clicks', POINT_AND_CLICK + DECIDE);
  }

  /** Clicks on the canvas twice. */
  async doubleClick(target: Locator): Promise<void> {
    await target.dblclick({ force: true });
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

  /** Leaves out what was only done to prepare the task. */
  subtract({ clicks, keys, typed, seconds }: TaskCost): void {
    const cost = this.#cost;
    this.#cost = {
      clicks: cost.clicks - clicks,
      keys: cost.keys - keys,
      typed: cost.typed - typed,
      seconds: cost.seconds - seconds,
    };
  }

  /** The faults of the pages so far, without Puck's warning about a whole page that is replaced on purpose. */
  faults(): string[] {
    const all = [...this.#pages].flatMap((page) => [...faultsOf(page)]);
    return all.filter((fault) => !fault.includes('`setData` is expensive'));
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
    await acts.click(acts.page.locator(`[data-choice="${choice}"]`).filter({ visible: true }));
    await expect.poll(() => sections.count()).toBe(before + index + 1);
  }
  return before;
}

const headings = (acts: Acts, section: number) =>
  acts.canvas.locator('[data-section]').nth(section).locator('h1, h2').first();

/** Clicks twice on a text of the canvas, and waits until it can be typed. All of it is selected then. */
async function startTyping(acts: Acts, target: Locator): Promise<void> {
  await acts.doubleClick(target);
  await acts.canvas.locator('[contenteditable]:not([contenteditable="false"])').first().waitFor();
}

/** Replaces a text of one line on the canvas. */
async function retype(acts: Acts, target: Locator, text: string): Promise<void> {
  await startTyping(acts, target);
  await acts.type(text);
  await acts.press('Enter');
  await acts.canvas.getByText(text, { exact: true }).first().waitFor();
}

/** Replaces a heading of which the canvas shows the preset: a double click leads to its input. */
async function retypeInInput(acts: Acts, target: Locator, text: string): Promise<void> {
  await acts.doubleClick(target);
  await acts.page
    .getByRole('textbox', { name: 'Title', exact: true })
    .and(acts.page.locator(':focus'))
    .waitFor();
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
      const type = block === 'contact-form' ? retypeInInput : retype;
      await type(acts, headings(acts, before + index), `Waukee ${block}`);
    }
    await publish(acts, { hasExamples: true });
    const found = async () => {
      const page = await visit(`${site.url}/open-house-in-waukee`);
      return LANDING.filter((block) => page.includes(`Waukee ${block}`));
    };
    await expect.poll(found).toEqual(LANDING);
  },
  'one call to action on five pages, changed once': async (acts, site) => {
    await site.createPages(FIVE);
    const [first = '', ...others] = FIVE;
    await open(acts, site, first);
    const at = await add(acts, ['call-to-action']);
    await retype(acts, headings(acts, at), 'Call me today');
    await acts.click(acts.canvas.getByRole('button', { name: 'Share with other pages' }));
    const dialog = acts.page.getByRole('dialog', { name: 'Share this section' });
    await acts.click(dialog.getByRole('button', { name: 'Share', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await publish(acts);
    for (const title of others) {
      await open(acts, site, title);
      await acts.click(button(acts, 'Blocks and outline'));
      await acts.click(acts.page.locator('[data-choice^="~"]').filter({ visible: true }).first());
      await acts.canvas.getByText('Call me today').waitFor();
      await publish(acts);
    }
    const shownOn = async (text: string) => {
      const pages = await Promise.all(FIVE.map((title) => visit(`${site.url}/${title.toLowerCase()}`)));
      return pages.filter((page) => page.includes(text)).length;
    };
    await expect.poll(() => shownOn('Call me today')).toBe(5);
    await acts.clickOnCanvas(acts.canvas.getByText('Call me today'));
    const [tab] = await Promise.all([
      acts.context.waitForEvent('page'),
      acts.click(acts.page.getByRole('link', { name: /^Edit “/ })),
    ]);
    await acts.use(tab);
    await whenReady(acts);
    await retype(acts, headings(acts, 0), 'Write to me today');
    await publish(acts);
    await expect.poll(() => shownOn('Write to me today')).toBe(5);
  },
  'a repair of the phone number': async (acts, site) => {
    await site.changePhone(acts, '(515) 555-0188');
    await expect.poll(() => visit(`${site.url}/contact`)).toContain('(515) 555-0188');
  },
  'a text corrected in place in seven sections': async (acts, site) => {
    await open(acts, site, 'Home');
    const all = acts.canvas.locator('[data-section] :is(h1, h2)');
    const texts = await all.allInnerTexts();
    for (const text of texts.slice(0, 7)) {
      await startTyping(acts, all.filter({ hasText: text }).first());
      await acts.press('End');
      await acts.type(' today');
      await acts.press('Enter');
      await acts.canvas.getByText(`${text} today`).first().waitFor();
    }
    await publish(acts);
    await expect.poll(async () => (await visit(site.url)).split(/ today<\/h[12]>/).length - 1).toBe(7);
  },
  'back to the version of last week': async (acts, site) => {
    await site.createPages(['Versions']);
    for (const text of ['Last week', 'This week']) {
      await open(acts, site, 'Versions');
      await retype(acts, headings(acts, 0), text);
      await publish(acts);
    }
    const preparation = acts.cost;
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
    acts.subtract(preparation);
  },
  'unsaved changes after the browser was killed': async (acts, site) => {
    await site.createPages(['Killed']);
    await open(acts, site, 'Killed');
    await retype(acts, headings(acts, 0), 'Not saved yet');
    await acts.page.getByRole('status').filter({ hasText: 'Unsaved changes' }).first().waitFor();
    const preparation = acts.cost;
    await acts.killBrowser();
    await site.signIn(acts.context);
    await open(acts, site, 'Killed');
    await acts.canvas.getByText('Not saved yet').waitFor();
    await publish(acts);
    await expect.poll(() => visit(`${site.url}/killed`)).toContain('Not saved yet');
    acts.subtract(preparation);
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
      await retype(acts, headings(acts, 0), `Come to ${title}`);
      await publish(acts);
      const path = title.toLowerCase().replace(' ', '-');
      await expect.poll(() => visit(`${site.url}/${path}`)).toContain(`Come to ${title}`);
    }
  },
};

/** Does all tasks on a site, one test each, and prints what they took. */
export function testBuilderTasks(start: () => Promise<{ site: TaskSite; stop: () => Promise<void> }>): void {
  const costs: Record<string, TaskCost> = {};
  let profile: string;
  let started: Awaited<ReturnType<typeof start>>;
  let acts: Acts;
  beforeAll(async () => {
    profile = await mkdtemp(path.join(tmpdir(), 'lintel-profile-'));
    acts = new Acts(profile);
    [started] = await Promise.all([start(), acts.openBrowser()]);
    await started.site.signIn(acts.context);
  });
  afterEach(() => acts.begin());
  afterAll(async () => {
    // oxlint-disable-next-line no-console -- the table for docs/page-builder.md
    console.table(costs);
    await acts?.closeBrowser();
    await started?.stop();
    await rm(profile, { recursive: true, force: true });
  });
  it.each(Object.entries(builderTasks))('%s', async (name, task) => {
    await task(acts, started.site);
    costs[name] = acts.cost;
    expect(acts.faults()).toEqual([]);
  });
}
