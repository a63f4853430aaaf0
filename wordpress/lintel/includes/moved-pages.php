<?php
/**
 * Pages whose slug or parent was changed, and pages that were the front page. A page without its own layout has the
 * built-in layout and texts of its path, and a front page those of "home". At another path it would lose them, so they
 * are stored as the page's own.
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

add_action(
	'update_option_page_on_front',
	static function ( $before ) {
		lintel_note_former_front_page( (int) $before );
	}
);

add_action(
	'update_option_show_on_front',
	static function ( $before ) {
		if ( 'page' === $before ) {
			lintel_note_former_front_page( (int) get_option( 'page_on_front' ) );
		}
	}
);

// Runs when the whole page is stored, and before lintel_write_changes().
add_action( 'shutdown', 'lintel_keep_built_in_content', 50 );

/**
 * Adds pages, and returns all pages that need the layout and texts of a built-in path at the end of this request: those
 * that left the path in this request, and those restored to a revision from before they left it.
 *
 * @param string[] $paths Former built-in paths by page.
 * @return string[] The same for all pages.
 */
function lintel_moved_pages( array $paths = array() ) {
	static $moved = array();
	// `+=` keeps the first path, which the page had before this request.
	$moved += $paths;
	return $moved;
}

/**
 * Adds a page that was the front page, if it had the built-in layout of "home" only as the front page. A page that
 * showed its own text keeps showing it.
 *
 * @param int $post_id Page.
 */
function lintel_note_former_front_page( $post_id ) {
	$post = get_post( $post_id );
	if ( ! $post || 'page' !== $post->post_type || '' !== lintel_own_built_in_path( $post ) ) {
		return;
	}
	$values = lintel_plain_sections( $post_id );
	if ( lintel_has_filled_section( lintel_describe_page( 'home', $values )['sections'], $values ) ) {
		lintel_moved_pages( array( $post_id => 'home' ) );
	}
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
 * For each moved page that now has neither a layout of its own nor a built-in path: stores the layout of its former path,
 * and the built-in texts where the page has none.
 */
function lintel_keep_built_in_content() {
	foreach ( lintel_moved_pages() as $post_id => $path ) {
		$post   = get_post( $post_id );
		$values = lintel_plain_sections( $post_id );
		// A front page that left a built-in path is not skipped. Otherwise, it would get the sections of "home".
		if ( ! $post || lintel_built_in_path( $post ) === $path || '' !== lintel_own_built_in_path( $post ) || ! empty( $values['page_layout'] ) ) {
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
		lintel_store_sections( $post, array( 'page_layout' => $placements ) + $texts );
		lintel_touch_page( $post_id );
	}
}

/**
 * Sets the modification time of a page to now, because a site without access to the change feed finds changes by this
 * time. Does not use wp_update_post(), which would filter the page's text by the permissions of the current user.
 *
 * @param int $post_id Page.
 */
function lintel_touch_page( $post_id ) {
	global $wpdb;
	$times = array(
		'post_modified'     => current_time( 'mysql' ),
		'post_modified_gmt' => current_time( 'mysql', true ),
	);
	$wpdb->update( $wpdb->posts, $times, array( 'ID' => $post_id ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	clean_post_cache( $post_id );
}
