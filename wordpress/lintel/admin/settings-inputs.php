<?php
/**
 * The inputs of the settings screen: texts, office hours, profiles.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

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
 * Returns the name of the input at a path.
 *
 * @param string $path Path, such as "agent.email".
 * @return string
 */
function lintel_setting_input( $path ) {
	return 'lintel[' . str_replace( '.', '][', $path ) . ']';
}

/**
 * Returns the escaped ARIA attributes that connect an input to its help and its error.
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
 * Shows the error of a field, if it has one.
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
 * Shows the office hours: the existing lines, and at least one empty line.
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
 * Shows a checkbox for each day of the week, starting with the first day of the site's week.
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
