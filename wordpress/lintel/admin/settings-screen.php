<?php
/**
 * Settings → Site settings: the agent, the brokerage and the rest that is shown on every page. It works without
 * JavaScript. With a wrong value nothing is saved and everything typed is shown again.
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
 * Saves the form when it was sent. The result of a refused form is kept for the screen that follows in this request.
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
	wp_safe_redirect( add_query_arg( 'updated', 'true', menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) );
	exit;
}

/**
 * Keeps, and answers, what was refused in this request.
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
	if ( $errors ) {
		$count = count( $errors );
		/* translators: %d: number of fields. */
		$message = sprintf( _n( 'Nothing was saved: %d field needs a correction. What you typed is still here.', 'Nothing was saved: %d fields need a correction. What you typed is still here.', $count, 'lintel' ), $count );
		printf( '<div class="notice notice-error" role="alert"><p>%s</p></div>', esc_html( $message ) );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only chooses a message.
	} elseif ( isset( $_GET['updated'] ) ) {
		printf( '<div class="notice notice-success is-dismissible" role="status"><p>%s</p></div>', esc_html__( 'Settings saved. The site shows them within seconds.', 'lintel' ) );
	}
	echo '<p>' . esc_html__( 'These are shown on every page. A group without any value is shown with its built-in sample; a group that you begin must be complete. While agent or brokerage is a sample, search engines are told to stay away.', 'lintel' ) . '</p>';
	printf( '<form method="post" action="%s" novalidate>', esc_url( menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) );
	wp_nonce_field( LINTEL_SETTINGS_PAGE );
	foreach ( lintel_settings_groups() as $group => $about ) {
		printf( '<h2 class="title">%s</h2><table class="form-table" role="presentation">', esc_html( $about['title'] ) );
		foreach ( $about['fields'] as $name => $field ) {
			$value = isset( $settings[ $group ][ $name ] ) && is_scalar( $settings[ $group ][ $name ] ) ? (string) $settings[ $group ][ $name ] : '';
			lintel_show_setting( "$group.$name", $field, $value, $errors );
		}
		echo '</table>';
		if ( 'address' === $group ) {
			lintel_show_hours( isset( $settings['hours'] ) ? $settings['hours'] : array(), $errors );
			lintel_show_social( $settings, $errors );
		}
	}
	submit_button();
	echo '</form>';
	lintel_show_connection_form();
	lintel_show_notices();
	lintel_show_sections_source();
	lintel_show_doctor();
	echo '</div>';
}

/**
 * Shows one text.
 *
 * @param string   $path   Its path, such as "agent.email".
 * @param array    $field  The field.
 * @param string   $value  Its value.
 * @param string[] $errors Errors by path.
 */
function lintel_show_setting( $path, array $field, $value, array $errors ) {
	$id    = 'lintel-' . str_replace( '.', '-', $path );
	$check = isset( $field['check'] ) ? $field['check'] : '';
	printf( '<tr><th scope="row"><label for="%s">%s</label></th><td>', esc_attr( $id ), esc_html( $field['label'] ) );
	if ( 'time_zone' === $check ) {
		printf( '<select id="%s" name="%s"%s><option value=""></option>', esc_attr( $id ), esc_attr( lintel_setting_input( $path ) ), lintel_described_by( $id, $field, $path, $errors ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		$zones = timezone_identifiers_list();
		foreach ( '' === $value || in_array( $value, $zones, true ) ? $zones : array_merge( array( $value ), $zones ) as $zone ) {
			printf( '<option%s>%s</option>', selected( $value, $zone, false ), esc_html( $zone ) );
		}
		echo '</select>';
	} else {
		$types = array(
			'email' => 'email',
			'url'   => 'url',
			'dial'  => 'tel',
		);
		printf(
			'<input type="%s" id="%s" name="%s" value="%s" class="regular-text" placeholder="%s"%s>',
			esc_attr( isset( $types[ $check ] ) ? $types[ $check ] : 'text' ),
			esc_attr( $id ),
			esc_attr( lintel_setting_input( $path ) ),
			esc_attr( $value ),
			esc_attr( isset( $field['example'] ) ? $field['example'] : '' ),
			lintel_described_by( $id, $field, $path, $errors ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		);
	}
	lintel_show_field_error( $id, isset( $errors[ $path ] ) ? $errors[ $path ] : '' );
	if ( isset( $field['help'] ) ) {
		printf( '<p class="description" id="%s-help">%s</p>', esc_attr( $id ), esc_html( $field['help'] ) );
	}
	echo '</td></tr>';
}

/**
 * The name of the input at a path.
 *
 * @param string $path Path, such as "agent.email".
 * @return string
 */
function lintel_setting_input( $path ) {
	return 'lintel[' . str_replace( '.', '][', $path ) . ']';
}

/**
 * The attributes that tell assistive technology of a field's help and error; escaped.
 *
 * @param string   $id     Id of the input.
 * @param array    $field  The field.
 * @param string   $path   Its path.
 * @param string[] $errors Errors by path.
 * @return string
 */
function lintel_described_by( $id, array $field, $path, array $errors ) {
	$ids = array();
	if ( isset( $errors[ $path ] ) ) {
		$ids[] = "$id-error";
	}
	if ( isset( $field['help'] ) ) {
		$ids[] = "$id-help";
	}
	return ( $ids ? ' aria-describedby="' . esc_attr( implode( ' ', $ids ) ) . '"' : '' ) . ( isset( $errors[ $path ] ) ? ' aria-invalid="true"' : '' );
}

/**
 * Shows what is wrong with a field, if anything is.
 *
 * @param string $id    Id of the input.
 * @param string $error Message, or ''.
 */
function lintel_show_field_error( $id, $error ) {
	if ( '' !== $error ) {
		printf( '<strong class="lintel-error" id="%s-error" style="display:block;color:#b32d2e;margin-top:4px">%s</strong>', esc_attr( $id ), esc_html( $error ) );
	}
}

/**
 * Shows the office hours: the lines there are, and one more.
 *
 * @param mixed    $hours  The setting.
 * @param string[] $errors Errors by path.
 */
function lintel_show_hours( $hours, array $errors ) {
	$hours = is_array( $hours ) ? array_values( $hours ) : array();
	$rows  = max( LINTEL_HOURS_ROWS, count( $hours ) + 1 );
	printf( '<h2 class="title">%s</h2><p>%s</p>', esc_html__( 'Office hours', 'lintel' ), esc_html__( 'One line for days with the same hours. Clear a line to remove it; an empty line is added with each save.', 'lintel' ) );
	echo '<table class="form-table" role="presentation">';
	for ( $row = 0; $row < $rows; $row++ ) {
		$line = isset( $hours[ $row ] ) && is_array( $hours[ $row ] ) ? $hours[ $row ] : array();
		/* translators: %d: number of the line. */
		$label = sprintf( __( 'Line %d', 'lintel' ), $row + 1 );
		printf( '<tr><th scope="row">%s</th><td><fieldset><legend class="screen-reader-text">%s</legend>', esc_html( $label ), esc_html( $label ) );
		$inputs = array(
			'days'   => array( __( 'Days, as visitors read them', 'lintel' ), 'text', 'Mon–Fri' ),
			'opens'  => array( __( 'Opens', 'lintel' ), 'time', '' ),
			'closes' => array( __( 'Closes', 'lintel' ), 'time', '' ),
		);
		foreach ( $inputs as $name => list( $text, $type, $example ) ) {
			$path  = "hours.$row.$name";
			$id    = 'lintel-' . str_replace( '.', '-', $path );
			$value = isset( $line[ $name ] ) && is_scalar( $line[ $name ] ) ? (string) $line[ $name ] : '';
			printf(
				'<span style="display:inline-block;vertical-align:top;margin-inline-end:1.5em"><label for="%1$s">%2$s</label> <input type="%3$s" id="%1$s" name="%4$s" value="%5$s" placeholder="%6$s"%7$s>',
				esc_attr( $id ),
				esc_html( $text ),
				esc_attr( $type ),
				esc_attr( lintel_setting_input( $path ) ),
				esc_attr( $value ),
				esc_attr( $example ),
				lintel_described_by( $id, array(), $path, $errors ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
			);
			lintel_show_field_error( $id, isset( $errors[ $path ] ) ? $errors[ $path ] : '' );
			echo '</span>';
		}
		lintel_show_weekdays( $row, isset( $line['weekdays'] ) ? (array) $line['weekdays'] : array() );
		lintel_show_field_error( "lintel-hours-$row-weekdays", isset( $errors[ "hours.$row.weekdays" ] ) ? $errors[ "hours.$row.weekdays" ] : '' );
		echo '</fieldset></td></tr>';
	}
	echo '</table>';
}

/**
 * Shows the days of the week to tick, from the day on which this site's weeks start.
 *
 * @param int   $row    Line of the hours.
 * @param int[] $ticked Days, 0 is Sunday.
 */
function lintel_show_weekdays( $row, array $ticked ) {
	echo '<p>';
	for ( $offset = 0; $offset < 7; $offset++ ) {
		$day = ( (int) get_option( 'start_of_week' ) + $offset ) % 7;
		printf(
			'<span style="display:inline-block;margin-inline-end:1.5em"><label><input type="checkbox" name="%s[]" value="%d"%s> %s</label></span>',
			esc_attr( lintel_setting_input( "hours.$row.weekdays" ) ),
			(int) $day,
			checked( in_array( $day, array_map( 'intval', $ticked ), true ), true, false ),
			esc_html( $GLOBALS['wp_locale']->get_weekday( $day ) )
		);
	}
	echo '</p>';
}

/**
 * Shows the profiles on social networks, and the price range.
 *
 * @param array    $settings The settings.
 * @param string[] $errors   Errors by path.
 */
function lintel_show_social( array $settings, array $errors ) {
	$urls = array();
	foreach ( isset( $settings['social'] ) && is_array( $settings['social'] ) ? $settings['social'] : array() as $profile ) {
		if ( isset( $profile['name'], $profile['url'] ) ) {
			$urls[ $profile['name'] ] = (string) $profile['url'];
		}
	}
	printf( '<h2 class="title">%s</h2><table class="form-table" role="presentation">', esc_html__( 'Profiles and prices', 'lintel' ) );
	foreach ( lintel_social_networks() as $name ) {
		$field = array(
			'label'   => $name,
			'check'   => 'url',
			'example' => 'https://',
		);
		lintel_show_setting( "social.$name", $field, isset( $urls[ $name ] ) ? $urls[ $name ] : '', $errors );
	}
	$prices = array(
		'label'   => __( 'Price range', 'lintel' ),
		'help'    => __( 'For search engines: from $ to $$$$.', 'lintel' ),
		'example' => '$$',
	);
	lintel_show_setting( 'priceRange', $prices, isset( $settings['priceRange'] ) ? (string) $settings['priceRange'] : '', $errors );
	echo '</table>';
}
