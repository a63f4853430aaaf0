<?php
/**
 * Shows the inputs of the settings screen, generated from the schema of the settings.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Minimum number of lines for a list on the settings screen, which always shows at least one empty line. */
const LINTEL_SETTING_LINES = 3;

/**
 * Shows the inputs of settings. A group or a list has a heading, and its description below it.
 *
 * @param array[]  $schemas  Schemas of the settings.
 * @param array    $settings The settings.
 * @param string[] $errors   Errors by path.
 */
function lintel_show_settings( array $schemas, array $settings, array $errors ) {
	foreach ( $schemas as $name => $setting ) {
		$value    = isset( $settings[ $name ] ) ? $settings[ $name ] : null;
		$is_lines = 'array' === $setting['type'] && ! lintel_setting_has_input( $setting, 'profiles' );
		if ( in_array( $setting['type'], array( 'object', 'array' ), true ) ) {
			printf( '<h2 class="title">%s</h2>', esc_html( $setting['title'] ) );
			printf( isset( $setting['description'] ) ? '<p>%s</p>' : '', esc_html( isset( $setting['description'] ) ? $setting['description'] : '' ) );
		}
		if ( $is_lines ) {
			printf( '<p>%s</p>', esc_html__( 'Clear a line to remove it; an empty line is added with each save.', 'lintel' ) );
			lintel_show_field_error( "lintel-$name", isset( $errors[ $name ] ) ? $errors[ $name ] : '' );
		}
		echo '<table class="form-table" role="presentation">';
		if ( 'object' === $setting['type'] ) {
			foreach ( lintel_shown_settings( $setting['properties'] ) as $field => $about ) {
				if ( lintel_setting_has_input( $about, 'timeZone' ) ) {
					lintel_show_time_zone( $about );
					continue;
				}
				lintel_show_setting( "$name.$field", $about, is_array( $value ) && isset( $value[ $field ] ) ? $value[ $field ] : '', $errors );
			}
		} elseif ( 'array' !== $setting['type'] ) {
			lintel_show_setting( $name, $setting, $value, $errors );
		} elseif ( $is_lines ) {
			lintel_show_lines( $name, $setting, is_array( $value ) ? array_values( $value ) : array(), $errors );
		} else {
			lintel_show_profiles( $name, $setting, is_array( $value ) ? $value : array(), $errors );
		}
		echo '</table>';
	}
}

/**
 * Shows one text, number or choice.
 *
 * @param string   $path   Its path, such as "agent.email".
 * @param array    $field  Its schema.
 * @param mixed    $value  Its value.
 * @param string[] $errors Errors by path.
 */
function lintel_show_setting( $path, array $field, $value, array $errors ) {
	$id      = 'lintel-' . str_replace( '.', '-', $path );
	$value   = is_scalar( $value ) ? (string) $value : '';
	$options = isset( $field['enum'] ) ? $field['enum'] : array();
	printf( '<tr><th scope="row"><label for="%s">%s</label></th><td>', esc_attr( $id ), esc_html( $field['title'] ) );
	if ( $options ) {
		printf( '<select id="%s" name="%s"%s><option value=""></option>', esc_attr( $id ), esc_attr( lintel_setting_input( $path ) ), lintel_described_by( $id, $field, $path, $errors ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		foreach ( '' === $value || in_array( $value, $options, true ) ? $options : array_merge( array( $value ), $options ) as $option ) {
			$label = isset( $field['choices'][ $option ] ) ? $field['choices'][ $option ] : $option;
			printf( '<option value="%s"%s>%s</option>', esc_attr( $option ), selected( $value, $option, false ), esc_html( $label ) );
		}
		echo '</select>';
	} else {
		printf(
			'<input type="%s" id="%s" name="%s" value="%s" class="regular-text" placeholder="%s"%s>',
			esc_attr( lintel_setting_input_type( $field ) ),
			esc_attr( $id ),
			esc_attr( lintel_setting_input( $path ) ),
			esc_attr( $value ),
			esc_attr( isset( $field['examples'][0] ) ? $field['examples'][0] : '' ),
			lintel_described_by( $id, $field, $path, $errors ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		);
	}
	if ( lintel_setting_has_input( $field, 'picture' ) ) {
		lintel_show_setting_picture( $id, $field['title'], $value );
	}
	lintel_show_field_error( $id, isset( $errors[ $path ] ) ? $errors[ $path ] : '' );
	if ( isset( $field['description'] ) ) {
		printf( '<p class="description" id="%s-help">%s</p>', esc_attr( $id ), esc_html( $field['description'] ) );
	}
	echo '</td></tr>';
}

/**
 * Shows the picture at an address, and the buttons of the media library, which assets/settings.js makes visible.
 *
 * @param string $id    Id of the input with the address.
 * @param string $label Name of the setting.
 * @param string $value Address: of a file of this WordPress, or a path of the site.
 */
function lintel_show_setting_picture( $id, $label, $value ) {
	$site = lintel_connection()['url'];
	$src  = 0 === strpos( $value, '/' ) ? ( '' === $site ? '' : $site . $value ) : $value;
	/* translators: %s: name of the setting, such as Portrait. */
	$title = sprintf( __( 'Choose a picture: %s', 'lintel' ), $label );
	/* translators: %s: name of the setting, such as Portrait. */
	$remove = sprintf( __( 'Remove: %s', 'lintel' ), $label );
	printf(
		'<div class="lintel-picture" data-lintel-picture="%1$s" data-lintel-site="%2$s" data-lintel-title="%3$s"><img src="%4$s" alt=""%5$s> <button type="button" class="button" data-lintel-do="choose" aria-label="%3$s" hidden>%6$s</button> <button type="button" class="button-link button-link-delete" data-lintel-do="remove" aria-label="%7$s" hidden>%8$s</button></div>',
		esc_attr( $id ),
		esc_attr( $site ),
		esc_attr( $title ),
		esc_url( $src ),
		'' === $src ? ' hidden' : '',
		esc_html__( 'Choose a picture', 'lintel' ),
		esc_attr( $remove ),
		esc_html__( 'Remove', 'lintel' )
	);
}

/**
 * Shows the time zone of WordPress, which the site uses, with a link to the screen that changes it. Shows a warning if
 * WordPress has only a difference to UTC.
 *
 * @param array $field Its schema.
 */
function lintel_show_time_zone( array $field ) {
	$zone = lintel_time_zone();
	$link = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'options-general.php#timezone_string' ) ), esc_html__( 'Settings › General', 'lintel' ) );
	if ( '' !== $zone ) {
		/* translators: 1: time zone, such as America/Chicago, 2: link "Settings › General". */
		$text = sprintf( esc_html__( '%1$s. It is the time zone of WordPress, at %2$s.', 'lintel' ), '<strong>' . esc_html( $zone ) . '</strong>', $link );
	} else {
		/* translators: 1: offset, such as +00:00, 2: link "Settings › General". */
		$text = sprintf( esc_html__( 'WordPress has only a difference to UTC (%1$s), which knows no daylight saving time, so the site does not use it. Choose a city at %2$s, such as “Chicago”.', 'lintel' ), esc_html( wp_timezone_string() ), $link );
	}
	printf( '<tr><th scope="row">%s</th><td><p>%s</p>', esc_html( $field['title'] ), $text ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
	if ( isset( $field['description'] ) ) {
		printf( '<p class="description">%s</p>', esc_html( $field['description'] ) );
	}
	echo '</td></tr>';
}

/**
 * Returns the type of the HTML input of a text or number.
 *
 * @param array $field Its schema.
 * @return string
 */
function lintel_setting_input_type( array $field ) {
	if ( isset( $field['input'] ) && in_array( $field['input'], array( 'tel', 'time', 'date' ), true ) ) {
		return $field['input'];
	}
	$types = array(
		'email' => 'email',
		'uri'   => 'url',
	);
	if ( isset( $field['format'], $types[ $field['format'] ] ) ) {
		return $types[ $field['format'] ];
	}
	// Not "number", which hides what was typed if it is no number.
	return 'text';
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
 * @param array    $field  Its schema.
 * @param string   $path   Its path.
 * @param string[] $errors Errors by path.
 * @return string
 */
function lintel_described_by( $id, array $field, $path, array $errors ) {
	$ids = array();
	if ( isset( $errors[ $path ] ) ) {
		$ids[] = "$id-error";
	}
	if ( isset( $field['description'] ) ) {
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
 * Shows the lines of a list, such as office hours: the existing ones, and at least one empty line.
 *
 * @param string   $name    Name of the setting.
 * @param array    $setting Its schema.
 * @param array    $lines   Its value.
 * @param string[] $errors  Errors by path.
 */
function lintel_show_lines( $name, array $setting, array $lines, array $errors ) {
	$rows = max( LINTEL_SETTING_LINES, count( $lines ) + 1 );
	for ( $row = 0; $row < $rows; $row++ ) {
		$line = isset( $lines[ $row ] ) && is_array( $lines[ $row ] ) ? $lines[ $row ] : array();
		/* translators: %d: number of the line. */
		$label = sprintf( __( 'Line %d', 'lintel' ), $row + 1 );
		printf( '<tr><th scope="row">%s</th><td><fieldset><legend class="screen-reader-text">%s</legend>', esc_html( $label ), esc_html( $label ) );
		foreach ( lintel_shown_settings( $setting['items']['properties'] ) as $column => $field ) {
			$path  = "$name.$row.$column";
			$id    = 'lintel-' . str_replace( '.', '-', $path );
			$value = isset( $line[ $column ] ) && is_scalar( $line[ $column ] ) ? (string) $line[ $column ] : '';
			printf(
				'<span style="display:inline-block;vertical-align:top;margin-inline-end:1.5em"><label for="%1$s">%2$s</label> <input type="%3$s" id="%1$s" name="%4$s" value="%5$s" placeholder="%6$s"%7$s>',
				esc_attr( $id ),
				esc_html( $field['title'] ),
				esc_attr( lintel_setting_input_type( $field ) ),
				esc_attr( lintel_setting_input( $path ) ),
				esc_attr( $value ),
				esc_attr( isset( $field['examples'][0] ) ? $field['examples'][0] : '' ),
				lintel_described_by( $id, array(), $path, $errors ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
			);
			lintel_show_field_error( $id, isset( $errors[ $path ] ) ? $errors[ $path ] : '' );
			echo '</span>';
		}
		foreach ( $setting['items']['properties'] as $column => $field ) {
			if ( lintel_setting_has_input( $field, 'weekdays' ) ) {
				$path = "$name.$row.$column";
				lintel_show_weekdays( $path, isset( $line[ $column ] ) ? (array) $line[ $column ] : array() );
				lintel_show_field_error( 'lintel-' . str_replace( '.', '-', $path ), isset( $errors[ $path ] ) ? $errors[ $path ] : '' );
			}
		}
		echo '</fieldset></td></tr>';
	}
}

/**
 * Shows a checkbox for each day of the week, starting with the day on which weeks start in WordPress's settings.
 *
 * @param string $path   Path of the days.
 * @param int[]  $ticked Days, 0 is Sunday.
 */
function lintel_show_weekdays( $path, array $ticked ) {
	echo '<p>';
	for ( $offset = 0; $offset < 7; $offset++ ) {
		$day = ( (int) get_option( 'start_of_week' ) + $offset ) % 7;
		printf(
			'<span style="display:inline-block;margin-inline-end:1.5em"><label><input type="checkbox" name="%s[]" value="%d"%s> %s</label></span>',
			esc_attr( lintel_setting_input( $path ) ),
			(int) $day,
			checked( in_array( $day, array_map( 'intval', $ticked ), true ), true, false ),
			esc_html( $GLOBALS['wp_locale']->get_weekday( $day ) )
		);
	}
	echo '</p>';
}

/**
 * Shows an input for a URL for each name in the schema's list, such as the profiles on social networks.
 *
 * @param string   $name    Name of the setting.
 * @param array    $setting Its schema.
 * @param array    $value   Its value.
 * @param string[] $errors  Errors by path.
 */
function lintel_show_profiles( $name, array $setting, array $value, array $errors ) {
	$urls   = lintel_profile_urls( $value );
	$fields = $setting['items']['properties'];
	foreach ( $fields['name']['enum'] as $profile ) {
		$field = array(
			'title'    => $profile,
			'examples' => array( 'https://' ),
		) + $fields['url'];
		lintel_show_setting( "$name.$profile", $field, isset( $urls[ $profile ] ) ? $urls[ $profile ] : '', $errors );
	}
}

/**
 * Returns the URLs of profiles.
 *
 * @param array $profiles Value of the setting.
 * @return string[] By name of the profile.
 */
function lintel_profile_urls( array $profiles ) {
	$urls = array();
	foreach ( $profiles as $profile ) {
		if ( isset( $profile['name'], $profile['url'] ) ) {
			$urls[ $profile['name'] ] = (string) $profile['url'];
		}
	}
	return $urls;
}
