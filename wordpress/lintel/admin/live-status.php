<?php
/**
 * Shows on the edit screen, after a save, whether the page is live on the site. In the block editor, the script shows
 * a notice. In the classic editor, this file prints one, and the script updates it.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_enqueue_scripts', 'lintel_enqueue_live_status' );
add_action( 'admin_notices', 'lintel_show_live_status' );

/**
 * Returns the page or post that this screen edits, if the site receives its changes.
 *
 * @return WP_Post|null
 */
function lintel_edited_post() {
	$screen = get_current_screen();
	$post   = get_post();
	$is_ours = $screen && 'post' === $screen->base && $post && in_array( $post->post_type, array( 'page', 'post' ), true );
	return $is_ours && lintel_is_connected() ? $post : null;
}

/**
 * Loads the script on the edit screen of a page or post whose changes the site receives.
 */
function lintel_enqueue_live_status() {
	$post = lintel_edited_post();
	if ( ! $post ) {
		return;
	}
	$file     = dirname( __DIR__ ) . '/lintel.php';
	$is_block = get_current_screen()->is_block_editor();
	$needs    = $is_block ? array( 'wp-api-fetch', 'wp-data', 'wp-notices', 'wp-editor' ) : array( 'wp-api-fetch', 'wp-a11y' );
	wp_enqueue_script( 'lintel-live-status', plugins_url( 'assets/live-status.js', $file ), $needs, lintel_version(), true );
	$data = array(
		'path'    => "/lintel/v1/notices/{$post->ID}",
		'sending' => __( 'Saved. Sending to the site …', 'lintel' ),
		'unknown' => __( 'Saved. WordPress does not say whether it is live on the site yet; Settings, Site settings shows it.', 'lintel' ),
	);
	wp_add_inline_script( 'lintel-live-status', 'window.lintelLiveStatus = ' . wp_json_encode( $data ) . ';', 'before' );
}

/**
 * Shows on the classic edit screen, when it reloads after a save, whether the page is live.
 */
function lintel_show_live_status() {
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only chooses a message.
	$post  = isset( $_GET['message'] ) ? lintel_edited_post() : null;
	$entry = $post && ! get_current_screen()->is_block_editor() ? lintel_latest_notice_of( $post->ID ) : null;
	if ( ! $entry ) {
		return;
	}
	$classes = array(
		'live'    => 'notice-success',
		'waiting' => 'notice-warning',
		'failed'  => 'notice-warning',
	);
	printf(
		'<div class="notice %s" id="lintel-live-status" data-state="%s"><p>%s</p></div>',
		esc_attr( isset( $classes[ $entry['state'] ] ) ? $classes[ $entry['state'] ] : 'notice-info' ),
		esc_attr( $entry['state'] ),
		esc_html( lintel_notice_message( $entry, $post ) )
	);
}
