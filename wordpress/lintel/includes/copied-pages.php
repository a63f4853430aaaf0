<?php
/**
 * Pages that were copied by another plugin or by code. The copied metas contain all values. A page without its own
 * layout has the built-in layout of its path. A copy has another path and would lose that layout, so it is stored as
 * the copy's own.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'added_post_meta',
	static function ( $meta_id, $post_id, $name, $value ) {
		$page_key = lintel_page_key_of( $value );
		if ( '' !== $page_key ) {
			lintel_copied_pages( $post_id, $page_key );
		}
	},
	10,
	4
);

// Adds each new page, because code may copy the metas with SQL, which runs no meta hooks.
add_action(
	'save_post_page',
	static function ( $post_id, $post, $is_update ) {
		if ( ! $is_update ) {
			lintel_copied_pages( $post_id );
		}
	},
	10,
	3
);

// Runs when the whole copy is stored, and before lintel_write_changes().
add_action( 'shutdown', 'lintel_keep_copied_layouts', 50 );

/**
 * Adds a post, and returns all posts that are new or got values in this request.
 *
 * @param int    $post_id Post to add; 0 adds none.
 * @param string $key     Key of the page that the values were written for; '' if it is not known.
 * @return string[] Page keys by post id.
 */
function lintel_copied_pages( $post_id = 0, $key = '' ) {
	static $copied = array();
	if ( $post_id ) {
		$copied[ $post_id ] = $key;
	}
	return $copied;
}

/**
 * For each copy that is not at a built-in path: stores the built-in layout of the page that its values come from, if the
 * copy has no layout of its own, and removes its layout variants.
 */
function lintel_keep_copied_layouts() {
	foreach ( lintel_copied_pages() as $post_id => $key ) {
		if ( '' === $key ) {
			// SQL leaves the cache without the metas.
			wp_cache_delete( $post_id, 'post_meta' );
			$key = lintel_written_page_key( $post_id );
		}
		$post = get_post( $post_id );
		if ( ! $post || '' === $key || 'page' !== $post->post_type || lintel_page_key( $post ) === $key || '' !== lintel_built_in_path( $post ) ) {
			continue;
		}
		$values = lintel_plain_sections( $post_id );
		// A test of variants belongs to one page, because its visits and leads are counted under that page's path.
		if ( ! empty( $values['layout_variants'] ) ) {
			lintel_store_sections( $post, array( 'layout_variants' => null ) );
		}
		if ( empty( $values['page_layout'] ) ) {
			$placements = lintel_built_in_placements( str_replace( '--', '/', $key ), $values );
			if ( $placements ) {
				lintel_store_sections( $post, array( 'page_layout' => $placements ) );
			}
		}
	}
}
