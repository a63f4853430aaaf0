import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { workerBrowser } from '../../browser/support/worker-browser.ts';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { editPath } from './wp-admin.ts';

/** Opens a desktop browser and signs in to wp-admin. */
export async function signInBrowser(
  wordpress: string,
  user: { username: string; password: string },
): Promise<{ context: BrowserContext; page: Page }> {
  const browser = await workerBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(CONDITION_LIMIT);
  const page = await context.newPage();
  await page.goto(`${wordpress}/wp-login.php`);
  await sendSignIn(page, user);
  await page.waitForURL(/wp-admin/);
  return { context, page };
}

/** Fills in and sends WordPress's sign-in form, which is open in a page or frame. */
export async function sendSignIn(
  form: Page | FrameLocator,
  { username, password }: { username: string; password: string },
): Promise<void> {
  // WordPress focuses the form 0.2 seconds after it appears. Before, a password could be typed into the other input.
  await form.locator('#user_login:focus').waitFor();
  await form.locator('#user_login').fill(username);
  await form.locator('#user_pass').fill(password);
  await form.locator('#wp-submit').click();
}

/** Opens the edit screen of a page and one of its sections, and returns the input of a field there. */
export async function openEditor(page: Page, wordpress: string, id: number, input: string): Promise<Locator> {
  await page.goto(wordpress + editPath(id));
  await page.locator('.lintel-toggle, .acf-field').first().waitFor({ state: 'attached' });
  const welcome = page.getByRole('button', { name: 'Close', exact: true });
  if (await welcome.isVisible()) await welcome.click();
  await openSection(page, input);
  return page.locator(input);
}

/** Opens the section that has the input with this CSS selector, an id of this plugin's form such as `#lintel-hero_title`. */
export async function openSection(page: Page, input: string): Promise<void> {
  const id = /^#lintel-([a-z0-9_]+)/.exec(input)?.[1];
  const section = page.locator(`.lintel-section[data-lintel-later~="${id}"]`);
  if (id !== undefined && (await section.count()) > 0) await section.locator('.lintel-toggle').click();
  await page.locator(input).waitFor({ state: 'attached' });
}

/** Clicks "Save" in the block editor, and waits until the meta boxes and the list of rejected values have arrived. */
export async function saveInBlockEditor(page: Page): Promise<void> {
  const sent = page.waitForResponse((response) => response.url().includes('meta-box-loader'));
  const answered = page.waitForResponse((response) => response.url().includes('lintel_refused_sections'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sent;
  await answered;
}

/** The listed sections of a page on its edit screen, by key, in their order. */
export function listedSections(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.lintel-placement')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-lintel-key')));
}

/** Adds a row to a list with formatted text. The row's first field has the focus afterwards. */
export async function addRow(list: Locator): Promise<void> {
  const button = list.getByRole('button', { name: 'Add a row' });
  // The text editors of the rows start when they are near the viewport, and move the button.
  await button.scrollIntoViewIfNeeded();
  await lastFormattedText(list).waitFor();
  await button.click();
}

/** Returns the editable text of the formatted field in the last row of a list, once its editor has started. */
export function lastFormattedText(list: Locator): Locator {
  return list
    .locator('.lintel-row')
    .last()
    .locator('iframe')
    .contentFrame()
    .locator('body.mce-content-body[contenteditable="true"]');
}

/** Opens the live preview and returns its page, once it can receive values. */
export async function openLivePreview(page: Page): Promise<FrameLocator> {
  await page.locator('[data-lintel-live]:visible').first().click();
  const frame = page.frameLocator('.lintel-live iframe');
  await frame.locator('html[data-app="ready"]').waitFor();
  return frame;
}

/** Waits for the preview that `press` opens in a new tab. */
export async function previewTab(context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), press()]);
  await tab.waitForURL(/\/preview\?token=/);
  await tab.locator('html[data-app="ready"]').waitFor();
  return tab;
}

/** Clicks “Preview in new tab” in the block editor's View menu. */
export async function pressPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByText('Preview in new tab').click();
}

/** Selects a media library picture for a field. */
export async function choosePicture(page: Page, field: string, picture: number): Promise<void> {
  await page.locator(field).getByRole('button', { name: 'Choose a picture' }).click();
  const library = page.locator('.media-modal:visible');
  await library.getByRole('tab', { name: 'Media Library' }).click();
  await library.locator(`.attachment[data-id="${picture}"]`).click();
  await library.getByRole('button', { name: 'Select', exact: true }).click();
}
