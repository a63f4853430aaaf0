import type { BrowserContext, Page } from 'playwright-core';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectSite } from './support/connect-site.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { listedSections, openEditor, saveInBlockEditor, signInBrowser } from './support/browser-editor.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/* A page that an editor brings along, at an address for which the site has a built-in page. */

const SECRET = 'a-secret-that-both-sides-share-0123456789';

let wordpress: TestWordPress;
let site: OpenSite;
let context: BrowserContext;
let screen: Page;
let about: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await connectSite(wordpress, site.url, SECRET);
  const seeded = await pageId(wordpress.editor, 'about');
  await wordpress.runPhp(`return wp_delete_post( ${seeded}, true ) !== false;`);
  about = await createPage(wordpress.editor, {
    slug: 'about',
    title: 'Who we are',
    content: '<p>A family business since 1974.</p>',
  });
  ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
});
afterAll(async () => {
  await context?.close();
  await wordpress?.remove();
  await site?.close();
});

async function main(): Promise<string> {
  const { html } = await site.page('/about');
  return new JSDOM(html).window.document.querySelector('main')?.textContent ?? '';
}

test('counts as a text if visitors would see something of it', async () => {
  const contents: Record<string, boolean> = {
    '': false,
    '<!-- wp:paragraph --><p>&nbsp;</p><!-- /wp:paragraph -->': false,
    '<div class="a"><br>\u200b</div>': false,
    '<!-- wp:paragraph {"a":1} --><p>0</p><!-- /wp:paragraph -->': true,
    '<!-- wp:image {"id":7} --><figure><img src="/a.jpg" alt=""/></figure><!-- /wp:image -->': true,
    '<!-- wp:latest-posts /-->': true,
  };
  const counted = await wordpress.runPhp(`
    require_once WP_PLUGIN_DIR . '/lintel/admin/fold-body.php';
    return array_map(
      function ( $content ) { return lintel_has_body( new WP_Post( (object) array( 'post_content' => $content ) ) ); },
      json_decode( '${JSON.stringify(Object.keys(contents))}', true )
    );`);
  expect(counted).toEqual(Object.values(contents));
});

// The tests depend on each other.
test('shows its title and its text, and none of the built-in page', async () => {
  await expect.poll(main).toContain('A family business since 1974.');
  expect(await main()).toContain('Who we are');
  const { html } = await site.page('/about');
  expect(html).toMatch(/<title>Who we are \| /);
  expect(html).not.toContain('former first responder who');
});

test('is offered as a section on the edit screen', async () => {
  await openEditor(screen, wordpress.url, about, '#lintel-hero_title');
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
  const built = await listedSections(screen);
  const offer = screen.locator('.lintel-body-offer');
  expect(await offer.textContent()).toContain(
    'The site shows the text of this page in place of these sections.',
  );
  await offer.getByRole('button', { name: 'Show it as a section' }).click();
  await expect.poll(() => listedSections(screen)).toEqual([...built, expect.any(String)]);
  expect(await offer.isVisible()).toBe(false);
  await saveInBlockEditor(screen);
  await expect.poll(main).toContain('A family business since 1974.');
  expect((await main()).length).toBeGreaterThan(1_000);
});

test('is not shown once a section of the built-in layout is filled in; the edit screen says so', async () => {
  await editPage(wordpress.editor, about, { acf: { page_layout: '', hero_title: 'Three generations' } });
  await expect.poll(main).toContain('Three generations');
  expect(await main()).not.toContain('A family business since 1974.');
  await openEditor(screen, wordpress.url, about, '#lintel-hero_title');
  expect(await screen.locator('.lintel-body-offer').textContent()).toContain(
    'Visitors do not see the text of this page.',
  );
});

test('these tests caused no warnings or errors', () => {
  expect(site.messages()).toEqual([]);
});
