<?php
/**
 * Pages keep the slug that was chosen for them, where WordPress would change it.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// WordPress removes the slug when a user without `publish_pages` submits a page for review, although the same user
// could choose it for the draft. Without it, the page builder loses the page's path, and publishing creates another
// slug from the title.
add_filter(
	'wp_insert_post_data',
	static function ( $data, $postarr ) {
		if ( 'page' === $data['post_type'] && 'pending' === $data['post_status'] && '' === $data['post_name'] && ! empty( $postarr['post_name'] ) ) {
			$data['post_name'] = sanitize_title( $postarr['post_name'] );
		}
		return $data;
	},
	10,
	2
);

add_filter( 'wp_unique_post_slug', 'lintel_page_slug_beside_media', 10, 6 );

/**
 * Returns the wanted slug of a page if only a media item has it. Otherwise, if there is a picture `about.jpg`,
 * WordPress would store `about-2`, and the built-in page at `/about` would stay unchanged. The site has no pages of
 * media items, and WordPress itself shows a page before a media item with the same path.
 *
 * @param string $slug        The slug that WordPress has chosen.
 * @param int    $post_id     The page.
 * @param string $post_status Its status.
 * @param string $post_type   Its post type. Other types are left alone.
 * @param int    $post_parent Its parent.
 * @param string $wanted      The slug that was asked for.
 * @return string The slug to store.
 */
function lintel_page_slug_beside_media( $slug, $post_id, $post_status, $post_type, $post_parent, $wanted ) {
	if ( 'page' !== $post_type || $slug === $wanted ) {
		return $slug;
	}
	global $wpdb, $wp_rewrite;
	// Keep WordPress's slug if the wanted one is reserved. These are the checks of wp_unique_post_slug().
	if ( in_array( $wanted, (array) $wp_rewrite->feeds, true )
		|| 'embed' === $wanted
		|| preg_match( "@^($wp_rewrite->pagination_base)?\d+$@", $wanted )
		|| apply_filters( 'wp_unique_post_slug_is_bad_hierarchical_slug', false, $wanted, $post_type, $post_parent )
	) {
		return $slug;
	}
	$other = $wpdb->get_var(
		$wpdb->prepare(
			"SELECT ID FROM $wpdb->posts WHERE post_name = %s AND post_type = 'page' AND ID != %d AND post_parent = %d LIMIT 1",
			$wanted,
			$post_id,
			$post_parent
		)
	);
	return $other ? $slug : $wanted;
}
