import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openEditor, saveInBlockEditor, sendSignIn, signInBrowser } from './support/browser-editor.ts';
import { createPage, editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/*
 * Saves in the block editor of which the sections do not arrive. It saves the post first and the sections in a second
 * request, and says “Page updated” whatever becomes of that one.
 */

let wordpress: TestWordPress;
let context: BrowserContext;
let screen: Page;
let page: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  page = await createPage(wordpress.editor, {
    slug: 'open-day',
    title: 'Open day',
    acf: {
      page_layout: ['hero', 'faq'].map((block) => ({ block, key: block })),
      hero_title: 'Come in',
    },
  });
  await openEditor(screen, wordpress.url, page, '#lintel-hero_title');
  // A save before the editor has registered its meta boxes would not include them.
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
});
afterAll(async () => {
  await context?.close();
  await wordpress?.remove();
});

const title = () => screen.locator('#lintel-hero_title');
const notice = () => screen.locator('.components-notice', { hasText: 'did not confirm' });
const save = () => saveInBlockEditor(screen);

async function stored(): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.looseObject({}) }).parse(answer).acf;
}

/** What can happen to the second request of a save, which carries the sections. The first one has stored the title. */
const FAULTS: [fault: string, answer: (route: Route) => Promise<void>][] = [
  ['fails', (route) => route.fulfill({ status: 500, body: 'Fatal error' })],
  ['is lost on the way', (route) => route.abort()],
  ['is answered with another page', (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' })],
];

test.each(FAULTS)(
  'a save whose request with the sections %s says so, keeps what was typed, and sends it again',
  async (fault, answer) => {
    const before = await stored();
    const headline = `Typed while it ${fault}`;
    await title().fill(headline);
    await screen.locator('[data-lintel-key="faq"] [data-lintel-layout="hide"]').click();
    await screen.route(/meta-box-loader/, answer);
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await notice().waitFor();
    expect(await notice().textContent()).toContain('stay on this screen and save again');
    expect(await stored()).toEqual(before);
    expect(await title().inputValue()).toBe(headline);

    // Leaving the screen would lose it.
    const dialog = screen.waitForEvent('dialog');
    await Promise.all([dialog.then((asked) => asked.dismiss()), screen.close({ runBeforeUnload: true })]);

    await screen.unroute(/meta-box-loader/);
    await save();
    await notice().waitFor({ state: 'hidden' });
    const after = await stored();
    expect(after).toMatchObject({ hero_title: headline });
    // The list of sections was sent again, too.
    expect(after['page_layout']).not.toEqual(before['page_layout']);
  },
);

test('a save says so as well if another plugin fails after the sections', async () => {
  await wordpress.addPlugin(
    'fails',
    `add_action( 'save_post', static function () { if ( isset( $_GET['meta-box-loader'] ) ) { wp_die( '', '', 500 ); } } );`,
  );
  await save();
  await expect.poll(() => notice().count()).toBe(1);
  await wordpress.runPhp(`deactivate_plugins( 'fails/fails.php' );`);
  await save();
  await expect.poll(() => notice().count()).toBe(0);
});

test('a save stores the sections after the session has ended and its user has signed in again', async () => {
  const { username } = wordpress.editorAccount;
  const nonce = screen.locator('[name="lintel_sections_nonce"]').first();
  const expired = await nonce.inputValue();
  await title().fill('Typed before the session ended');
  await wordpress.runPhp(
    `WP_Session_Tokens::get_instance( get_user_by( 'login', '${username}' )->ID )->destroy_all();`,
  );
  await screen.evaluate('window.wp.heartbeat.connectNow()');
  await sendSignIn(screen.frameLocator('#wp-auth-check-frame'), wordpress.editorAccount);
  await expect.poll(() => nonce.inputValue()).not.toBe(expired);
  await screen.locator('#wp-auth-check-wrap').waitFor({ state: 'hidden' });
  await save();
  expect(await stored()).toMatchObject({ hero_title: 'Typed before the session ended' });
});

test('what an earlier save has stored, whose answer was lost, is no conflict in the next one', async () => {
  await title().fill('Stored twice');
  await editPage(wordpress.editor, page, { acf: { hero_title: 'Stored twice' } });
  await save();
  await title().fill('Changed after that');
  await save();
  expect(await stored()).toMatchObject({ hero_title: 'Changed after that' });
});

test('a screen that was opened before the plugin names saves receives only the errors', async () => {
  await title().fill('Typed on any screen');
  await save();
  const answer = await screen.evaluate(
    `fetch( lintelSections.url + '?action=lintel_refused_sections&post=' + lintelSections.post + '&nonce=' + lintelSections.nonce ).then( ( response ) => response.json() )`,
  );
  expect(answer).toEqual({ success: true, data: {} });
});
