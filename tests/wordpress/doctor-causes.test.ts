import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DoctorCheck } from '../../src/contracts/operators/doctor.ts';
import { runApp, type RunningApp } from '../server/running-app.ts';
import { connectSite, PATIENT, SETTINGS_SCREEN, testConnection } from './support/connect-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen } from './support/wp-admin.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
/** Closes the REST API to visitors without an account, as the plugin “Disable WP REST API” does. */
const CLOSES = `add_filter( 'rest_authentication_errors', static function ( $result ) {
	return $result || is_user_logged_in() ? $result : new WP_Error( 'members_only', 'Members only.', array( 'status' => 401 ) );
} );`;

let wordpress: TestWordPress;
let site: RunningApp;
beforeAll(async () => {
  wordpress = await startWordPress();
  await wordpress.addPlugin('patient', PATIENT);
  site = await runApp({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET, CONTENT_MAX_AGE: '3600' });
  await connectSite(wordpress, site.url, SECRET);
});
afterAll(async () => {
  await wordpress?.remove();
  await site?.stop();
});

const opened: RunningApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.stop();
});

/** Opens another server for the same WordPress, with its own settings. */
async function open(env: Record<string, string>): Promise<RunningApp> {
  const app = await runApp({ ...env, CONTENT_MAX_AGE: '3600' }, undefined, { unread: true });
  opened.push(app);
  return app;
}

/** Runs the checks of a server to their end, and returns them by id. */
async function examine({ doctor }: RunningApp): Promise<Record<string, DoctorCheck>> {
  doctor.report(0);
  await expect.poll(() => doctor.report(Infinity).running, { timeout: 60_000 }).toBe(false);
  const { checks } = doctor.report(Infinity);
  for (const { label, state, fix } of checks) {
    if (state !== 'ok') expect(fix, label).toMatch(/\w/);
  }
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}

const activate = (plugin: string, status: 'active' | 'inactive') =>
  wordpress.admin.post(`/wp/v2/plugins/${plugin}`, { status });

test('the versions of WordPress and PHP are named, and an overdue task is', async () => {
  await wordpress.runPhp(
    `wp_schedule_single_event( time() - 2 * HOUR_IN_SECONDS, 'overdue_for_a_test' ); return true;`,
  );
  const checks = await examine(site);
  expect(checks['wordpress-version']?.detail).toMatch(/^WordPress \d+\.\d+/);
  expect(checks['php-version']).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^PHP 8\.5\./) });
  expect(checks['cron']).toMatchObject({ state: 'warning', fix: expect.stringContaining('wp-cron.php') });
  expect(checks['cron']?.items).toContainEqual({ text: 'overdue_for_a_test: due 2 h ago' });
  expect(checks['preview']).toMatchObject({
    state: 'ok',
    detail: 'A preview of a page was opened on the site.',
  });
  // On a busy machine, one run may be too short for the notice.
  await expect.poll(async () => (await examine(site))['notice']?.state, { timeout: 120_000 }).toBe('ok');
});

test('https at a server that speaks plain http is named with the address to use, in both directions', async () => {
  const https = wordpress.url.replace('http:', 'https:');
  const app = await open({ ...wordpress.env, WORDPRESS_API_URL: https, WORDPRESS_WEBHOOK_SECRET: SECRET });
  const checks = await examine(app);
  expect(checks['address']).toMatchObject({
    state: 'failed',
    fix: `Its server speaks plain http. Use ${wordpress.url}, or set up HTTPS on that server.`,
  });
  expect(checks['tls']?.state).toBe('not checked');
  // The first attempt to read may still be under way.
  await expect
    .poll(async () => (await examine(app))['reading']?.fix, { timeout: 120_000 })
    .toContain(`Use ${wordpress.url},`);
  expect(checks['menus']).toMatchObject({ state: 'not checked', fix: 'Fix “Address” first.' });

  await connectSite(wordpress, site.url.replace('http:', 'https:'), SECRET);
  expect(await testConnection(wordpress)).toContain(`Use ${site.url} as the address of the site`);
  const screen = await openScreen(
    wordpress.url,
    wordpress.adminSession,
    `${SETTINGS_SCREEN}&lintel-doctor=1`,
  );
  expect(screen.document.querySelector('#lintel-doctor')?.textContent).toContain(`Use ${site.url} as`);
  await connectSite(wordpress, site.url, SECRET);
});

test('a plugin that closes the REST API is named, in wp-admin also if nothing can be read', async () => {
  await wordpress.addPlugin('members-only', CLOSES);
  const signedIn = await examine(site);
  expect(signedIn['rest']).toMatchObject({
    state: 'warning',
    detail: 'members-only closes it to readers without an account (401 members_only).',
  });
  // The account may read what visitors may not.
  expect(signedIn['menus']?.state).toBe('ok');
  expect(signedIn['plugin']?.state).toBe('ok');

  const app = await open({ WORDPRESS_API_URL: wordpress.url, WORDPRESS_WEBHOOK_SECRET: SECRET });
  const checks = await examine(app);
  expect(checks['rest']).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('A security plugin'),
  });
  for (const id of ['plugin', 'menus', 'notice', 'preview', 'cron']) {
    expect(checks[id], id).toMatchObject({ state: 'not checked', fix: 'Fix “REST API” first.' });
  }
  await connectSite(wordpress, app.url, SECRET);
  const screen = await openScreen(
    wordpress.url,
    wordpress.adminSession,
    `${SETTINGS_SCREEN}&lintel-doctor=1`,
  );
  expect(screen.document.querySelector('#lintel-doctor')?.textContent).toContain(
    'members-only takes part in who may read the REST API.',
  );
  await connectSite(wordpress, site.url, SECRET);
  await activate('members-only/members-only', 'inactive');
});

test('plugins that are known to close the REST API are named before others', async () => {
  await wordpress.addPlugin('wp-cerber', '// Closes the REST API by a setting.');
  expect(await wordpress.runPhp('return lintel_rest_closers();')).toEqual([
    { name: 'wp-cerber', known: true },
  ]);
  const files = `return array(
    lintel_file_of_callback( 'lintel_version' ),
    lintel_file_of_callback( array( 'WP_REST_Server', 'get_raw_data' ) ),
    lintel_file_of_callback( 'WP_REST_Server::get_raw_data' ),
    lintel_file_of_callback( 'strlen' ),
    lintel_file_of_callback( 'no_such_function' ),
  );`;
  expect(await wordpress.runPhp(files)).toEqual([
    expect.stringMatching(/lintel\/includes\/doctor\.php$/),
    expect.stringMatching(/class-wp-rest-server\.php$/),
    expect.stringMatching(/class-wp-rest-server\.php$/),
    '',
    '',
  ]);
  await activate('wp-cerber/wp-cerber', 'inactive');
});

test('without the companion plugin, menus, notices and previews are not checked', async () => {
  await activate('lintel/lintel', 'inactive');
  const checks = await examine(site);
  expect(checks['plugin']).toMatchObject({
    state: 'failed',
    fix: expect.stringContaining('Activate Lintel'),
  });
  for (const id of ['menus', 'notice', 'preview', 'cron', 'php-version']) {
    expect(checks[id], id).toMatchObject({ state: 'not checked', fix: 'Fix “Companion plugin” first.' });
  }
  await activate('lintel/lintel', 'active');
});
