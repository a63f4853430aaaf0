<?php
/**
 * Makes "Preview" open the site, with a token that is created at that moment. Also registers the REST routes for the
 * edit screen: a new URL for the live preview, the list of shared links, and revoking a link.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'preview_post_link', 'lintel_filter_preview_link', 10, 2 );

/**
 * Returns a link to wp-admin that redirects to the site. The token is created when the link is opened, because the link
 * may be hours old.
 *
 * @param string  $link WordPress's own preview.
 * @param WP_Post $post Post.
 * @return string
 */
function lintel_filter_preview_link( $link, $post ) {
	return lintel_has_preview( $post ) ? admin_url( "admin-post.php?action=lintel_preview&post={$post->ID}" ) : $link;
}

/**
 * Replaces the link of a page or post that the site does not show, which the block editor uses for "View" and
 * "Preview".
 *
 * @param WP_REST_Response $response Response.
 * @param WP_Post          $post     Post.
 * @param WP_REST_Request  $request  Request.
 * @return WP_REST_Response
 */
function lintel_prepare_draft_link( $response, $post, $request ) {
	if ( 'edit' === $request['context'] && ! lintel_is_on_site( $post ) && isset( $response->data['link'] ) ) {
		$response->data['link'] = lintel_filter_preview_link( $response->data['link'], $post );
	}
	return $response;
}
// Runs last, after anything else that changes links.
add_filter( 'rest_prepare_page', 'lintel_prepare_draft_link', 99, 3 );
add_filter( 'rest_prepare_post', 'lintel_prepare_draft_link', 99, 3 );

add_action(
	'admin_post_lintel_preview',
	static function () {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only shows what the user may edit.
		$post = isset( $_GET['post'] ) ? get_post( (int) $_GET['post'] ) : null;
		if ( ! $post || ! current_user_can( 'edit_post', $post->ID ) ) {
			wp_die( esc_html__( 'This page is not there, or you may not edit it.', 'lintel' ), 403 );
		}
		if ( ! lintel_has_preview( $post ) ) {
			wp_die( esc_html__( 'This WordPress is not connected to the site. An administrator can do that under Settings → Site settings.', 'lintel' ), 409 );
		}
		nocache_headers();
		// phpcs:ignore WordPress.Security.SafeRedirect -- The site has another address, which an administrator set.
		wp_redirect( lintel_preview_url( $post->ID ) );
		exit;
	}
);

// Redirects editors to the site's preview if they open WordPress's own preview, or a page that the site does not show.
// Before lintel_redirect_visitor(), and before redirect_canonical(), which makes WordPress forget that this is a
// preview.
add_action(
	'template_redirect',
	static function () {
		$post = is_singular() && ! is_customize_preview() ? get_queried_object() : null;
		if ( ! $post instanceof WP_Post || ! lintel_has_preview( $post ) || ! current_user_can( 'edit_post', $post->ID ) ) {
			return;
		}
		if ( is_preview() || ( '' !== lintel_linked_site() && ! lintel_is_on_site( $post ) ) ) {
			nocache_headers();
			wp_safe_redirect( lintel_filter_preview_link( '', $post ) );
			exit;
		}
	},
	-1
);

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/preview-url/(?P<post>\d+)',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => static function ( $request ) {
					return array( 'url' => lintel_preview_url( (int) $request['post'] ) );
				},
				'permission_callback' => 'lintel_may_preview',
			)
		);
		register_rest_route(
			'lintel/v1',
			'/preview-links/(?P<post>\d+)',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => static function ( $request ) {
					return lintel_listed_shares( (int) $request['post'] );
				},
				'permission_callback' => 'lintel_may_preview',
			)
		);
		register_rest_route(
			'lintel/v1',
			'/preview-links/(?P<post>\d+)/(?P<id>[0-9a-f-]+)',
			array(
				'methods'             => WP_REST_Server::DELETABLE,
				'callback'            => static function ( $request ) {
					if ( isset( lintel_shared_previews( (int) $request['post'] )[ $request['id'] ] ) ) {
						lintel_revoke_preview( $request['id'] );
					}
					return array( 'revoked' => true );
				},
				'permission_callback' => 'lintel_may_preview',
			)
		);
	}
);

/**
 * Returns the shared links of a page as the edit screen lists them.
 *
 * @param int $post_id Page or post.
 * @return array[] { id, label }
 */
function lintel_listed_shares( $post_id ) {
	$listed = array();
	foreach ( lintel_shared_previews( $post_id ) as $id => $share ) {
		$listed[] = array(
			'id'    => $id,
			/* translators: 1: name of an editor, 2: date. */
			'label' => sprintf( __( 'By %1$s, until %2$s', 'lintel' ), $share['name'], wp_date( get_option( 'date_format' ), $share['expires'] ) ),
		);
	}
	return $listed;
}

/**
 * Returns whether the current user may preview the page of a request.
 *
 * @param WP_REST_Request $request Request.
 * @return bool
 */
function lintel_may_preview( $request ) {
	$post = get_post( (int) $request['post'] );
	return $post && lintel_has_preview( $post ) && current_user_can( 'edit_post', $post->ID );
}
