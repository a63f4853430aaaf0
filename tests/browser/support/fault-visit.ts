import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FormFacts, ShownMessage } from './form-facts.ts';
import { visitForm, type FormVisit, type VisitOptions } from './form-visit.ts';

declare global {
  interface Window {
    timeUp?: () => number[];
  }
}

/** A lead request that the page sent. */
interface SentLead {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** A form visit that records lead requests. Request timeouts expire only when the test calls `timeUp`. */
export interface FaultVisit extends FormVisit {
  sent: readonly SentLead[];
  /** Expires the timeouts of all pending requests and returns their durations in milliseconds. */
  timeUp(): Promise<number[]>;
}

const LEADS = /\/api\/(ghl\/contact|contact$|market-reports)|\/\.netlify\/functions\/ghl-webhook/;

/**
 * Opens a form as `visitForm` does. Adds the page to `pages` immediately, so that the test can close it even after a
 * failure.
 */
export async function openForm(
  browser: Browser,
  origin: string,
  form: FormFacts,
  { pages, before, ...options }: VisitOptions & { pages: Page[] },
): Promise<FaultVisit> {
  const sent: SentLead[] = [];
  const visit = await visitForm(browser, origin, form, {
    width: 360,
    ...options,
    before: async (page) => {
      pages.push(page);
      page.on('request', (request) => {
        const { pathname: path } = new URL(request.url());
        if (!LEADS.test(path) || request.isNavigationRequest()) return;
        sent.push({ method: request.method(), path, body: request.postDataJSON() });
      });
      await page.addInitScript(() => {
        // Real timeouts are too long for a test, and could expire early on a busy machine.
        const waiting: { ms: number; controller: AbortController }[] = [];
        AbortSignal.timeout = (ms) => {
          const controller = new AbortController();
          waiting.push({ ms, controller });
          return controller.signal;
        };
        window.timeUp = () =>
          waiting.splice(0).map(({ ms, controller }) => {
            controller.abort(new DOMException('The time is up.', 'TimeoutError'));
            return ms;
          });
      });
      await before?.(page);
    },
  });
  return {
    ...visit,
    sent,
    timeUp: () => visit.page.evaluate(() => window.timeUp?.() ?? []),
  };
}

/** Expects this message both in the toast and in the form's section. */
export async function says({ page, section }: FormVisit, [title, text]: ShownMessage): Promise<void> {
  const toast = page.locator('body > :is([role="status"], [role="alert"])');
  const both = `${title} ${text}`;
  await expect.poll(async () => plain((await toast.allInnerTexts()).join(' '))).toBe(both);
  const notice = section.getByRole('group', { name: title, exact: true });
  expect(plain(await notice.innerText())).toBe(both);
}

/**
 * Expects this message in the form, with the phone number and above the button that was pressed, and no toast. It says
 * why a step could not be sent.
 */
export async function explains({ page, section }: FormVisit, [title, text]: ShownMessage): Promise<void> {
  const notice = section.locator('form').getByRole('alert', { name: title, exact: true });
  await expect
    .poll(async () => plain((await notice.allInnerTexts()).join(' ')))
    .toContain(`${title} ${text} Call (`);
  expect(await notice.getByRole('link').getAttribute('href')).toMatch(/^tel:/);
  const toast = page.locator('body > :is([role="status"], [role="alert"])');
  expect(plain((await toast.allInnerTexts()).join(' '))).toBe('');
}

/** Expects the thank-you card with this message in place of the form, and no toast. */
export async function showsCard({ page, section }: FormVisit, [title, text]: ShownMessage): Promise<void> {
  await section.getByRole('button', { name: 'Send another', exact: true }).waitFor();
  expect(await section.locator('form[method="post"]').count()).toBe(0);
  const words = plain(await section.innerText());
  expect(words).toContain(title);
  expect(words).toContain(text);
  expect(await page.locator('body > :is([role="status"], [role="alert"])').allInnerTexts()).toEqual(
    expect.not.arrayContaining([expect.stringContaining(title)]),
  );
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export function atStep({ section }: FormVisit, step: number): Promise<void> {
  return section.locator(`form[data-step="${step}"]`).waitFor();
}

/** Fills in and submits the first `most` steps of a form, by default all of them. */
export async function goThrough(visit: FormVisit, { steps }: FormFacts, most = steps.length): Promise<void> {
  for (const [index, { values, send }] of steps.slice(0, most).entries()) {
    await atStep(visit, index + 1);
    await visit.fillIn(values);
    await visit.press(send);
  }
}

/** Returns the leads in the browser's local storage. */
export function stored(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('storedLeads') ?? '[]'));
}
