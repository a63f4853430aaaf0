<?php
/**
 * Plugin Name: Development site
 * Description: Keeps this WordPress on its machine: no update checks, no news, no avatars from elsewhere, no e-mail.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// Update checks would fail. Reporting no updates avoids the requests and their warnings.
foreach ( array( 'core', 'plugins', 'themes' ) as $lintel_kind ) {
	add_filter(
		"pre_site_transient_update_$lintel_kind",
		static function () {
			return (object) array(
				'last_checked'    => time(),
				'version_checked' => wp_get_wp_version(),
				'updates'         => array(),
				'response'        => array(),
				'no_update'       => array(),
				'translations'    => array(),
			);
		}
	);
}
unset( $lintel_kind );

add_filter( 'pre_option_show_avatars', '__return_zero' );
add_filter( 'admin_email_check_interval', '__return_zero' );
add_filter( 'wp_should_load_remote_block_patterns', '__return_false' );
add_filter( 'should_load_remote_block_patterns', '__return_false' );
remove_action( 'admin_init', '_maybe_update_core' );
remove_action( 'admin_init', '_maybe_update_plugins' );
remove_action( 'admin_init', '_maybe_update_themes' );

add_action(
	'wp_dashboard_setup',
	static function () {
		remove_meta_box( 'dashboard_primary', 'dashboard', 'side' );
	}
);

// E-mail is written to the log instead of being sent. Links to reset a password can be read there.
add_filter(
	'pre_wp_mail',
	static function ( $result, $mail ) {
		error_log( 'E-mail not sent: ' . wp_json_encode( $mail ) ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions
		return true;
	},
	10,
	2
);

// The plugin's folder is the mounted source of this project, which "Delete" in wp-admin must not remove.
add_action(
	'delete_plugin',
	static function ( $plugin_file ) {
		if ( 0 === strpos( $plugin_file, 'lintel/' ) ) {
			wp_die( esc_html( 'This is the source of the Lintel plugin. Deactivate it instead of deleting it.' ) );
		}
	}
);

// In WebAssembly, all PHP requests share one thread. While another request runs, the short timeouts of change notices
// would expire, although the response has arrived.
if ( defined( 'LINTEL_DEVELOPMENT_URL' ) ) {
	add_filter(
		'http_request_args',
		static function ( $arguments ) {
			if ( ! empty( $arguments['lintel'] ) ) {
				$arguments['timeout'] = max( 3, $arguments['timeout'] );
			}
			return $arguments;
		}
	);
}
