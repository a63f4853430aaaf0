<?php
/**
 * The kinds of fields, as the site declares them in sections.json. A kind chooses one of this plugin's inputs, by which
 * its values are shown, checked and stored: line, html, number, checkbox, select, link, picture, reference, group or
 * rows.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the input for a field's kind, as sections.json declares it. Unknown kinds get a single-line text input.
 *
 * @param array $field The field.
 * @return array { name: the input, such as `line`; type: the HTML input type; format: { pattern, fault: error
 *               message }; preset: true if the field always has a value }, all optional except name.
 */
function lintel_kind( array $field ) {
	$known = lintel_known_sections();
	$kind  = isset( $known['kinds'][ $field['kind'] ] ) ? $known['kinds'][ $field['kind'] ] : array();
	return $kind + array( 'name' => 'line' );
}

/**
 * Returns whether a field is entered by one of these inputs.
 *
 * @param array  $field The field.
 * @param string ...$names Names of inputs.
 * @return bool
 */
function lintel_has_input( array $field, ...$names ) {
	return in_array( lintel_kind( $field )['name'], $names, true );
}

/**
 * Returns whether a field is a date without a time.
 *
 * @param array $field The field.
 * @return bool
 */
function lintel_is_date( array $field ) {
	$kind = lintel_kind( $field );
	return 'line' === $kind['name'] && isset( $kind['type'] ) && 'date' === $kind['type'];
}

/**
 * Returns the message of the field's kind for a text of the wrong format; '' if it is valid.
 *
 * @param array $field The field.
 * @param mixed $form  Value in the format of the inputs.
 * @return string
 */
function lintel_format_error( array $field, $form ) {
	$kind = lintel_kind( $field );
	if ( ! isset( $kind['format']['pattern'], $kind['format']['fault'] ) || ! is_string( $form ) ) {
		return '';
	}
	$pattern = '~' . str_replace( '~', '\~', $kind['format']['pattern'] ) . '~uD';
	return 0 === preg_match( $pattern, $form ) ? $kind['format']['fault'] : '';
}
