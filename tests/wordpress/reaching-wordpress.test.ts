import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSite, type OpenSite } from './support/open-site.ts';
import { editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  await editPage(wordpress.editor, await pageId(wordpress.editor, 'about'), {
    acf: { hero_title: 'From WordPress' },
  });
  await wordpress.admin.post('/lintel/v1/site-settings', { priceRange: '$$$' });
});
afterEach(async () => site?.close());
afterAll(async () => wordpress?.remove());

/** Returns which public content from WordPress the site shows: a page, the settings, a menu. */
async function shown() {
  const { settings, primary } = site.content.frame();
  const menu = await wordpress.editor.get('/menus/v1/locations/primary');
  return {
    page: (await site.page('/about')).html.includes('From WordPress'),
    settings: settings.priceRange === '$$$',
    // Built-in menu items have other ids.
    menu: primary.length > 0 && primary.every(({ id }) => JSON.stringify(menu).includes(`"ID":${id},`)),
  };
}
const EVERYTHING = { page: true, settings: true, menu: true };

test('with a wrong application password public content is still read, and the log names the fix', async () => {
  site = await openSite({
    ...wordpress.env,
    WORDPRESS_APP_PASSWORD: 'wrong wrong wrong wrong',
  });
  expect(await shown()).toEqual(EVERYTHING);
  await expect.poll(() => site.messages().join('\n'), { timeout: 10_000 }).toMatch(/refuses our sign-in/);
  const told = site.messages().join('\n');
  expect(told).toContain('Make a new application password in WordPress (Users › Profile)');
  expect(told).not.toMatch(/wrong wrong|Basic /);
});

test('without credentials public content is read, and the log says what is missing', async () => {
  site = await openSite({ WORDPRESS_API_URL: wordpress.url });
  expect(await shown()).toEqual(EVERYTHING);
  expect(site.messages().join('\n')).toMatch(/is read anonymously: .*Set WORDPRESS_USERNAME/);
});

test.each(['', '/', '/wp-json', '/wp-json/wp/v2', '/wp-json/wp/v2/'])(
  'the address may be written as <site>%s',
  async (end) => {
    site = await openSite({ ...wordpress.env, WORDPRESS_API_URL: wordpress.url + end });
    expect((await site.page('/about')).html).toContain('From WordPress');
    expect(site.messages()).toEqual([]);
  },
);

test('with plain permalinks the site is read at ?rest_route=, and the log names the fix', async () => {
  await setPermalinks('');
  site = await openSite(wordpress.env);
  expect(await shown()).toEqual(EVERYTHING);
  expect(site.messages().join('\n')).toContain('Set permalinks in WordPress (Settings › Permalinks)');
});

/** Saves Settings › Permalinks as an administrator does. */
async function setPermalinks(structure: string): Promise<void> {
  const screen = `${wordpress.url}/wp-admin/options-permalink.php`;
  const headers = wordpress.adminSession;
  const form = await (await fetch(screen, { headers })).text();
  const nonce = /name="_wpnonce" value="(\w+)"/.exec(form)?.[1] ?? '';
  const body = new URLSearchParams({ _wpnonce: nonce, permalink_structure: structure, submit: 'Save' });
  // The response redirects to a screen that applies the new rules.
  const saved = await fetch(screen, { method: 'POST', headers, body });
  if (!saved.url.endsWith('settings-updated=true')) throw new Error('WordPress did not save its permalinks.');
}
