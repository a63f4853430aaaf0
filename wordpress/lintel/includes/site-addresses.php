<?php
/**
 * Links to pages and posts lead to the connected site, and visitors of WordPress's own pages are redirected there.
 * Links to what the site does not show, such as drafts and private pages, lead editors to its preview. REST keeps
 * WordPress's URLs, from which the site derives the paths of pages, except with the context "edit".
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'page_link', 'lintel_page_address', 20, 3 );
add_filter( 'post_link', 'lintel_post_address', 20, 3 );
add_filter( 'term_link', 'lintel_term_address', 20, 3 );
add_filter( 'attachment_link', 'lintel_file_address', 20, 2 );
add_filter( 'author_link', 'lintel_author_address', 20, 2 );
add_filter( 'post_type_archive_link', 'lintel_archive_address', 20, 2 );
add_filter( 'get_sample_permalink_html', 'lintel_sample_link', 10, 5 );
add_filter( 'pre_get_shortlink', 'lintel_short_address', 10, 3 );
add_filter( 'login_site_html_link', 'lintel_home_in_html' );
add_action( 'wp_before_admin_bar_render', 'lintel_link_admin_bar' );
add_filter( 'preview_post_link', 'lintel_preview_address', 1, 2 );
add_filter( 'rest_prepare_page', 'lintel_edited_address', 10, 3 );
add_filter( 'rest_prepare_post', 'lintel_edited_address', 10, 3 );
add_filter( 'rest_prepare_attachment', 'lintel_edited_file', 10, 3 );
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
 * Returns the address of a page on the site; its preview if the site does not show it, see lintel_hidden_address(). If
 * lintel_linked_site() is empty, returns WordPress's own link.
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
	return lintel_is_on_site( $post ) ? $site . lintel_page_path( $post ) : lintel_hidden_address( $link, $post );
}

/**
 * Returns whether every visitor of the site can read a page or post: it is published and has no password.
 *
 * @param WP_Post $post Page or post.
 * @return bool
 */
function lintel_is_on_site( WP_Post $post ) {
	return 'publish' === $post->post_status && '' !== $post->post_name && '' === $post->post_password;
}

/**
 * Returns the link for a page or post that the site does not show, such as a draft or a private page: in wp-admin its
 * preview, for those who may edit it; otherwise, and for the trash, WordPress's own link.
 *
 * @param string  $link WordPress's own link.
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_hidden_address( $link, WP_Post $post ) {
	$is_kept = in_array( $post->post_status, array( 'auto-draft', 'trash', 'inherit' ), true );
	return ! $is_kept && is_admin() && current_user_can( 'edit_post', $post->ID ) ? lintel_filter_preview_link( $link, $post ) : $link;
}

/**
 * Returns the path of a page on the site: "/" for the front page or, if there is none, for the page "home".
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
 * Returns the address of a post on the site; its preview if the site does not show it, see lintel_hidden_address(). If
 * lintel_linked_site() is empty, returns WordPress's own link.
 *
 * @param string  $link      WordPress's own link.
 * @param WP_Post $post      Post.
 * @param bool    $leavename Whether the slug stays a placeholder.
 * @return string
 */
function lintel_post_address( $link, $post, $leavename = false ) {
	$site = lintel_linked_site();
	if ( '' === $site || ! $post instanceof WP_Post ) {
		return $link;
	}
	if ( ! lintel_is_on_site( $post ) && ! $leavename ) {
		return lintel_hidden_address( $link, $post );
	}
	if ( 'publish' !== $post->post_status ) {
		return $link;
	}
	return lintel_post_on_site( $site, $link, $leavename ? '%postname%' : $post->post_name );
}

/**
 * Returns the address of a post on the site: the path of WordPress's own link or, with plain permalinks, one below the
 * blog.
 *
 * @param string $site Address of the site.
 * @param string $link WordPress's own link.
 * @param string $slug Slug, or its placeholder.
 * @return string
 */
function lintel_post_on_site( $site, $link, $slug ) {
	return false === strpos( $link, '?' ) ? lintel_on_site( $site, $link ) : "$site/blog/$slug";
}

/**
 * Returns the address of the list of an author's posts on the site. If lintel_linked_site() is empty, returns
 * WordPress's own link.
 *
 * @param string $link      WordPress's own link.
 * @param int    $author_id Author.
 * @return string
 */
function lintel_author_address( $link, $author_id ) {
	$site = lintel_linked_site();
	if ( '' === $site ) {
		return $link;
	}
	return false === strpos( $link, '?' ) ? lintel_on_site( $site, $link ) : "$site/?author=$author_id";
}

/**
 * Returns the address of a category or tag: the path of WordPress's own link on the site, which redirects from there.
 * For other taxonomies, with plain permalinks, or if lintel_linked_site() is empty, returns WordPress's own link.
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
 * Returns the address of a file of the media library. The site has no pages for files.
 *
 * @param string $link    WordPress's own link.
 * @param int    $post_id File.
 * @return string
 */
function lintel_file_address( $link, $post_id ) {
	$file = '' === lintel_linked_site() ? '' : (string) wp_get_attachment_url( $post_id );
	return '' === $file ? $link : $file;
}

/**
 * Returns the address of the list of posts on the site. For other types of posts, or if lintel_linked_site() is empty,
 * returns WordPress's own link.
 *
 * @param string $link WordPress's own link.
 * @param string $type Post type.
 * @return string
 */
function lintel_archive_address( $link, $type ) {
	$site = 'post' === $type ? lintel_linked_site() : '';
	return '' === $site ? $link : "$site/blog";
}

/**
 * Returns the address on the site in place of WordPress's short link, which leads to its theme.
 *
 * @param string|false $link    Link of another plugin, or false.
 * @param int          $post_id Page or post; 0 for the current one.
 * @param string       $context What the id means.
 * @return string|false
 */
function lintel_short_address( $link, $post_id, $context ) {
	$post = false === $link && in_array( $context, array( 'post', 'query' ), true ) && '' !== lintel_linked_site() ? get_post( $post_id ) : null;
	return $post && in_array( $post->post_type, array( 'page', 'post' ), true ) ? (string) get_permalink( $post ) : $link;
}

/**
 * Makes the permalink above the classic editor open the preview, if the site does not show the page or post.
 *
 * @param string      $html    The permalink.
 * @param int         $post_id Page or post.
 * @param string|null $title   Unused.
 * @param string|null $slug    Unused.
 * @param WP_Post     $post    Page or post.
 * @return string
 */
function lintel_sample_link( $html, $post_id, $title, $slug, $post ) {
	if ( '' === lintel_linked_site() || ! $post instanceof WP_Post || lintel_is_on_site( $post ) || ! lintel_has_preview( $post ) ) {
		return $html;
	}
	return preg_replace( '/(<a\b[^>]*\shref=")[^"]*"/', '${1}' . esc_url( lintel_filter_preview_link( '', $post ) ) . '"', $html, 1 );
}

/**
 * Replaces the address of this WordPress with that of the site in a link of the sign-in screen.
 *
 * @param string $html The link.
 * @return string
 */
function lintel_home_in_html( $html ) {
	$site = lintel_linked_site();
	return '' === $site ? $html : str_replace( 'href="' . esc_url( home_url( '/' ) ) . '"', 'href="' . esc_url( "$site/" ) . '"', $html );
}

/**
 * Makes the links of the admin bar that lead to WordPress's own pages, such as "Visit Site", lead to the site.
 */
function lintel_link_admin_bar() {
	global $wp_admin_bar;
	$site = lintel_linked_site();
	if ( '' === $site ) {
		return;
	}
	$home = untrailingslashit( home_url() );
	foreach ( (array) $wp_admin_bar->get_nodes() as $node ) {
		$link = is_string( $node->href ) ? $node->href : '';
		if ( $link === $home || ( 0 === strpos( $link, "$home/" ) && ! preg_match( '~^/wp-[a-z]~', substr( $link, strlen( $home ) ) ) && false === strpos( $link, '?' ) ) ) {
			$wp_admin_bar->add_node(
				array(
					'id'   => $node->id,
					'href' => lintel_on_site( $site, trailingslashit( $link ) ) . ( untrailingslashit( $link ) === $home ? '/' : '' ),
				)
			);
		}
	}
}

/**
 * Converts a link to this WordPress to a link to the same path of the site. Other links stay unchanged.
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
 * Later, lintel_filter_preview_link() replaces the link if the site can show the preview.
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
 * Changes the links for "View page" and for the slug in the block editor to addresses of the site. The block editor
 * reads them from REST with the context "edit". The site does not use the links of public pages in that context.
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
	if ( isset( $data['link'] ) && lintel_is_on_site( $post ) ) {
		$data['link'] = 'page' === $post->post_type ? $url . lintel_page_path( $post ) : lintel_post_on_site( $url, $data['link'], $post->post_name );
	}
	if ( isset( $data['permalink_template'] ) && false === strpos( $data['permalink_template'], '?' ) ) {
		$data['permalink_template'] = lintel_on_site( $url, $data['permalink_template'] );
	}
	$response->set_data( $data );
	return $response;
}

/**
 * Changes the link of a file in the block editor to the file itself, because the site has no pages for files.
 *
 * @param WP_REST_Response $response Response.
 * @param WP_Post          $post     File.
 * @param WP_REST_Request  $request  Request.
 * @return WP_REST_Response
 */
function lintel_edited_file( $response, $post, $request ) {
	if ( 'edit' === $request['context'] && lintel_is_connected() && isset( $response->data['link'], $response->data['source_url'] ) ) {
		$response->data['link'] = $response->data['source_url'];
	}
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
 * Redirects visitors of WordPress's own pages to the same page of the site, sitemaps to the site's sitemap, and the
 * pages of media files to the files. Feeds, robots.txt, files and the views of the customizer and the site editor are
 * not redirected. REST, wp-admin, sign-in and cron never reach this.
 */
function lintel_redirect_visitor() {
	$site   = lintel_linked_site();
	$method = isset( $_SERVER['REQUEST_METHOD'] ) ? $_SERVER['REQUEST_METHOD'] : '';
	if ( '' === $site || ! in_array( $method, array( 'GET', 'HEAD' ), true ) || is_customize_preview() || is_feed() || is_robots() || is_favicon() || is_trackback() ) {
		return;
	}
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- Only reads which page is requested.
	if ( isset( $_GET['wp_site_preview'] ) || isset( $_GET['_wp-find-template'] ) ) {
		return;
	}
	// phpcs:enable
	$post = is_singular() ? get_queried_object() : null;
	if ( is_attachment() ) {
		$file = (string) wp_get_attachment_url( $post->ID );
		if ( '' !== $file ) {
			// phpcs:ignore WordPress.Security.SafeRedirect -- Files may be on another host, such as a CDN.
			wp_redirect( $file, 302, 'Lintel' );
			exit;
		}
	}
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
		$query = preg_replace( '/(?:^|&)(?:(?:p|page_id)=\d+|preview(?:_id|_nonce)?=[^&]*)/', '', $query );
		$link  = (string) get_permalink( $post );
		if ( 0 !== strpos( $link, "$site/" ) ) {
			// The site does not show this page or post, so it responds with its own not-found page or a redirect.
			$link = 'page' === $post->post_type ? $site . lintel_page_path( $post ) : "$site/blog/{$post->post_name}";
		}
		$path = substr( $link, strlen( $site ) ) . ( '' === ltrim( $query, '&' ) ? '' : '?' . ltrim( $query, '&' ) );
	}
	// Not wp_safe_redirect(), because the site is on another host.
	wp_redirect( $site . $path, 302, 'Lintel' ); // phpcs:ignore WordPress.Security.SafeRedirect
	exit;
}
