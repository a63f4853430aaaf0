<?php
/**
 * Pages whose slug or parent was changed. A page without its own layout has the built-in layout and texts of its path.
 * At another path it would lose them, so they are stored as the page's own.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'post_updated',
	static function ( $post_id, $after, $before ) {
		// WordPress changes the slug of a page that goes to the trash, and changes it back when the page is restored.
		if ( 'page' === $after->post_type && 'trash' !== $after->post_status ) {
			lintel_moved_pages( lintel_former_paths( $before, $after ) );
		}
	},
	10,
	3
);

// Runs before lintel_write_version(), when the whole page is stored.
add_action( 'shutdown', 'lintel_keep_built_in_content', 50 );

/**
 * Adds pages, and returns all pages that left a built-in path in this request.
 *
 * @param string[] $paths Former built-in paths by page.
 * @return string[] The same for all pages.
 */
function lintel_moved_pages( array $paths = array() ) {
	static $moved = array();
	// The first path is the one that the page had before this request.
	$moved += $paths;
	return $moved;
}

/**
 * Returns the built-in paths that a page and the pages below it had before its slug or parent changed.
 *
 * @param WP_Post $before Page before the change.
 * @param WP_Post $after  Page after the change.
 * @return string[] By page.
 */
function lintel_former_paths( WP_Post $before, WP_Post $after ) {
	$old = get_page_uri( $before );
	$new = get_page_uri( $after );
	if ( '' === $before->post_name || $old === $new ) {
		return array();
	}
	$paths = array_filter( array( $after->ID => lintel_built_in_path( $before ) ) );
	foreach ( array_keys( lintel_known_sections()['pages'] ) as $path ) {
		$below = 0 === strpos( $path, "$old/" ) ? get_page_by_path( $new . substr( $path, strlen( $old ) ) ) : null;
		if ( $below ) {
			$paths[ $below->ID ] = $path;
		}
	}
	return $paths;
}

/**
 * Stores the layout of its former path for each moved page that has none now, and the built-in texts where the page has
 * none of its own.
 */
function lintel_keep_built_in_content() {
	foreach ( lintel_moved_pages() as $post_id => $path ) {
		$post   = get_post( $post_id );
		$values = lintel_plain_sections( $post_id );
		if ( ! $post || '' !== lintel_built_in_path( $post ) || ! empty( $values['page_layout'] ) ) {
			continue;
		}
		$placements = lintel_built_in_placements( $path, $values );
		if ( ! $placements ) {
			continue;
		}
		$set   = array_filter(
			$values,
			static function ( $value ) {
				return null !== $value && '' !== $value && array() !== $value;
			}
		);
		$texts = array_diff_key( lintel_known_sections()['pages'][ $path ]['values'], $set );
		lintel_write_sections( $post, array( 'page_layout' => $placements ) + $texts );
	}
}
