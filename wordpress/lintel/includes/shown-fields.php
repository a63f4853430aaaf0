<?php
/**
 * Fields that are shown only while another field of the same section, row or group has one of certain values. While a
 * field is not shown, it keeps its value, and it is not required.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns whether a field is shown.
 *
 * @param array   $field  The field.
 * @param array[] $beside All fields of its section, row or group.
 * @param array   $forms  Values of these fields in the format of the inputs, by name.
 * @param array   $known  What the site shows for empty values, in the same format, by name; the defaults if absent.
 * @return bool
 */
function lintel_is_shown( array $field, array $beside, array $forms, array $known = array() ) {
	if ( ! isset( $field['showWhen']['field'], $field['showWhen']['is'] ) ) {
		return true;
	}
	$name  = $field['showWhen']['field'];
	$value = isset( $forms[ $name ] ) ? $forms[ $name ] : '';
	if ( '' === $value ) {
		$deciding = lintel_field_named( $name, $beside );
		$value    = isset( $known[ $name ] ) ? $known[ $name ] : ( isset( $deciding['default'] ) ? $deciding['default'] : '' );
	}
	return in_array( $value, $field['showWhen']['is'], true );
}

/**
 * Returns the field with a name; null if there is none.
 *
 * @param string  $name   Name.
 * @param array[] $fields Fields of a section, a row or a group.
 * @return array|null
 */
function lintel_field_named( $name, array $fields ) {
	foreach ( $fields as $field ) {
		if ( $field['name'] === $name ) {
			return $field;
		}
	}
	return null;
}

/**
 * Returns the attributes by which assets/sections.js shows and hides a field, with a leading space. Without the script,
 * all fields are shown.
 *
 * @param array  $field    The field.
 * @param string $path     Its path.
 * @param mixed  $built_in What the site shows while it is empty, in the format of the inputs.
 * @return string Escaped.
 */
function lintel_shown_attributes( array $field, $path, $built_in ) {
	$known = is_string( $built_in ) && lintel_has_input( $field, 'select' ) ? sprintf( ' data-lintel-known="%s"', esc_attr( $built_in ) ) : '';
	if ( ! isset( $field['showWhen']['field'], $field['showWhen']['is'] ) ) {
		return $known;
	}
	$above = strrpos( $path, '.' );
	$other = false === $above ? $field['showWhen']['id'] : substr( $path, 0, $above + 1 ) . $field['showWhen']['field'];
	return $known . sprintf( ' data-lintel-beside="%s" data-lintel-is="%s"', esc_attr( $other ), esc_attr( wp_json_encode( $field['showWhen']['is'] ) ) );
}

/**
 * Returns the conditions under which ACF shows a field.
 *
 * @param array   $field  The field.
 * @param array[] $beside All fields of its section, row or group.
 * @param string  $key    ACF's key of the field that decides.
 * @param mixed   $known  What the site shows while that field is empty; its default if null.
 * @return array|int ACF's setting; 0 for a field that is always shown.
 */
function lintel_acf_conditions( array $field, array $beside, $key, $known = null ) {
	$deciding = isset( $field['showWhen']['field'] ) ? lintel_field_named( $field['showWhen']['field'], $beside ) : null;
	if ( ! $deciding ) {
		return 0;
	}
	$values = $field['showWhen']['is'];
	$any    = array();
	foreach ( $values as $value ) {
		$any[] = array(
			array(
				'field'    => $key,
				'operator' => false === $value ? '!=' : '==',
				'value'    => is_bool( $value ) ? '1' : $value,
			),
		);
	}
	$known = null === $known && isset( $deciding['default'] ) ? $deciding['default'] : $known;
	if ( lintel_has_input( $deciding, 'select' ) && in_array( $known, $values, true ) ) {
		$any[] = array(
			array(
				'field'    => $key,
				'operator' => '==empty',
				'value'    => '',
			),
		);
	}
	return $any;
}
