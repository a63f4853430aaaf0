import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runApp, type RunningApp } from '../server/running-app.ts';
import { connectSite, loggedNotices, PATIENT, testConnection } from './support/connect-site.ts';
import { drawnPng } from './support/drawn-png.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen, saveSections } from './support/wp-admin.ts';

const SECRET = 'the-secret-of-the-notices-of-these-tests';
/** Nothing answers there, and the system gives this port to no other test. */
const DOWN = 'http://127.0.0.1:9';

let wordpress: TestWordPress;
let app: RunningApp;
let about: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  app = await openApp();
  about = await pageId(wordpress.editor, 'about');
  // Render the pages in the menus, so that each edit changes a stored page.
  await app.pages.refresh();
  await connectSite(wordpress, app.url, SECRET);
});
afterAll(async () => {
  await wordpress?.remove();
  await app?.stop();
  for (const recorder of recorders) {
    recorder.closeAllConnections();
    recorder.close();
  }
});

/** Starts a site that does not poll during the tests. */
function openApp(): Promise<RunningApp> {
  return runApp({ ...wordpress.env, CONTENT_MAX_AGE: '3600', WORDPRESS_WEBHOOK_SECRET: SECRET });
}

async function pageAt(path: string) {
  const response = await fetch(app.url + path);
  return { status: response.status, html: await response.text() };
}
const htmlAt = async (path: string) => (await pageAt(path)).html;

const noticeSchema = z.object({ state: z.string(), message: z.string() });
const noticeOf = async (id: number) =>
  noticeSchema.parse(await wordpress.editor.get(`/lintel/v1/notices/${id}`));

/**
 * Returns a function to poll. On a slow machine, the site may not respond in the half second that WordPress waits. The
 * notice is then sent again, as WordPress's cron would do.
 */
function resending<Value>(read: () => Value | Promise<Value>): () => Promise<Value> {
  let tries = 0;
  return async () => {
    if (tries > 0) await wordpress.runPhp('lintel_send_unsent_notices();');
    tries += 1;
    return read();
  };
}

describe('a change in WordPress is on the site without a check for changes', () => {
  test('when a page is saved by REST, and the edit screen shows how long it took', async () => {
    await editPage(wordpress.editor, about, { acf: { hero_title: 'Saved by REST' } });
    await expect.poll(resending(() => noticeOf(about))).toEqual({
      state: 'live',
      message: expect.stringMatching(/^Live on the site, after [\d.]+ s\.$/) as unknown,
    });
    expect((await pageAt('/about')).html).toContain('Saved by REST');
    // On a busy machine, a notice from the installation may be logged after it.
    expect(await loggedNotices(wordpress)).toContainEqual(
      expect.stringMatching(/\| About.* \| .+ \| Live after [\d.]+ s/),
    );
  });

  test('when the sections of a page are saved on its edit screen', async () => {
    const name = 'lintel[sections][hero_title]';
    await saveSections(wordpress.url, await wordpress.signInEditor(), about, {
      [name]: 'Saved on the screen',
    });
    await expect.poll(resending(() => htmlAt('/about'))).toContain('Saved on the screen');
  });

  test('when a page is published, renamed by quick edit, and put into the trash', async () => {
    const id = await createPage(wordpress.editor, {
      title: 'Noticed',
      slug: 'noticed',
      content: '<p>Here it is.</p>',
    });
    await expect.poll(resending(() => htmlAt('/noticed'))).toContain('Here it is.');

    const session = await wordpress.signInEditor();
    const list = await openScreen(wordpress.url, session, '/wp-admin/edit.php?post_type=page');
    const nonce = list.document.querySelector<HTMLInputElement>('#_inline_edit')?.value ?? '';
    const form = new URLSearchParams({
      action: 'inline-save',
      post_ID: String(id),
      post_type: 'page',
      _inline_edit: nonce,
      post_title: 'Renamed',
      post_name: 'renamed',
      _status: 'publish',
      screen: 'edit-page',
      post_view: 'list',
    });
    await openScreen(wordpress.url, session, '/wp-admin/admin-ajax.php', form);
    await expect.poll(resending(async () => (await pageAt('/renamed')).status)).toBe(200);

    await wordpress.editor.delete(`/wp/v2/pages/${id}`);
    await expect.poll(resending(async () => (await pageAt('/renamed')).status)).toBe(404);
  });

  test('when a page comes back from the trash', async () => {
    const id = await createPage(wordpress.editor, { title: 'Restored', slug: 'restored' });
    await editPage(wordpress.editor, id, { acf: { page_layout: [{ block: 'hero', key: 'hero' }] } });
    await expect.poll(resending(async () => (await pageAt('/restored')).status)).toBe(200);
    await wordpress.editor.delete(`/wp/v2/pages/${id}`);
    await expect.poll(resending(async () => (await pageAt('/restored')).status)).toBe(404);
    await wordpress.runPhp(`wp_untrash_post( ${id} ); wp_publish_post( ${id} );`);
    await expect.poll(resending(async () => (await pageAt('/restored')).status)).toBe(200);
  });

  test('when a scheduled post is published by cron', async () => {
    const id = z.number().parse(
      await wordpress.runPhp(`return wp_insert_post( array(
        'post_title' => 'Scheduled', 'post_name' => 'scheduled', 'post_content' => '<p>Its hour has come.</p>',
        'post_status' => 'future', 'post_date_gmt' => gmdate( 'Y-m-d H:i:s', time() + HOUR_IN_SECONDS ),
        'post_date' => get_date_from_gmt( gmdate( 'Y-m-d H:i:s', time() + HOUR_IN_SECONDS ) ),
      ) );`),
    );
    expect((await pageAt('/scheduled')).status).toBe(404);
    // Makes the scheduled time pass: the date in the database and the task are moved to the past.
    await wordpress.runPhp(`
      $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array(
        'post_date' => get_date_from_gmt( gmdate( 'Y-m-d H:i:s', time() - 5 ) ), 'post_date_gmt' => gmdate( 'Y-m-d H:i:s', time() - 5 ),
      ), array( 'ID' => ${id} ) );
      clean_post_cache( ${id} );
      wp_clear_scheduled_hook( 'publish_future_post', array( ${id} ) );
      wp_schedule_single_event( time() - 1, 'publish_future_post', array( ${id} ) );
    `);
    await fetch(`${wordpress.url}/wp-cron.php?doing_wp_cron`);
    await expect.poll(resending(() => htmlAt('/scheduled'))).toContain('Its hour has come.');
  });

  test('when a menu gets an item, and a post another category', async () => {
    await wordpress.runPhp(`
      $menu = get_nav_menu_locations()['primary'];
      wp_update_nav_menu_item( $menu, 0, array( 'menu-item-title' => 'Noticed item', 'menu-item-url' => '/about', 'menu-item-status' => 'publish' ) );
    `);
    await expect
      .poll(resending(() => JSON.stringify(app.content.snapshot()?.menu('primary'))))
      .toContain('Noticed item');
    await expect.poll(resending(async () => (await loggedNotices(wordpress))[0])).toContain('Menus');
    await wordpress.runPhp(`
      $term = wp_insert_term( 'Noticed category', 'category' );
      $post = get_page_by_path( 'scheduled', OBJECT, 'post' );
      wp_set_post_categories( $post->ID, array( $term['term_id'] ) );
    `);
    await expect.poll(resending(() => htmlAt('/scheduled'))).toContain('Noticed category');
  });

  test('when a setting, a term, a user or a picture is changed', async () => {
    await wordpress.admin.post('/lintel/v1/site-settings', { priceRange: 'Noticed prices' });
    await expect.poll(resending(() => app.content.settings()?.priceRange)).toBe('Noticed prices');
    const [category] = z
      .array(z.object({ id: z.number() }))
      .parse(await wordpress.editor.get('/wp/v2/categories?_fields=id'));
    await wordpress.editor.post(`/wp/v2/categories/${category?.id}`, { name: 'Noticed term' });
    await expect
      .poll(
        resending(() =>
          app.content
            .snapshot()
            ?.categories()
            .map(({ name }) => name),
        ),
      )
      .toContain('Noticed term');
    await expect.poll(resending(async () => (await loggedNotices(wordpress))[0])).toContain('Categories');
    const picture = await wordpress.editor.upload({
      name: 'noticed.png',
      type: 'image/png',
      bytes: drawnPng(40, 30),
    });
    await expect.poll(resending(() => app.content.snapshot()?.media(picture)?.alt)).toBe('');
    await wordpress.editor.post(`/wp/v2/media/${picture}`, { alt_text: 'A noticed picture' });
    await expect.poll(resending(() => app.content.snapshot()?.media(picture)?.alt)).toBe('A noticed picture');
  });
});

describe('a notice of the plugin', () => {
  test('is accepted once: sent again by somebody else, it is refused', async () => {
    const unsent = `count( array_filter( lintel_notice_log(), 'lintel_is_unsent_notice' ) )`;
    await expect.poll(resending(() => wordpress.runPhp(`return ${unsent};`))).toBe(0);
    const site = await recordingSite(() => ({ status: 202, json: { live: false, reading: true } }));
    await connectSite(wordpress, site.url, SECRET);
    await editPage(wordpress.editor, about, { acf: { hero_title: 'Recorded' } });
    await expect.poll(() => site.requests.length).toBeGreaterThan(0);
    const [recorded] = site.requests;
    if (!recorded) throw new Error('No notice was sent.');
    // It says that there is something new, and nothing about it.
    expect(JSON.parse(recorded.body)).toEqual({
      newest: expect.stringMatching(/^\d+-[0-9a-f]{32}$/) as unknown,
      user: expect.any(Number) as unknown,
    });
    const send = () =>
      fetch(`${app.url}/api/content/changes`, {
        method: 'POST',
        headers: { 'X-Lintel-Signature': String(recorded.headers['x-lintel-signature']) },
        body: recorded.body,
      });
    expect((await send()).status).toBe(200);
    expect((await pageAt('/about')).html).toContain('Recorded');
    expect((await send()).status).toBe(409);
  });

  test('waits while the site is down: saving works, and the next contact brings the change', async () => {
    await connectSite(wordpress, DOWN, SECRET);
    const began = performance.now();
    await editPage(wordpress.editor, about, { acf: { hero_title: 'While it was down' } });
    const took = performance.now() - began;
    expect(await noticeOf(about)).toEqual({
      state: 'waiting',
      message: expect.stringContaining('The site does not answer') as unknown,
    });
    // WordPress waits for the site for at most half a second. The limit leaves room for a slow machine.
    expect(took).toBeLessThan(10_000);
    await connectSite(wordpress, app.url, SECRET);
    expect(await testConnection(wordpress)).toContain('The connection works');
    await expect.poll(() => htmlAt('/about')).toContain('While it was down');
    await expect.poll(() => noticeOf(about)).toMatchObject({ state: 'live' });
  });

  test('leaves WordPress at once, although the site did not answer the last ones in time', async () => {
    const site = await recordingSite(() => null);
    await connectSite(wordpress, site.url, SECRET);
    for (const title of ['First', 'Second', 'Third']) {
      const before = site.requests.length;
      await editPage(wordpress.editor, about, { acf: { hero_title: title } });
      // Only the edit itself can have sent it: nobody asks for the state, and cron does not run.
      await expect.poll(() => site.requests.length, { message: title }).toBeGreaterThan(before);
    }
  });

  test('that the site could not take is sent again by a second request of WordPress to itself', async () => {
    let isBusy = true;
    const site = await recordingSite(() => {
      if (!isBusy) return { status: 202, json: { live: false, reading: true } };
      isBusy = false;
      return { status: 503, json: {} };
    });
    await connectSite(wordpress, site.url, SECRET);
    await editPage(wordpress.editor, about, { acf: { hero_title: 'Sent again' } });
    await expect.poll(() => site.requests.length).toBeGreaterThan(1);
    // Only WordPress itself may have it sent.
    const stranger = await fetch(`${wordpress.url}/?rest_route=/lintel/v1/notices/send`, { method: 'POST' });
    expect(stranger.status).toBe(401);
  });

  test('is sent although another request has overwritten the log', async () => {
    const site = await recordingSite(() => ({ status: 202, json: { live: false, reading: true } }));
    await connectSite(wordpress, site.url, SECRET);
    await wordpress.addPlugin(
      'forgetful',
      `add_filter( 'pre_update_option_lintel_notices', '__return_empty_array' );`,
    );
    await editPage(wordpress.editor, about, { acf: { hero_title: 'Not in the log' } });
    await wordpress.runPhp(`deactivate_plugins( 'forgetful/forgetful.php' );`);
    await expect.poll(() => site.requests.map(({ body }) => body).join('\n')).toContain('"newest"');
  });
});

test('the test of the connection names each failure with its fix', async () => {
  let answer: { status: number; json: unknown } = { status: 200, json: 'A page' };
  const site = await recordingSite(() => answer);
  await connectSite(wordpress, site.url, SECRET);
  expect(await testConnection(wordpress)).toContain('is not the site’s server');
  answer = { status: 404, json: { code: 'no-secret', error: '' } };
  expect(await testConnection(wordpress)).toContain('Set WORDPRESS_WEBHOOK_SECRET');
  answer = { status: 401, json: { code: 'clock', error: '' } };
  expect(await testConnection(wordpress)).toContain('The clocks differ');
  await connectSite(wordpress, DOWN, SECRET);
  expect(await testConnection(wordpress)).toContain('The site does not answer');
  await connectSite(wordpress, app.url, 'another-secret-with-more-than-32-characters');
  expect(await testConnection(wordpress)).toContain('has another secret');
  await connectSite(wordpress, app.url, SECRET);
  expect(await testConnection(wordpress)).toContain('The connection works');
});

/** Changes in PHP. tests/wordpress/change-feed.test.ts names the entries that change with each. */
const ONE_NOTICE: readonly (readonly [change: string, php: string])[] = [
  ['a slug', `wp_update_post( array( 'ID' => $page, 'post_name' => 'moved' ) );`],
  ['deletion', `wp_delete_post( $page, true );`],
  ['a new category', `wp_insert_term( 'One notice', 'category' );`],
  ['the name of the site', `update_option( 'blogname', 'Renamed' );`],
  ['a new plugin', `do_action( 'activated_plugin', 'other/other.php', false );`],
];

test('each change is sent as one signed notice', async () => {
  const site = await recordingSite(() => ({ status: 200, json: { live: true, milliseconds: 1 } }));
  await wordpress.addPlugin('patient', PATIENT);
  await connectSite(wordpress, site.url, SECRET);
  const page = await createPage(wordpress.editor, { title: 'One notice' });
  for (const [change, php] of ONE_NOTICE) {
    site.requests.length = 0;
    await wordpress.runPhp(`$page = ${page}; ${php}`);
    expect(
      site.requests.map(({ headers }) => typeof headers['x-lintel-signature']),
      change,
    ).toEqual(['string']);
  }
});

test('nothing that only editors see is sent, and the state of notices is not public', async () => {
  const before = (await loggedNotices(wordpress)).length;
  await wordpress.editor.get(`/wp/v2/pages/${about}?context=edit`);
  await wordpress.editor.post(`/wp/v2/pages/${about}/autosaves`, { title: 'Only a draft of it' });
  expect((await loggedNotices(wordpress)).length).toBe(before);
  const anonymous = await fetch(`${wordpress.url}/?rest_route=/lintel/v1/notices/${about}`);
  expect(anonymous.status).toBe(401);
});

/** Servers that listen until WordPress has ended, which may send a notice again at any time. */
const recorders: Server[] = [];

/** Starts a server that records notices and sends the given responses; none for null. */
async function recordingSite(answer: () => { status: number; json: unknown } | null) {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      // The settings screen also asks for the state of the connection.
      if (request.url !== '/api/content/changes') return void response.writeHead(404).end('{}');
      requests.push({ headers: request.headers, body });
      const answered = answer();
      if (answered === null) return;
      const { status, json } = answered;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  recorders.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
  };
}
