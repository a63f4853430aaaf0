import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../server/database/open-sqlite.ts';
import { startFaultLine, type FaultLine } from './support/fault-line.ts';
import { atStep } from './support/fault-visit.ts';
import { allForms, lead, MISSING, own, UNAVAILABLE, type FormFacts } from './support/form-facts.ts';
import { visitForm } from './support/form-visit.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { startLeadHouse, type LeadHouse } from './support/lead-house.ts';
import { axeViolations } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

const REFUSED = ['Error', UNAVAILABLE] as const;

let browser: Browser;
let house: LeadHouse;
let line: FaultLine;
let strict: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, house, strict] = await Promise.all([
    launchBrowser(),
    startLeadHouse(),
    startSite({ LEAD_RATE_LIMIT: '1' }),
  ]);
  line = await startFaultLine(house.site.url);
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
  await browser?.close();
  await line?.stop();
  await Promise.all([house?.stop(), strict?.stop()]);
});

async function open(form: FormFacts, origin = line.url) {
  const visit = await visitForm(browser, origin, form, { width: 360, javaScript: false });
  pages.push(visit.page);
  /** What stands in the page, in the notice of that title. */
  const says = async (title: string, text: string) => {
    await expect.poll(() => visit.section.innerText()).toContain(text);
    const notice = visit.section.locator('[role="alert"], [role="status"]').first();
    expect(await notice.innerText()).toContain(title);
    expect(await axeViolations(visit.page)).toEqual([]);
  };
  return { ...visit, says };
}

describe.each(allForms)('$block without JavaScript', (facts) => {
  it('says at each step that the store cannot keep it, keeps what was typed, and goes on', async () => {
    const form = own(facts);
    const visit = await open(form);
    for (const [index, step] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(step.values);
      const typed = await visit.values();
      const other = new DatabaseSync(join(house.folder, DATABASE_FILE));
      other.exec('begin immediate');
      try {
        await visit.press(step.send);
        // Without script no browser keeps a lead: the server says the same at both steps.
        await visit.says(...(form.block === 'lead-form' ? REFUSED : step.unreachable));
      } finally {
        other.exec('rollback');
        other.close();
      }
      expect(await visit.values()).toEqual(typed);
      await visit.press(step.send);
    }
    await visit.says(...form.done);
    expect(await house.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', progress: 'details' }]);
  });

  it('tells how long to wait where one address sends too much', async () => {
    const form = own(facts);
    const visit = await open(form, strict.url);
    const step = form.steps[0];
    await visit.fillIn(step?.values ?? {});
    const typed = await visit.values();
    await visit.press(step?.send ?? '');
    await visit.says(step?.tooMany ?? '', 'Too many requests came from your address. Please try again in ');
    expect(await visit.values()).toEqual(typed);
  });

  it('is one lead when the connection breaks and the visitor loads the page again', async () => {
    const form = own(facts);
    const visit = await open(form);
    for (const [index, step] of form.steps.entries()) {
      await atStep(visit, index + 1);
      await visit.fillIn(step.values);
      line.meet('cuts');
      await visit.press(step.send);
      await visit.page.waitForURL('chrome-error://**');
      line.meet();
      // As the browser offers: what was posted is posted again.
      await visit.page.reload();
    }
    await visit.says(...form.done);
    expect(await house.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', progress: 'details' }]);
  });
});

it('a day later, asks for the contact again, and keeps the rest', async () => {
  const form = own(lead);
  const visit = await open(form);
  const [first, second] = form.steps;
  await visit.fillIn(first?.values ?? {});
  await visit.press(first?.send ?? '');
  await atStep(visit, 2);
  await house.database.query
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
  await visit.says(...form.done);
});
