import type { Browser, Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { openTab, type PageOptions } from './page-checks.ts';

/** A form and its location on the site. */
export interface FormPlace {
  /** The path and query string at which the visitor arrives. */
  path: string;
  /** The key of the placement, which is also the id of its section. */
  placement: string;
  block: 'lead-form' | 'quick-lead-form' | 'market-report-form' | 'contact-form';
}

/** A form on an open page, with actions to fill it in. */
export interface FormVisit {
  page: Page;
  section: Locator;
  /** Returns the visible control with this name, or all radio buttons of a visible group. */
  field(name: string): Locator;
  /** Fills in visible controls by name: text fields, selects, radio buttons, and checkboxes (`on` checks one). */
  fillIn(values: Readonly<Record<string, string>>): Promise<void>;
  press(button: string): Promise<void>;
  /** Returns the values of the visible controls by name. Checkboxes and radio buttons count only if checked. */
  values(): Promise<Record<string, string>>;
}

/** Milliseconds that each visitor seems to have read. The site quarantines a form that is sent within two seconds. */
const READING_TIME = 2100;

export interface VisitOptions extends Partial<PageOptions> {
  /** The URL of the previous page. */
  referrer?: string;
  /** Called before the form's page opens. Tests can add routes here. */
  before?: (page: Page) => Promise<void>;
  /**
   * Whether to wait until the page has loaded and, if JavaScript is enabled, React has hydrated the form. Defaults to
   * true.
   */
  untilItRuns?: boolean;
}

/** Scrolls to a section's form. Retries if React replaces the server-rendered form in the meantime. */
export async function comeTo(section: Locator): Promise<void> {
  let stays = false;
  while (!stays) {
    stays = await section.locator('form').evaluate((form) => {
      form.scrollIntoView({ block: 'center' });
      return form.isConnected;
    });
  }
}

/** Opens a form's page in a new context and scrolls to the form, as a visitor who has read the page. */
export async function visitForm(
  browser: Browser,
  origin: string,
  { path, placement }: FormPlace,
  { referrer, before, untilItRuns = true, ...options }: VisitOptions = {},
): Promise<FormVisit> {
  const page = await openTab(browser, origin, { width: 1280, reducedMotion: true, ...options });
  // Backdate the document, as if the visitor had been reading for a while.
  await page.addInitScript((earlier) => {
    const timeOrigin = performance.timeOrigin - earlier;
    Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin });
  }, READING_TIME);
  await before?.(page);
  await page.goto(origin + path, {
    waitUntil: untilItRuns ? 'load' : 'commit',
    ...(referrer && { referer: referrer }),
  });
  const visit = formVisit(page, placement);
  await comeTo(visit.section);
  if (options.javaScript === false) return visit;
  if (untilItRuns) await formRuns(visit);
  return visit;
}

/** Returns the actions for a form on a page that is already open. */
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

/** Waits until React has hydrated the form. Before that, the browser itself would submit the form. */
export async function formRuns({ section }: Pick<FormVisit, 'section'>): Promise<void> {
  const form = section.locator('form');
  await form.waitFor();
  await vi.waitFor(async () => {
    const keys = await form.evaluate((element) => Object.keys(element));
    if (!keys.some((key) => key.startsWith('__react'))) throw new Error('The form does not run yet.');
  }, CONDITION_LIMIT);
}
