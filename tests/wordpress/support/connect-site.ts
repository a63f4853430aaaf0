import { isFreedPort } from './freed-port.ts';
import { openScreen } from './wp-admin.ts';
import type { TestWordPress } from './start-wordpress.ts';

/** The settings screen of the plugin. */
export const SETTINGS_SCREEN = '/wp-admin/options-general.php?page=lintel-site-settings';
const CONNECTION_TAB = `${SETTINGS_SCREEN}&tab=connection`;
/** A plugin that makes WordPress wait up to 60 seconds for the site, because both may share one busy CPU. */
export const PATIENT = `add_filter( 'http_request_args', static function ( $arguments ) {
	return array( 'timeout' => 60 ) + $arguments;
} );`;
const CONNECTION_FORM = '#wpbody-content form:has([name="lintel_connection[url]"])';
const TEST_FORM = '#wpbody-content form:has([name="lintel_test_connection"])';

/**
 * Connects WordPress to a site by hand, on the settings screen, as an administrator does. Throws if the site that it was
 * connected to has ended already: WordPress might have sent notices to the next server at that port.
 */
export async function connectSite(wordpress: TestWordPress, url: string, secret: string): Promise<void> {
  const before = wordpress.connectedTo;
  if (before !== null && (await isFreedPort(before))) {
    throw new Error(`${before} ended while WordPress was connected to it.`);
  }
  wordpress.connectedTo = url;
  const screen = await openScreen(wordpress.url, wordpress.adminSession, CONNECTION_TAB);
  const form = screen.form(CONNECTION_FORM, {
    'lintel_connection[url]': url,
    'lintel_connection[secret]': secret,
  });
  await openScreen(wordpress.url, wordpress.adminSession, CONNECTION_TAB, form);
}

/** Tests the connection with the form on the settings screen, and returns the message. */
export async function testConnection(wordpress: TestWordPress): Promise<string> {
  const screen = await openScreen(wordpress.url, wordpress.adminSession, CONNECTION_TAB);
  const form = screen.form(TEST_FORM, { lintel_test_connection: 'Test the connection' });
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, CONNECTION_TAB, form);
  return document.querySelector('#lintel-connection ~ .notice')?.textContent ?? '';
}

/** Returns the rows of the log on the settings screen, the newest first. */
export async function loggedNotices(wordpress: TestWordPress): Promise<string[]> {
  const { document } = await openScreen(
    wordpress.url,
    wordpress.adminSession,
    `${SETTINGS_SCREEN}&tab=checks`,
  );
  const rows = [...document.querySelectorAll('table[aria-labelledby="lintel-notices"] tbody tr')];
  return rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));
}
