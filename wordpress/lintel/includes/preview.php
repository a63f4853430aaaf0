<?php
/**
 * Responds to the site's requests for a preview with the page in the REST format, including the editor's unsaved
 * values. Requests are signed with the shared secret.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	static function () {
		$token = '(?P<token>[A-Za-z0-9_-]+\.[0-9a-f]+)';
		register_rest_route(
			'lintel/v1',
			"/preview/$token",
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_preview',
				'permission_callback' => 'lintel_is_signed_by_site',
			)
		);
		register_rest_route(
			'lintel/v1',
			"/preview/$token/share",
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_share_preview',
				'permission_callback' => 'lintel_is_signed_by_site',
			)
		);
	}
);

/**
 * Checks the permission: allows only requests signed by the site, because visitors of a preview know the token, too.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function lintel_is_signed_by_site( $request ) {
	if ( lintel_is_connected() && 'valid' === lintel_check_signature( $request ) ) {
		return true;
	}
	return lintel_preview_error( 'forged', __( 'Only the site may ask for this. Check that both have the same secret.', 'lintel' ), 403 );
}

/**
 * Responds with the page of a token: with the values of the shared link, or its editor's unsaved values.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error As lintel_preview_of().
 */
function lintel_rest_get_preview( $request ) {
	$payload = lintel_read_preview_token( $request['token'] );
	if ( is_wp_error( $payload ) ) {
		return $payload;
	}
	nocache_headers();
	// Acts as the editor who created the token: unsaved values are stored by user, and some blocks depend on the user.
	wp_set_current_user( $payload['user'] );
	$shares = lintel_shared_previews();
	$values = 'share' === $payload['kind'] ? $shares[ $payload['id'] ]['values'] : lintel_unsaved_values( $payload['post'] );
	return lintel_preview_of( get_post( $payload['post'] ), $values );
}

/**
 * Creates a shared link to the page of a token, which must not be the token of a shared link itself.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error { url, expires: Unix time }
 */
function lintel_rest_share_preview( $request ) {
	$payload = lintel_read_preview_token( $request['token'] );
	if ( is_wp_error( $payload ) ) {
		return $payload;
	}
	if ( 'draft' !== $payload['kind'] ) {
		return lintel_preview_error( 'forged', 'A shared link cannot be shared again.', 403 );
	}
	wp_set_current_user( $payload['user'] );
	return lintel_share_preview( $payload['post'] );
}

/**
 * Returns a page as its editor sees it, with its status, whether it has unsaved changes, and the link to its edit
 * screen.
 *
 * @param WP_Post    $post   Page or post.
 * @param array|null $values Unsaved values; null to use WordPress's own autosave, if it is newer than the page.
 * @return array { kind, entry, status, version: saved, unsaved or autosave; changed: ISO 8601 time in UTC; edit_link }
 */
function lintel_preview_of( WP_Post $post, $values ) {
	$version = null === $values ? 'saved' : 'unsaved';
	$changed = null === $values ? lintel_modified( $post ) : $values['typed'];
	if ( null === $values ) {
		$values   = array( 'acf' => array() );
		$autosave = wp_get_post_autosave( $post->ID, get_current_user_id() );
		if ( $autosave && lintel_modified( $autosave ) > $changed ) {
			$version = 'autosave';
			$changed = lintel_modified( $autosave );
			$values += array(
				'title'   => $autosave->post_title,
				'content' => $autosave->post_content,
				'excerpt' => $autosave->post_excerpt,
			);
		}
	}
	return array(
		'kind'      => $post->post_type,
		'entry'     => lintel_preview_entry( $post, $values ),
		'status'    => $post->post_status,
		'version'   => $version,
		'changed'   => gmdate( 'Y-m-d\TH:i:s\Z', $changed ),
		'edit_link' => admin_url( "post.php?post={$post->ID}&action=edit" ),
	);
}

/**
 * Returns when a post was last modified. For a new draft, which has no such time, returns the current time.
 *
 * @param WP_Post $post Post.
 * @return int Seconds since 1970.
 */
function lintel_modified( WP_Post $post ) {
	$time = strtotime( $post->post_modified_gmt . ' UTC' );
	return $time > 0 ? $time : time();
}

/**
 * Returns a page in the REST format, with unsaved values in place of the saved ones, and without its password. A draft
 * without a slug gets the one that it would be published with.
 *
 * @param WP_Post $post   Page or post.
 * @param array   $values Unsaved values.
 * @return array
 */
function lintel_preview_entry( WP_Post $post, array $values ) {
	$shown = clone $post;
	foreach ( array( 'title', 'content', 'excerpt' ) as $name ) {
		if ( isset( $values[ $name ] ) ) {
			$shown->{"post_$name"} = $values[ $name ];
		}
	}
	// A preview does not ask for the page's password.
	$shown->post_password = '';
	$request              = new WP_REST_Request( 'GET', '/' );
	$request->set_param( 'context', 'view' );
	$entry = get_post_type_object( $post->post_type )->get_rest_controller()->prepare_item_for_response( $shown, $request )->get_data();
	if ( '' === $post->post_name ) {
		// The slug that the page would get if it were published now.
		$slug          = sanitize_title( $shown->post_title, "preview-{$post->ID}" );
		$entry['slug'] = wp_unique_post_slug( $slug, $post->ID, 'publish', $post->post_type, $post->post_parent );
	}
	if ( 'publish' !== $post->post_status ) {
		$entry['link'] = '';
	}
	// WordPress reads the title and the featured image from the saved post.
	$entry['title'] = array( 'rendered' => apply_filters( 'the_title', $shown->post_title, $post->ID ) );
	if ( isset( $values['featured_media'] ) ) {
		$entry['featured_media'] = $values['featured_media'];
	}
	$entry['acf'] = (object) array_merge( lintel_read_sections( $post->ID ), $values['acf'] );
	return $entry;
}
