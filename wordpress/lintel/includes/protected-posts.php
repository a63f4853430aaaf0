<?php
/**
 * Pages and posts behind a password, in the change feed. The site gets their text, and a hash of the password to check
 * what visitors enter, but never the password itself.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Rounds of PBKDF2 for a hash, the same number as `ROUNDS` in the site's `page-password-hash.ts`. */
const LINTEL_PASSWORD_ROUNDS = 100000;

/** Meta that caches the hash, because a hash takes long to compute. */
const LINTEL_PASSWORD_META = '_lintel_password_hash';

/**
 * Renders password-protected pages or posts as for a visitor who knows the password. Each is rendered on its own, so
 * that other protected posts that it shows stay hidden.
 *
 * @param string   $route  REST route of their list.
 * @param string[] $ids    Posts, all published.
 * @param string   $fields Fields.
 * @return array[]|WP_Error By id, each with `password_hash`.
 */
function lintel_render_protected( $route, array $ids, $fields ) {
	$data = array();
	foreach ( $ids as $id ) {
		$is_closed = static function ( $required, $post ) use ( $id ) {
			return $post && (int) $post->ID === (int) $id ? false : $required;
		};
		add_filter( 'post_password_required', $is_closed, 10, 2 );
		$list = lintel_render_list( $route, array( $id ), $fields );
		remove_filter( 'post_password_required', $is_closed );
		if ( is_wp_error( $list ) ) {
			return $list;
		}
		if ( isset( $list[ $id ] ) ) {
			$data[ $id ] = $list[ $id ] + array( 'password_hash' => lintel_password_hash( get_post( $id ) ) );
		}
	}
	return $data;
}

/**
 * Returns the hash of a post's password, as `pbkdf2-sha256:<rounds>:<salt>:<hash>`. It stays the same until the
 * password (or WordPress's secret salt) changes, so that the site sees no change where there is none.
 *
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_password_hash( WP_Post $post ) {
	$salt  = substr( hash_hmac( 'sha256', "{$post->ID} {$post->post_password}", wp_salt() ), 0, 32 );
	$start = 'pbkdf2-sha256:' . LINTEL_PASSWORD_ROUNDS . ":$salt:";
	$known = get_post_meta( $post->ID, LINTEL_PASSWORD_META, true );
	if ( is_string( $known ) && 0 === strpos( $known, $start ) ) {
		return $known;
	}
	$hash = $start . hash_pbkdf2( 'sha256', $post->post_password, $salt, LINTEL_PASSWORD_ROUNDS, 64 );
	update_post_meta( $post->ID, LINTEL_PASSWORD_META, $hash );
	return $hash;
}
