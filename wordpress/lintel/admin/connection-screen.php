<?php
/**
 * The connection tab of the settings screen. Without a connection, it has an input for the site's address and a button.
 * With a connection, it shows which content the site shows, and the possible actions.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Checks the typed address, and redirects the browser to the site, where an operator approves the connection. If this
 * WordPress or the address cannot be connected, the form shows the address again with the error.
 */
function lintel_handle_connect_form() {
	check_admin_referer( LINTEL_SETTINGS_PAGE );
	$typed = isset( $_POST['lintel_site_address'] ) ? sanitize_text_field( wp_unslash( $_POST['lintel_site_address'] ) ) : '';
	$fault = lintel_connection_obstacle();
	if ( '' === $fault ) {
		$origin = lintel_typed_origin( $typed );
		$found  = '' === $origin ? new WP_Error( 'lintel_no_address', __( 'Type the address of the site, such as https://www.example.com.', 'lintel' ) ) : lintel_find_site( $origin );
		$fault  = is_wp_error( $found ) ? $found->get_error_message() : '';
	}
	if ( '' !== $fault ) {
		lintel_refused_form(
			'address',
			array(
				'typed' => $typed,
				'fault' => $fault,
			)
		);
		return;
	}
	// Not wp_safe_redirect(): the administrator chose this host.
	wp_redirect( lintel_request_connection( $found ) ); // phpcs:ignore WordPress.Security.SafeRedirect
	exit;
}

/**
 * Shows a notice above the list of plugins, with a link to the connection tab, until there is a connection.
 */
function lintel_show_next_step() {
	$screen = get_current_screen();
	if ( ! $screen || 'plugins' !== $screen->id || lintel_is_connected() || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	printf(
		'<div class="notice notice-info"><p>%s <a href="%s">%s</a></p></div>',
		esc_html__( 'Lintel is active and not connected to a site yet.', 'lintel' ),
		esc_url( lintel_settings_url( 'connection' ) ),
		esc_html__( 'Connect it', 'lintel' )
	);
}
add_action( 'admin_notices', 'lintel_show_next_step' );

/**
 * Redirects to the connection tab after this plugin was activated on the Plugins screen, if there is no connection yet.
 * Not after a bulk action or an activation for a network.
 *
 * @param string $plugin       Plugin that was activated.
 * @param bool   $network_wide Whether it was activated for a network.
 */
function lintel_open_connection( $plugin, $network_wide ) {
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- WordPress has checked it.
	$is_single = isset( $_GET['action'] ) && 'activate' === $_GET['action'] && 'plugins.php' === $GLOBALS['pagenow'];
	if ( plugin_basename( dirname( __DIR__ ) . '/lintel.php' ) === $plugin && $is_single && ! $network_wide && ! lintel_is_connected() && current_user_can( 'manage_options' ) ) {
		wp_safe_redirect( lintel_settings_url( 'connection' ) );
		exit;
	}
}
add_action( 'activated_plugin', 'lintel_open_connection', 10, 2 );

/**
 * Shows the tab: the state of the connection or the form that connects, then the section "Connect by hand".
 */
function lintel_show_connection() {
	printf( '<h2 class="title" id="lintel-connection">%s</h2>', esc_html__( 'Connection to the site', 'lintel' ) );
	if ( lintel_is_connected() ) {
		lintel_show_connection_state();
	} else {
		lintel_show_connection_fault();
		lintel_show_connect_form();
	}
	lintel_show_connection_by_hand();
}

/**
 * Shows the input for the site's address, and the button that connects. If this WordPress cannot be connected, shows
 * why and disables the button.
 */
function lintel_show_connect_form() {
	$refused  = lintel_refused_form( 'address' );
	$obstacle = lintel_connection_obstacle();
	printf( '<p>%s</p>', esc_html__( 'Connect this WordPress to the site: its pages are then edited here, edits are usually live within a second, and previews show the real site. You approve it on the site, as one of its operators. Nothing needs to be copied, and visitors notice nothing before you decide so.', 'lintel' ) );
	if ( '' !== $obstacle && ! $refused ) {
		printf( '<div class="notice notice-warning inline"><p>%s</p></div>', esc_html( $obstacle ) );
	}
	printf( '<form method="post" action="%s" class="lintel-connect" novalidate>', esc_url( lintel_settings_url( 'connection' ) ) );
	wp_nonce_field( LINTEL_SETTINGS_PAGE );
	$typed = $refused ? $refused['typed'] : lintel_connection()['url'];
	echo '<table class="form-table" role="presentation"><tr>';
	printf( '<th scope="row"><label for="lintel-site-address">%s</label></th><td>', esc_html__( 'Address of the site', 'lintel' ) );
	printf(
		'<input type="url" id="lintel-site-address" name="lintel_site_address" value="%s" class="regular-text code" placeholder="https://www.example.com" autocomplete="url" spellcheck="false" autofocus%s>',
		esc_attr( $typed ),
		$refused ? ' aria-invalid="true" aria-describedby="lintel-site-address-error"' : ' aria-describedby="lintel-site-address-help"'
	);
	if ( $refused ) {
		printf( '<p id="lintel-site-address-error" class="lintel-error" role="alert">%s</p>', esc_html( $refused['fault'] ) );
	}
	printf( '<p class="description" id="lintel-site-address-help">%s</p></td></tr></table>', esc_html__( 'The address that visitors use.', 'lintel' ) );
	submit_button( __( 'Connect', 'lintel' ), 'primary', 'lintel_connect', true, '' === $obstacle ? array() : array( 'disabled' => 'disabled' ) );
	echo '</form>';
}
