import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seedOperatorSite, leaveLead, type SeededLeads } from './support/seed-operator-site.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { startJourneyTestSite, type OperatorTestSite } from './support/operator-test-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { screenFaults, untilSettled } from './support/screen-faults.ts';

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
  await expect.poll(() => namesOf(inbox)).toEqual([`${FORMULA} O’Brien`]);
  await inbox.reload();
  await untilSettled(inbox);
  await expect.poll(() => namesOf(inbox)).toEqual([`${FORMULA} O’Brien`]);
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

it('opens leads beside the list, and moves between them by keyboard', async () => {
  const inbox = await open('/admin/leads');
  const panel = inbox.getByRole('complementary', { name: 'Lead' });
  const shown = (name: string) => panel.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const all = await linksOf(inbox).count();
  await inbox.getByRole('searchbox').focus();
  // In a field, the shortcut keys insert text instead.
  await inbox.keyboard.press('j');
  expect(await panel.count()).toBe(0);
  await inbox.keyboard.press('Backspace');
  // On a busy machine, the list has already been searched for this letter.
  await expect.poll(() => new URL(inbox.url()).search).toBe('');
  await expect.poll(() => linksOf(inbox).count()).toBe(all);
  await inbox.keyboard.press('ArrowDown');
  await inbox.keyboard.press('j');
  await inbox.keyboard.press('k');
  await inbox.keyboard.press('ArrowDown');
  const [first = '', second = '', third = ''] = await namesOf(inbox);
  await inbox.keyboard.press('Enter');
  await shown(second);
  expect(await screenFaults(inbox)).toEqual([]);
  await inbox.keyboard.press('j');
  await shown(third);
  await inbox.keyboard.press('k');
  await shown(second);
  await inbox.keyboard.press('k');
  await shown(first);
  await inbox.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => linksOf(inbox).first().evaluate(isFocused)).toBe(true);
});

it('keeps status, private notes and a reminder, and shows the reminder on the first screen', async () => {
  const inbox = await open(`/admin/leads?open=${furniture.unfinished}`, 360);
  const panel = inbox.getByRole('complementary', { name: 'Lead' });
  await panel.getByRole('button', { name: 'Called', pressed: true }).waitFor();
  await panel.getByRole('button', { name: 'Met' }).click();
  await panel.getByRole('button', { name: 'Met', pressed: true }).waitFor();
  await panel.getByLabel('New note, for operators only').fill('Wants a porch.');
  // An unsaved note survives a return to the list.
  await panel.getByRole('button', { name: 'Back to the list' }).click();
  await linksOf(inbox).getByText('pat@example.com').click();
  expect(await panel.getByLabel('New note, for operators only').inputValue()).toBe('Wants a porch.');
  const note = panel.getByLabel('New note, for operators only');
  const save = panel.getByRole('button', { name: 'Save the note' });
  const held = Promise.withResolvers<void>();
  await inbox.route('**/notes', (route) => held.promise.then(() => route.continue()), { times: 1 });
  await save.click();
  // Text typed while a note is being saved stays, and so does the focus.
  await note.fill('Has two dogs.');
  held.resolve();
  await panel.getByRole('listitem').getByText('Wants a porch.').waitFor();
  expect(await note.inputValue()).toBe('Has two dogs.');
  await expect.poll(() => save.isEnabled()).toBe(true);
  await save.press('Enter');
  await panel.getByRole('listitem').getByText('Has two dogs.').waitFor();
  await expect.poll(() => note.evaluate(isFocused)).toBe(true);
  await expect.poll(() => note.inputValue()).toBe('');
  await panel.getByRole('button', { name: 'Set a reminder' }).click();
  await panel.getByRole('button', { name: 'In 3 days' }).click();
  await panel.getByLabel('About (optional)').fill('Send the listings');
  await panel.getByRole('button', { name: 'Save the reminder' }).click();
  await panel.getByRole('button', { name: 'Change the reminder' }).waitFor();

  await inbox.getByRole('link', { name: 'Today' }).click();
  const due = inbox.getByRole('region', { name: 'Reminders' }).getByText('Send the listings');
  await due.waitFor();
  await inbox.getByRole('button', { name: 'Done: pat@example.com' }).click();
  await due.waitFor({ state: 'detached' });
  const done = ['lead-stage-changed', 'lead-note-added', 'lead-reminder-set', 'lead-reminder-cleared'];
  expect(await actionsIn()).toEqual(expect.arrayContaining(done));
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
  const row = inbox.getByRole('listitem').filter({ hasText: 'Newton Arrival' });
  await row.getByText('Just in', { exact: true }).waitFor();
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

it('retries failed leads, releases held ones together, closes and reopens', async () => {
  const failed = await open(`/admin/leads/${furniture.failed}`);
  await failed.getByRole('button', { name: 'Retry: CRM contact' }).click();
  await failed.getByText('The delivery is tried again now.').waitFor();
  await failed.getByText('Delivered to the CRM.').waitFor();
  await failed.getByRole('button', { name: 'Closed' }).click();
  await failed.getByRole('button', { name: 'Closed', pressed: true }).waitFor();
  await failed.getByRole('button', { name: 'New' }).click();
  await failed.getByRole('button', { name: 'New', pressed: true }).waitFor();
  expect(faultsOf(failed)).toEqual([]);
  await failed.close();

  const held = await open(`/admin/leads/${furniture.quarantined}`, 360);
  await held.getByText('Held back as suspicious', { exact: true }).waitFor();
  await held.getByText('A field that people cannot see was filled in.').first().waitFor();
  // Closing a held lead sends nothing, so the screen asks for confirmation. The operator cancels here.
  await held.getByRole('button', { name: 'Close without sending' }).click();
  const dialog = held.getByRole('dialog', { name: 'Close without sending?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await held.getByRole('link', { name: 'All leads' }).click();
  await held.getByRole('button', { name: /^Held back/ }).click();
  await held.getByRole('checkbox', { name: 'Choose Robin Host' }).check();
  await held.getByRole('button', { name: 'Release the chosen (1)' }).click();
  await held.getByText('1 lead is released').waitFor();
  await held.getByText('No lead matches').waitFor();
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
  // The live event of the deletion arrives before the answer. It must not make the screen look for the lead.
  await story.route(`**/api/admin/leads/${furniture.delivered}/delete`, async (route) => {
    const response = await route.fetch();
    await delay(1000);
    await route.fulfill({ response });
  });
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
