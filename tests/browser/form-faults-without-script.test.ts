import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startFaultLine, type FaultLine } from './support/fault-line.ts';
import { atStep } from './support/fault-visit.ts';
import { allForms, busy, lead, MISSING, NOT_STORED, own, type FormFacts } from './support/form-facts.ts';
import { visitForm } from './support/form-visit.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';
import { axeViolations } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

let browser: Browser;
let testSite: LeadTestSite;
let line: FaultLine;
let strict: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, testSite, strict] = await Promise.all([
    workerBrowser(),
    startLeadTestSite(),
    startSite({ LEAD_RATE_LIMIT: '1' }),
  ]);
  line = await startFaultLine(testSite.site.url);
  await fetch(`${strict.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'first@example.com' }),
  });
});
afterEach(async () => {
  line.meet();
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await line?.stop();
  await Promise.all([testSite?.stop(), strict?.stop()]);
});

async function open(form: FormFacts, origin = line.url) {
  const visit = await visitForm(browser, origin, form, { width: 360, javaScript: false });
  pages.push(visit.page);
  /** Waits for a notice with this title and text, and expects the form to be accessible. */
  const says = async (title: string, text: string) => {
    await expect.poll(() => visit.section.innerText()).toContain(text);
    const notice = visit.section.locator('[role="alert"], [role="status"]').first();
    expect(await notice.innerText()).toContain(title);
    expect(await axeViolations(visit.page, { within: [`[id="${form.placement}"]`] })).toEqual([]);
  };
  /** Waits for the card that replaces the form after the last step. */
  const thanks = async (title: string, text: string) => {
    const words = async () => (await visit.section.innerText()).replaceAll(/\s+/g, ' ');
    await expect.poll(words).toContain(text);
    expect(await words()).toContain(title);
  };
  return { ...visit, says, thanks };
}

describe.each(allForms)('$block without JavaScript', (facts) => {
  it('reports at each step that the lead cannot be stored, and is one lead when the connection breaks and the visitor reloads the page', async () => {
    const form = own(facts);
    const visit = await open(form);
    for (const [index, step] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(step.values);
      const typed = await visit.values();
      await testSite.whileLeadsAreRefused(async () => {
        await visit.press(step.send);
        await visit.says(...NOT_STORED);
        expect(await visit.section.getByRole('alert').getByRole('link').getAttribute('href')).toMatch(
          /^tel:/,
        );
      });
      expect(await visit.values()).toEqual(typed);
      line.meet('cuts');
      await visit.press(step.send);
      await visit.page.waitForURL('chrome-error://**');
      line.meet();
      // Reload, as the browser's error page suggests. The browser then repeats the POST request.
      await visit.page.reload();
    }
    await visit.thanks(...form.done);
    expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', progress: 'details' }]);
  });

  it('says how long to wait when one IP address sends too many requests', async () => {
    const form = own(facts);
    const visit = await open(form, strict.url);
    const step = form.steps[0];
    await visit.fillIn(step?.values ?? {});
    const typed = await visit.values();
    await visit.press(step?.send ?? '');
    await visit.says(busy('')[0], 'Too many requests came from your address. Please try again in ');
    expect(await visit.values()).toEqual(typed);
  });
});

it('asks for the contact again a day later, and keeps the other input', async () => {
  const form = own(lead);
  const visit = await open(form);
  const [first, second] = form.steps;
  await visit.fillIn(first?.values ?? {});
  await visit.press(first?.send ?? '');
  await atStep(visit, 2);
  await testSite.database.query
    .updateTable('leads')
    .set({ open_until: Date.now() - 1000 })
    .where('phone', '=', first?.values['phone'] ?? '')
    .execute();
  await visit.fillIn(second?.values ?? {});
  const typed = await visit.values();
  await visit.press(second?.send ?? '');
  await visit.says(...MISSING);
  await atStep(visit, 1);
  expect(await visit.values()).toMatchObject(first?.values ?? {});
  await visit.press(first?.send ?? '');
  await atStep(visit, 2);
  expect(await visit.values()).toEqual(typed);
  await visit.press(second?.send ?? '');
  await visit.thanks(...form.done);
});
