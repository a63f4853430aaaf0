<?php
/**
 * Converts a decoded JSON value to metas, encoded as in ACF.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Maximum nesting of lists and groups. No block nests as deep, but malicious input could. */
const LINTEL_DEEPEST = 8;

/**
 * Converts one value to metas. Removes HTML that the current user may not store.
 *
 * @param mixed  $value  Decoded JSON.
 * @param string $name   Meta name.
 * @param string $key    Field key.
 * @param array  $metas  Receives the metas by name.
 * @param int    $depth  Nesting depth of the value.
 * @return string|array|null|WP_Error Its kind, as in section-kinds.php; null for an empty value.
 */
function lintel_store_value( $value, $name, $key, array &$metas, $depth = 0 ) {
	$metas[ "_$name" ] = $key;
	$metas[ $name ]    = '';
	if ( null === $value || '' === $value || array() === $value ) {
		return null;
	}
	if ( is_bool( $value ) ) {
		$metas[ $name ] = $value ? '1' : '0';
		return 'toggle';
	}
	if ( is_int( $value ) || is_float( $value ) ) {
		$metas[ $name ] = (string) wp_json_encode( $value );
		return 'number';
	}
	if ( is_string( $value ) ) {
		$metas[ $name ] = lintel_clean_text( $value );
		return 'text';
	}
	if ( ! is_array( $value ) || $depth > LINTEL_DEEPEST ) {
		return lintel_section_error( $name, 'lies too deep' );
	}
	if ( ! lintel_is_list( $value ) ) {
		if ( lintel_is_link( $value ) ) {
			$metas[ $name ] = lintel_clean_link( $value );
			return 'link';
		}
		$kinds = lintel_store_fields( $value, "{$name}_", $key, $metas, $depth );
		return is_wp_error( $kinds ) ? $kinds : array( 'group' => $kinds );
	}
	return lintel_store_list( $value, $name, $key, $metas, $depth );
}

/**
 * Converts a list to metas: rows of objects as a repeater, plain values as one array.
 *
 * @param array  $rows  Not empty.
 * @param string $name  Meta name.
 * @param string $key   Field key.
 * @param array  $metas Receives the metas by name.
 * @param int    $depth Nesting depth of the list.
 * @return string|array|WP_Error Its kind.
 */
function lintel_store_list( array $rows, $name, $key, array &$metas, $depth ) {
	if ( ! array_filter( $rows, 'is_array' ) ) {
		$metas[ $name ] = array_map(
			static function ( $value ) {
				return is_string( $value ) ? lintel_clean_text( $value ) : $value;
			},
			$rows
		);
		return 'values';
	}
	$metas[ $name ] = count( $rows );
	$kinds          = array();
	foreach ( $rows as $row => $fields ) {
		if ( ! is_array( $fields ) || ( $fields && lintel_is_list( $fields ) ) ) {
			return lintel_section_error( $name, 'mixes objects with other values. Send rows that are all objects' );
		}
		$kinds[ $row ] = lintel_store_fields( $fields, "{$name}_{$row}_", $key, $metas, $depth );
		if ( is_wp_error( $kinds[ $row ] ) ) {
			return $kinds[ $row ];
		}
	}
	$alike = 1 === count( array_unique( array_map( 'serialize', $kinds ) ) );
	return array( 'list' => $alike ? array( $kinds[0] ) : $kinds );
}

/**
 * Converts the fields of a group or of a row to post meta, as ACF stores them.
 *
 * @param array  $fields Values by field name.
 * @param string $prefix Prefix of the meta keys.
 * @param string $key    ACF field key of the group or list.
 * @param array  $metas  Meta values by meta key. The function adds to it.
 * @param int    $depth  Nesting depth of the group or list.
 * @return array|WP_Error Field kinds, such as `text` or `link`, by field name.
 */
function lintel_store_fields( array $fields, $prefix, $key, array &$metas, $depth ) {
	$kinds = array();
	foreach ( $fields as $name => $value ) {
		if ( ! preg_match( '/^[A-Za-z0-9][A-Za-z0-9_-]*$/', (string) $name ) ) {
			return lintel_section_error( $prefix . $name, 'is not a field name. Use letters, digits and underscores' );
		}
		$kind = lintel_store_value( $value, $prefix . $name, "{$key}__{$name}", $metas, $depth + 1 );
		if ( is_wp_error( $kind ) ) {
			return $kind;
		}
		$kinds[ $name ] = null === $kind ? 'text' : $kind;
	}
	return $kinds;
}

/**
 * Returns the error for a value that cannot be stored.
 *
 * @param string $name    Name of the value.
 * @param string $problem What is wrong with it, as the end of a sentence.
 * @return WP_Error
 */
function lintel_section_error( $name, $problem ) {
	return new WP_Error( 'lintel_invalid_section', sprintf( 'acf.%s %s.', $name, $problem ), array( 'status' => 400 ) );
}
