import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pageAt } from '../server/content-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openEditScreen } from './support/wp-admin.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let home: number;
let welcome: number;
let homeText: string;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  home = await pageId(wordpress.editor, 'home');
  homeText = await mainText('/');
  welcome = await createPage(wordpress.editor, {
    slug: 'welcome',
    title: 'Welcome in',
    content: '<p>Words of our own.</p>',
  });
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const choose = (page: number) =>
  wordpress.runPhp(
    `update_option( 'show_on_front', 'page' ); return update_option( 'page_on_front', ${page} );`,
  );

/** The text of the page's main part, short enough for the message of a failed test. */
async function mainText(path: string): Promise<string> {
  const { html } = await site.page(path);
  return new JSDOM(html).window.document.querySelector('main')?.textContent.slice(0, 2_000) ?? '';
}

/** What the plugin takes as a page's built-in page, its path on the site, and whether its own text is shown. */
const described = async (page: number) =>
  z.object({ built_in: z.string(), path: z.string(), own_text: z.boolean() }).parse(
    await wordpress.runPhp(`$post = get_post( ${page} ); return array(
        'built_in' => lintel_built_in_path( $post ),
        'path' => lintel_page_path( $post ),
        'own_text' => lintel_page_sections( $post )['own_text_replaces'],
      );`),
  );

// The tests depend on each other.
describe('another page as the front page', () => {
  test('is at /, with its own text; “home” is at its own path, with its sections', async () => {
    await choose(welcome);
    // Until a new text is sanitized, visitors get the page as it was.
    await expect.poll(() => mainText('/'), { timeout: CONDITION_LIMIT }).toContain('Words of our own.');
    expect((await pageAt(site.content, '/')).document.head.title).toMatch(/^Welcome in \| /);
    const replaced = await pageAt(site.content, '/home');
    expect(replaced.document.head.canonical).toBe('/home');
    expect(replaced.document.placements).toContainEqual(expect.objectContaining({ key: 'hero' }));
    expect(await mainText('/home')).toBe(homeText);
    expect((await site.page('/welcome')).status).toBe(301);
    const map = (await site.page('/sitemap.xml')).html;
    expect(map).toContain('/home<');
    expect(map).not.toContain('/welcome<');
  });

  test('is described so on the edit screens', async () => {
    expect(await described(welcome)).toEqual({ built_in: 'home', path: '/', own_text: true });
    expect(await described(home)).toEqual({ built_in: 'home', path: '/home', own_text: false });
    const session = await wordpress.signInEditor();
    const { document } = await openEditScreen(wordpress.url, session, welcome);
    expect(document.querySelector('#lintel-hero_title')).not.toBeNull();
  });

  test('shows its sections as soon as one is filled in', async () => {
    await editPage(wordpress.editor, welcome, { acf: { hero_title: 'Doors of our own' } });
    const text = await mainText('/');
    expect(text).toContain('Doors of our own');
    expect(text).not.toContain('Words of our own.');
    expect((await described(welcome)).own_text).toBe(false);
  });

  test('keeps its sections when a third page is chosen, which keeps those of its own path', async () => {
    const about = await pageId(wordpress.editor, 'about');
    const before = await mainText('/about');
    await choose(about);
    expect(await described(about)).toMatchObject({ built_in: 'about', path: '/' });
    expect(await mainText('/')).toBe(before);
    expect((await site.page('/about')).status).toBe(301);
    expect(await mainText('/welcome')).toContain('Doors of our own');
  });

  test('with “home” chosen again, /home redirects to it', async () => {
    await choose(home);
    expect(await described(home)).toEqual({ built_in: 'home', path: '/', own_text: false });
    expect((await site.page('/home')).status).toBe(301);
    expect(await mainText('/')).toBe(homeText);
  });

  test('without a front page, “home” is at /', async () => {
    await wordpress.runPhp(`return update_option( 'show_on_front', 'posts' );`);
    expect(await described(home)).toMatchObject({ path: '/' });
    expect(await mainText('/')).toBe(homeText);
    expect((await site.page('/about')).status).toBe(200);
  });
});
