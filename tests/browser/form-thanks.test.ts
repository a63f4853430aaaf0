import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atStep, explains, goThrough, openForm, type FaultVisit } from './support/fault-visit.ts';
import { contact, lead, offline, own, type FormFacts } from './support/form-facts.ts';
import { formVisit, visitForm } from './support/form-visit.ts';
import { holdApplication } from './support/hold-application.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';

let browser: Browser;
let testSite: LeadTestSite;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startLeadTestSite()]);
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await testSite?.stop();
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const titleOf = ({ section }: Pick<FaultVisit, 'section'>) =>
  section.getByRole('heading', { name: 'Got it, Wren.' });

/** Expects the top edge of the card and its title between the sticky header and the bottom of the window. */
async function expectInView(visit: Pick<FaultVisit, 'section'>): Promise<void> {
  const place = () =>
    titleOf(visit).evaluate((title) => {
      let card: Element | null = title;
      while (card && getComputedStyle(card).borderTopWidth !== '6px') card = card.parentElement;
      const top = card?.getBoundingClientRect().top ?? Number.NaN;
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
      return { belowHeader: top >= header, inWindow: title.getBoundingClientRect().bottom <= innerHeight };
    });
  await expect.poll(place).toEqual({ belowHeader: true, inWindow: true });
}

async function expectFocus(visit: Pick<FaultVisit, 'section'>): Promise<void> {
  await expect.poll(() => titleOf(visit).evaluate((title) => title === document.activeElement)).toBe(true);
}

/** Returns the middle of the form's button, scrolled to as a visitor does who has just filled in the form. */
async function buttonOf({ section }: FaultVisit, name: string) {
  const button = section.getByRole('button', { name, exact: true });
  await button.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
  const box = await button.boundingBox();
  if (!box) throw new Error(`The button “${name}” is not visible.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

type Send = (visit: FaultVisit, button: string) => Promise<void>;

const ways: Readonly<Record<string, Send>> = {
  'one click': async (visit, button) => {
    const { x, y } = await buttonOf(visit, button);
    await visit.page.mouse.click(x, y);
  },
  Enter: async (visit, button) => {
    await buttonOf(visit, button);
    await visit.field('lastName').press('Enter');
  },
  'a double click that is over before the answer': async (visit, button) => {
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await visit.page.route('**/api/**', async (route) => {
      await held;
      await route.continue();
    });
    const { x, y } = await buttonOf(visit, button);
    await visit.page.mouse.click(x, y, { clickCount: 2 });
    await expect.poll(() => visit.section.locator('form').getAttribute('aria-busy')).toBe('true');
    go();
  },
  'a double click that goes on after the answer': async (visit, button) => {
    const { x, y } = await buttonOf(visit, button);
    await visit.page.mouse.click(x, y);
    await titleOf(visit).waitFor();
    await visit.page.mouse.down({ clickCount: 2 });
    await visit.page.mouse.up({ clickCount: 2 });
  },
};

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s, the card is in view and its title has the focus', (_, size) => {
  const cases = Object.keys(ways).flatMap((way) =>
    [lead, contact].map((form) => [way, form.block, form] as const),
  );

  it.each(cases)('after %s in %s', async (way, _block, facts) => {
    const form = own(facts);
    const visit = await openForm(browser, testSite.site.url, form, { pages, ...size });
    await goThrough(visit, form, form.steps.length - 1);
    await atStep(visit, form.steps.length);
    const step = form.steps.at(-1);
    await visit.fillIn(step?.values ?? {});
    await ways[way]?.(visit, step?.send ?? '');
    await titleOf(visit).waitFor();
    await expectFocus(visit);
    await expectInView(visit);
    expect(new URL(visit.page.url()).pathname).toBe(form.path);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });

  it('after the browser has posted the form while the application was loading', async () => {
    const form = own(contact);
    const { visit, come } = await posted(form, true);
    come();
    await expectFocus(visit);
    await expectInView(visit);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });

  it('after the connection came back; until then, the form says inside its window that it is lost', async () => {
    const form = own(contact);
    const visit = await openForm(browser, testSite.site.url, form, { pages, ...size });
    await visit.fillIn(form.steps[0]?.values ?? {});
    const context = visit.page.context();
    await context.setOffline(true);
    // The button and the notice are far below this field.
    await visit.field('firstName').press('Enter');
    await explains(visit, offline(form));
    const notice = visit.section.getByRole('alert');
    const isSeen = () =>
      notice.evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
        return top >= header && bottom <= innerHeight;
      });
    await expect.poll(isSeen).toBe(true);
    await context.setOffline(false);
    await expectFocus(visit);
    await expectInView(visit);
  });

  it('without JavaScript, as far as there is a focus', async () => {
    const form = own(contact);
    const { visit } = await posted(form, false);
    await expectInView(visit);
    expect(await testSite.leadsOf(form)).toHaveLength(1);
  });

  async function posted(form: FormFacts, javaScript: boolean) {
    let come = () => {};
    const visit = await visitForm(browser, testSite.site.url, form, {
      ...size,
      javaScript,
      untilItRuns: false,
      before: async (page) => {
        pages.push(page);
        if (javaScript) come = await holdApplication(page);
      },
    });
    const [step] = form.steps;
    await visit.fillIn(step?.values ?? {});
    await visit.press(step?.send ?? '');
    const after = formVisit(visit.page, form.placement);
    await titleOf(after).waitFor();
    return { visit: after, come: () => come() };
  }
});

it('an address that arrives after the visitor has started another lead stays with the first one', async () => {
  const form = own({ ...lead, path: '/sell' });
  const visit = await openForm(browser, testSite.site.url, form, { pages });
  await goThrough(visit, form);
  await titleOf(visit).waitFor();
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await visit.page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await visit.field('address').fill('12 Oak Street, Ankeny');
  await visit.press('Send the address');
  await visit.press('Send another');
  await atStep(visit, 1);
  const answer = visit.page.waitForResponse('**/api/**');
  go();
  await (await answer).finished();
  await expect
    .poll(async () => (await testSite.leadsOf(form)).map(({ property_address }) => property_address))
    .toEqual(['12 Oak Street, Ankeny']);
  expect(await visit.section.locator('form input[type=hidden][name=lastName]').count()).toBe(0);
  expect(Object.values(await visit.values()).join()).not.toMatch(/wren|ashdown|515-/i);
  expect(await visit.page.evaluate(() => sessionStorage.getItem('formDraft') ?? '')).not.toContain('sent');
});

it('an address that is added later does not change when the lead was sent', async () => {
  const form = own({ ...lead, path: '/sell' });
  const visit = await openForm(browser, testSite.site.url, form, { pages });
  await goThrough(visit, form);
  await titleOf(visit).waitFor();
  const keptAt = () =>
    visit.page.evaluate(() => /"at":\d+/.exec(sessionStorage.getItem('formDraft') ?? '')?.[0]);
  const sent = await keptAt();
  await visit.field('address').fill('12 Oak Street, Ankeny');
  await visit.press('Send the address');
  await visit.section.getByText('12 Oak Street, Ankeny').waitFor();
  expect(sent).toMatch(/\d/);
  expect(await keptAt()).toBe(sent);
});
