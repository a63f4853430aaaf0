import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { drawnPng } from '../wordpress/support/drawn-png.ts';
import { holdRequests, unsavedChanges, moreTool } from './support/builder-tools.ts';
import { canvasOf, chooseSection, visitBuilder } from './support/builder-visit.ts';

/* What an editor does while something is unfinished: half a date, a dialog that is closed while it stores, an undo. */

const page = (id: number, slug: string, status = 'publish') => ({
  id,
  slug,
  status,
  title: { rendered: slug, raw: slug },
  acf: {
    page_layout: JSON.stringify([
      { block: 'hero', key: 'hero' },
      { block: 'prose', key: 'text' },
      { block: 'faq', key: 'questions' },
    ]),
    hero_title: 'Come in',
    text_title: 'About',
    questions_items: [{ question: 'When?', answer: '<p>At three.</p>' }],
  },
});

const visit = visitBuilder((wordpress, media) => {
  wordpress.add('pages', page(7, 'open-house'));
  wordpress.add('pages', page(8, 'draft', 'draft'));
  wordpress.add('media', { id: 31, alt_text: 'A porch', media_details: { width: 640, height: 480 } });
  media.serve(31);
});

it('does not take half a date for no schedule', async () => {
  const builder = await visit.open('open-house');
  await chooseSection(builder, /Hero$/);
  const appears = builder.getByLabel('Appears', { exact: true }).filter({ visible: true });
  const fault = builder.getByRole('alert').filter({ hasText: 'Enter both the date and the time.' });
  const isKept = (moment: string) => async () =>
    (await unsavedChanges(builder, '/open-house'))?.includes(`"_from":"${moment}"`) ?? false;
  await builder.locator('summary:text-is("Visibility and schedule"):visible').press('Enter');
  // The date alone.
  await appears.pressSequentially('12242026');
  await builder.getByLabel('Disappears').filter({ visible: true }).focus();
  await fault.filter({ visible: true }).waitFor();
  await appears.focus();
  await appears.fill('2026-12-24T18:00');
  await expect.poll(() => fault.count()).toBe(0);
  await expect.poll(isKept('2026-12-24T18:00')).toBe(true);
  // The hour is removed again. It is the fourth part, after the day.
  await appears.focus();
  for (let parts = 0; parts < 3; parts += 1) await builder.keyboard.press('ArrowRight');
  await builder.keyboard.press('Delete');
  await fault.filter({ visible: true }).waitFor();
  expect(await isKept('2026-12-24T18:00')()).toBe(true);
  await appears.fill('');
  await expect.poll(isKept('')).toBe(true);
});

it('does not schedule a draft by half a date', async () => {
  const builder = await visit.open('draft');
  await (await moreTool(builder, 'Page settings')).press('Enter');
  const dialog = builder.getByRole('dialog', { name: 'Page settings' });
  const input = dialog.getByLabel('Publish at');
  await input.pressSequentially('12242099');
  await input.press('Enter');
  await dialog.getByText('Enter both the date and the time.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
});

it('places no picture whose dialog was closed while it was stored', async () => {
  const builder = await visit.open('open-house');
  await chooseSection(builder, /Hero$/);
  await builder.route('**/media/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(drawnPng(64, 48)) }),
  );
  // The details also read the picture from this address.
  const { held, release } = await holdRequests(builder, '**/api/admin/pages/pictures/31');
  const isStoring = (request: Request) =>
    request.method() === 'PUT' && request.url().endsWith('/api/admin/pages/pictures/31');
  const field = builder.getByRole('group', { name: 'Picture', exact: true }).filter({ visible: true });
  const dialog = builder.getByRole('dialog');
  await field.getByRole('button', { name: 'Choose a picture' }).press('Enter');
  await dialog.getByRole('button', { name: 'A porch' }).press('Enter');
  await dialog.getByLabel('Alternative text').fill('A wide porch');
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect.poll(() => held.filter((route) => isStoring(route.request())).length).toBe(1);
  await builder.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const stored = builder.waitForResponse((response) => isStoring(response.request()));
  release();
  await stored;
  // A change after it is kept, so the picture would be, too.
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill('Come in on Sunday');
  await canvasOf(builder).getByText('Come in on Sunday').waitFor();
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toContain('Come in on Sunday');
  const { data } = JSON.parse((await unsavedChanges(builder, '/open-house')) ?? '{}');
  expect(data.content[0].props.image).toBe(null);
});

it('undoes the page only: the selected section, its fields and the viewport stay, and new text is stored', async () => {
  const builder = await visit.open('open-house');
  await chooseSection(builder, /Hero$/);
  const headline = builder.getByRole('textbox', { name: 'Headline', exact: true }).filter({ visible: true });
  const undo = builder.getByRole('button', { name: 'undo' });
  const shown = (text: string) =>
    canvasOf(builder).getByRole('heading', { name: text, exact: true }).waitFor();
  await headline.focus();
  await builder.keyboard.press('End');
  await builder.keyboard.insertText(' one');
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await shown('Come in one');
  await builder.keyboard.insertText(' two');
  await shown('Come in one two');
  const phone = builder.getByRole('button', { name: 'Phone' }).filter({ visible: true });
  await phone.press('Enter');
  const width = () =>
    builder
      .locator('iframe')
      .first()
      .evaluate((frame) => frame.clientWidth);
  await expect.poll(width).toBe(360);
  await headline.focus();
  await builder.keyboard.press('Control+z');
  await shown('Come in one');
  await expect.poll(() => headline.inputValue()).toBe('Come in one');
  await builder.keyboard.press('Control+z');
  await shown('Come in');
  // The state before the first change had no selected section.
  await expect.poll(() => headline.inputValue()).toBe('Come in');
  await expect.poll(width).toBe(360);

  await builder.getByRole('button', { name: 'History' }).press('Enter');
  const steps = builder.getByRole('group', { name: 'History' });
  await steps.getByRole('button').nth(1).press('Enter');
  await shown('Come in one');
  await expect.poll(() => headline.inputValue()).toBe('Come in one');
  await headline.focus();
  await builder.keyboard.press('End');
  await builder.keyboard.insertText(' three');
  await shown('Come in one three');
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toContain('Come in one three');
});

it('keeps the unsaved changes of a tab when another tab saves the page', async () => {
  const builder = await visit.open('open-house');
  const opening = builder.waitForEvent('popup');
  await builder.evaluate(() => void window.open(location.href));
  const second = await opening;
  await second.getByRole('alert').filter({ hasText: 'open in another tab' }).waitFor();
  await chooseSection(builder, /Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill('Typed in the first tab');
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toContain('Typed in the first tab');
  await chooseSection(second, /Text$/);
  const title = second.locator('input[name="title"]:visible');
  await title.fill('Saved in the second tab');
  await canvasOf(second).getByText('Saved in the second tab').waitFor();
  await second.getByRole('button', { name: 'Publish' }).click();
  await second.getByRole('status').filter({ hasText: 'Live on the site' }).waitFor();
  expect(await unsavedChanges(builder, '/open-house')).toContain('Typed in the first tab');
});

it('offers the unsaved changes of a tab that was closed to the tab that waited for it', async () => {
  const builder = await visit.open('open-house');
  const isWaiting = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'open in another tab' });
  const opening = builder.waitForEvent('popup');
  await builder.evaluate(() => void window.open(location.href));
  const other = await opening;
  await isWaiting(other).waitFor();
  // The other tab becomes the first one, because it can be closed without the context of the test.
  await builder.goto(`${visit.site.site.url}/admin/pages`);
  await isWaiting(other).waitFor({ state: 'detached' });
  await builder.goto(`${visit.site.site.url}/admin/pages/open-house`);
  await isWaiting(builder).waitFor();
  await chooseSection(other, /Hero$/);
  await other.getByRole('textbox', { name: 'Headline', exact: true }).fill('Typed in the closed tab');
  await expect.poll(() => unsavedChanges(other, '/open-house')).toContain('Typed in the closed tab');
  await other.close();
  await builder.getByText('Another tab, which is closed now').waitFor();
  await builder.getByRole('button', { name: 'Bring them back' }).press('Enter');
  await canvasOf(builder).getByRole('heading', { name: 'Typed in the closed tab' }).waitFor();
});
