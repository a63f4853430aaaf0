import type { Browser, Locator, Page } from 'playwright-core';
import { openPage, type PageOptions } from './page-checks.ts';

/** A form, and where it stands. */
export interface FormPlace {
  /** With the query a visitor arrives with. */
  path: string;
  /** The placement's key: the anchor of its section. */
  placement: string;
  block: 'lead-form' | 'quick-lead-form' | 'market-report-form' | 'contact-form';
}

/** A visitor before a form. */
export interface FormVisit {
  page: Page;
  section: Locator;
  /** The control of that name that is seen; of a group of radio buttons all of them. */
  field(name: string): Locator;
  /** Fills in what is seen, as its kind asks for: types, chooses, picks, ticks (`on`). */
  fillIn(values: Readonly<Record<string, string>>): Promise<void>;
  press(button: string): Promise<void>;
  /** What the controls that are seen hold, by name; boxes and radio buttons only where ticked. */
  values(): Promise<Record<string, string>>;
}

/** Nobody fills in a form faster, in milliseconds: what comes sooner is put aside as a machine's. */
const PACE = 2100;

/** How a form is visited, besides what `openPage` takes. */
export interface VisitOptions extends Partial<PageOptions> {
  /** The address of the page before. */
  referrer?: string;
  /** Called before the form's page is opened, for routes. */
  before?: (page: Page) => Promise<void>;
  /**
   * Whether to wait until the page has loaded and the form runs in the browser (that part: unless JavaScript is off);
   * true if not said.
   */
  untilItRuns?: boolean;
}

/** Brings a section's form into sight, also where the application puts its own in the place of the server's just then. */
export async function comeTo(section: Locator): Promise<void> {
  let stays = false;
  while (!stays) {
    stays = await section.locator('form').evaluate((form) => {
      form.scrollIntoView({ block: 'center' });
      return form.isConnected;
    });
  }
}

/** Opens a form's page in a context of its own and comes to the form; resolves when a person could have read it. */
export async function visitForm(
  browser: Browser,
  origin: string,
  { path, placement }: FormPlace,
  { referrer, before, untilItRuns = true, ...options }: VisitOptions = {},
): Promise<FormVisit> {
  const page = await openPage(browser, `${origin}/robots.txt`, {
    width: 1280,
    reducedMotion: true,
    ...options,
  });
  await before?.(page);
  await page.goto(origin + path, {
    waitUntil: untilItRuns ? 'load' : 'commit',
    ...(referrer && { referer: referrer }),
  });
  const visit = formVisit(page, placement);
  await comeTo(visit.section);
  if (options.javaScript === false) return visit;
  if (untilItRuns) await formRuns(visit);
  await page.waitForFunction((pace) => performance.now() > pace, PACE);
  return visit;
}

/** The visitor's hands on a form of a page that is open already. */
export function formVisit(page: Page, placement: string): FormVisit {
  const section = page.locator(`[id="${placement}"]`);
  const field = (name: string) => section.locator(`[name="${name}"]:visible`);
  const fillOne = async (name: string, value: string): Promise<void> => {
    const control = field(name);
    const kind = await control.first().evaluate((element) => {
      return element instanceof HTMLInputElement ? element.type : element.localName;
    });
    if (kind === 'radio') await section.locator(`[name="${name}"][value="${value}"]`).check();
    else if (kind === 'checkbox') await control.setChecked(value === 'on');
    else if (kind === 'select') await control.selectOption(value);
    else await control.fill(value);
  };
  return {
    page,
    section,
    field,
    fillIn: async (values) => {
      for (const [name, value] of Object.entries(values)) await fillOne(name, value);
    },
    press: (button) => section.getByRole('button', { name: button, exact: true }).click(),
    values: async () => {
      const pairs = await section.locator('form :is(input, select, textarea):visible').evaluateAll((all) =>
        all.flatMap((control): [string, string][] => {
          const seen =
            control instanceof HTMLInputElement ||
            control instanceof HTMLSelectElement ||
            control instanceof HTMLTextAreaElement;
          if (!seen || control.name === 'website') return [];
          const ticks = control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
          return ticks && !control.checked ? [] : [[control.name, control.value]];
        }),
      );
      return Object.fromEntries(pairs);
    },
  };
}

/** Waits until a form's code is there and has taken the server's HTML over: until then the browser would post it. */
export async function formRuns({ section }: Pick<FormVisit, 'section'>): Promise<void> {
  const form = section.locator('form');
  await form.waitFor();
  const deadline = Date.now() + 15_000;
  while (!(await form.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))))) {
    if (Date.now() > deadline) throw new Error('The form does not run after 15 s.');
    await section.page().waitForTimeout(50);
  }
}
