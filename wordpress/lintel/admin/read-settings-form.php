<?php
/**
 * Reads what the form of the settings screen sends, according to the schema of the settings. A group is set as a whole,
 * because the site accepts only complete groups.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the settings with the changes from the form. An empty group is not set; a group with any value must be
 * complete. All other settings and values stay. A changed value that somebody else changed, too, is an error.
 *
 * @param array[] $schemas Schemas of the settings in the form.
 * @param array   $typed   What the form sent, unslashed.
 * @param array   $before  The current settings.
 * @return array { settings, errors }: errors by the path of the field, such as "agent.email".
 */
function lintel_read_typed_settings( array $schemas, array $typed, array $before ) {
	$settings  = $before;
	$errors    = array();
	$conflicts = array();
	$opened    = lintel_opened_hashes( $typed );
	foreach ( $schemas as $name => $setting ) {
		$sent = isset( $typed[ $name ] ) ? $typed[ $name ] : null;
		$sent = lintel_changed_setting( $name, $setting, $sent, isset( $before[ $name ] ) ? $before[ $name ] : null, $opened, $conflicts );
		if ( null === $sent ) {
			continue;
		}
		unset( $settings[ $name ] );
		if ( 'object' === $setting['type'] ) {
			// This form must not remove values that a later version of the site has added to the group.
			$known = isset( $before[ $name ] ) && is_array( $before[ $name ] ) ? $before[ $name ] : array();
			$value = lintel_typed_group( $name, $setting, $sent, $known, $errors );
		} elseif ( 'array' === $setting['type'] ) {
			$value = lintel_setting_has_input( $setting, 'profiles' ) ? lintel_typed_profiles( $name, $setting, $sent, $errors ) : lintel_typed_lines( $name, $setting, $sent, $errors );
		} else {
			$text  = $sent;
			$error = '' === $text ? '' : lintel_setting_error( $text, $setting );
			$value = lintel_setting_value( $text, $setting );
			if ( '' !== $error ) {
				$errors[ $name ] = $error;
			}
		}
		if ( ! in_array( $value, array( array(), '' ), true ) ) {
			$settings[ $name ] = $value;
		}
	}
	return array(
		'settings' => $settings,
		// For the same input, a conflict takes precedence, because the next save overwrites the other person's value.
		'errors'   => $conflicts + $errors,
	);
}

/**
 * Returns a group of texts, numbers and choices; empty if none is filled in. If a phone number changes, also changes
 * the number for dialing that was derived from it.
 *
 * @param string   $group   Name of the setting.
 * @param array    $setting Its schema.
 * @param mixed    $sent    What the form sent.
 * @param array    $known   Its current values.
 * @param string[] $errors  Receives errors.
 * @return array
 */
function lintel_typed_group( $group, array $setting, $sent, array $known, array &$errors ) {
	$fields = lintel_typed_fields( $setting );
	$texts  = lintel_typed_texts( $sent, array_keys( $fields ) );
	if ( ! array_filter( $texts, 'strlen' ) ) {
		return array();
	}
	$before = $known;
	foreach ( $fields as $name => $field ) {
		if ( isset( $field['dials'], $texts[ $field['dials'] ] ) ) {
			$former = isset( $before[ $field['dials'] ] ) ? lintel_dial_number( $before[ $field['dials'] ] ) : '';
			// A dial number that was derived from the former phone number is derived again, so that links call the new one.
			if ( '' === $texts[ $name ] || $former === $texts[ $name ] ) {
				$texts[ $name ] = lintel_dial_number( $texts[ $field['dials'] ] );
			}
		}
		if ( '' !== $texts[ $name ] ) {
			$error          = lintel_setting_error( $texts[ $name ], $field );
			$known[ $name ] = lintel_setting_value( $texts[ $name ], $field );
		} elseif ( in_array( $name, $setting['required'], true ) ) {
			/* translators: %s: name of the field. */
			$error          = sprintf( __( 'Fill in “%s”, or clear the whole group.', 'lintel' ), $field['title'] );
			$known[ $name ] = '';
		} else {
			$error = '';
			unset( $known[ $name ] );
		}
		if ( '' !== $error ) {
			$errors[ "$group.$name" ] = $error;
		}
	}
	return $known;
}

/**
 * Returns the fields of a group that are typed here. The time zone is not: it is WordPress's own.
 *
 * @param array $setting Schema of the group.
 * @return array[] Schemas by name.
 */
function lintel_typed_fields( array $setting ) {
	return array_filter(
		lintel_shown_settings( $setting['properties'] ),
		static function ( $field ) {
			return ! lintel_setting_has_input( $field, 'timeZone' );
		}
	);
}

/**
 * Returns the named texts, trimmed; '' for a missing one.
 *
 * @param mixed    $sent  What the form sent.
 * @param string[] $names Names.
 * @return string[] By name.
 */
function lintel_typed_texts( $sent, array $names ) {
	$texts = array();
	foreach ( $names as $name ) {
		$text           = is_array( $sent ) && isset( $sent[ $name ] ) && is_scalar( $sent[ $name ] ) ? (string) $sent[ $name ] : '';
		$texts[ $name ] = lintel_clean_setting( $text );
	}
	return $texts;
}

/**
 * Converts a typed text to the type of a setting: to a number if the schema asks for one and the text is one.
 *
 * @param string $text  What was typed.
 * @param array  $field The schema.
 * @return string|int|float
 */
function lintel_setting_value( $text, array $field ) {
	return in_array( $field['type'], array( 'number', 'integer' ), true ) && is_numeric( $text ) ? 0 + $text : $text;
}

/**
 * Returns why a text that is not empty is invalid; '' if it is valid.
 *
 * @param string $text  What was typed.
 * @param array  $field The schema.
 * @return string
 */
function lintel_setting_error( $text, array $field ) {
	$format = isset( $field['format'] ) ? $field['format'] : '';
	if ( 'email' === $format ) {
		return is_email( $text ) ? '' : __( 'This is not an e-mail address. Write one like name@example.com.', 'lintel' );
	}
	if ( 'uri' === $format ) {
		return lintel_is_web_address( $text ) ? '' : __( 'This is not a web address. Begin with https://.', 'lintel' );
	}
	$valid = rest_validate_value_from_schema( lintel_setting_value( $text, $field ), array_diff_key( $field, array( 'title' => true ) ), $field['title'] );
	if ( ! is_wp_error( $valid ) ) {
		return '';
	}
	return isset( $field['fault'] ) ? $field['fault'] : $valid->get_error_message();
}

/**
 * Returns whether a text is an http or https URL with a domain.
 *
 * @param string $text Text.
 * @return bool
 */
function lintel_is_web_address( $text ) {
	return 1 === preg_match( '~^https?://[^\s/?#]+\.[^\s/?#]+(?:[/?#]\S*)?$~i', $text );
}

/**
 * Returns a US phone number in the format for dialing, such as +15155550100; '' for any other number.
 *
 * @param string $phone As visitors read it.
 * @return string
 */
function lintel_dial_number( $phone ) {
	$digits = preg_replace( '/^1(?=\d{10}$)/', '', preg_replace( '/\D/', '', $phone ) );
	return 10 === strlen( $digits ) ? "+1$digits" : '';
}

/**
 * Returns the lines of a list entered in the form, such as office hours, without the empty ones.
 *
 * @param string   $name    Name of the setting.
 * @param array    $setting Its schema.
 * @param mixed    $sent    What the form sent.
 * @param string[] $errors  Receives errors.
 * @return array[]
 */
function lintel_typed_lines( $name, array $setting, $sent, array &$errors ) {
	$lines  = array();
	$fields = $setting['items']['properties'];
	foreach ( is_array( $sent ) ? $sent : array() as $typed ) {
		// Empty lines are not counted, because the form is shown again without them.
		$row  = count( $lines );
		$line = lintel_typed_texts( $typed, array_keys( $fields ) );
		foreach ( $fields as $column => $field ) {
			if ( lintel_setting_has_input( $field, 'weekdays' ) ) {
				$days            = is_array( $typed ) && isset( $typed[ $column ] ) ? (array) $typed[ $column ] : array();
				$line[ $column ] = array_values( array_intersect( range( 0, 6 ), array_map( 'intval', array_filter( $days, 'is_numeric' ) ) ) );
			}
		}
		$filled = static function ( $value ) {
			return '' !== $value && array() !== $value;
		};
		if ( ! array_filter( $line, $filled ) ) {
			continue;
		}
		foreach ( $fields as $column => $field ) {
			$value = $line[ $column ];
			/* translators: %s: name of the field. */
			$empty = isset( $field['fault'] ) ? $field['fault'] : sprintf( __( 'Fill in “%s”, or clear the line.', 'lintel' ), $field['title'] );
			$error = ! $filled( $value ) ? $empty : ( is_array( $value ) ? '' : lintel_setting_error( $value, $field ) );
			if ( '' !== $error ) {
				$errors[ "$name.$row.$column" ] = $error;
			}
		}
		$lines[] = $line;
	}
	return $lines;
}

/**
 * Returns the profiles that have a URL in the form: { name: one of the names in the schema, url }.
 *
 * @param string   $name    Name of the setting.
 * @param array    $setting Its schema.
 * @param mixed    $sent    What the form sent.
 * @param string[] $errors  Receives errors.
 * @return array[]
 */
function lintel_typed_profiles( $name, array $setting, $sent, array &$errors ) {
	$fields   = $setting['items']['properties'];
	$profiles = array();
	foreach ( array_filter( lintel_typed_texts( $sent, $fields['name']['enum'] ), 'strlen' ) as $profile => $url ) {
		$error = lintel_setting_error( $url, $fields['url'] );
		if ( '' !== $error ) {
			$errors[ "$name.$profile" ] = $error;
		}
		$profiles[] = array(
			'name' => $profile,
			'url'  => $url,
		);
	}
	return $profiles;
}
