<?php
/**
 * Converts stored metas to the values in REST responses.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Converts the metas of one value to the value in REST responses. An empty list, group, link or plain array is null, as
 * in ACF's REST responses, an empty toggle is false, and any other empty value is "".
 *
 * @param array        $meta Meta by name.
 * @param string       $name Meta name.
 * @param string|array $kind Its kind.
 * @return mixed
 */
function lintel_read_value( array $meta, $name, $kind ) {
	$stored = $meta[ $name ];
	if ( is_array( $kind ) && isset( $kind['group'] ) ) {
		$group = lintel_read_fields( $meta, "{$name}_", $kind['group'] );
		return $group ? $group : null;
	}
	if ( is_array( $kind ) ) {
		// If an editor has replaced a list with text, the value is that text.
		if ( ! is_numeric( $stored ) ) {
			return '' === $stored ? null : $stored;
		}
		$rows = array();
		for ( $row = 0; $row < (int) $stored; $row++ ) {
			$rows[] = (object) lintel_read_fields( $meta, "{$name}_{$row}_", lintel_row_kinds( $kind['list'], $row ) );
		}
		return $rows ? $rows : null;
	}
	if ( 'link' === $kind || 'values' === $kind ) {
		return '' === $stored ? null : $stored;
	}
	if ( 'number' === $kind && is_numeric( $stored ) ) {
		return 0 + $stored;
	}
	// ACF stores "off" as "0" or as "".
	if ( 'toggle' === $kind ) {
		return (bool) $stored;
	}
	return $stored;
}

/**
 * Returns the values of all fields directly below a prefix.
 *
 * @param array  $meta   Meta by name.
 * @param string $prefix Prefix of their meta names.
 * @param array  $noted  Recorded kinds of these fields, by name.
 * @return array Values by name.
 */
function lintel_read_fields( array $meta, $prefix, array $noted ) {
	$values = array();
	foreach ( lintel_fields_below( $meta, $prefix, $noted ) as $name => $kind ) {
		$values[ $name ] = lintel_read_value( $meta, $prefix . $name, $kind );
	}
	return $values;
}

/**
 * Returns the section values of a page or post. An edit screen needs them many times, so those of the last requested
 * post are cached until one of its metas changes.
 *
 * @param int $post_id Post.
 * @return array Values by section id; empty if there are none.
 */
function lintel_read_sections( $post_id ) {
	static $last = array( null, null, array() );
	$stored      = get_post_meta( $post_id );
	if ( $last[0] !== $post_id || $last[1] !== $stored ) {
		$meta  = lintel_read_meta( $post_id );
		$noted = isset( $meta[ LINTEL_KINDS_META ] ) && is_array( $meta[ LINTEL_KINDS_META ] ) ? $meta[ LINTEL_KINDS_META ] : array();
		$last  = array( $post_id, $stored, lintel_read_fields( $meta, '', $noted ) );
	}
	return $last[2];
}
