<?php
/**
 * The ACF field keys of a page's sections. lintel.php describes the scheme.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the part of a field key that identifies the page.
 *
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_page_key( WP_Post $post ) {
	if ( 'page' !== $post->post_type ) {
		// All posts have the same fields. Each shared section and each template has its own.
		return lintel_has_layout( $post->post_type ) ? "{$post->post_type}-{$post->ID}" : $post->post_type;
	}
	$path = '' === $post->post_name ? 'page-' . $post->ID : get_page_uri( $post );
	$key  = str_replace( '/', '--', $path );
	// A slug in another script is percent-encoded, which is not allowed in a key.
	return preg_match( '/^[a-z0-9_-]+$/', $key ) ? $key : 'page-' . md5( $path );
}

/**
 * Returns the key of a section's field, or of a field in it.
 *
 * @param WP_Post  $post  Page or post.
 * @param string   $id    Section id.
 * @param string[] $below Names of the fields in it, outermost first.
 * @return string
 */
function lintel_field_key( WP_Post $post, $id, array $below = array() ) {
	return 'field_lintel_' . implode( '__', array_merge( array( lintel_page_key( $post ), $id ), $below ) );
}

/**
 * Returns the page key in the stored field keys of a page: the part that identifies the page for which the values were
 * written. In a copy, this is the original page.
 *
 * @param int $post_id Page or revision.
 * @return string The page key in the last meta that has one; '' if none has.
 */
function lintel_written_page_key( $post_id ) {
	$page_key = '';
	foreach ( lintel_read_meta( $post_id ) as $value ) {
		$found    = lintel_page_key_of( $value );
		$page_key = '' === $found ? $page_key : $found;
	}
	return $page_key;
}

/**
 * Reads the page key, see lintel_page_key(), from a field key in a meta.
 *
 * @param mixed $value Value of a meta.
 * @return string '' if the value is not a field key of this plugin.
 */
function lintel_page_key_of( $value ) {
	return is_string( $value ) && preg_match( '/^field_lintel_([a-z0-9_-]+?)__/', $value, $found ) ? $found[1] : '';
}
