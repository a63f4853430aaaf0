<?php
/**
 * Removes the plugin's own data when the plugin is deleted. Section values stay, because they are content.
 *
 * @package Lintel
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the data of the current site.
 */
function lintel_uninstall() {
	global $wpdb;
	delete_option( 'lintel_site_settings' );
	delete_option( 'lintel_changes_table' );
	delete_option( 'lintel_posts_with_lists' );
	// An option of version 0.3.
	delete_option( 'lintel_content_version' );
	$connection = get_option( 'lintel_connection' );
	if ( isset( $connection['user'], $connection['password'] ) ) {
		WP_Application_Passwords::delete_application_password( $connection['user'], $connection['password'] );
	}
	delete_option( 'lintel_connection' );
	delete_option( 'lintel_connection_request' );
	delete_option( 'lintel_preview_links' );
	delete_option( 'lintel_notices' );
	wp_clear_scheduled_hook( 'lintel_retry_notices' );
	delete_option( 'lintel_sections' );

	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}lintel_changes" ); // phpcs:ignore WordPress.DB -- There is no function for this.

	delete_post_meta_by_key( '_lintel_password_hash' );

	// Keys of the comments that the site sent. The comments stay.
	delete_metadata( 'comment', 0, '_lintel_key', '', true );

	// Transients: refused and unsaved input of editors, results of saves, and cached responses of the site.
	$wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE '\\_transient\\_lintel\\_%' OR option_name LIKE '\\_transient\\_timeout\\_lintel\\_%'" ); // phpcs:ignore WordPress.DB -- There is no function for this.
}

if ( is_multisite() ) {
	// WordPress runs this file once, for the whole network.
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $lintel_site_id ) {
		switch_to_blog( $lintel_site_id );
		lintel_uninstall();
		restore_current_blog();
	}
} else {
	lintel_uninstall();
}
