<?php
/**
 * Shows on the settings screen where the plugin's description of the sections comes from, with a button that fetches
 * it from the site again.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'admin_post_lintel_fetch_sections',
	static function () {
		check_admin_referer( 'lintel_fetch_sections' );
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to manage options for this site.', 'lintel' ), 403 );
		}
		lintel_fetch_sections();
		wp_safe_redirect( lintel_settings_url( 'checks' ) . '#lintel-sections-source' );
		exit;
	}
);

/**
 * Shows the number of blocks, when the site was last asked for them, the error if that failed, and the button that asks
 * again.
 */
function lintel_show_sections_source() {
	$source = lintel_sections_source();
	printf( '<h2 class="title" id="lintel-sections-source">%s</h2>', esc_html__( 'Blocks of the site', 'lintel' ) );
	if ( ! empty( $source['error'] ) ) {
		printf( '<div class="notice notice-warning inline" role="alert"><p>%s</p></div>', esc_html( $source['error'] ) );
	}
	$count = count( lintel_known_sections()['blocks'] ) - 1;
	if ( isset( $source['sections'] ) ) {
		/* translators: 1: number of blocks, 2: date and time. */
		$state = sprintf( __( '%1$d blocks, as the site described them; last compared %2$s.', 'lintel' ), $count, wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $source['checked'] ) );
	} else {
		/* translators: %d: number of blocks. */
		$state = sprintf( __( '%d blocks, as they were when this plugin was packed.', 'lintel' ), $count );
	}
	printf( '<p>%s</p>', esc_html( $state ) );
	if ( '' === lintel_connection()['url'] ) {
		return;
	}
	printf( '<form method="post" action="%s"><input type="hidden" name="action" value="lintel_fetch_sections">', esc_url( admin_url( 'admin-post.php' ) ) );
	wp_nonce_field( 'lintel_fetch_sections' );
	submit_button( __( 'Ask the site now', 'lintel' ), 'secondary', 'lintel-fetch-sections', false );
	printf( ' <span class="description">%s</span></form>', esc_html__( 'Edit screens ask it once an hour.', 'lintel' ) );
}
