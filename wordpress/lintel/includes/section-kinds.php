<?php
/**
 * The kind of a stored value: recorded if this plugin wrote the value, otherwise inferred from it.
 *
 * A kind is 'text', 'number', 'toggle', 'link', 'values' (a plain array in one meta),
 * array( 'list' => array( kinds of row 0, kinds of row 1 … ) ) with one entry when all rows are alike, or
 * array( 'group' => kinds by name ).
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

const LINTEL_KINDS_META = '_lintel_kinds';

/**
 * Returns all metas of a post by name, one value each, unserialized and with lintel_decode_characters() applied.
 *
 * @param int $post_id Post.
 * @return array
 */
function lintel_read_meta( $post_id ) {
	$meta = array();
	foreach ( get_post_meta( $post_id ) as $name => $values ) {
		$meta[ $name ] = lintel_decode_characters( maybe_unserialize( $values[0] ) );
	}
	return $meta;
}

/**
 * Returns whether a meta is the value of an ACF field: the field's key is stored with it.
 *
 * @param array  $meta Meta by name.
 * @param string $name Meta name.
 * @return bool
 */
function lintel_is_field( array $meta, $name ) {
	return '' !== $name && '_' !== $name[0] && isset( $meta[ "_$name" ] )
		&& is_string( $meta[ "_$name" ] ) && 0 === strpos( $meta[ "_$name" ], 'field_' );
}

/**
 * Infers the kind of a value without a recorded kind.
 *
 * A group is recognized only by this plugin's own keys, because ACF stores `seo` = "" and `seo_title` for a group as
 * well as for two texts.
 *
 * @param array    $meta  Meta by name.
 * @param string   $name  Meta name.
 * @param string[] $names Names of the fields that it may contain.
 * @param array    $below lintel_beginnings() of these names.
 * @return string|array
 */
function lintel_guess_kind( array $meta, $name, array $names, array $below ) {
	$value = $meta[ $name ];
	if ( is_array( $value ) ) {
		return isset( $value['url'] ) ? 'link' : 'values';
	}
	if ( is_numeric( $value ) && (int) $value > 0 && isset( $below[ "{$name}_0" ] ) ) {
		return array( 'list' => array() );
	}
	foreach ( '' === $value && isset( $below[ $name ] ) ? $names : array() as $other ) {
		if ( 0 === strpos( $other, "{$name}_" ) && 0 === strpos( $meta[ "_$other" ], $meta[ "_$name" ] . '__' ) ) {
			return array( 'group' => array() );
		}
	}
	return 'text';
}

/**
 * Returns the prefixes of names, up to each "_". Comparing each name with all others would take seconds on a long page.
 *
 * @param string[] $names Meta names.
 * @return array The prefixes as keys.
 */
function lintel_beginnings( array $names ) {
	$found = array();
	foreach ( $names as $name ) {
		for ( $end = strpos( $name, '_', 1 ); false !== $end; $end = strpos( $name, '_', $end + 1 ) ) {
			$found[ substr( $name, 0, $end ) ] = true;
		}
	}
	return $found;
}

/**
 * Returns whether a field is in a list or a group.
 *
 * @param string       $name  Meta name of the field.
 * @param string       $outer Meta name of the list or group.
 * @param string|array $kind  Kind of the list or group.
 * @return bool
 */
function lintel_lies_in( $name, $outer, $kind ) {
	if ( ! is_array( $kind ) || 0 !== strpos( $name, "{$outer}_" ) ) {
		return false;
	}
	return isset( $kind['group'] ) || 1 === preg_match( '/^\d+_/', substr( $name, strlen( $outer ) + 1 ) );
}

/**
 * Returns the kinds of the fields directly below a prefix: '' for a page's sections, `list_0_` for a row.
 *
 * @param array  $meta   Meta by name.
 * @param string $prefix Prefix of their meta names.
 * @param array  $noted  Recorded kinds of these fields, by name without the prefix.
 * @return array Kinds by name without the prefix.
 */
function lintel_fields_below( array $meta, $prefix, array $noted ) {
	$found = array();
	foreach ( $noted as $name => $kind ) {
		if ( isset( $meta[ $prefix . $name ] ) ) {
			$found[ $name ] = $kind;
		}
	}
	$names = array();
	foreach ( array_keys( $meta ) as $name ) {
		$name = (string) $name;
		if ( ( '' === $prefix || 0 === strpos( $name, $prefix ) ) && lintel_is_field( $meta, $name ) ) {
			$names[] = $name;
		}
	}
	// Shorter names first, so that a list or group comes before the values in it.
	usort(
		$names,
		static function ( $one, $other ) {
			return strlen( $one ) - strlen( $other );
		}
	);
	$below = lintel_beginnings( $names );
	// Only lists and groups contain fields.
	$outer = array_filter( $found, 'is_array' );
	foreach ( $names as $name ) {
		$short = substr( $name, strlen( $prefix ) );
		if ( isset( $found[ $short ] ) ) {
			continue;
		}
		foreach ( $outer as $other => $kind ) {
			if ( lintel_lies_in( $short, $other, $kind ) ) {
				continue 2;
			}
		}
		$found[ $short ] = lintel_guess_kind( $meta, $name, $names, $below );
		if ( is_array( $found[ $short ] ) ) {
			$outer[ $short ] = $found[ $short ];
		}
	}
	return $found;
}

/**
 * Returns the recorded kinds for one row of a list.
 *
 * @param array $rows Kinds of the rows; the last entry also applies to all further rows.
 * @param int   $row  Row, from 0.
 * @return array
 */
function lintel_row_kinds( array $rows, $row ) {
	return $rows ? $rows[ min( $row, count( $rows ) - 1 ) ] : array();
}
