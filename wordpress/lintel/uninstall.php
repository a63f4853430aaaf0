<?php
/**
 * Removes what is the plugin's own when it is deleted. Section values stay: they are content.
 *
 * @package Lintel
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'lintel_site_settings' );
delete_option( 'lintel_content_version' );
delete_option( 'lintel_connection' );
delete_option( 'lintel_sections' );
