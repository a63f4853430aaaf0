<?php
/**
 * Stores the metas of section values: a few metas with WordPress's own functions, many with a few queries.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Above this number of metas, WordPress's functions take seconds, because they need up to three queries for each meta.
 */
const LINTEL_FEW_METAS = 40;

/** Rows per query. */
const LINTEL_METAS_A_QUERY = 200;

/**
 * Writes and removes metas of a post. Unchanged metas are not written.
 *
 * @param WP_Post  $post    Page or post.
 * @param array    $before  Its stored metas by name.
 * @param array    $metas   Metas to write, by name.
 * @param string[] $removed Names of metas to remove.
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
	if ( count( $metas ) + count( $removed ) > LINTEL_FEW_METAS ) {
		lintel_store_many_metas( $post, array_intersect_key( $metas, $before ), $metas, $removed );
		return;
	}
	foreach ( $removed as $name ) {
		delete_post_meta( $post->ID, $name );
	}
	foreach ( $metas as $name => $value ) {
		update_post_meta( $post->ID, $name, wp_slash( $value ) );
	}
}

/**
 * Writes and removes many metas. WordPress's hooks for single metas do not run, but its hook for a cleaned post cache
 * does.
 *
 * @param WP_Post  $post    Page or post.
 * @param array    $changed Metas that already exist, by name.
 * @param array    $metas   All metas to write, by name.
 * @param string[] $removed Names of metas to remove.
 */
function lintel_store_many_metas( WP_Post $post, array $changed, array $metas, array $removed ) {
	global $wpdb;
	// phpcs:disable WordPress.DB -- Single metas take seconds; the post's cache is cleaned below.
	foreach ( array_chunk( array_merge( array_map( 'strval', array_keys( $changed ) ), $removed ), LINTEL_METAS_A_QUERY ) as $names ) {
		$places = implode( ',', array_fill( 0, count( $names ), '%s' ) );
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->postmeta WHERE post_id = %d AND meta_key IN ($places)", array_merge( array( $post->ID ), $names ) ) );
	}
	foreach ( array_chunk( $metas, LINTEL_METAS_A_QUERY, true ) as $rows ) {
		$values = array();
		foreach ( $rows as $name => $value ) {
			$value    = maybe_serialize( sanitize_meta( (string) $name, $value, 'post', $post->post_type ) );
			$values[] = $wpdb->prepare( '(%d,%s,%s)', $post->ID, $name, $value );
		}
		$wpdb->query( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) VALUES " . implode( ',', $values ) );
	}
	// phpcs:enable
	wp_cache_delete( $post->ID, 'post_meta' );
	clean_post_cache( $post->ID );
	lintel_note_post_change( $post->ID );
}
