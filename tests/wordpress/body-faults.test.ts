import { JSDOM } from 'jsdom';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { axeViolations } from '../browser/support/page-checks.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { connectSite, PATIENT } from './support/connect-site.ts';
import { signInBrowser } from './support/browser-editor.ts';
import { drawnPng } from './support/drawn-png.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { pageId, restClient, signIn } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath, openScreen } from './support/wp-admin.ts';

const SECRET = 'a-shared-secret-of-this-test-0123456789';
/** A plugin that shows the classic editor on request, and lets WordPress download from this machine if an option is set. */
const HELPER = `add_filter( 'use_block_editor_for_post', static function ( $use ) {
	return isset( $_GET['classic'] ) ? false : $use;
} );
add_filter( 'http_request_host_is_external', static function ( $is ) {
	return get_option( 'local_pictures' ) ? true : $is;
} );
add_filter( 'http_allowed_safe_ports', static function ( $ports, $host, $url ) {
	return get_option( 'local_pictures' ) ? array( (int) wp_parse_url( $url, PHP_URL_PORT ) ) : $ports;
}, 10, 3 );
// As form plugins do, but without a block in the editor.
add_action( 'init', static function () {
	$form = static function () {
		return '<form action="/x"><input name="a"></form>';
	};
	add_shortcode( 'gravityform', $form );
	register_block_type( 'wpforms/form-selector', array( 'render_callback' => $form ) );
} );`;

let wordpress: TestWordPress;
let site: OpenSite;
/** Another host, with a picture. */
let host: Server;
let picture: string;
let post: number;

const body = () =>
  [
    '<!-- wp:paragraph -->\n<p>This is fine.</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:html -->\n<form action="/x"><input name="a"></form>\n<!-- /wp:html -->',
    `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${picture}" alt="A house"/></figure>\n<!-- /wp:image -->`,
    '<!-- wp:shortcode -->\n[contact-form-7 id="7"]\n<!-- /wp:shortcode -->',
  ].join('\n\n');

beforeAll(async () => {
  host = createServer((request, response) => {
    const isPicture = request.url === '/house.png';
    response.writeHead(200, { 'Content-Type': isPicture ? 'image/png' : 'text/html' });
    response.end(isPicture ? drawnPng(60, 40) : '<p>No picture</p>');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const address = host.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  picture = `http://127.0.0.1:${port}/house.png`;
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  await wordpress.addPlugin('patient', PATIENT);
  await wordpress.addPlugin('helper', HELPER);
  const made = await wordpress.admin.post('/wp/v2/posts', {
    title: 'A text',
    status: 'draft',
    content: body(),
  });
  post = z.looseObject({ id: z.number() }).parse(made).id;
});
afterAll(async () => {
  host?.close();
  await wordpress?.remove();
  await site?.close();
});

const answer = z.object({
  parts: z.array(z.array(z.object({ kind: z.string(), what: z.string(), picture: z.string() })).nullable()),
  reason: z.string(),
});
const check = async (...parts: string[]) =>
  answer.parse(await wordpress.editor.post(`/lintel/v1/body-faults/${post}`, { parts }));
/** Checks again until the site has had the time: on a busy machine, the first text takes longer than an answer. */
async function checked(...parts: string[]) {
  let found = await check(...parts);
  await expect
    .poll(async () => (found = await check(...parts)).reason, { timeout: CONDITION_LIMIT })
    .toBe('');
  return found.parts;
}

describe('a part of a text', () => {
  test('is not checked without a connection, and never without a fault', async () => {
    expect(await check('<form><input></form>')).toEqual({
      parts: [null],
      reason: 'This WordPress is not connected to the site.',
    });
  });

  test('is not checked while the site does not answer', async () => {
    const connect = (url: string, secret: string) =>
      wordpress.runPhp(
        `return update_option( LINTEL_CONNECTION_OPTION, array( 'url' => '${url}', 'secret' => '${secret}' ) );`,
      );
    await connect('http://127.0.0.1:9', SECRET);
    expect(await check('<p>x</p>')).toEqual({
      parts: [null],
      reason: expect.stringContaining('does not answer'),
    });
    await connect(site.url, 'another-secret-of-forty-characters-0123');
    expect(await check('<p>x</p>')).toEqual({
      parts: [null],
      reason: expect.stringContaining('have different secrets'),
    });
  });

  test('has the faults that the site finds in what WordPress renders', async () => {
    await wordpress.runPhp(`return delete_option( LINTEL_CONNECTION_OPTION );`);
    await connectSite(wordpress, site.url, SECRET);
    const [fine, form, formAndField, image, unknown, search, audio] = await checked(
      '<!-- wp:paragraph --><p>Fine [sic] and [1].</p><!-- /wp:paragraph -->',
      '<!-- wp:html --><form><input name="a"></form><!-- /wp:html -->',
      '<!-- wp:html --><form><input name="a"></form><label>B <input name="b"></label><!-- /wp:html -->',
      `<img src="${picture}">`,
      '[contact-form-7 id="7"]',
      '<!-- wp:search /-->',
      '[audio src="https://cdn.example/a.mp3"]',
    );
    expect(fine).toEqual([]);
    expect(form).toMatchObject([{ kind: 'form', what: 'a form' }]);
    expect(formAndField).toMatchObject([
      { kind: 'form', what: 'a form' },
      { kind: 'form', what: 'form fields without a form' },
    ]);
    expect(image).toMatchObject([{ kind: 'picture', picture }]);
    expect(unknown).toMatchObject([{ kind: 'shortcode', what: 'the shortcode [contact-form-7]' }]);
    // The site has a search form in its place.
    expect(search).toEqual([]);
    // It plays on the site, too.
    expect(audio).toEqual([]);
  });

  test('is checked for people who may edit the post only', async () => {
    const ask = (rest: TestWordPress['editor']) =>
      rest.post(`/lintel/v1/body-faults/${post}`, { parts: ['<p>x</p>'] });
    await expect(ask(wordpress.anonymous)).rejects.toThrow('401');
    const account = { username: 'una', password: 'a-password-of-una', email: 'una@example.com' };
    await wordpress.admin.post('/wp/v2/users', { ...account, roles: ['author'] });
    const una = restClient(wordpress.url, await signIn(wordpress.url, account.username, account.password));
    await expect(ask(una)).rejects.toThrow('403');
  });
});

describe('a picture of another host', () => {
  const bring = (url: string, rest = wordpress.editor) =>
    rest.post(`/lintel/v1/import-picture/${post}`, { url, alt: 'A house' });

  test('is refused from private networks, of other protocols, and for people who may not upload', async () => {
    for (const url of [
      picture,
      'http://10.0.0.1/a.png',
      'ftp://files.example/a.png',
      'file:///etc/passwd',
      'x',
    ]) {
      await expect(bring(url)).rejects.toThrow(/400.*no public address/);
    }
    await expect(bring(picture, wordpress.anonymous)).rejects.toThrow('401');
    const account = { username: 'cora', password: 'a-password-of-cora', email: 'cora@example.com' };
    await wordpress.admin.post('/wp/v2/users', { ...account, roles: ['contributor'] });
    const cora = restClient(wordpress.url, await signIn(wordpress.url, account.username, account.password));
    await expect(bring(picture, cora)).rejects.toThrow('403');
  });

  test('is copied into the media library; what is no picture is not', async () => {
    await wordpress.runPhp(`return update_option( 'local_pictures', 1 );`);
    await expect(bring(picture.replace('house.png', 'page.png'))).rejects.toThrow(/no JPEG, PNG/);
    const media = z
      .object({ id: z.number(), url: z.string(), alt: z.literal('A house') })
      .parse(await bring(picture));
    expect(media.url).toMatch(new RegExp(`^${wordpress.url}/wp-content/uploads/.*house.*\\.png$`));
    expect(await wordpress.editor.get(`/wp/v2/media/${media.id}&_fields=alt_text,post`)).toEqual({
      alt_text: 'A house',
      post,
    });
  });
});

describe('the edit screen', () => {
  test('of a page whose text visitors do not see has no such list', async () => {
    // The editor's session, because the edit lock of another person would keep the editor out below.
    const session = await wordpress.signInEditor();
    const about = await pageId(wordpress.admin, 'about');
    for (const [id, isThere] of [
      [about, false],
      [post, true],
    ] as const) {
      const { document } = await openScreen(wordpress.url, session, editPath(id));
      expect(document.querySelector('#lintel-block-faults-js') !== null).toBe(isThere);
    }
  });

  test('names each fault at its block, imports the picture, and follows what is typed', async () => {
    const { context, page } = await signInBrowser(wordpress.url, wordpress.editorAccount);
    await page.goto(wordpress.url + editPath(post));
    await page.locator('.editor-header').waitFor();
    await page.evaluate(() =>
      Reflect.get(window, 'wp')
        .data.dispatch('core/preferences')
        .set('core/edit-post', 'welcomeGuide', false),
    );
    const canvas = page.frameLocator('iframe[name="editor-canvas"]');
    const warnings = canvas.locator('.lintel-fault');
    await warnings.nth(2).waitFor();
    expect(await warnings.allTextContents()).toEqual([
      expect.stringMatching(/^A form: Visitors do not get it/),
      expect.stringMatching(/^A picture of 127\.0\.0\.1: .*Import this picture$/),
      expect.stringMatching(/^The shortcode \[contact-form-7\]: /),
    ]);
    await warnings.getByRole('button', { name: 'Import this picture' }).click();
    await page.locator('.components-snackbar').getByText('in the media library now').waitFor();
    const source = await canvas.locator('.wp-block-image img').getAttribute('src');
    expect(source).toMatch(new RegExp(`^${wordpress.url}/wp-content/uploads/`));
    await expect.poll(() => warnings.count(), { timeout: CONDITION_LIMIT }).toBe(2);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.locator('.editor-post-publish-panel').locator('.lintel-faults-panel');
    await expect.poll(() => panel.locator('li').count(), { timeout: CONDITION_LIMIT }).toBe(2);
    expect(await panel.locator('li').allTextContents()).toEqual([
      expect.stringContaining('Custom HTML'),
      expect.stringContaining('Shortcode'),
    ]);
    expect(await axeViolations(page, { within: ['.lintel-faults-panel'] })).toEqual([]);
    // The form and the shortcode are removed.
    await page.evaluate(() => {
      const { select, dispatch } = Reflect.get(window, 'wp').data;
      const editor = select('core/block-editor');
      for (const name of ['core/html', 'core/shortcode'])
        dispatch('core/block-editor').removeBlocks(editor.getBlocksByName(name));
    });
    await panel.getByText('Visitors see all of this text.').waitFor();
    expect(await warnings.count()).toBe(0);
    await context.close();
  });

  test('of the classic editor lists the faults below the text, and imports the picture', async () => {
    const { context, page } = await signInBrowser(wordpress.url, wordpress.editorAccount);
    await page.goto(`${wordpress.url}${editPath(post)}&classic=1`);
    await page.locator('#content-html').click();
    await page.locator('#content').fill(`<p>Text</p>\n<script>1</script>\n<img src="${picture}" alt="">`);
    const list = page.locator('#lintel-body-faults li');
    await expect.poll(() => list.count(), { timeout: CONDITION_LIMIT }).toBe(2);
    expect(await list.first().textContent()).toContain('a script');
    expect(await axeViolations(page, { within: ['#lintel-body-faults'] })).toEqual([]);
    await list.getByRole('button', { name: 'Import this picture' }).click();
    await expect.poll(() => list.count(), { timeout: CONDITION_LIMIT }).toBe(1);
    expect(await page.locator('#content').inputValue()).toContain(
      `src="${wordpress.url}/wp-content/uploads/`,
    );
    await context.close();
  });

  test('puts the site’s contact form in the place of a form, which undo brings back', async () => {
    const forms = [
      '<!-- wp:shortcode -->\n[contact-form-7 id="7"]\n<!-- /wp:shortcode -->',
      '<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group"><!-- wp:paragraph -->\n<p>Before [gravityform id="3"] after</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->',
      '<!-- wp:wpforms/form-selector {"formId":"3"} /-->',
      // Nobody knows what this form is for.
      '<!-- wp:html -->\n<form action="/x"><input name="a"></form>\n<!-- /wp:html -->',
    ];
    const made = await wordpress.admin.post('/wp/v2/posts', {
      title: 'Forms',
      slug: 'forms',
      status: 'publish',
      content: forms.join('\n\n'),
    });
    const { id } = z.looseObject({ id: z.number() }).parse(made);
    const { context, page } = await signInBrowser(wordpress.url, wordpress.adminAccount);
    await page.goto(wordpress.url + editPath(id));
    await page.locator('.editor-header').waitFor();
    await page.evaluate(() =>
      Reflect.get(window, 'wp')
        .data.dispatch('core/preferences')
        .set('core/edit-post', 'welcomeGuide', false),
    );
    const canvas = page.frameLocator('iframe[name="editor-canvas"]');
    const warnings = canvas.locator('.lintel-fault');
    const buttons = warnings.getByRole('button', { name: 'Use the site’s contact form' });
    const places = canvas.locator('.lintel-contact-form');
    const counts = async (faults: number, left: number, found: number) => {
      await expect
        .poll(async () => [await warnings.count(), await buttons.count(), await places.count()], {
          timeout: CONDITION_LIMIT,
        })
        .toEqual([faults, left, found]);
    };
    await counts(4, 3, 0);
    await buttons.first().press('Enter');
    await page.locator('.components-snackbar').getByText('Undo brings the other one back').waitFor();
    await counts(3, 2, 1);
    await page.keyboard.press('Control+z');
    await counts(4, 3, 0);
    for (const left of [2, 1, 0]) {
      await buttons.first().click();
      await counts(left + 1, left, 3 - left);
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.components-snackbar').getByText('updated').waitFor();
    const { content } = z
      .object({ content: z.object({ raw: z.string() }) })
      .parse(await wordpress.admin.get(`/wp/v2/posts/${id}&context=edit`));
    const place = `<p class="wp-block-lintel-contact-form lintel-contact-form"><a href="${site.url}/contact">Contact form</a></p>`;
    expect(content.raw.split(place)).toHaveLength(4);
    expect(content.raw).not.toMatch(/contact-form-7|gravityform|wpforms/);
    expect(content.raw).toMatch(/<p>Before<\/p>[\s\S]*<p>after<\/p>/);
    await context.close();

    await site.read();
    const shown = new JSDOM(await (await fetch(`${site.url}/?p=${id}`)).text()).window.document;
    expect(shown.querySelectorAll('article a[href="#contact-form"]')).toHaveLength(3);
    expect(shown.querySelectorAll('#contact-form form[method=post]')).toHaveLength(1);
  });

  test('of the classic editor puts the contact form in the place of a shortcode', async () => {
    const { context, page } = await signInBrowser(wordpress.url, wordpress.editorAccount);
    await page.goto(`${wordpress.url}${editPath(post)}&classic=1`);
    await page.locator('#content-html').click();
    const area = page.locator('#content');
    const before = 'Text\n\n[contact-form-7 id="7"]\n\nMore';
    await area.fill(before);
    const button = page
      .locator('#lintel-body-faults')
      .getByRole('button', { name: 'Use the site’s contact form' });
    // Until the new text is checked, the list is that of the stored one.
    await expect.poll(() => button.count(), { timeout: CONDITION_LIMIT }).toBe(1);
    await button.press('Enter');
    const place = `<p class="lintel-contact-form"><a href="${site.url}/contact">Contact form</a></p>`;
    await expect.poll(() => area.inputValue()).toBe(before.replace('[contact-form-7 id="7"]', place));
    await expect.poll(() => button.count(), { timeout: CONDITION_LIMIT }).toBe(0);
    await area.press('Control+z');
    expect(await area.inputValue()).toBe(before);
    // And in the visual editor.
    await page.locator('#content-tmce').click();
    await button.click();
    const visual = page.frameLocator('#content_ifr');
    await visual.locator('p.lintel-contact-form a').waitFor();
    await visual.locator('body').press('Control+z');
    await expect.poll(() => visual.locator('body').textContent()).toContain('[contact-form-7');
    await context.close();
  });

  test('of a published post names the faults of the stored text', async () => {
    await wordpress.admin.post(`/wp/v2/posts/${post}`, { status: 'publish', content: body() });
    const { document } = await openScreen(wordpress.url, wordpress.adminSession, editPath(post));
    const faults = [...document.querySelectorAll('.lintel-faults li')].map(({ textContent }) => textContent);
    expect(faults).toContainEqual(expect.stringMatching(/^Text › a form: Visitors do not get it/));
    expect(faults).toContainEqual(expect.stringMatching(/^Text › a picture of 127\.0\.0\.1: /));
  });
});
