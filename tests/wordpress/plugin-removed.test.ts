import { afterAll, beforeAll, expect, test } from 'vitest';
import { editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(() => wordpress?.remove());

test('deleting the plugin removes its options and its table, and keeps the values of sections', async () => {
  const about = await pageId(wordpress.editor, 'about');
  await editPage(wordpress.editor, about, {
    acf: { hero_title: 'Kept', page_layout: [{ block: 'hero', key: 'hero' }] },
  });
  await wordpress.admin.post('/lintel/v1/site-settings', { agent: { name: 'Robin' } });
  await wordpress.runPhp(`
    update_option( LINTEL_CONNECTION_OPTION, array( 'url' => 'https://www.example.com', 'secret' => str_repeat( 'x', 40 ) ) );
    lintel_fetch_sections();
    set_transient( 'lintel_refused_1_1', array( 'typed' => array(), 'errors' => array() ), 60 );
    lintel_keep_unsaved_values( ${about}, array( 'title' => 'Not saved' ) );
    lintel_share_preview( ${about} );
    lintel_schedule_retry( 60 );
  `);
  const options = `$GLOBALS['wpdb']->get_col( "SELECT option_name FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%lintel%'" )`;
  expect(await wordpress.runPhp(`return ${options};`)).toEqual(
    expect.arrayContaining([
      'lintel_site_settings',
      'lintel_connection',
      'lintel_sections',
      'lintel_changes_table',
      'lintel_preview_links',
      expect.stringContaining('_transient_lintel_unsaved'),
    ]),
  );
  await wordpress.admin.post('/wp/v2/plugins/lintel/lintel', { status: 'inactive' });
  const left = await wordpress.runPhp(`
    define( 'WP_UNINSTALL_PLUGIN', 'lintel/lintel.php' );
    include WP_PLUGIN_DIR . '/lintel/uninstall.php';
    return array( ${options}, wp_next_scheduled( 'lintel_retry_notices' ), get_post_meta( ${about}, 'hero_title', true ), get_post_meta( ${about}, 'page_layout', true ), $GLOBALS['wpdb']->get_col( "SHOW TABLES LIKE '%lintel%'" ) );
  `);
  expect(left).toEqual([[], false, 'Kept', '[{"block":"hero","key":"hero"}]', []]);
});
