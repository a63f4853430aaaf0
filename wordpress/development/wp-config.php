<?php
/**
 * Configuration of the development site. PHP runs as WebAssembly, so these are paths in its own file system, mounted by
 * start-php.ts. Not part of the companion plugin, and never used on a public server.
 */

// phpcs:disable WordPress.WP.AlternativeFunctions -- WordPress is not loaded yet.
$lintel_record = json_decode( file_get_contents( '/site/site.json' ), true );
foreach ( $lintel_record['secrets'] as $lintel_name => $lintel_secret ) {
	define( $lintel_name, $lintel_secret );
}
unset( $lintel_record, $lintel_name, $lintel_secret );

define( 'WP_HOME', LINTEL_DEVELOPMENT_URL );
define( 'WP_SITEURL', LINTEL_DEVELOPMENT_URL );

// Outside the served folder.
define( 'DB_DIR', '/site/database' );
define( 'DB_FILE', 'wordpress.sqlite' );
define( 'DB_NAME', 'wordpress' );
// Not WAL: it needs shared memory, which two PHP processes in WebAssembly do not have, and it damaged the database file.
define( 'SQLITE_JOURNAL_MODE', 'TRUNCATE' );
$table_prefix = 'wp_';

// "local" lets application passwords work over plain http.
define( 'WP_ENVIRONMENT_TYPE', 'local' );
define( 'WPMU_PLUGIN_DIR', '/development/mu-plugins' );

// Blocks requests to other machines. A server on this machine can still receive change notices.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_AUTO_UPDATE_CORE', false );
define( 'FS_METHOD', 'direct' );

define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', '/site/debug.log' );

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', '/wordpress/' );
}
require_once ABSPATH . 'wp-settings.php';
