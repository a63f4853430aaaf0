import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { moreTool } from '../browser/support/builder-tools.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { signInBrowser } from './support/browser-editor.ts';
import { createPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let site: Site;
let dataDir: string;
let page: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  page = await createPage(wordpress.editor, {
    slug: 'open-house',
    title: 'Open house',
    acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'Come in' },
  });
  dataDir = await mkdtemp(join(tmpdir(), 'lintel-sign-in-'));
  site = await startSite({ ...wordpress.env, DATA_DIR: dataDir });
});
afterEach(closeContexts);
afterAll(async () => {
  await site?.stop();
  await wordpress?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const PASSWORD = 'a long password of the tests';

/** Creates a WordPress user with a role, signed in there and on the site. */
async function enterAs(role: string, path: string): Promise<{ screen: Page; username: string }> {
  const username = `person-${role}`;
  await wordpress.admin.post('/wp/v2/users', {
    username,
    name: `Robin ${role}`,
    email: `${username}@example.com`,
    password: PASSWORD,
    roles: [role],
  });
  const { context, page: screen } = await signInBrowser(wordpress.url, { username, password: PASSWORD });
  context.setDefaultTimeout(CONDITION_LIMIT);
  await screen.goto(`${site.url}/sign-in?to=${encodeURIComponent(path)}`);
  await screen.getByRole('button', { name: 'Sign in with WordPress' }).click();
  await screen.waitForURL(/authorize-application\.php/);
  await screen.getByRole('button', { name: /^Yes, I approve/ }).click();
  await screen.waitForURL(site.url + path);
  return { screen, username };
}

const canvas = (screen: Page) => screen.frameLocator('iframe').first();
const lockOf = () => wordpress.runPhp(`return get_post_meta( ${page}, '_edit_lock', true );`);
const passwordsOf = async (username: string) =>
  wordpress.runPhp(
    `return count( WP_Application_Passwords::get_user_application_passwords( get_user_by( 'login', '${username}' )->ID ) );`,
  );

test('an editor signs in, sees who else edits, takes over, saves with her account, and disconnects', async () => {
  await wordpress.runPhp(
    `$id = wp_insert_user( array( 'user_login' => 'bo', 'display_name' => 'Bo', 'user_pass' => wp_generate_password(), 'role' => 'editor' ) );
     update_post_meta( ${page}, '_edit_lock', ( time() + 60 ) . ':' . $id ); return $id;`,
  );
  const { screen, username } = await enterAs('editor', '/admin/pages/open-house');
  expect(await screen.evaluate(() => location.href + document.referrer)).not.toContain('password');
  await canvas(screen).getByRole('heading', { level: 1, name: 'Come in' }).waitFor();
  await moreTool(screen, 'Page settings');
  await screen.getByText('You work as Robin editor in WordPress.').waitFor();
  await screen.keyboard.press('Escape');
  await screen.getByText('Bo is editing this page.').first().waitFor();

  const list = screen.getByRole('list', { name: 'Sections of this page' });
  await list.getByRole('button', { name: /Hero$/ }).press('Enter');
  await screen.getByRole('textbox', { name: 'Headline', exact: true }).fill('Come in, says Robin');
  await canvas(screen).getByText('Come in, says Robin').waitFor();
  await screen.getByRole('button', { name: 'Publish' }).press('Enter');
  await screen.getByRole('dialog').getByText('Nothing was stored yet').waitFor();
  await screen.getByRole('button', { name: 'Take over and save' }).click();
  await screen
    .getByRole('status')
    .filter({ hasText: /Live on the site|^Published$/ })
    .waitFor();
  const editor = await wordpress.runPhp(`return get_user_by( 'login', '${username}' )->ID;`);
  expect(await lockOf()).toMatch(new RegExp(`:${String(editor)}$`));
  expect(await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`)).toMatchObject({
    acf: { hero_title: 'Come in, says Robin' },
  });

  await screen.goto(`${site.url}/admin/account`);
  await expect.poll(lockOf).toBe('');
  expect(await passwordsOf(username)).toBe(1);
  await screen.getByRole('button', { name: 'Disconnect' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await screen.waitForURL(`${site.url}/sign-in`);
  expect(await passwordsOf(username)).toBe(0);
});

test('an author can see a page, and the reason why it cannot be changed', async () => {
  const { screen } = await enterAs('author', '/admin/pages/open-house');
  await canvas(screen).getByRole('heading', { level: 1 }).waitFor();
  await screen.getByText(/You work as Robin author in WordPress and may not edit pages there/).waitFor();
  expect(await screen.getByRole('button', { name: 'Publish' }).count()).toBe(0);
});
