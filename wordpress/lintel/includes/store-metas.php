<?php
/**
 * Stores the metas of section values: a few metas with WordPress's own functions, many with a few queries.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Maximum number of metas that are stored with WordPress's functions, which need up to three queries for each. For the
 * hundreds of metas of a long page, they would take seconds.
 */
const LINTEL_FEW_METAS = 40;

/** Rows per query. */
const LINTEL_METAS_A_QUERY = 200;

/**
 * Writes and removes metas of a post. Unchanged metas are not written. New values are stored before former ones are
 * removed, so a query that fails loses nothing.
 *
 * @param WP_Post  $post    Page or post.
 * @param array    $before  Its stored metas by name.
 * @param array    $metas   Metas to write, by name.
 * @param string[] $removed Names of metas to remove.
 * @return true|WP_Error
 */
function lintel_store_metas( WP_Post $post, array $before, array $metas, array $removed ) {
	foreach ( $metas as $name => $value ) {
		$metas[ $name ] = is_array( $value ) ? $value : (string) $value;
		if ( isset( $before[ $name ] ) && $before[ $name ] === $metas[ $name ] ) {
			unset( $metas[ $name ] );
		}
	}
	$removed = array_values( array_filter( array_unique( $removed ), static function ( $name ) use ( $before ) {
		return isset( $before[ $name ] );
	} ) );
	$are_few = count( $metas ) + count( $removed ) <= LINTEL_FEW_METAS;
	if ( $are_few ? lintel_store_few_metas( $post, $before, $metas, $removed ) : lintel_store_many_metas( $post, $metas, $removed ) ) {
		return true;
	}
	return new WP_Error( 'lintel_not_stored', __( 'The database did not store this. What was stored before is kept. Save again. If that fails, too, the reason is in the error log of PHP.', 'lintel' ), array( 'status' => 500 ) );
}

/**
 * Writes and removes metas one by one. If one cannot be written, restores the former values.
 *
 * @param WP_Post  $post    Page or post.
 * @param array    $before  Its stored metas by name.
 * @param array    $metas   Metas to write, by name.
 * @param string[] $removed Names of metas to remove.
 * @return bool Whether all is stored.
 */
function lintel_store_few_metas( WP_Post $post, array $before, array $metas, array $removed ) {
	$written = array();
	foreach ( $metas as $name => $value ) {
		if ( ! lintel_store_meta( $post, (string) $name, $value ) ) {
			foreach ( array_intersect_key( $before, $written ) as $changed => $former ) {
				lintel_store_meta( $post, (string) $changed, $former );
			}
			foreach ( array_diff_key( $written, $before ) as $added => $ignored ) {
				delete_post_meta( $post->ID, $added );
			}
			return false;
		}
		$written[ $name ] = true;
	}
	$stored = true;
	foreach ( $removed as $name ) {
		$stored = ( delete_post_meta( $post->ID, $name ) || ! metadata_exists( 'post', $post->ID, $name ) ) && $stored;
	}
	return $stored;
}

/**
 * Writes one meta.
 *
 * @param WP_Post      $post  Page or post.
 * @param string       $name  Meta name.
 * @param string|array $value Its value.
 * @return bool Whether it is stored.
 */
function lintel_store_meta( WP_Post $post, $name, $value ) {
	$value = lintel_encode_characters( $value );
	if ( update_post_meta( $post->ID, $name, wp_slash( $value ) ) ) {
		return true;
	}
	// False also means that the same value is stored already.
	$cleaned = sanitize_meta( $name, $value, 'post', $post->post_type );
	return metadata_exists( 'post', $post->ID, $name ) && (string) maybe_serialize( get_post_meta( $post->ID, $name, true ) ) === (string) maybe_serialize( $cleaned );
}

/**
 * Writes and removes many metas. WordPress's hooks for single metas do not run, but its hook for a cleaned post cache
 * does.
 *
 * @param WP_Post  $post    Page or post.
 * @param array    $metas   Metas to write, by name.
 * @param string[] $removed Names of metas to remove.
 * @return bool Whether all is stored.
 */
function lintel_store_many_metas( WP_Post $post, array $metas, array $removed ) {
	global $wpdb;
	$former = lintel_meta_ids( $post->ID, array_merge( array_keys( $metas ), $removed ) );
	if ( null === $former ) {
		return false;
	}
	$stored = true;
	// phpcs:disable WordPress.DB -- Single metas take seconds; the post's cache is cleaned below.
	foreach ( array_chunk( $metas, LINTEL_METAS_A_QUERY, true ) as $rows ) {
		$values = array();
		foreach ( $rows as $name => $value ) {
			$value    = maybe_serialize( sanitize_meta( (string) $name, lintel_encode_characters( $value ), 'post', $post->post_type ) );
			$values[] = $wpdb->prepare( '(%d,%s,%s)', $post->ID, $name, $value );
		}
		if ( false === $wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . implode( ',', $values ) ) ) {
			$stored = false;
			break;
		}
	}
	// Delete the former rows or, after a failure, the new ones. Until then, WordPress reads the former, with the lower
	// ids.
	$gone = $stored ? $former : array_diff( (array) lintel_meta_ids( $post->ID, array_keys( $metas ) ), $former );
	foreach ( array_chunk( $gone, LINTEL_METAS_A_QUERY ) as $ids ) {
		$stored = false !== $wpdb->query( "DELETE FROM $wpdb->postmeta WHERE meta_id IN (" . implode( ',', $ids ) . ')' ) && $stored;
	}
	// phpcs:enable
	wp_cache_delete( $post->ID, 'post_meta' );
	clean_post_cache( $post->ID );
	lintel_note_post_change( $post->ID );
	return $stored;
}

/**
 * Returns the ids of the stored metas with some names.
 *
 * @param int   $post_id Page or post.
 * @param array $names   Meta names.
 * @return int[]|null Null if the query failed.
 */
function lintel_meta_ids( $post_id, array $names ) {
	global $wpdb;
	$names = array_flip( $names );
	$ids   = array();
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no function that returns the ids.
	foreach ( (array) $wpdb->get_results( $wpdb->prepare( "SELECT meta_id, meta_key FROM $wpdb->postmeta WHERE post_id = %d", $post_id ) ) as $row ) {
		if ( isset( $names[ $row->meta_key ] ) ) {
			$ids[] = (int) $row->meta_id;
		}
	}
	return '' === $wpdb->last_error ? $ids : null;
}

/**
 * Returns a value as the database can store it. A table with the character set utf8, from before WordPress 4.2, has no
 * characters of four bytes, such as emoji. They become character references, as in WordPress's titles, and
 * lintel_decode_characters() reads them.
 *
 * @param string|array $value Value.
 * @return string|array
 */
function lintel_encode_characters( $value ) {
	global $wpdb;
	if ( is_array( $value ) ) {
		return array_map( 'lintel_encode_characters', $value );
	}
	if ( ! is_string( $value ) || ! preg_match( '/[\xf0-\xf4]/', $value ) || ! in_array( $wpdb->get_col_charset( $wpdb->postmeta, 'meta_value' ), array( 'utf8', 'utf8mb3' ), true ) ) {
		return $value;
	}
	// Not with wp_encode_emoji(), which also encodes characters that utf8 has, but not the rarer ones that it lacks.
	$encoded = preg_replace_callback(
		'/[\x{10000}-\x{10ffff}]/u',
		static function ( $found ) {
			return sprintf( '&#x%x;', lintel_code_point( $found[0] ) );
		},
		$value
	);
	return null === $encoded ? $value : $encoded;
}

/**
 * Returns the code point of a character of four bytes. (mb_ord() needs an extension.)
 *
 * @param string $character UTF-8.
 * @return int
 */
function lintel_code_point( $character ) {
	$code = ord( $character[0] ) & 0x07;
	for ( $byte = 1; $byte < 4; $byte++ ) {
		$code = ( $code << 6 ) | ( ord( $character[ $byte ] ) & 0x3f );
	}
	return $code;
}

/**
 * Returns a stored value with the characters that lintel_encode_characters() encoded.
 *
 * @param mixed $value Stored value.
 * @return mixed
 */
function lintel_decode_characters( $value ) {
	if ( is_array( $value ) ) {
		return array_map( 'lintel_decode_characters', $value );
	}
	if ( ! is_string( $value ) || false === strpos( $value, '&#x' ) ) {
		return $value;
	}
	return preg_replace_callback(
		'/&#x(?:10|[1-9a-f])[0-9a-f]{4};/',
		static function ( $found ) {
			return html_entity_decode( $found[0], ENT_QUOTES, 'UTF-8' );
		},
		$value
	);
}
