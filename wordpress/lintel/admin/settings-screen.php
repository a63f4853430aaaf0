<?php
/**
 * Settings → Site settings: the agent, the brokerage and other data that every page shows. It works without
 * JavaScript. If a value is invalid, nothing is saved, and the form shows the input again.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

const LINTEL_SETTINGS_PAGE = 'lintel-site-settings';

add_action(
	'admin_menu',
	static function () {
		$screen = add_options_page(
			__( 'Site settings', 'lintel' ),
			__( 'Site settings', 'lintel' ),
			'manage_options',
			LINTEL_SETTINGS_PAGE,
			'lintel_show_settings_screen'
		);
		add_action( "load-$screen", 'lintel_handle_settings_form' );
	}
);

add_filter(
	'plugin_action_links_' . plugin_basename( dirname( __DIR__ ) . '/lintel.php' ),
	static function ( array $links ) {
		$link = sprintf( '<a href="%s">%s</a>', esc_url( menu_page_url( LINTEL_SETTINGS_PAGE, false ) ), esc_html__( 'Settings', 'lintel' ) );
		return array_merge( array( $link ), $links );
	}
);

/**
 * Saves the form if it was sent. The result of a rejected form is kept for the screen, which is rendered later in
 * this request.
 */
function lintel_handle_settings_form() {
	if ( ! isset( $_SERVER['REQUEST_METHOD'] ) || 'POST' !== $_SERVER['REQUEST_METHOD'] ) {
		return;
	}
	check_admin_referer( LINTEL_SETTINGS_PAGE );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html__( 'Sorry, you are not allowed to manage options for this site.', 'lintel' ), 403 );
	}
	if ( isset( $_POST['lintel_connection'] ) ) {
		lintel_handle_connection_form();
		return;
	}
	if ( isset( $_POST['lintel_test_connection'] ) ) {
		lintel_connection_test( true );
		return;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Each value is cleaned as it is read.
	$typed  = isset( $_POST['lintel'] ) && is_array( $_POST['lintel'] ) ? wp_unslash( $_POST['lintel'] ) : array();
	$result = lintel_read_typed_settings( $typed, lintel_get_settings() );
	if ( $result['errors'] ) {
		lintel_refused_settings( $result );
		return;
	}
	update_option( LINTEL_SETTINGS_OPTION, $result['settings'], false );
	// With "updated", WordPress itself shows "Settings saved." at the top of the screen.
	wp_safe_redirect( add_query_arg( 'updated', 'true', menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) );
	exit;
}

/**
 * Returns the settings that were refused in this request, or null. With an argument, stores it first.
 *
 * @param array|null $result { settings, errors } to keep.
 * @return array|null
 */
function lintel_refused_settings( $result = null ) {
	static $kept = null;
	if ( null !== $result ) {
		$kept = $result;
	}
	return $kept;
}

/**
 * Shows the screen.
 */
function lintel_show_settings_screen() {
	$refused  = lintel_refused_settings();
	$settings = $refused ? $refused['settings'] : lintel_get_settings();
	$errors   = $refused ? $refused['errors'] : array();
	echo '<div class="wrap"><h1>' . esc_html__( 'Site settings', 'lintel' ) . '</h1>';
	lintel_show_settings_contents();
	// Until the site is connected, the connection comes first.
	$connected = lintel_is_connected();
	if ( ! $connected ) {
		lintel_show_connection();
	}
	printf( '<h2 class="title" id="lintel-identity">%s</h2>', esc_html__( 'Shown on every page', 'lintel' ) );
	if ( $errors ) {
		$count = count( $errors );
		/* translators: %d: number of fields. */
		$message = sprintf( _n( 'Nothing was saved: %d field needs a correction. What you typed is still here.', 'Nothing was saved: %d fields need a correction. What you typed is still here.', $count, 'lintel' ), $count );
		printf( '<div class="notice notice-error" role="alert"><p>%s</p></div>', esc_html( $message ) );
	}
	echo '<p>' . esc_html__( 'A group without any value is shown with its built-in sample; a group that you begin must be complete. While agent or brokerage is a sample, search engines are told to stay away.', 'lintel' ) . '</p>';
	printf( '<form method="post" action="%s" novalidate>', esc_url( menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) );
	wp_nonce_field( LINTEL_SETTINGS_PAGE );
	lintel_show_settings( $settings, $errors );
	submit_button();
	echo '</form>';
	if ( $connected ) {
		lintel_show_connection();
	}
	lintel_show_notices();
	lintel_show_sections_source();
	lintel_show_doctor();
	echo '</div>';
}

/**
 * Shows links to the parts of this long screen.
 */
function lintel_show_settings_contents() {
	$parts = array(
		'lintel-connection'      => __( 'Connection to the site', 'lintel' ),
		'lintel-identity'        => __( 'Shown on every page', 'lintel' ),
		'lintel-notices'         => __( 'Latest changes', 'lintel' ),
		'lintel-sections-source' => __( 'Blocks', 'lintel' ),
		'lintel-doctor'          => __( 'Checks', 'lintel' ),
	);
	$links = array();
	foreach ( $parts as $id => $title ) {
		$links[] = sprintf( '<li><a href="#%s">%s</a></li>', esc_attr( $id ), esc_html( $title ) );
	}
	printf( '<nav aria-label="%s"><ul class="lintel-contents">%s</ul></nav>', esc_attr__( 'On this screen', 'lintel' ), implode( '', $links ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
}
