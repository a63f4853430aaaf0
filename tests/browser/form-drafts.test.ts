import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atStep, goThrough, openForm, says, showsCard } from './support/fault-visit.ts';
import { allForms, contact, lead, MISSING, own, quick, report } from './support/form-facts.ts';
import { comeTo, formRuns, type FormVisit } from './support/form-visit.ts';
import { holdApplication } from './support/hold-application.ts';
import { translate } from './support/translate.ts';
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

async function expectFilledIn(visit: FormVisit, step: number, typed: Record<string, string>) {
  await comeTo(visit.section);
  await formRuns(visit);
  await atStep(visit, step);
  await expect.poll(() => visit.values()).toEqual(typed);
}

/** Goes back in the browser, first from another document, then after a client-side navigation. */
async function goAwayAndBack({ page, section }: FormVisit, check: () => Promise<void>) {
  await page.goto(`${testSite.site.url}/privacy-policy`);
  await page.goBack();
  await check();
  await page.locator('a[href="/privacy-policy"]:visible').first().click();
  await expect.poll(() => section.locator('form').count()).toBe(0);
  await page.goBack();
  await check();
}

describe.each(allForms)('$block', (facts) => {
  it('is one lead despite reloads in between, and no input is lost', async () => {
    const form = own(facts);
    const visit = await openForm(browser, testSite.site.url, form, { pages });
    for (const [index, { values, send }] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(values);
      const typed = await visit.values();
      await visit.page.reload();
      await expectFilledIn(visit, index + 1, typed);
      // All forms keep their drafts in the same way, so going back is tested with only one form.
      if (form.block === 'lead-form')
        await goAwayAndBack(visit, () => expectFilledIn(visit, index + 1, typed));
      await visit.press(send);
    }
    await showsCard(visit, form.done);
    const leads = await testSite.leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ last_name: 'Ashdown', progress: 'details', status: 'open' });
    // After a reload, the card is still there, and its button leads to an empty form.
    await visit.page.reload();
    await comeTo(visit.section);
    await showsCard(visit, form.done);
    await visit.press('Send another');
    await formRuns(visit);
    expect(Object.values(await visit.values()).join()).not.toMatch(/wren|ashdown|515-/i);
  });

  it('is posted by the browser while its script is loading, and continues from there', async () => {
    const form = own(facts);
    const held: Route[] = [];
    let holds = true;
    const visit = await openForm(browser, testSite.site.url, form, {
      pages,
      untilItRuns: false,
      before: async (page) => {
        await page.route('**/assets/*.js', async (route) => {
          if (holds) held.push(route);
          else await route.continue();
        });
      },
    });
    const [first, second] = form.steps;
    await visit.fillIn(first?.values ?? {});
    await visit.press(first?.send ?? '');
    if (second) {
      await atStep(visit, 2);
      await visit.fillIn(second.values);
      const typed = await visit.values();
      holds = false;
      await Promise.all(held.splice(0).map((route) => route.continue().catch(() => {})));
      await formRuns(visit);
      expect(await visit.values()).toEqual(typed);
      await visit.press(second.send);
    }
    const [title, text] = form.done;
    await expect.poll(() => visit.section.innerText()).toContain(text);
    expect(await visit.section.innerText()).toContain(title);
    const leads = await testSite.leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ last_name: 'Ashdown', progress: 'details', status: 'open' });
  });
});

describe.each([lead, quick, report])('$block, a day later', (facts) => {
  it('asks for the contact again, and keeps the rest', async () => {
    const form = own(facts);
    const visit = await openForm(browser, testSite.site.url, form, { pages });
    const [first, second] = form.steps;
    if (!first || !second) throw new Error('The form has no second step.');
    await goThrough(visit, form, 1);
    await atStep(visit, 2);
    const [known] = await testSite.leadsOf(form);
    await testSite.database.query
      .updateTable('leads')
      .set({ open_until: Date.now() - 1000 })
      .where('id', '=', known?.id ?? '')
      .execute();
    await visit.fillIn(second.values);
    const typed = await visit.values();
    await visit.press(second.send);
    await says(visit, MISSING);
    await atStep(visit, 1);
    expect(await visit.values()).toMatchObject(first.values);
    await visit.press(first.send);
    await atStep(visit, 2);
    expect(await visit.values()).toEqual(typed);
    await visit.press(second.send);
    await showsCard(visit, form.done);
    const leads = await testSite.leadsOf(form);
    expect(leads.map((each) => each.progress).toSorted()).toEqual(['contact', 'details']);
    // Both leads belong to the same CRM contact.
    await expect.poll(() => testSite.inCrm(form)).toMatchObject([{ lastName: 'Ashdown' }]);
  });
});

it('two forms on one page do not mix up their drafts', async () => {
  const [one, other] = [own(quick), own(report)];
  const visit = await openForm(browser, testSite.site.url, one, { pages });
  await visit.fillIn(one.steps[0]?.values ?? {});
  const section = visit.page.locator(`[id="${other.placement}"]`);
  await comeTo(section);
  await formRuns({ section });
  await section.locator('[name="contact"]').fill('half a numb');
  await visit.page.reload();
  await expectFilledIn(visit, 1, { contact: one.steps[0]?.values['contact'] ?? '' });
  await comeTo(section);
  await formRuns({ section });
  await expect.poll(() => section.locator('[name="contact"]').inputValue()).toBe('half a numb');
});

describe.each([quick, report])('$block', (facts) => {
  it.each([true, false])(
    'accepts a phone number within other text, with JavaScript: %s',
    async (javaScript) => {
      const form = own(facts);
      const number = `515-555-${own(lead).steps[0]?.values['phone']?.slice(-4)}`;
      const words = `Call ${number} after 5pm, ask for Jane Doe in sales`;
      const visit = await openForm(browser, testSite.site.url, form, { pages, javaScript });
      const [first, second] = form.steps;
      await visit.fillIn({ contact: words.padEnd(61, '.') });
      await visit.press(first?.send ?? '');
      await visit.section.getByText('Please shorten this').first().waitFor();
      await visit.fillIn({ contact: words });
      await visit.press(first?.send ?? '');
      await atStep(visit, 2);
      // The phone number is known, so step 2 asks for neither the number nor consent.
      const { phone: _, consentMarketing: _consent, ...more } = second?.values ?? {};
      await visit.fillIn({ email: 'wren@example.com', ...more });
      await visit.press(second?.send ?? '');
      await expect.poll(() => visit.section.innerText()).toContain(form.done[1]);
      const stored = await testSite.database.query
        .selectFrom('leads')
        .select(['phone', 'phone_e164', 'last_name'])
        .where('phone', '=', words)
        .execute();
      const e164 = `+1${number.replaceAll('-', '')}`;
      expect(stored).toEqual([{ phone: words, phone_e164: e164, last_name: 'Ashdown' }]);
    },
  );
});

it.each(['the form', 'the whole page'])(
  'input and focus survive hydration after a translator has changed %s',
  async (what) => {
    const form = own(contact);
    let come = () => {};
    const visit = await openForm(browser, testSite.site.url, form, {
      pages,
      untilItRuns: false,
      before: async (page) => {
        come = await holdApplication(page);
      },
    });
    await visit.page.waitForLoadState('domcontentloaded');
    await visit.page.locator(what === 'the form' ? `[id="${form.placement}"]` : 'body').evaluate(translate);
    await visit.fillIn({ ...form.steps[0]?.values, consentMarketing: 'on' });
    await visit.field('lastName').focus();
    const typed = await visit.values();
    come();
    await formRuns(visit);
    expect(await visit.section.locator('font').count()).toBe(0);
    // React has rendered an empty form. What was typed and the focus come back after that.
    await expect.poll(() => visit.values()).toEqual(typed);
    await visit.page.keyboard.press('End');
    await visit.page.keyboard.type('-Wills');
    await visit.press('Send my message');
    await showsCard(visit, form.done);
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown-Wills' }]);
  },
);

it('keeps everything that was typed before the application loaded', async () => {
  const form = own(contact);
  let come = () => {};
  const visit = await openForm(browser, testSite.site.url, form, {
    pages,
    untilItRuns: false,
    before: async (page) => {
      come = await holdApplication(page);
    },
  });
  await visit.page.waitForLoadState('domcontentloaded');
  await visit.fillIn({ firstName: 'Wren', message: 'm'.repeat(1900) });
  come();
  await formRuns(visit);
  await visit.section.getByText('100 characters left').waitFor();
  expect(await visit.page.evaluate(() => sessionStorage.getItem('formDraft'))).toContain(
    '"firstName":"Wren"',
  );
});
