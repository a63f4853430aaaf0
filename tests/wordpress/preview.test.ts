import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../browser/support/page-checks.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import {
  addRow,
  openEditor,
  openLivePreview,
  lastFormattedText,
  pressPreview,
  previewTab,
  signInBrowser,
} from './support/browser-editor.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen } from './support/wp-admin.ts';

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const SETTINGS = '/wp-admin/options-general.php?page=lintel-site-settings';
const BUILT_IN = 'Find Your Front Door in Des Moines';
const OLD_AUTOSAVES = `add_filter( 'rest_request_before_callbacks', static function ( $response, $handler, $request ) {
	$is_autosave = 'POST' === $request->get_method() && preg_match( '~/autosaves$~', $request->get_route() );
	return $is_autosave ? new WP_Error( 'rest_autosave_no_changes', 'There is nothing to save.', array( 'status' => 400 ) ) : $response;
}, 10, 3 );`;

let wordpress: TestWordPress;
let site: OpenSite;
let home: number;
let context: BrowserContext;
let editor: Page;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  home = await pageId(wordpress.editor, 'home');
  const screen = await openScreen(wordpress.url, wordpress.adminSession, SETTINGS);
  const form = screen.form('form:has(#lintel-connection-url)', {
    'lintel_connection[url]': site.url,
    'lintel_connection[secret]': SECRET,
  });
  await openScreen(wordpress.url, wordpress.adminSession, SETTINGS, form);
  ({ context, page: editor } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  // Tests leave unsaved text behind.
  editor.on('dialog', (dialog) => void dialog.accept());
});
afterAll(async () => {
  await closeContexts();
  await wordpress?.remove();
  await site?.close();
});

const publicHeadline = async () => /<h1[^>]*>(.*?)<\/h1>/.exec((await site.page('/')).html)?.[1];
const headline = (page: Page) => page.locator('h1').first().textContent();
const saved = () => wordpress.editor.get(`/wp/v2/pages/${home}?_fields=acf.hero_title`);

// The tests depend on each other: each continues where the previous one ended.
describe('in the block editor', () => {
  test('the live preview shows what is typed, and stores nothing', async () => {
    const title = await openEditor(editor, wordpress.url, home, '#lintel-hero_title');
    const frame = await openLivePreview(editor);
    expect(await frame.locator('h1').textContent()).toBe(BUILT_IN);
    await title.fill('Typed, not saved');
    await frame.locator('h1', { hasText: 'Typed, not saved' }).waitFor();
    expect(await saved()).toEqual({ acf: { hero_title: BUILT_IN } });
    expect(await publicHeadline()).toBe(BUILT_IN);
  });

  test('a click on a part of the page leads to its field, and the field outlines its section', async () => {
    const frame = editor.frameLocator('.lintel-live iframe');
    const focused = () => editor.evaluate(() => document.activeElement?.id);
    await frame.locator('h1').click();
    await expect.poll(focused).toBe('lintel-hero_title');
    const question = frame.locator('#faq summary').nth(1);
    await question.click();
    await expect.poll(focused).toBe('lintel-faq_items-1-question');
    await editor.locator('#lintel-hero_title').focus();
    await frame.locator('#hero[data-preview-outline]').waitFor();
    expect(await frame.locator('[data-preview-outline]').count()).toBe(1);
  });

  test('the frame is as wide as a phone or a desktop', async () => {
    const frame = editor.frameLocator('.lintel-live iframe');
    const width = () => frame.locator('html').evaluate(() => innerWidth);
    expect(await width()).toBe(390);
    expect(await axeViolations(editor, { within: ['.lintel-live'] })).toEqual([]);
    await editor.getByRole('button', { name: 'Desktop', exact: true }).click();
    expect(await width()).toBe(1280);
  });

  test('rows that are added, and what is wrong, are shown too', async () => {
    const frame = editor.frameLocator('.lintel-live iframe');
    // On a slow network, the page has started before it has loaded all pictures.
    await editor.locator('.lintel-live iframe').dispatchEvent('load');
    const faq = editor.locator('[data-lintel-path="faq_items"]');
    await addRow(faq);
    await editor.keyboard.type('Is it near?');
    await frame.getByText('row 6: answer is empty. Fill it in, or remove the row.').waitFor();
    await lastFormattedText(faq).fill('Very.');
    await frame.locator('#faq summary', { hasText: 'Is it near?' }).waitFor();
    expect(await frame.locator('[data-fault]').count()).toBe(0);
  });

  test('“Preview” opens the site with the same values; the public page is unchanged', async () => {
    const tab = await previewTab(context, () => pressPreview(editor));
    expect(await headline(tab)).toBe('Typed, not saved');
    expect(await tab.locator('#faq summary', { hasText: 'Is it near?' }).count()).toBe(1);
    expect(await tab.locator('#preview-bar').textContent()).toContain('with unsaved changes by Jordan Avery');
    expect(await saved()).toEqual({ acf: { hero_title: BUILT_IN } });
    expect(await publicHeadline()).toBe(BUILT_IN);
    await tab.close();
  });

  test('a shared link is open to everybody until it is revoked on the edit screen', async () => {
    const tab = await previewTab(context, () => pressPreview(editor));
    await tab.getByRole('button', { name: 'Share' }).click();
    const link = await tab.getByLabel('Link to share').inputValue();
    await tab.close();
    const visit = async () => {
      const response = await fetch(link);
      const html = await response.text();
      return { status: response.status, headline: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] };
    };
    expect(await visit()).toEqual({ status: 200, headline: 'Typed, not saved' });
    // The list is updated when the editor returns from the tab with the preview. A headless browser never hides a
    // tab.
    await editor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    // The links are in the sidebar, which the live preview has closed.
    await editor.getByRole('button', { name: 'Close the live preview' }).click();
    expect(await axeViolations(editor, { within: ['#lintel-preview'] })).toEqual([]);
    await editor.getByRole('button', { name: 'Revoke' }).click();
    await editor.getByText('The link was revoked.').waitFor();
    expect(await visit()).toEqual({ status: 403, headline: 'This preview link was revoked' });
  });

  test('a draft that was never published has a preview', async () => {
    const draft = await createPage(wordpress.editor, {
      title: 'Brand new',
      status: 'draft',
      acf: { page_layout: [{ block: 'hero', key: 'hero' }] },
    });
    const title = await openEditor(editor, wordpress.url, draft, '#lintel-hero_title');
    await title.fill('Its first words');
    const tab = await previewTab(context, () => pressPreview(editor));
    expect(await headline(tab)).toBe('Its first words');
    expect(await tab.locator('#preview-bar').textContent()).toContain('This page is a draft.');
    await tab.close();
    expect((await site.page('/brand-new')).status).toBe(404);
  });

  test('“View Page” of a private page opens its preview', async () => {
    const page = await createPage(wordpress.editor, {
      title: 'For the team',
      status: 'private',
      acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'For the team only' },
    });
    await openEditor(editor, wordpress.url, page, '#lintel-hero_title');
    const view = editor.locator('.editor-header__settings').getByRole('link', { name: 'View Page' });
    expect(await view.getAttribute('href')).toBe(`${site.url}/for-the-team`);
    const tab = await previewTab(context, () => view.click());
    expect(await headline(tab)).toBe('For the team only');
    await tab.close();
  });

  test('a WordPress before 6.3, which refuses an autosave of a text that did not change, previews sections too', async () => {
    await wordpress.addPlugin('old-autosaves', OLD_AUTOSAVES);
    // Without an autosave yet, whose link the editor would use.
    const published = await createPage(wordpress.editor, {
      title: 'Published',
      acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'As published' },
    });
    const title = await openEditor(editor, wordpress.url, published, '#lintel-hero_title');
    await title.fill('Only a section changed');
    const tab = await previewTab(context, () => pressPreview(editor));
    expect(await headline(tab)).toBe('Only a section changed');
    await tab.close();
  });
});

test('the classic editor has both previews too', async () => {
  await wordpress.addPlugin('classic', "add_filter( 'use_block_editor_for_post', '__return_false' );");
  const title = await openEditor(editor, wordpress.url, home, '#lintel-hero_title');
  const frame = await openLivePreview(editor);
  await title.fill('Typed in the classic editor');
  await frame.locator('h1', { hasText: 'Typed in the classic editor' }).waitFor();
  const tab = await previewTab(context, () => editor.click('#post-preview'));
  expect(await headline(tab)).toBe('Typed in the classic editor');
  expect(await saved()).toEqual({ acf: { hero_title: BUILT_IN } });
  expect(await publicHeadline()).toBe(BUILT_IN);
  await tab.close();
});

test('a preview link does not work for somebody who may not edit the page', async () => {
  const response = await fetch(
    `${wordpress.url}/wp-admin/admin-post.php?action=lintel_preview&post=${home}`,
    {
      redirect: 'manual',
    },
  );
  expect(response.headers.get('location') ?? '').not.toContain('token=');
  const asked = wordpress.anonymous.post(`/lintel/v1/preview-url/${home}`, {});
  await expect(asked).rejects.toThrow(/401/);
});

test('these tests caused no warnings or errors', () => {
  expect(site.messages()).toEqual([]);
});
