import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { holdApplication } from './support/hold-application.ts';
import { workerBrowser } from './support/worker-browser.ts';
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
  browser = await workerBrowser();
});
afterEach(async () => {
  await page?.close();
});
afterAll(async () => {
  await database?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page, without JavaScript by default, and returns helpers for its form. */
async function open(path: string, key: string, { width = 360, javaScript = false } = {}) {
  page = await openPage(browser, site.url + path, { width, javaScript, reducedMotion: true });
  const opened = page;
  const section = opened.locator(`[id="${key}"]`);
  const field = (name: string) => section.locator(`[name="${name}"]:visible`);
  /** Waits until the form is in view on the response page. Before `load`, the browser may still move the focus. */
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
    /**
     * Submits the form, checks the response page, and returns its status. site.test.ts checks the rest of each page.
     */
    send: async (button: string) => {
      const answered = opened.waitForResponse((response) => response.request().method() === 'POST');
      const loaded = opened.waitForEvent('load');
      await section.getByRole('button', { name: button, exact: true }).click();
      const status = (await answered).status();
      await loaded;
      await isShown();
      expect(await axeViolations(opened, { within: [`[id="${key}"]`] })).toEqual([]);
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

/** The form's success message, which does not depend on a CRM: none is connected here. */
const DONE = 'Thank you! Your information has been submitted.';
const names = { firstName: 'Ada', lastName: 'Byron' };

describe('without JavaScript', () => {
  it('lead-form: stores a lead despite errors, back navigation and a reload', async () => {
    const form = await open('/buy', 'contact');
    await form.field('contactMethod').first().check();
    await form.field('phone').fill('123');
    expect(await form.send('Continue')).toBe(422);
    await form.says('Please enter a valid phone number');
    expect(await form.field('phone').inputValue()).toBe('123');
    expect(await form.field('phone').getAttribute('aria-invalid')).toBe('true');

    const phone = '515-555-0010';
    const email = 'lead@example.com';
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

    expect(await form.send('Send my request')).toBe(422);
    await form.says('Last name is required');
    expect(await form.field('firstName').inputValue()).toBe('Ada');
    await form.type({ lastName: 'Byron', email });
    expect(await form.send('Send my request')).toBe(200);
    await form.says(DONE);

    await form.page.reload();
    await form.says(DONE);
    expect(await leadBy('phone', phone)).toMatchObject({
      id: lead?.id,
      progress: 'details',
      first_name: 'Ada',
      last_name: 'Byron',
      email,
      message: 'Half a',
      source: 'Buy Page (/buy)',
    });
  });

  it('quick-lead-form', async () => {
    const form = await open('/?layout=lead-capture', 'quick');
    await form.field('contact').fill('nobody');
    expect(await form.send('Get started')).toBe(422);
    await form.says('Please enter a valid phone number or email.');
    await form.field('contact').fill('quick@example.com');
    expect(await form.send('Get started')).toBe(200);
    await form.says('Contact info received');
    expect(await form.field('email').inputValue()).toBe('quick@example.com');
    await form.type({ ...names, phone: '515-555-0020' });
    expect(await form.send('Send my request')).toBe(200);
    await form.says("Your information has been received. I'll contact you soon!");
    expect(await leadBy('email', 'quick@example.com')).toMatchObject({
      first_name: 'Ada',
      phone: '515-555-0020',
      page: '/',
    });
  });

  it('market-report-form', async () => {
    const form = await open('/?layout=lead-capture', 'report');
    await form.field('contact').fill('515-555-0030');
    expect(await form.send('Get the report')).toBe(200);
    expect(await form.send('Subscribe')).toBe(422);
    await form.says('Name must be at least 2 characters.');
    await form.says('Please select an area of interest.');
    await form.type({ name: 'Ada Byron', email: 'report@example.com' });
    await form.field('areas').selectOption('ankeny');
    expect(await form.send('Subscribe')).toBe(200);
    await form.says("You're now subscribed to our monthly market updates.");
    expect(await leadBy('email', 'report@example.com')).toMatchObject({
      phone: '515-555-0030',
      areas: 'ankeny',
    });
  });

  it('contact-form', async () => {
    const form = await open('/contact', 'contact');
    await form.type({ ...names, message: 'A porch.', email: 'contact@example.com', phone: '555' });
    expect(await form.send('Send my message')).toBe(422);
    await form.says('Please enter a valid phone number');
    expect(await form.field('message').inputValue()).toBe('A porch.');
    await form.field('phone').fill('515-555-0040');
    expect(await form.send('Send my message')).toBe(200);
    await form.says("Your message has been received. I'll contact you soon!");
    expect(await leadBy('email', 'contact@example.com')).toMatchObject({
      progress: 'details',
      page: '/contact',
      message: 'A porch.',
    });
    await form.says('Got it, Ada.');
    expect(await form.section.locator('form[method="post"]').count()).toBe(0);
    await form.section.getByRole('button', { name: 'Send another' }).click();
    await expect.poll(() => form.field('firstName').inputValue()).toBe('');
  });
});

it('without JavaScript, the browser’s back button restores the input', async () => {
  const form = await open('/buy', 'contact');
  await form.field('contactMethod').first().check();
  await form.field('phone').fill('515-555-7777');
  expect(await form.send('Continue')).toBe(200);
  await form.page.goBack();
  expect(await form.field('phone').inputValue()).toBe('515-555-7777');
});

it.each([
  'the focus stays in the last field while it is being corrected',
  'otherwise the focus moves to the first invalid field',
])('with JavaScript, in a form that was posted with errors before hydration, %s', async (what) => {
  const form = await open('/contact', 'contact', { javaScript: true });
  const come = await holdApplication(form.page);
  await form.section.locator('form').evaluate((element: HTMLFormElement) => element.submit());
  await form.says('Please provide either a valid phone number or email address');
  await form.isShown();
  const mends = what.startsWith('the focus stays');
  if (mends) await form.field('phone').fill('515-555-0199');
  come();
  await expect.poll(() => form.page.locator('html').getAttribute('data-app')).toBe('ready');
  const focused = () => form.page.evaluate(() => document.activeElement?.getAttribute('name'));
  await expect.poll(focused).toBe(mends ? 'phone' : 'firstName');
  await form.page.waitForTimeout(500);
  expect(await focused()).toBe(mends ? 'phone' : 'firstName');
  expect(await form.field('phone').inputValue()).toBe(mends ? '515-555-0199' : '');
  // Correcting one field keeps the errors of the other fields.
  await form.field('firstName').pressSequentially('Ad');
  const wrong = form.section.locator('[aria-invalid="true"]');
  const names = () => wrong.evaluateAll((all) => all.map((each) => each.getAttribute('name')));
  await expect.poll(names).toEqual(['lastName', 'email']);
});

it('with JavaScript, a form posted with errors before hydration leaves the focus in another form', async () => {
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

it('with JavaScript, a form posted before hydration continues from there', async () => {
  const form = await open('/buy', 'contact', { javaScript: true });
  await form.section.locator('form').evaluate((element: HTMLFormElement) => {
    // `submit()` skips client-side validation, as before the script has loaded.
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
  await expect.poll(() => form.page.locator('html').getAttribute('data-app')).toBe('ready');
  expect(await form.field('firstName').inputValue()).toBe('Ada');
  await form.type({ lastName: 'Byron' });
  await form.section.getByRole('button', { name: 'Send my request', exact: true }).click();
  await form.says(DONE);
  expect(await leadBy('phone', '515-555-8888')).toMatchObject({ id: before?.id, first_name: 'Ada' });
  expect(faultsOf(form.page)).toEqual([]);
});
