import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { holdApplication } from './support/hold-application.ts';
import { launchBrowser } from './support/launch-browser.ts';
import { axeViolations, faultsOf, horizontalOverflow, openPage } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

let folder = '';
let site: Site;
let browser: Browser;
let database: OpenDatabase;
let page: Page | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-forms-'));
  site = await startSite({ DATA_DIR: folder });
  database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  browser = await launchBrowser();
});
afterEach(async () => {
  await page?.close();
});
afterAll(async () => {
  await browser?.close();
  await database?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page, with JavaScript off unless told, and gives its form. */
async function open(path: string, key: string, { width = 360, javaScript = false } = {}) {
  page = await openPage(browser, site.url + path, { width, javaScript, reducedMotion: true });
  const opened = page;
  const section = opened.locator(`[id="${key}"]`);
  const field = (name: string) => section.locator(`[name="${name}"]:visible`);
  /** Once it has loaded, an answer shows the form, not the top of the page; until then the browser takes the focus. */
  const isShown = async () => {
    await opened.waitForLoadState('load');
    await expect
      .poll(() => section.evaluate((element) => Math.abs(Math.round(element.getBoundingClientRect().top))))
      .toBeLessThan(200);
  };
  return {
    page: opened,
    section,
    field,
    isShown,
    type: async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await field(name).fill(value);
    },
    /** Sends what stands there, and looks at what comes. */
    send: async (button: string) => {
      const answered = opened.waitForResponse((response) => response.request().method() === 'POST');
      await section.getByRole('button', { name: button, exact: true }).click();
      const status = (await answered).status();
      await isShown();
      expect(await axeViolations(opened)).toEqual([]);
      expect(await horizontalOverflow(opened)).toEqual([]);
      expect(faultsOf(opened)).toEqual([]);
      return status;
    },
    says: async (text: string) => {
      await expect.poll(() => section.innerText()).toContain(text);
    },
  };
}

async function leadBy(column: 'email' | 'phone', value: string) {
  const found = await database.query.selectFrom('leads').selectAll().where(column, '=', value).execute();
  expect(found).toHaveLength(1);
  return found[0];
}

/** No CRM is connected here: the lead is stored all the same, and the form says so. */
const DONE = 'Information Saved';
const names = { firstName: 'Ada', lastName: 'Byron' };

describe.each([360, 1280])('without JavaScript, at %i px', (width) => {
  const own = (name: string) => `${name}.${width}@example.com`;
  const phoneOf = (last: number) => `515-555-${String(last * 10 + (width === 360 ? 1 : 2)).padStart(4, '0')}`;

  it('lead-form: from first sight to a stored lead, with errors, the way back and a reload', async () => {
    const form = await open('/buy', 'contact', { width });
    expect(await axeViolations(form.page)).toEqual([]);
    await form.field('contactMethod').first().check();
    await form.field('phone').fill('123');
    expect(await form.send('Continue')).toBe(422);
    await form.says('Please enter a valid phone number');
    expect(await form.field('phone').inputValue()).toBe('123');
    expect(await form.field('phone').getAttribute('aria-invalid')).toBe('true');

    const phone = phoneOf(10);
    await form.field('phone').fill(phone);
    await form.field('consentService').check();
    expect(await form.send('Continue')).toBe(200);
    const lead = await leadBy('phone', phone);
    expect(lead).toMatchObject({ progress: 'contact', source: 'Buy Page' });

    await form.type({ firstName: 'Ada', message: 'Half a' });
    expect(await form.send('Back')).toBe(200);
    expect(await form.field('phone').inputValue()).toBe(phone);
    expect(await form.field('consentService').isChecked()).toBe(true);
    expect(await form.send('Continue')).toBe(200);
    expect(await form.field('firstName').inputValue()).toBe('Ada');
    expect(await form.field('message').inputValue()).toBe('Half a');

    expect(await form.send('Submit')).toBe(422);
    await form.says('Last name is required');
    expect(await form.field('firstName').inputValue()).toBe('Ada');
    await form.type({ lastName: 'Byron', email: own('lead') });
    expect(await form.send('Submit')).toBe(200);
    await form.says(DONE);

    await form.page.reload();
    await form.says(DONE);
    expect(await leadBy('phone', phone)).toMatchObject({
      id: lead?.id,
      progress: 'details',
      first_name: 'Ada',
      last_name: 'Byron',
      email: own('lead'),
      message: 'Half a',
      source: 'Buy Page (/buy)',
    });
  });

  it('quick-lead-form', async () => {
    const form = await open('/?layout=lead-capture', 'quick', { width });
    await form.field('contact').fill('nobody');
    expect(await form.send('Get started')).toBe(422);
    await form.says('Please enter a valid phone number or email.');
    await form.field('contact').fill(own('quick'));
    expect(await form.send('Get started')).toBe(200);
    await form.says('Contact info received');
    expect(await form.field('email').inputValue()).toBe(own('quick'));
    await form.type({ ...names, phone: phoneOf(20) });
    expect(await form.send('Send')).toBe(200);
    await form.says("Your information has been received. I'll contact you soon!");
    expect(await leadBy('email', own('quick'))).toMatchObject({
      first_name: 'Ada',
      phone: phoneOf(20),
      page: '/',
    });
  });

  it('market-report-form', async () => {
    const form = await open('/?layout=lead-capture', 'report', { width });
    await form.field('contact').fill(phoneOf(30));
    expect(await form.send('Get the report')).toBe(200);
    expect(await form.send('Subscribe')).toBe(422);
    await form.says('Name must be at least 2 characters.');
    await form.says('Please select an area of interest.');
    await form.type({ name: 'Ada Byron', email: own('report') });
    await form.field('areas').selectOption('ankeny');
    expect(await form.send('Subscribe')).toBe(200);
    await form.says("You're now subscribed to our monthly market updates.");
    expect(await leadBy('email', own('report'))).toMatchObject({ phone: phoneOf(30), areas: 'ankeny' });
  });

  it('contact-form', async () => {
    const form = await open('/contact', 'contact', { width });
    await form.type({ ...names, email: own('contact') });
    expect(await form.send('Send Message')).toBe(422);
    await form.says('Please enter a valid phone number');
    await form.field('phone').fill(phoneOf(40));
    expect(await form.send('Send Message')).toBe(200);
    await form.says("Your message has been received. I'll contact you soon!");
    expect(await leadBy('email', own('contact'))).toMatchObject({ progress: 'details', page: '/contact' });
  });
});

it('without JavaScript, the browser’s own way back shows what was typed', async () => {
  const form = await open('/buy', 'contact');
  await form.field('contactMethod').first().check();
  await form.field('phone').fill('515-555-7777');
  expect(await form.send('Continue')).toBe(200);
  await form.page.goBack();
  expect(await form.field('phone').inputValue()).toBe('515-555-7777');
});

it.each(['who mends the last field is left there', 'who does nothing is brought to the first'])(
  'with JavaScript, in a form that was posted wrong before the application came, %s',
  async (what) => {
    const form = await open('/contact', 'contact', { javaScript: true });
    const come = await holdApplication(form.page);
    await form.section.locator('form').evaluate((element: HTMLFormElement) => element.submit());
    await form.says('Please enter a valid phone number');
    await form.isShown();
    const mends = what.startsWith('who mends');
    if (mends) await form.field('phone').fill('515-555-0199');
    come();
    await expect.poll(() => form.page.locator('html').getAttribute('data-app')).toBe('ready');
    const focused = () => form.page.evaluate(() => document.activeElement?.getAttribute('name'));
    await expect.poll(focused).toBe(mends ? 'phone' : 'firstName');
    await form.page.waitForTimeout(500);
    expect(await focused()).toBe(mends ? 'phone' : 'firstName');
    expect(await form.field('phone').inputValue()).toBe(mends ? '515-555-0199' : '');
    // Who mends one field still sees what is wrong with the others.
    await form.field('firstName').pressSequentially('Ad');
    const wrong = form.section.locator('[aria-invalid="true"]');
    const names = () => wrong.evaluateAll((all) => all.map((each) => each.getAttribute('name')));
    await expect.poll(names).toEqual(mends ? ['lastName', 'email'] : ['lastName', 'email', 'phone']);
  },
);

it('with JavaScript, a form that was posted wrong before the application came leaves the focus in another form', async () => {
  const form = await open('/?layout=lead-capture', 'quick', { javaScript: true });
  const come = await holdApplication(form.page);
  await form.section.locator('form').evaluate((element: HTMLFormElement) => element.submit());
  await form.says('Please enter a valid phone number');
  await form.isShown();
  const other = form.page.locator('[id="report"] [name="contact"]');
  await other.focus();
  await form.page.keyboard.type('515-555');
  come();
  await expect.poll(() => form.page.locator('html').getAttribute('data-app')).toBe('ready');
  await form.page.waitForTimeout(500);
  await form.page.keyboard.type('-0197');
  expect(await other.inputValue()).toBe('515-555-0197');
});

it('with JavaScript, a form that was posted before the application came goes on from there', async () => {
  const form = await open('/buy', 'contact', { javaScript: true });
  await form.section.locator('form').evaluate((element: HTMLFormElement) => {
    // As a browser does that has no script yet: nothing is asked before.
    const { phone } = Object.fromEntries(
      [...element.elements].map((each) => [each.getAttribute('name'), each]),
    );
    if (phone instanceof HTMLInputElement) phone.value = '515-555-8888';
    element.querySelector<HTMLInputElement>('[name="contactMethod"][value="phone"]')?.click();
    element.submit();
  });
  await form.field('firstName').waitFor();
  const before = await leadBy('phone', '515-555-8888');
  await form.type({ firstName: 'Ada' });
  await expect
    .poll(() => form.page.locator('html').getAttribute('data-app'), { timeout: 10_000 })
    .toBe('ready');
  expect(await form.field('firstName').inputValue()).toBe('Ada');
  await form.type({ lastName: 'Byron' });
  await form.section.getByRole('button', { name: 'Submit', exact: true }).click();
  await form.says(DONE);
  expect(await leadBy('phone', '515-555-8888')).toMatchObject({ id: before?.id, first_name: 'Ada' });
  expect(faultsOf(form.page)).toEqual([]);
});
