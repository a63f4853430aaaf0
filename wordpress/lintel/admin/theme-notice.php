<?php
/**
 * Shows a notice on the screens about this WordPress's theme (themes, widgets, customizer, site editor): visitors see
 * the connected site instead.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_notices', 'lintel_show_theme_notice' );
add_action( 'admin_enqueue_scripts', 'lintel_enqueue_theme_notice' );
add_action( 'customize_controls_enqueue_scripts', 'lintel_enqueue_customizer_notice' );
add_action( 'customize_controls_init', 'lintel_leave_customizer' );

/** Ids of the screens with the notice. In the site editor and the block editor for widgets, a script shows it. */
const LINTEL_THEME_SCREENS = array( 'themes', 'theme-install', 'theme-editor', 'widgets', 'appearance_page_custom-header', 'appearance_page_custom-background', 'appearance_page_font-library' );

/**
 * Returns the text of the notice, without links; '' if WordPress's own pages are what visitors see.
 *
 * @return string
 */
function lintel_theme_notice() {
	$site = lintel_linked_site();
	/* translators: %s: address of the site. */
	return '' === $site ? '' : sprintf( __( 'This is the theme of WordPress, which visitors do not see. They see %s, which uses the menus of this WordPress, but none of its themes, templates, styles and widgets.', 'lintel' ), $site );
}

/**
 * Shows the notice on the screens that are not block editors.
 */
function lintel_show_theme_notice() {
	$notice = lintel_theme_notice();
	if ( '' === $notice || ! in_array( get_current_screen()->id, LINTEL_THEME_SCREENS, true ) || get_current_screen()->is_block_editor() ) {
		return;
	}
	printf(
		'<div class="notice notice-info lintel-theme-notice"><p>%s <a href="%s">%s</a></p></div>',
		esc_html( $notice ),
		esc_url( lintel_linked_site() . '/' ),
		esc_html__( 'Open the site', 'lintel' )
	);
}

/**
 * Shows the notice in the site editor and in the block editor for widgets.
 *
 * @param string $hook Screen.
 */
function lintel_enqueue_theme_notice( $hook ) {
	$notice = lintel_theme_notice();
	if ( '' === $notice || ( 'site-editor.php' !== $hook && ! ( 'widgets.php' === $hook && get_current_screen()->is_block_editor() ) ) ) {
		return;
	}
	$file = dirname( __DIR__ ) . '/lintel.php';
	wp_enqueue_script( 'lintel-theme-notice', plugins_url( 'assets/theme-notice.js', $file ), array( 'wp-data', 'wp-dom-ready', 'wp-notices' ), lintel_version(), true );
	$data = array(
		'notice' => $notice,
		'site'   => lintel_linked_site() . '/',
		'open'   => __( 'Open the site', 'lintel' ),
	);
	wp_add_inline_script( 'lintel-theme-notice', 'window.lintelTheme = ' . wp_json_encode( $data ) . ';', 'before' );
}

function lintel_enqueue_customizer_notice() {
	$notice = lintel_theme_notice();
	if ( '' === $notice ) {
		return;
	}
	wp_add_inline_script(
		'customize-controls',
		sprintf( "wp.customize.bind( 'ready', function () { wp.customize.notifications.add( new wp.customize.Notification( 'lintel_theme', { type: 'info', dismissible: true, message: %s } ) ); } );", wp_json_encode( $notice ) )
	);
}

/**
 * Makes "Close" of the customizer lead to the list of themes, because the page to return to would redirect to the site.
 */
function lintel_leave_customizer() {
	global $wp_customize;
	if ( '' !== lintel_linked_site() && $wp_customize && 0 !== strpos( $wp_customize->get_return_url(), admin_url() ) ) {
		$wp_customize->set_return_url( admin_url( 'themes.php' ) );
	}
}
