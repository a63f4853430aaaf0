import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLUGIN_VERSION } from '../../server/content/doctor/check-plugin.ts';
import { pluginFolder } from '../../wordpress/folders.ts';
import { connectSite, PATIENT, SETTINGS_SCREEN } from './support/connect-site.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen } from './support/wp-admin.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const OLD = '0.0.1';
const PLUGIN = 'lintel/lintel.php';
const CHECKS = `${SETTINGS_SCREEN}&tab=checks`;
/**
 * WordPress asks its own directory for updates first, which this machine must not reach. The development site reports that
 * there are none, so that is removed.
 */
const DIRECTORY = `remove_all_filters( 'pre_site_transient_update_plugins' );
add_filter( 'pre_http_request', static function ( $answer, $arguments, $url ) {
	return false === strpos( $url, '//api.wordpress.org/plugins/update-check/' ) ? $answer : array(
		'headers'  => array(),
		'cookies'  => array(),
		'filename' => null,
		'response' => array( 'code' => 200, 'message' => 'OK' ),
		'body'     => '{"plugins":[],"no_update":[],"translations":[]}',
	);
}, 10, 3 );`;

interface ZipAnswer {
  zip: Buffer;
  headers: Headers;
  status?: number;
}

let source: string;
let wordpress: TestWordPress;
let site: OpenSite;
let between: { server: Server; url: string };
/** What the server between WordPress and the site does with the zip. */
const pass = (zip: Buffer, headers: Headers): ZipAnswer => ({ zip, headers });
let change = pass;
/** The answers with the zip that have passed. */
const passed: ZipAnswer[] = [];

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), 'lintel-old-plugin-'));
  await cp(pluginFolder, source, { recursive: true });
  const main = join(source, 'lintel.php');
  await writeFile(
    main,
    (await readFile(main, 'utf8')).replace(
      `Version:           ${PLUGIN_VERSION}`,
      `Version:           ${OLD}`,
    ),
  );
  wordpress = await startWordPress({ plugin: source });
  await wordpress.addPlugin('no-directory', DIRECTORY);
  await wordpress.addPlugin('patient', PATIENT);
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
  between = await startBetween();
});
afterAll(async () => {
  await wordpress?.remove();
  between?.server.close();
  await site?.close();
  await rm(source, { recursive: true, force: true });
});

/** Starts a server that passes requests on to the site, and its answers back. */
async function startBetween() {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { 'x-lintel-signature': signature = '' } = request.headers;
    const answer = await fetch(site.url + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: { 'x-lintel-signature': String(signature), 'content-type': 'application/json' },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    let sent: ZipAnswer = { zip: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
    if (request.url === '/api/content/plugin.zip') {
      passed.push(sent);
      sent = change(sent.zip, sent.headers);
    }
    for (const name of ['content-type', 'x-lintel-signature']) {
      const value = sent.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.writeHead(sent.status ?? answer.status).end(sent.zip);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Searches for updates, as WordPress does twice a day, and returns the one of the plugin. */
const search = () =>
  wordpress.runPhp(`wp_clean_plugins_cache(); wp_update_plugins();
    $found = get_site_transient( 'update_plugins' );
    return isset( $found->response['${PLUGIN}'] ) ? $found->response['${PLUGIN}'] : null;`);

const installed = async () =>
  /Version:\s+(\S+)/.exec(await readFile(join(wordpress.plugins, PLUGIN), 'utf8'))?.[1];

/**
 * Follows “update now” in the list of plugins, without JavaScript, and returns what WordPress says. The update by JavaScript
 * would put WordPress's shared files into maintenance.
 */
async function update(): Promise<string> {
  const open = (path: string) => openScreen(wordpress.url, wordpress.adminSession, path);
  const list = await open('/wp-admin/plugins.php');
  const link = list.document.querySelector('#lintel-update .update-link')?.getAttribute('href');
  if (!link) throw new Error('The list of plugins offers no update of the plugin.');
  const { document } = await open(new URL(link, `${wordpress.url}/wp-admin/`).href);
  // WordPress deactivates the plugin during the update, and activates it again in a frame.
  for (const frame of document.querySelectorAll('iframe[src*="activate-plugin"]')) {
    await open(new URL(frame.getAttribute('src') ?? '', `${wordpress.url}/wp-admin/`).href);
  }
  return document.querySelector('.wrap')?.textContent ?? '';
}

// The tests depend on each other: each continues where the previous one ended.
test('without a connection, no update is offered, and nothing fails', async () => {
  expect(await search()).toBeNull();
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, '/wp-admin/plugins.php');
  expect(document.querySelector('#lintel-update')).toBeNull();
});

test('an older plugin is offered the version of the connected site', async () => {
  await connectSite(wordpress, between.url, SECRET);
  // WordPress searches again with its next request.
  expect(await wordpress.runPhp(`return get_site_transient( 'update_plugins' );`)).toBe(false);
  expect(await search()).toMatchObject({
    new_version: PLUGIN_VERSION,
    slug: 'lintel',
    package: `${between.url}/api/content/plugin.zip`,
    requires: '6.2',
    requires_php: '7.4',
  });
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, '/wp-admin/plugins.php');
  expect(document.querySelector('#lintel-update')?.textContent).toContain('There is a new version of Lintel');
  const details = `/wp-admin/plugin-install.php?tab=plugin-information&plugin=lintel`;
  const shown = await openScreen(wordpress.url, wordpress.adminSession, details);
  expect(shown.document.body.textContent).toContain(`belongs to the release of ${between.url}`);
});

test('the plugin names both versions on its screen, and the site does in its checks', async () => {
  const section = async (path: string) =>
    (await openScreen(wordpress.url, wordpress.adminSession, path)).document.querySelector('#lintel-doctor')
      ?.textContent;
  expect(await section(CHECKS)).toContain(
    `This plugin has version ${OLD} and is older than the site, which has version ${PLUGIN_VERSION}.`,
  );
  await expect
    .poll(() => section(`${CHECKS}&lintel-doctor=1`), { interval: 1_000 })
    .toContain(`Version ${OLD} is too old for this site, which needs ${PLUGIN_VERSION}.`);
});

test('a zip that was changed on its way is refused, and the plugin stays as it is', async () => {
  change = (zip, headers) => {
    const changed = Buffer.from(zip);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    return { zip: changed, headers };
  };
  expect(await update()).toContain('does not have the signature of the site');
  expect(await installed()).toBe(OLD);
});

test('so is a zip without a signature, and the signed answer to another request', async () => {
  change = (zip) => ({ zip, headers: new Headers({ 'content-type': 'application/zip' }) });
  expect(await update()).toContain('does not have the signature of the site');
  const [earlier] = passed;
  change = (zip, headers) => earlier ?? { zip, headers };
  expect(await update()).toContain('does not have the signature of the site');
  expect(await installed()).toBe(OLD);
});

test('if the site has no plugin to give, its reason is shown', async () => {
  const error = 'This server was started without a build.';
  change = () => ({
    zip: Buffer.from(JSON.stringify({ error })),
    headers: new Headers({ 'content-type': 'application/json' }),
    status: 404,
  });
  expect(await update()).toContain(error);
  expect(await installed()).toBe(OLD);
});

test('the zip of the site is installed, the plugin stays active, and no update is left', async () => {
  change = pass;
  expect(await update()).toContain('Plugin updated successfully.');
  expect(await installed()).toBe(PLUGIN_VERSION);
  expect(await search()).toBeNull();
  expect(await wordpress.runPhp('return lintel_version();')).toBe(PLUGIN_VERSION);
  expect(await readFile(join(wordpress.plugins, 'lintel/languages/lintel.pot'), 'utf8')).toContain(
    'msgid "Lintel"',
  );
});

test('a plugin that is newer than the site is named, and is not offered the older one', async () => {
  const main = join(wordpress.plugins, PLUGIN);
  const text = await readFile(main, 'utf8');
  await writeFile(main, text.replace(`Version:           ${PLUGIN_VERSION}`, 'Version:           99.0.0'));
  expect(await search()).toBeNull();
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, CHECKS);
  expect(document.querySelector('#lintel-doctor')?.textContent).toContain(
    `This plugin has version 99.0.0 and is newer than the site, which has version ${PLUGIN_VERSION}.`,
  );
});

test('a translation in the folder of the plugin is shown', async () => {
  const messages = `<?php return array( 'messages' => array( 'Connection' => 'Verbindung' ) );`;
  await writeFile(join(wordpress.plugins, 'lintel/languages/lintel-de_DE.l10n.php'), messages);
  await wordpress.runPhp(`update_user_meta( get_current_user_id(), 'locale', 'de_DE' );`);
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, SETTINGS_SCREEN);
  const tabs = [...document.querySelectorAll('.nav-tab')].map((tab) => tab.textContent.trim());
  expect(tabs).toContain('Verbindung');
});
