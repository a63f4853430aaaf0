import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FormFacts, Said } from './form-facts.ts';
import { visitForm, type FormVisit, type VisitOptions } from './form-visit.ts';

declare global {
  interface Window {
    timeUp?: () => number[];
  }
}

/** A request with a lead, as the page sent it. */
interface SentLead {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** A visitor whose requests are noted, and for whom time passes when the test says so. */
export interface FaultVisit extends FormVisit {
  sent: readonly SentLead[];
  /** Lets the time run out for all that waits for an answer; gives for how long it would have, in milliseconds. */
  timeUp(): Promise<number[]>;
}

const LEADS = /\/api\/(ghl\/contact|contact$|market-reports)|\/\.netlify\/functions\/ghl-webhook/;

/** Opens a form as `visitForm` does; `pages` is given the page at once, for whoever closes it. */
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
        // Nobody can wait for so long, and a busy machine must not run out of time before.
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

/** Expects what is said, by the toast and in the page. */
export async function says({ page, section }: FormVisit, [title, text]: Said): Promise<void> {
  const toast = page.locator('body > :is([role="status"], [role="alert"])');
  const both = `${title} ${text}`;
  await expect.poll(async () => plain((await toast.allInnerTexts()).join(' '))).toBe(both);
  const notice = section.getByRole('group', { name: title, exact: true });
  expect(plain(await notice.innerText())).toBe(both);
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Waits until a form shows a step. */
export function atStep({ section }: FormVisit, step: number): Promise<void> {
  return section.locator(`form[data-step="${step}"]`).waitFor();
}

/** Fills in and sends the steps of a form, the first `most` of them. */
export async function goThrough(visit: FormVisit, { steps }: FormFacts, most = steps.length): Promise<void> {
  for (const [index, { values, send }] of steps.slice(0, most).entries()) {
    await atStep(visit, index + 1);
    await visit.fillIn(values);
    await visit.press(send);
  }
}

/** The leads that the browser keeps. */
export function stored(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('storedLeads') ?? '[]'));
}
