<?php
/**
 * Links to pages and posts lead to the connected site, and visitors of WordPress's own pages are redirected there.
 * REST keeps WordPress's URLs, from which the site derives the paths of pages.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'page_link', 'lintel_page_address', 20, 3 );
add_filter( 'post_link', 'lintel_post_address', 20, 3 );
add_filter( 'term_link', 'lintel_term_address', 20, 3 );
add_filter( 'preview_post_link', 'lintel_preview_address', 1, 2 );
add_filter( 'rest_prepare_page', 'lintel_edited_address', 10, 3 );
add_filter( 'rest_prepare_post', 'lintel_edited_address', 10, 3 );
add_filter( 'robots_txt', 'lintel_robots_text', 20 );
// Runs before redirect_canonical() and the sitemaps.
add_action( 'template_redirect', 'lintel_redirect_visitor', 0 );

/**
 * Returns the URL of the connected site for links; '' in REST, without a connection, and if site and WordPress have
 * the same URL.
 *
 * @return string Without a trailing slash.
 */
function lintel_linked_site() {
	if ( ( defined( 'REST_REQUEST' ) && REST_REQUEST ) || ! lintel_is_connected() ) {
		return '';
	}
	$url = lintel_connection()['url'];
	return untrailingslashit( home_url() ) === $url ? '' : $url;
}

/**
 * Returns the address of a page on the site.
 *
 * @param string $link    WordPress's own link.
 * @param int    $post_id Page.
 * @param bool   $sample  Whether the slug in the link is a placeholder, on the edit screen.
 * @return string
 */
function lintel_page_address( $link, $post_id, $sample = false ) {
	$site = lintel_linked_site();
	$post = '' === $site ? null : get_post( $post_id );
	if ( ! $post ) {
		return $link;
	}
	if ( $sample ) {
		return lintel_on_site( $site, $link );
	}
	// Other pages, such as drafts, have no path yet.
	return in_array( $post->post_status, array( 'publish', 'private' ), true ) && '' !== $post->post_name ? $site . lintel_page_path( $post ) : $link;
}

/**
 * Returns the path of a page on the site.
 *
 * @param WP_Post $post Page.
 * @return string
 */
function lintel_page_path( WP_Post $post ) {
	$front = lintel_front_page();
	if ( $front === $post->ID ) {
		return '/';
	}
	$path = get_page_uri( $post );
	return 'home' === $path && ! $front ? '/' : "/$path";
}

/**
 * Returns the address of a post on the site.
 *
 * @param string  $link      WordPress's own link.
 * @param WP_Post $post      Post.
 * @param bool    $leavename Whether the slug stays a placeholder.
 * @return string
 */
function lintel_post_address( $link, $post, $leavename = false ) {
	$site = lintel_linked_site();
	if ( '' === $site || ! $post instanceof WP_Post || ! in_array( $post->post_status, array( 'publish', 'private' ), true ) || '' === $post->post_name ) {
		return $link;
	}
	return "$site/blog/" . ( $leavename ? '%postname%' : $post->post_name );
}

/**
 * Returns the address of a category or tag: the path from WordPress's own link, on the site, which redirects it.
 *
 * @param string  $link     WordPress's own link.
 * @param WP_Term $term     Term.
 * @param string  $taxonomy Taxonomy.
 * @return string
 */
function lintel_term_address( $link, $term, $taxonomy = '' ) {
	$site = lintel_linked_site();
	return '' === $site || ! in_array( $taxonomy, array( 'category', 'post_tag' ), true ) || false !== strpos( $link, '?' ) ? $link : lintel_on_site( $site, $link );
}

/**
 * Converts a link to this WordPress to a link to the same path of the site.
 *
 * @param string $site Address of the site.
 * @param string $link Link.
 * @return string
 */
function lintel_on_site( $site, $link ) {
	$home = untrailingslashit( home_url() );
	return 0 === strpos( $link, "$home/" ) ? untrailingslashit( $site . substr( $link, strlen( $home ) ) ) : $link;
}

/**
 * Makes preview links lead to WordPress again, because the page's address on the site does not show unsaved content.
 * Other filters run later and may replace the link.
 *
 * @param string  $link Link to the preview.
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_preview_address( $link, $post ) {
	$site = lintel_linked_site();
	if ( '' === $site || 0 !== strpos( $link, $site ) ) {
		return $link;
	}
	$query = (string) wp_parse_url( $link, PHP_URL_QUERY );
	return home_url( '/?' . ( 'page' === $post->post_type ? 'page_id' : 'p' ) . "={$post->ID}&" . $query );
}

/**
 * Changes the links for "View page" and for the slug in the block editor, which reads them from REST. Only the editor
 * requests the context "edit".
 *
 * @param WP_REST_Response $response Response.
 * @param WP_Post          $post     Page or post.
 * @param WP_REST_Request  $request  Request.
 * @return WP_REST_Response
 */
function lintel_edited_address( $response, $post, $request ) {
	$url = lintel_connection()['url'];
	if ( 'edit' !== $request['context'] || ! lintel_is_connected() || untrailingslashit( home_url() ) === $url ) {
		return $response;
	}
	$data = $response->get_data();
	if ( isset( $data['link'] ) && 'publish' === $post->post_status ) {
		$data['link'] = $url . ( 'page' === $post->post_type ? lintel_page_path( $post ) : "/blog/{$post->post_name}" );
	}
	if ( isset( $data['permalink_template'] ) && false === strpos( $data['permalink_template'], '?' ) ) {
		$data['permalink_template'] = 'page' === $post->post_type ? lintel_on_site( $url, $data['permalink_template'] ) : "$url/blog/%postname%";
	}
	$response->set_data( $data );
	return $response;
}

/**
 * Replaces the URL of WordPress's sitemap in robots.txt with the URL of the site's sitemap.
 *
 * @param string $text Text of robots.txt.
 * @return string
 */
function lintel_robots_text( $text ) {
	$site = lintel_linked_site();
	return '' === $site ? $text : preg_replace( '/^Sitemap:.*$/mi', "Sitemap: $site/sitemap.xml", $text );
}

/**
 * Redirects visitors of WordPress's own pages to the same page of the site. Previews, feeds, robots.txt, files and
 * the views of the customizer and the site editor are not redirected. REST, wp-admin, sign-in and cron never reach
 * this.
 */
function lintel_redirect_visitor() {
	$site   = lintel_linked_site();
	$method = isset( $_SERVER['REQUEST_METHOD'] ) ? $_SERVER['REQUEST_METHOD'] : '';
	if ( '' === $site || ! in_array( $method, array( 'GET', 'HEAD' ), true ) || is_preview() || is_customize_preview() || is_feed() || is_robots() || is_favicon() || is_trackback() ) {
		return;
	}
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- Only reads which page is requested.
	if ( isset( $_GET['preview'] ) || isset( $_GET['wp_site_preview'] ) || isset( $_GET['_wp-find-template'] ) ) {
		return;
	}
	// phpcs:enable
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- wp_redirect() cleans it.
	$asked = isset( $_SERVER['REQUEST_URI'] ) ? wp_unslash( $_SERVER['REQUEST_URI'] ) : '/';
	$home  = untrailingslashit( (string) wp_parse_url( home_url(), PHP_URL_PATH ) );
	$path  = '' !== $home && 0 === strpos( $asked, "$home/" ) ? substr( $asked, strlen( $home ) ) : $asked;
	$path  = '/' . ltrim( preg_replace( '~^/index\.php(?=/|\?|$)~', '', $path ), '/' );
	if ( preg_match( '~^/(?:wp-(?:json|content|includes|admin)(?:/|\?|$)|wp-[a-z-]+\.php)~', $path ) ) {
		return;
	}
	if ( '' !== (string) get_query_var( 'sitemap' ) || '' !== (string) get_query_var( 'sitemap-stylesheet' ) ) {
		$path = '/sitemap.xml';
	} elseif ( is_singular( array( 'page', 'post' ) ) ) {
		$query = (string) wp_parse_url( $path, PHP_URL_QUERY );
		$query = preg_replace( '/(?:^|&)(?:p|page_id)=\d+/', '', $query );
		$link  = (string) get_permalink( get_queried_object() );
		if ( 0 !== strpos( $link, "$site/" ) ) {
			// The page is a draft, which only its editors see.
			return;
		}
		$path = substr( $link, strlen( $site ) ) . ( '' === ltrim( $query, '&' ) ? '' : '?' . ltrim( $query, '&' ) );
	}
	// Not wp_safe_redirect(), because the site is on another host.
	wp_redirect( $site . $path, 302, 'Lintel' ); // phpcs:ignore WordPress.Security.SafeRedirect
	exit;
}
