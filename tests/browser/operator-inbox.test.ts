import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seedOperatorSite, leaveLead, type SeededLeads } from './support/seed-operator-site.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startJourneyTestSite, type OperatorTestSite } from './support/operator-test-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { untilSettled } from './support/screen-faults.ts';

const FORMULA = '=HYPERLINK("http://evil.example","Ann")';

let browser: Browser;
let testSite: OperatorTestSite;
let furniture: SeededLeads;
let page: Page | undefined;

beforeAll(async () => {
  [browser, testSite] = await Promise.all([workerBrowser(), startJourneyTestSite({ knowsCrm: true })]);
  furniture = await seedOperatorSite(testSite);
});
afterEach(async () => {
  const faults = page ? [...faultsOf(page)] : [];
  await page?.close();
  page = undefined;
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
afterAll(async () => {
  await testSite?.stop();
});

/** Opens a screen as the signed-in operator, and waits until it has loaded. */
async function open(path: string, width = 1280): Promise<Page> {
  const opened = await openPage(browser, testSite.site.url + path, {
    width,
    reducedMotion: true,
    cookie: testSite.operator.cookie,
  });
  await untilSettled(opened);
  page = opened;
  return opened;
}

const linksOf = (inbox: Page): Locator => inbox.locator('[data-lead-link]');
const namesOf = (inbox: Page): Promise<string[]> => linksOf(inbox).allInnerTexts();
const statusOf = (inbox: Page): Locator => inbox.locator('main [role="status"]', { hasText: /\d leads?\b/ });
const actionsIn = async (): Promise<string[]> => {
  const answer = await testSite.operator.fetch('/api/admin/audit');
  const { rows }: { rows: { action: string }[] } = await answer.json();
  return rows.map(({ action }) => action);
};

it('finds leads by name, e-mail address, phone number and message, and says if there are none', async () => {
  const inbox = await open('/admin/leads');
  const search = inbox.getByRole('searchbox', { name: 'Search' });
  const found = [
    ['vandenberg', 'Maximiliana Featherstonehaugh-Vandenberg'],
    ['fay', 'Fay Ling'],
    ['featherstonehaugh-vandenberg@corr', 'Maximiliana Featherstonehaugh-Vandenberg'],
    ['(515) 555-0199', 'Fay Ling'],
    ['two “quiet” dogs', 'Maximiliana Featherstonehaugh-Vandenberg'],
  ] as const;
  for (const [words, name] of found) {
    await search.fill(words);
    await expect.poll(() => namesOf(inbox)).toEqual([name]);
    expect(await statusOf(inbox).innerText()).toContain('1 lead found');
    expect(new URL(inbox.url()).searchParams.get('q')).toBe(words);
  }
  await search.fill('nobody of this name');
  await inbox.getByText('No lead matches').waitFor();
  await inbox.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => namesOf(inbox).then((names) => names.length)).toBe(19);
  expect(await search.inputValue()).toBe('');
});

it('filters by view, delivery, form, source and day, sorts, and keeps both in the URL', async () => {
  const inbox = await open('/admin/leads');
  await inbox.getByRole('button', { name: /^Held back/ }).click();
  await expect.poll(() => namesOf(inbox)).toEqual(['Robin Host']);
  await inbox.getByRole('button', { name: /^Needs you/ }).click();
  await expect.poll(() => namesOf(inbox)).toEqual(['Fay Ling']);
  await inbox.goBack();
  await expect.poll(() => namesOf(inbox)).toEqual(['Robin Host']);
  await inbox.getByRole('button', { name: /^All/ }).click();

  await inbox.getByText('More filters and sorting').click();
  await inbox.getByLabel('Form').selectOption('contact-form');
  await inbox.getByLabel('Source').selectOption('Contact Page');
  await expect.poll(() => statusOf(inbox).innerText()).toBe('1 lead found');
  expect(await namesOf(inbox)).toEqual([`${FORMULA} O’Brien`]);
  await inbox.reload();
  await untilSettled(inbox);
  expect(await namesOf(inbox)).toEqual([`${FORMULA} O’Brien`]);
  await inbox.getByRole('button', { name: 'Clear filters' }).click();

  await inbox.getByLabel('Sort by').selectOption('name');
  await expect
    .poll(() => namesOf(inbox).then((names) => names.slice(0, 3)))
    .toEqual(['Noor Ashdown', 'Tomás Ashdown', 'Wren Ashdown']);
  await inbox.getByLabel('Sort by').selectOption('oldest');
  await expect.poll(() => namesOf(inbox).then(([first]) => first)).toBe('Tomás Lee');
  await inbox.getByRole('textbox', { name: 'To' }).fill('2020-01-01');
  await inbox.getByText('No lead matches').waitFor();
});

it('moves from lead to lead by keyboard', async () => {
  const inbox = await open('/admin/leads');
  await inbox.getByRole('searchbox').focus();
  await inbox.keyboard.press('ArrowDown');
  await inbox.keyboard.press('ArrowDown');
  const [, second = ''] = await namesOf(inbox);
  await inbox.keyboard.press('Enter');
  await inbox.getByRole('heading', { level: 2, name: second }).waitFor();
  expect(new URL(inbox.url()).pathname).toMatch(/^\/admin\/leads\/./);
});

it('shows a new lead immediately, marked as new', async () => {
  const inbox = await open('/admin/leads', 360);
  await inbox.getByText('Live', { exact: true }).waitFor();
  await leaveLead(testSite, {
    firstName: 'Newton',
    lastName: 'Arrival',
    email: 'newton@example.com',
    source: 'Sell Page (/sell)',
    page: '/sell',
  });
  const row = inbox.getByRole('row', { name: /Newton Arrival/ });
  await row.getByText('New', { exact: true }).waitFor();
  await row.getByText('Delivered').waitFor();
  expect((await namesOf(inbox))[0]).toBe('Newton Arrival');
});

it('shows the complete history of a lead', async () => {
  const story = await open(`/admin/leads/${furniture.delivered}`);
  const text = await story.locator('main').innerText();
  for (const told of [
    'Three bedrooms near a lake, please.',
    '(515) 555-0142',
    'Texts about this request: agreed',
    'Marketing calls and texts: agreed',
    'autumn-open-houses',
    'https://news.example.org/des-moines/where-to-live-next-year',
    'Delivered to the CRM.',
    'Received from the lead form.',
    'The contact was changed in the CRM',
    'Tags were changed in the CRM',
  ])
    expect(text).toContain(told);
  await story.getByText('Evidence: ticked').first().click();
  await story.getByText('Consent is not a condition of purchase').first().waitFor();
});

it('retries failed leads, releases held ones, resolves and reopens', async () => {
  const failed = await open(`/admin/leads/${furniture.failed}`);
  await failed.getByRole('button', { name: 'Retry: CRM contact' }).click();
  await failed.getByText('The delivery is tried again now.').waitFor();
  await failed.getByText('Delivered to the CRM.').waitFor();
  await failed.getByRole('button', { name: 'Resolve' }).click();
  await failed.getByText('The lead is marked as done.').waitFor();
  await failed.getByRole('button', { name: 'Reopen' }).click();
  await failed.getByText('The lead is open again.').waitFor();
  expect(faultsOf(failed)).toEqual([]);
  await failed.close();

  const held = await open(`/admin/leads/${furniture.quarantined}`, 360);
  await held.getByText('Held back as suspicious', { exact: true }).waitFor();
  await held.getByText('A field that people cannot see was filled in.').first().waitFor();
  // Resolving a held lead sends nothing, so the screen asks for confirmation. The operator cancels here.
  await held.getByRole('button', { name: 'Resolve' }).click();
  const dialog = held.getByRole('dialog', { name: 'Resolve without sending?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await held.getByRole('button', { name: 'Release' }).click();
  await held.getByText('Its deliveries go out now.').waitFor();
  await held.getByText('Delivered to the CRM.').waitFor();
  await expect
    .poll(() => [...testSite.sandbox.state.contacts.values()].map(({ email }) => email))
    .toContain('robin@example.com');
  const done = ['lead-released', 'lead-reopened', 'lead-resolved', 'delivery-retried'];
  expect(await actionsIn()).toEqual(expect.arrayContaining(done));
});

it('deletes only after a confirmation, and says what remains', async () => {
  const story = await open(`/admin/leads/${furniture.delivered}`, 360);
  const ask = story.getByRole('button', { name: 'Delete this lead' });
  const dialog = story.getByRole('dialog', { name: /^Delete Maximiliana/ });
  await ask.click();
  expect(await dialog.getByRole('button', { name: 'Cancel' }).evaluate(isFocused)).toBe(true);
  await story.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await ask.evaluate(isFocused)).toBe(true);
  await ask.click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await story.getByRole('heading', { name: 'The lead is deleted' }).waitFor();
  await story.getByText('2 consent records stay').waitFor();
  await story.getByText('The contact in the CRM is still there').waitFor();
  await story.getByRole('link', { name: 'Back to all leads' }).click();
  await linksOf(story).first().waitFor();
  expect(await namesOf(story)).not.toContain('Maximiliana Featherstonehaugh-Vandenberg');
  const gone = await testSite.operator.fetch(`/api/admin/leads/${furniture.delivered}`);
  expect(gone.status).toBe(404);
  expect(await actionsIn()).toContain('lead-deleted');
});

it('exports the filtered leads as CSV without formulas, and as JSON', async () => {
  const inbox = await open('/admin/leads?q=o’brien');
  const csv = await download(inbox, 'Export CSV');
  expect(csv.name).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const [header = '', record = '', rest] = csv.text.split('\r\n');
  expect(header).toMatch(/^\uFEFF?"id","created_at"/);
  expect(record).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
  expect(record).toContain('"O’Brien"');
  expect(rest).toBe('');
  const json = await download(inbox, 'Export JSON');
  const leads: unknown = JSON.parse(json.text);
  expect(JSON.stringify(leads)).toContain('ann@example.com');
  expect(JSON.stringify(leads)).not.toContain('robin@example.com');
  expect(await actionsIn()).toContain('leads-exported');
});

const isFocused = (element: Element): boolean => element === document.activeElement;

/** Clicks a download link and returns the name and content of the file. */
async function download(from: Page, link: string): Promise<{ name: string; text: string }> {
  const [saved] = await Promise.all([
    from.waitForEvent('download'),
    from.getByRole('link', { name: link }).click(),
  ]);
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
}
