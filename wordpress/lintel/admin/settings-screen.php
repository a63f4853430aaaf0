<?php
/**
 * Settings → Site settings, in tabs: the connection to the site, the agent, the brokerage and other data of the whole
 * site, and the checks. It works without JavaScript. If a value is invalid, nothing is saved, and the form shows
 * the input again; likewise if somebody else changed the same value since the form was opened.
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

add_action(
	'admin_enqueue_scripts',
	static function ( $screen ) {
		if ( 'settings_page_' . LINTEL_SETTINGS_PAGE !== $screen ) {
			return;
		}
		$tab = lintel_current_tab();
		if ( 'checks' === $tab ) {
			return;
		}
		$script = 'connection' === $tab ? 'connection' : 'settings';
		if ( 'settings' === $script ) {
			wp_enqueue_media();
		}
		wp_enqueue_script( "lintel-$script", plugins_url( "assets/$script.js", dirname( __DIR__ ) . '/lintel.php' ), array(), lintel_version(), true );
	}
);

/**
 * Returns the URL of a tab.
 *
 * @param string   $tab  Tab.
 * @param string[] $more Further parameters.
 * @return string Not escaped.
 */
function lintel_settings_url( $tab, array $more = array() ) {
	return add_query_arg(
		array(
			'page' => LINTEL_SETTINGS_PAGE,
			'tab'  => $tab,
		) + $more,
		admin_url( 'options-general.php' )
	);
}

/**
 * Returns the titles of the tabs in display order. The connection tab is first while there is no connection, and
 * otherwise last. A tab without settings is left out.
 *
 * @return string[] By tab.
 */
function lintel_settings_tabs() {
	$connection = array( 'connection' => __( 'Connection', 'lintel' ) );
	$titles     = array(
		'identity' => __( 'Identity', 'lintel' ),
		'contact'  => __( 'Contact', 'lintel' ),
		'search'   => __( 'Search engines', 'lintel' ),
	);
	$others     = array_filter( $titles, 'lintel_tab_settings', ARRAY_FILTER_USE_KEY ) + array( 'checks' => __( 'Checks', 'lintel' ) );
	return lintel_is_connected() ? $others + $connection : $connection + $others;
}

/**
 * Returns the settings of a tab. A setting without a tab, or with one that this version does not have, is on the tab
 * "identity".
 *
 * @param string $tab Tab.
 * @return array[] Schemas by name.
 */
function lintel_tab_settings( $tab ) {
	return array_filter(
		lintel_shown_settings( lintel_settings_schema() ),
		static function ( $setting ) use ( $tab ) {
			$own = isset( $setting['tab'] ) && in_array( $setting['tab'], array( 'contact', 'search' ), true ) ? $setting['tab'] : 'identity';
			return $own === $tab;
		}
	);
}

/**
 * Returns the tab that the URL names. If it names no tab that exists, returns "checks" if the URL asks for the results
 * of the checks, otherwise the first tab.
 *
 * @return string
 */
function lintel_current_tab() {
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- Only chooses a tab.
	$tab   = isset( $_GET['tab'] ) ? sanitize_key( $_GET['tab'] ) : '';
	$tabs  = lintel_settings_tabs();
	$other = isset( $_GET['lintel-doctor'] ) ? 'checks' : (string) key( $tabs );
	// phpcs:enable
	return isset( $tabs[ $tab ] ) ? $tab : $other;
}

/**
 * Handles the form that was sent: connects to the site, saves the connection or the settings, or tests the connection.
 * The result of a refused form is kept for the screen, which is rendered later in this request.
 */
function lintel_handle_settings_form() {
	if ( ! isset( $_SERVER['REQUEST_METHOD'] ) || 'POST' !== $_SERVER['REQUEST_METHOD'] ) {
		return;
	}
	check_admin_referer( LINTEL_SETTINGS_PAGE );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html__( 'Sorry, you are not allowed to manage options for this site.', 'lintel' ), 403 );
	}
	if ( isset( $_POST['lintel_site_address'] ) ) {
		lintel_handle_connect_form();
		return;
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
	$tab    = lintel_current_tab();
	$result = lintel_read_typed_settings( lintel_tab_settings( $tab ), $typed, lintel_stored_settings() );
	if ( $result['errors'] ) {
		lintel_refused_form( 'settings', $result );
		return;
	}
	update_option( LINTEL_SETTINGS_OPTION, $result['settings'], false );
	// With "updated", WordPress itself shows "Settings saved." at the top of the screen.
	wp_safe_redirect( lintel_settings_url( $tab, array( 'updated' => 'true' ) ) );
	exit;
}

/**
 * Returns the input of a form of the settings screen that was refused in this request, so that the screen shows the
 * input again. With `$result`, stores it first.
 *
 * @param string     $form   Name of the form.
 * @param array|null $result What was typed, with the errors.
 * @return array|null Null if the form was not refused.
 */
function lintel_refused_form( $form, $result = null ) {
	static $refused = array();
	if ( null !== $result ) {
		$refused[ $form ] = $result;
	}
	return isset( $refused[ $form ] ) ? $refused[ $form ] : null;
}

/**
 * Shows the screen: the links to the tabs, and the content of the current tab.
 */
function lintel_show_settings_screen() {
	$tab = lintel_current_tab();
	echo '<div class="wrap"><h1>' . esc_html__( 'Site settings', 'lintel' ) . '</h1>';
	lintel_show_settings_tabs( $tab );
	if ( 'connection' === $tab ) {
		lintel_show_connection();
	} elseif ( 'checks' === $tab ) {
		lintel_show_doctor();
		lintel_show_notices();
		lintel_show_sections_source();
	} else {
		lintel_show_settings_form( $tab );
	}
	echo '</div>';
}

/**
 * Shows the links to the tabs.
 *
 * @param string $current The tab that is shown.
 */
function lintel_show_settings_tabs( $current ) {
	printf( '<nav class="nav-tab-wrapper" aria-label="%s">', esc_attr__( 'Site settings', 'lintel' ) );
	foreach ( lintel_settings_tabs() as $tab => $title ) {
		printf(
			'<a href="%s" class="nav-tab%s"%s>%s</a>',
			esc_url( lintel_settings_url( $tab ) ),
			$tab === $current ? ' nav-tab-active' : '',
			$tab === $current ? ' aria-current="page"' : '',
			esc_html( $title )
		);
	}
	echo '</nav>';
}

/**
 * Shows the form of a tab of settings: the stored values or, after a refused save, what was typed and the errors.
 *
 * @param string $tab Tab.
 */
function lintel_show_settings_form( $tab ) {
	$refused  = lintel_refused_form( 'settings' );
	$settings = $refused ? $refused['settings'] : lintel_stored_settings();
	$errors   = $refused ? $refused['errors'] : array();
	if ( $errors ) {
		$count = count( $errors );
		/* translators: %d: number of fields. */
		$message = sprintf( _n( 'Nothing was saved: %d field needs a correction. What you typed is still here.', 'Nothing was saved: %d fields need a correction. What you typed is still here.', $count, 'lintel' ), $count );
		printf( '<div class="notice notice-error" role="alert"><p>%s</p></div>', esc_html( $message ) );
	}
	echo '<p>' . esc_html__( 'A group without any value is shown with its built-in sample; a group that you begin must be complete. While agent or brokerage is a sample, search engines are told to stay away.', 'lintel' ) . '</p>';
	printf( '<form method="post" action="%s" id="lintel-settings" novalidate>', esc_url( lintel_settings_url( $tab ) ) );
	wp_nonce_field( LINTEL_SETTINGS_PAGE );
	lintel_show_opened_values( lintel_setting_hashes( lintel_tab_settings( $tab ), lintel_stored_settings() ) );
	lintel_show_settings( lintel_tab_settings( $tab ), $settings, $errors );
	submit_button();
	echo '</form>';
}
