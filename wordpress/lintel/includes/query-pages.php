<?php
/**
 * The pages of query loops. WordPress shows the second page of a loop in a text at an address such as
 * `?query-1-page=2`. For pages and posts without a password, the change feed contains the texts at these addresses, so
 * that the site does not request them from WordPress, and the links between them lead to the page or post.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Maximum number of further pages that are sent for a text. Links to others lead to the page that lists the posts. */
const LINTEL_MOST_QUERY_PAGES = 20;

/** Matches a loop's query parameter in an address, such as `query-1-page`, and the number of the page. */
const LINTEL_QUERY_PAGE = '/(?:[?&;])(query-(?:\d+-)?page)=(\d+)/';

/**
 * Adds the further pages of loops to rendered pages or posts, as `query_pages`: each { name, page, content }. Makes the
 * links between the pages of a loop lead to the page or post.
 *
 * @param array[] $data  Entries by id.
 * @param string  $route REST route that renders them.
 * @return array[]|WP_Error By id.
 */
function lintel_add_query_pages( array $data, $route ) {
	foreach ( $data as $post_id => $entry ) {
		$text = isset( $entry['content']['rendered'] ) ? $entry['content']['rendered'] : '';
		if ( false === strpos( $text, 'wp-block-query-pagination' ) ) {
			continue;
		}
		$pages = lintel_query_pages( $post_id, $text, $route );
		if ( is_wp_error( $pages ) ) {
			return $pages;
		}
		$names = array();
		foreach ( $pages as $page ) {
			$names[] = $page['name'] . '=' . $page['page'];
		}
		foreach ( array_keys( $pages ) as $index ) {
			$pages[ $index ]['content'] = lintel_link_query_pages( $post_id, $pages[ $index ]['content'], $names );
		}
		$data[ $post_id ]['content']['rendered'] = lintel_link_query_pages( $post_id, $text, $names );
		if ( $pages ) {
			$data[ $post_id ]['query_pages'] = $pages;
		}
	}
	return $data;
}

/**
 * Renders the further pages of the loops in a text.
 *
 * @param int    $post_id Page or post.
 * @param string $text    Its text, with the first page of each loop.
 * @param string $route   REST route that renders it.
 * @return array[]|WP_Error Each { name, page, content }.
 */
function lintel_query_pages( $post_id, $text, $route ) {
	$pages = array();
	preg_match_all( LINTEL_QUERY_PAGE, $text, $links );
	foreach ( array_unique( $links[1] ) as $name ) {
		$before = $text;
		// Each page links to the next one.
		for ( $page = 2; count( $pages ) < LINTEL_MOST_QUERY_PAGES && lintel_has_query_page( $before, $name, $page ); $page++ ) {
			// WordPress's query blocks read the page number from `$_GET`.
			$_GET[ $name ] = (string) $page;
			$list          = lintel_render_list( $route, array( $post_id ), 'id,content' );
			unset( $_GET[ $name ] );
			if ( is_wp_error( $list ) ) {
				return $list;
			}
			if ( ! isset( $list[ $post_id ]['content']['rendered'] ) ) {
				break;
			}
			$before  = $list[ $post_id ]['content']['rendered'];
			$pages[] = array(
				'name'    => $name,
				'page'    => $page,
				'content' => $before,
			);
		}
	}
	return $pages;
}

/**
 * Returns whether a text has a link to a page of a loop.
 *
 * @param string $text Rendered text.
 * @param string $name The loop's query parameter, such as `query-1-page`.
 * @param int    $page Number of the page.
 * @return bool
 */
function lintel_has_query_page( $text, $name, $page ) {
	return 1 === preg_match( '/[?&;]' . preg_quote( $name, '/' ) . "=$page\\b/", $text );
}

/**
 * Replaces the links between the pages of loops, which WordPress writes for the URL of the REST request. The new links
 * lead to the page or post; for pages of a loop that are not sent, they lead to the list of posts.
 *
 * @param int      $post_id Page or post.
 * @param string   $text    Rendered text.
 * @param string[] $names   The pages that are sent, as `query-1-page=2`.
 * @return string
 */
function lintel_link_query_pages( $post_id, $text, array $names ) {
	return preg_replace_callback(
		'/href="([^"]*)"/',
		static function ( $found ) use ( $post_id, $names ) {
			$link = get_permalink( $post_id );
			if ( preg_match( LINTEL_QUERY_PAGE, $found[1], $page ) && 1 < (int) $page[2] ) {
				$is_sent = in_array( "$page[1]=$page[2]", $names, true );
				$link    = $is_sent ? add_query_arg( $page[1], $page[2], $link ) : lintel_posts_address();
			} elseif ( ! $page && 0 !== strpos( $found[1], '?cst' ) ) {
				// Leave other links unchanged. WordPress's link to the first page of a loop starts with `?cst`.
				return $found[0];
			}
			return 'href="' . esc_url( $link ) . '"';
		},
		$text
	);
}

/**
 * Returns the address of the page that lists the posts.
 *
 * @return string
 */
function lintel_posts_address() {
	$page = (int) get_option( 'page_for_posts' );
	return 'page' === get_option( 'show_on_front' ) && $page ? get_permalink( $page ) : home_url( '/blog' );
}
