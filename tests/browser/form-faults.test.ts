import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rawAnswer, startFaultLine, type FaultLine, type LineFault } from './support/fault-line.ts';
import {
  atStep,
  explains,
  goThrough,
  openForm,
  says,
  showsCard,
  stored,
  type FaultVisit,
} from './support/fault-visit.ts';
import {
  allForms,
  busy,
  contact,
  lead,
  NOT_STORED,
  own,
  quick,
  UNAVAILABLE,
  type ShownMessage,
} from './support/form-facts.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startLeadTestSite, type LeadTestSite } from './support/lead-test-site.ts';
import { startSite } from './support/start-site.ts';
import { freePort } from '../setup/free-port.ts';

let browser: Browser;
let testSite: LeadTestSite;
let line: FaultLine;
const pages: Page[] = [];

beforeAll(async () => {
  const port = String(await freePort());
  [browser, testSite] = await Promise.all([workerBrowser(), startLeadTestSite({ PORT: port })]);
  line = await startFaultLine(testSite.site.url);
});
afterEach(async () => {
  line.meet();
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await line?.stop();
  await testSite?.stop();
});

const TOO_MANY = 'Too many requests came from your address. Please try again in 3 minutes.';
const json = (status: string, body: unknown) => rawAnswer(status, 'application/json', JSON.stringify(body));
const refusal = (status: string, error: string) => json(status, { success: false, error, message: error });

/** The request timeout that the specification requires, in milliseconds. */
const TIMEOUT = 20_000;

/** Submits a step that gets no response, and lets the request time out. */
async function outwait(visit: FaultVisit, send: string): Promise<void> {
  const before = visit.sent.length;
  await visit.press(send);
  await expect.poll(() => visit.sent.length).toBeGreaterThan(before);
  expect(await visit.section.locator('form').getAttribute('aria-busy')).toBe('true');
  expect((await visit.timeUp()).at(-1)).toBe(TIMEOUT);
}

describe.each(allForms)('$block', (facts) => {
  it('reports each fault at each step, keeps the input, and continues normally afterwards', async () => {
    const form = own(facts);
    const visit = await openForm(browser, line.url, form, { pages });
    for (const [index, step] of form.steps.entries()) {
      const number = index + 1;
      await atStep(visit, number);
      await visit.fillIn(step.values);
      const typed = await visit.values();
      const { unreachable, failed, unclear = failed } = step;
      const faults: (readonly [LineFault, ShownMessage])[] = [
        [refusal('503 Service Unavailable', UNAVAILABLE), NOT_STORED],
        [refusal('429 Too Many Requests', TOO_MANY), busy(TOO_MANY)],
        [rawAnswer('502 Bad Gateway', 'text/html', '<h1>Bad content</h1>'), unreachable],
        [{ says: '\u0000\u0001 is not HTTP\r\n\r\n' }, unreachable],
        ['refuses', unreachable],
        ['loses', unreachable],
        ['cuts', unreachable],
        ['breaks', unreachable],
      ];
      const unknown: (readonly [LineFault, ShownMessage])[] = [
        [rawAnswer('500 Internal Server Error', 'text/html', '<h1>Sorry</h1>'), failed],
        [rawAnswer('200 OK', 'text/html', '<!doctype html><p>Sign in to the hotel'), failed],
      ];
      if (unclear !== 'taken') {
        unknown.push([json('200 OK', { success: 'perhaps' }), unclear]);
        unknown.push([rawAnswer('200 OK', 'application/json', '{"success":tr'), failed]);
      }
      for (const [fault, said] of [...faults, ...unknown]) {
        line.meet(fault);
        await visit.press(step.send);
        await (faults.some(([known]) => known === fault) ? explains : says)(visit, said);
        await atStep(visit, number);
        expect(await visit.values()).toEqual(typed);
      }
      for (const fault of ['hangs', 'swallows'] as const) {
        line.meet(fault);
        await outwait(visit, step.send);
        await explains(visit, unreachable);
        expect(await visit.values()).toEqual(typed);
      }
      line.meet();
      await visit.press(step.send);
    }
    await showsCard(visit, form.done);
    const leads = await testSite.leadsOf(form);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toMatchObject({ last_name: 'Ashdown', progress: 'details', status: 'open' });
    expect((await stored(visit.page)).filter((each) => 'unsent' in each || 'hasError' in each)).toEqual([]);
    await expect.poll(() => testSite.inCrm(form)).toMatchObject([{ lastName: 'Ashdown' }]);
  });
});

it('a form continues after the server was killed and restarted', async () => {
  const form = own(lead);
  const visit = await openForm(browser, testSite.site.url, form, { pages });
  const [first, second] = form.steps;
  if (!first || !second) throw new Error('The form has two steps.');
  await testSite.site.kill();
  await visit.fillIn(first.values);
  await visit.press(first.send);
  await explains(visit, first.unreachable);
  const begun = await visit.values();
  testSite.site = await startSite(testSite.settings);
  expect(await visit.values()).toEqual(begun);
  await visit.press(first.send);
  await atStep(visit, 2);
  await visit.fillIn(second.values);
  await testSite.site.kill();
  await visit.press(second.send);
  await explains(visit, second.unreachable);
  testSite.site = await startSite(testSite.settings);
  await visit.press(second.send);
  await showsCard(visit, form.done);
  expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', progress: 'details' }]);
});

it.each([lead, contact])('$block reports that the lead cannot be stored', async (facts) => {
  const form = own(facts);
  const visit = await openForm(browser, testSite.site.url, form, { pages });
  const step = form.steps[0];
  await visit.fillIn(step?.values ?? {});
  const typed = await visit.values();
  await testSite.whileLeadsAreRefused(async () => {
    await visit.press(step?.send ?? '');
    await explains(visit, NOT_STORED);
    expect(await visit.values()).toEqual(typed);
  });
  await goThrough(visit, form);
  await showsCard(visit, form.done);
  expect(await testSite.leadsOf(form)).toMatchObject([{ last_name: 'Ashdown', progress: 'details' }]);
});

it('a form says how long to wait when one IP address sends too many requests', async () => {
  const strict = await startSite({ LEAD_RATE_LIMIT: '1' });
  try {
    const form = own(quick);
    const visit = await openForm(browser, strict.url, form, { pages });
    const step = form.steps[0];
    await visit.fillIn(step?.values ?? {});
    const typed = await visit.values();
    // Only now, because the ten minutes begin with it.
    await fetch(`${strict.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'first@example.com' }),
    });
    await visit.press(step?.send ?? '');
    await explains(visit, busy('Too many requests came from your address. Please try again in 10 minutes.'));
    expect(await visit.values()).toEqual(typed);
  } finally {
    await strict.stop();
  }
});
