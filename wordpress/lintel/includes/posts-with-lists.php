<?php
/**
 * Posts whose blocks show other entries, such as the latest posts, an archive or a menu of pages. When one of those
 * entries changes, such a post looks different although nobody edits it. So a change of the post is noted, too.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** WordPress's blocks that show other entries. */
const LINTEL_LIST_BLOCKS = array( 'archives', 'calendar', 'categories', 'latest-comments', 'latest-posts', 'navigation', 'page-list', 'post-navigation-link', 'query', 'tag-cloud', 'terms-query' );

/** Kinds of entries that lists show. */
const LINTEL_LISTED_KINDS = array( 'post', 'page', 'category', 'tag', 'author', 'comment' );

/** Option with the ids of the posts; absent if they must be looked for. */
const LINTEL_LISTS_OPTION = 'lintel_posts_with_lists';

/** Maximum number of posts with lists that are noted. Lists in others may stay old until the site's daily full read. */
const LINTEL_MOST_POSTS_WITH_LISTS = 300;

/**
 * Notes a change of the posts with lists, if one of the noted changes can be in a list.
 */
function lintel_note_posts_with_lists() {
	$kinds = wp_list_pluck( lintel_noted_changes(), 'type' );
	if ( array_intersect( LINTEL_LISTED_KINDS, $kinds ) ) {
		foreach ( array_slice( lintel_posts_with_lists(), 0, LINTEL_MOST_POSTS_WITH_LISTS ) as $post_id ) {
			lintel_note_post_change( $post_id );
		}
	}
}

/**
 * Returns the ids of the posts that show lists, directly or in a synced pattern or a navigation menu, the newest first.
 *
 * @return int[]
 */
function lintel_posts_with_lists() {
	$known = get_option( LINTEL_LISTS_OPTION );
	if ( is_array( $known ) ) {
		return $known;
	}
	$found = array();
	$next  = lintel_posts_like( "post_content REGEXP '<!-- wp:(" . implode( '|', LINTEL_LIST_BLOCKS ) . ")[ /]'" );
	while ( $next ) {
		$parts = array();
		foreach ( $next as $row ) {
			if ( ! isset( $found[ $row->ID ] ) && in_array( $row->post_type, array( 'wp_block', 'wp_navigation' ), true ) ) {
				$parts[] = "post_content LIKE '%\"ref\":" . (int) $row->ID . "%'";
			}
			$found[ $row->ID ] = $row->post_type;
		}
		$next = $parts ? lintel_posts_like( '(' . implode( ' OR ', $parts ) . ')' ) : array();
	}
	$ids = array();
	foreach ( $found as $post_id => $type ) {
		if ( '' !== lintel_kind_of( 'post_type', $type ) ) {
			$ids[] = $post_id;
		}
	}
	rsort( $ids );
	update_option( LINTEL_LISTS_OPTION, $ids, false );
	return $ids;
}

/**
 * Returns the published posts of any type, also synced patterns and navigation menus, whose text meets a condition.
 *
 * @param string $condition SQL about `post_content`, without input of users.
 * @return object[] Each { ID, post_type }.
 */
function lintel_posts_like( $condition ) {
	global $wpdb;
	// phpcs:ignore WordPress.DB -- WordPress has no function for this search.
	return $wpdb->get_results( "SELECT ID, post_type FROM $wpdb->posts WHERE post_status = 'publish' AND post_type <> 'revision' AND $condition ORDER BY ID DESC" );
}

/**
 * Deletes the stored ids of posts with lists if a saved post may have become one or may no longer be one, or if a synced
 * pattern or a navigation menu is saved.
 *
 * @param int     $post_id Post.
 * @param WP_Post $post    The same.
 */
function lintel_update_posts_with_lists( $post_id, $post ) {
	$known = get_option( LINTEL_LISTS_OPTION );
	if ( ! is_array( $known ) || wp_is_post_revision( $post_id ) ) {
		return;
	}
	$has_lists = preg_match( '/<!-- wp:(?:' . implode( '|', LINTEL_LIST_BLOCKS ) . ')[ \/]/', $post->post_content ) || false !== strpos( $post->post_content, '"ref":' );
	if ( $has_lists !== in_array( (int) $post_id, $known, true ) || in_array( $post->post_type, array( 'wp_block', 'wp_navigation' ), true ) ) {
		delete_option( LINTEL_LISTS_OPTION );
	}
}

// Before lintel_write_changes() in the same request.
add_action( 'shutdown', 'lintel_note_posts_with_lists', 99 );
add_action( 'save_post', 'lintel_update_posts_with_lists', 10, 2 );
