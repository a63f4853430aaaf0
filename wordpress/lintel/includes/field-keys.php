<?php
/**
 * Names of ACF fields: which key belongs to a section of a page. The scheme is in lintel.php.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * The part of a field key that identifies the page.
 *
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_page_key( WP_Post $post ) {
	if ( 'page' !== $post->post_type ) {
		return $post->post_type;
	}
	$path = '' === $post->post_name ? 'page-' . $post->ID : get_page_uri( $post );
	$key  = str_replace( '/', '--', $path );
	// A slug in another script is percent-encoded, which is not allowed in a key.
	return preg_match( '/^[a-z0-9_-]+$/', $key ) ? $key : 'page-' . md5( $path );
}

/**
 * The key of a section's field, or of a field in it.
 *
 * @param WP_Post  $post  Page or post.
 * @param string   $id    Section id.
 * @param string[] $below Names of the fields in it, outermost first.
 * @return string
 */
function lintel_field_key( WP_Post $post, $id, array $below = array() ) {
	return 'field_lintel_' . implode( '__', array_merge( array( lintel_page_key( $post ), $id ), $below ) );
}
