import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectSite } from './support/connect-site.ts';
import { signInBrowser } from './support/browser-editor.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath, openScreen } from './support/wp-admin.ts';

const SECRET = 'a-shared-secret-of-this-test-0123456789';
/** The page of the route table that is the template of posts. The site does not show it by itself. */
const TEMPLATE_OF_POSTS = '/blog/post';
/** A plugin that shows the classic editor if the address asks for it. */
const CLASSIC = `add_filter( 'use_block_editor_for_post', static function ( $use ) {
	return isset( $_GET['classic'] ) ? false : $use;
} );`;

let wordpress: TestWordPress;
let site: OpenSite;
/** Ids of the entries that the screens show. */
const ids = { draft: 0, private: 0, locked: 0, scheduled: 0, post: 0, comment: 0, picture: 0, about: 0 };
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await wordpress.addPlugin('classic', CLASSIC);
  await connectSite(wordpress, site.url, SECRET);
  const { admin } = wordpress;
  const made = z.looseObject({ id: z.number() });
  ids.about = await pageId(admin, 'about');
  ids.draft = await createPage(admin, { title: 'A draft', status: 'draft' });
  ids.private = await createPage(admin, { title: 'A private page', status: 'private' });
  ids.locked = await createPage(admin, { title: 'A page with a password', password: 'open' });
  const later = { title: 'Later', status: 'future', date: '2099-01-01T10:00:00' };
  ids.scheduled = made.parse(await admin.post('/wp/v2/posts', later)).id;
  const post = { title: 'Now', status: 'publish', comment_status: 'open' };
  ids.post = made.parse(await admin.post('/wp/v2/posts', post)).id;
  const said = { post: ids.post, content: 'A comment', author_name: 'Ann', author_email: 'ann@example.com' };
  ids.comment = made.parse(await admin.post('/wp/v2/comments', said)).id;
  ids.picture = z.number().parse(
    await wordpress.runPhp(`
      $file = wp_upload_bits( 'dot.png', null, base64_decode( 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' ) );
      return wp_insert_attachment( array( 'post_mime_type' => 'image/png', 'post_title' => 'Dot', 'post_parent' => ${ids.post} ), $file['file'] );`),
  );
  await wordpress.runPhp(`update_user_meta( get_current_user_id(), 'show_welcome_panel', 1 ); return 1;`);
  await site.read();
});
afterAll(async () => {
  await wordpress?.remove();
  await site?.close();
});

/** Links of a screen that lead out of wp-admin, to WordPress or the site. Each is an address, with what it says. */
async function publicLinks(path: string): Promise<Map<string, string>> {
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, path);
  const found = new Map<string, string>();
  for (const link of document.querySelectorAll('a[href], area[href], form[action]')) {
    const written = link.getAttribute('href') ?? link.getAttribute('action') ?? '';
    const url = URL.parse(written, `${wordpress.url}/wp-admin/`);
    if (!url || ![wordpress.url, site.url].includes(url.origin)) continue;
    url.hash = '';
    if (url.origin === wordpress.url && /^\/wp-(?:admin|login|content|json)/.test(url.pathname)) continue;
    found.set(url.href, link.textContent.trim().replace(/\s+/g, ' '));
  }
  return found;
}

/** Follows a link as the signed-in administrator. Returns where it ends. */
async function follow(link: string): Promise<{ status: number; url: string }> {
  let url = link;
  for (let step = 0; step < 6; step += 1) {
    const isWordPress = url.startsWith(wordpress.url);
    const headers = isWordPress ? { cookie: wordpress.adminSession['cookie'] ?? '' } : {};
    const response = await fetch(url, { redirect: 'manual', headers });
    await response.arrayBuffer();
    const to = response.headers.get('location');
    if (to === null) return { status: response.status, url };
    url = new URL(to, url).href;
  }
  throw new Error(`${link} redirects without an end.`);
}

describe('links of the screens of wp-admin to public pages', () => {
  const screens = (): readonly string[] => [
    '/wp-admin/',
    '/wp-admin/edit.php',
    '/wp-admin/edit.php?mode=excerpt',
    '/wp-admin/edit.php?post_type=page&orderby=date&order=desc',
    `/wp-admin/edit.php?post_type=page&trashed=1&ids=${ids.draft}`,
    '/wp-admin/edit-comments.php',
    `/wp-admin/edit-comments.php?p=${ids.post}`,
    `/wp-admin/comment.php?action=editcomment&c=${ids.comment}`,
    '/wp-admin/edit-tags.php?taxonomy=category',
    '/wp-admin/edit-tags.php?taxonomy=post_tag',
    '/wp-admin/upload.php?mode=list',
    editPath(ids.picture),
    '/wp-admin/users.php',
    '/wp-admin/user-edit.php?user_id=2',
    '/wp-admin/nav-menus.php',
    '/wp-admin/options-reading.php',
    '/wp-admin/options-permalink.php',
    '/wp-admin/options-privacy.php',
    '/wp-admin/site-health.php',
    '/wp-admin/tools.php',
    '/wp-admin/themes.php',
    '/wp-admin/customize.php',
    '/wp-login.php',
    ...[ids.about, ids.draft, ids.private, ids.locked, ids.scheduled, ids.post].flatMap((id) =>
      // 1: updated, 6: published, 8: submitted, 9: scheduled, 10: draft updated.
      ['', ...[1, 6, 8, 9, 10].map((message) => `&classic=1&message=${message}`)].map(
        (query) => editPath(id) + query,
      ),
    ),
  ];

  test('have the address of the site, and it has these pages', async () => {
    const seen = new Map<string, string>();
    const wrong: string[] = [];
    for (const screen of screens()) {
      const links = await publicLinks(screen);
      for (const [link, text] of links) {
        if (!link.startsWith(site.url)) wrong.push(`${screen}: “${text}” leads to ${link}`);
        else if (!seen.has(link)) seen.set(link, `${screen}: “${text}”`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
    for (const [link, place] of seen) {
      const { status, url } = await follow(link);
      const expected = new URL(link).pathname === TEMPLATE_OF_POSTS ? 404 : 200;
      if (status !== expected || !url.startsWith(site.url)) wrong.push(`${place}: ${link} is ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test('of pages that the site does not show lead editors to its preview', async () => {
    for (const id of [ids.draft, ids.private, ids.locked, ids.scheduled]) {
      for (const screen of [`${editPath(id)}&classic=1&message=1`, `${editPath(id)}&classic=1&message=9`]) {
        const { document } = await openScreen(wordpress.url, wordpress.adminSession, screen);
        const links = [...document.querySelectorAll<HTMLAnchorElement>('#message a, #wp-admin-bar-view a')];
        for (const { href } of links) expect(href).toContain(`action=lintel_preview&post=${id}`);
      }
      const query = id === ids.scheduled ? 'p' : 'page_id';
      expect(await follow(`${wordpress.url}/?${query}=${id}`)).toEqual({
        status: 200,
        url: expect.stringMatching(`^${site.url}/preview\\?token=`),
      });
    }
  });

  test('after quick edit lead to the site', async () => {
    const list = '/wp-admin/edit.php?post_type=page';
    const { document } = await openScreen(wordpress.url, wordpress.adminSession, list);
    const response = await fetch(`${wordpress.url}/wp-admin/admin-ajax.php`, {
      method: 'POST',
      headers: { cookie: wordpress.adminSession['cookie'] ?? '' },
      body: new URLSearchParams({
        action: 'inline-save',
        _inline_edit: document.querySelector<HTMLInputElement>('#_inline_edit')?.value ?? '',
        post_ID: String(ids.about),
        post_type: 'page',
        screen: 'edit-page',
        post_view: 'list',
        post_title: 'About',
        post_name: 'about',
        _status: 'publish',
      }),
    });
    const row = await response.text();
    expect(row).toContain(`href="${site.url}/about"`);
    expect(row).not.toMatch(new RegExp(`href="${wordpress.url}/(?!wp-)`));
  });
});

describe('the theme of WordPress', () => {
  test('is called the theme on the screens that show it', async () => {
    const { document } = await openScreen(wordpress.url, wordpress.adminSession, '/wp-admin/themes.php');
    expect(document.querySelector('.lintel-theme-notice')?.textContent).toContain(
      `which visitors do not see. They see ${site.url}`,
    );
    const { context, page } = await signInBrowser(wordpress.url, wordpress.adminAccount);
    await page.goto(`${wordpress.url}/wp-admin/customize.php`);
    await page.locator('#customize-notifications-area').getByText('which visitors do not see').waitFor();
    const close = await page.locator('.customize-controls-close').getAttribute('href');
    expect(close).toBe(`${wordpress.url}/wp-admin/themes.php`);
    await page.goto(`${wordpress.url}/wp-admin/site-editor.php?p=%2F`);
    await page.locator('.components-snackbar').getByText('which visitors do not see').waitFor();
    await context.close();
  });

  test('is shown to nobody by WordPress’s own preview addresses', async () => {
    const visitor = async (path: string) =>
      (await fetch(wordpress.url + path, { redirect: 'manual' })).headers.get('location');
    expect(await visitor(`/?page_id=${ids.about}&preview=true`)).toBe(`${site.url}/about`);
    expect(await visitor('/about/?preview=true')).toBe(`${site.url}/about`);
    expect(await visitor(`/?attachment_id=${ids.picture}`)).toMatch(/\/wp-content\/uploads\/.*dot\.png$/);
    expect(await visitor('/author/admin/')).toBe(`${site.url}/author/admin/`);
    const editor = await follow(`${wordpress.url}/?page_id=${ids.about}&preview=true`);
    expect(editor.url.startsWith(`${site.url}/preview?token=`)).toBe(true);
  });
});

describe('the block editor', () => {
  test('views, previews and publishes pages on the site', async () => {
    const { context, page } = await signInBrowser(wordpress.url, wordpress.editorAccount);
    await page.goto(wordpress.url + editPath(ids.about));
    const view = page.locator('.editor-header a[aria-label="View Page"]');
    await view.waitFor();
    expect(await view.getAttribute('href')).toBe(`${site.url}/about`);
    const content = '<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->';
    const fresh = await createPage(wordpress.editor, { title: 'Fresh page', status: 'draft', content });
    await page.goto(wordpress.url + editPath(fresh));
    await page.locator('.editor-header').waitFor();
    await page.evaluate(() =>
      Reflect.get(window, 'wp')
        .data.dispatch('core/preferences')
        .set('core/edit-post', 'welcomeGuide', false),
    );
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .locator('.editor-post-publish-panel')
      .getByRole('button', { name: 'Publish', exact: true })
      .click();
    const panel = page.locator('.editor-post-publish-panel__postpublish, .post-publish-panel__postpublish');
    await panel.first().waitFor();
    const hrefs = await panel
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain(`${site.url}/fresh-page`);
    expect(hrefs.filter((href) => /^https?:/.test(href ?? '') && !href?.startsWith(site.url))).toEqual(
      hrefs.filter((href) => href?.startsWith(`${wordpress.url}/wp-admin/`)),
    );
    const copied = panel.locator('input[readonly]');
    expect(await copied.inputValue()).toBe(`${site.url}/fresh-page`);
    const snackbar = page.locator('.components-snackbar a').filter({ hasText: 'View Page' });
    expect(await snackbar.getAttribute('href')).toBe(`${site.url}/fresh-page`);
    await context.close();
  });
});
