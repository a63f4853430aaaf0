<?php
/**
 * An editor's unsaved values, for previews. WordPress's own autosave keeps title, text and excerpt, but not section
 * values, so the edit screen sends everything when it autosaves or opens a preview.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Maximum bytes of the JSON that the edit screen sends. The longest page with all its sections needs less. */
const LINTEL_MOST_UNSAVED = 8000000;

/**
 * Returns the name of the transient with the unsaved values of the current user.
 *
 * @param int $post_id Page or post.
 * @return string
 */
function lintel_unsaved_key( $post_id ) {
	return 'lintel_unsaved_' . $post_id . '_' . get_current_user_id();
}

/**
 * Returns the unsaved values of the current user; null if there are none.
 *
 * @param int $post_id Page or post.
 * @return array|null { title, content, excerpt, featured_media, acf, typed }: the first four only if they were sent;
 *                    `typed` is the Unix time when they were kept.
 */
function lintel_unsaved_values( $post_id ) {
	$values = get_transient( lintel_unsaved_key( $post_id ) );
	return is_array( $values ) ? $values : null;
}

/**
 * Keeps the unsaved values of the current user for an hour, without HTML in the title, text and excerpt that the user
 * may not store. Ignores JSON that is too long, and input that is not an object.
 *
 * @param int   $post_id Page or post; the caller has checked that the user may edit it.
 * @param mixed $sent    What the edit screen sent: an array, or the same as JSON.
 */
function lintel_keep_unsaved_values( $post_id, $sent ) {
	$sent = is_string( $sent ) && strlen( $sent ) <= LINTEL_MOST_UNSAVED ? json_decode( $sent, true ) : $sent;
	if ( ! is_array( $sent ) ) {
		return;
	}
	$values = array( 'typed' => time() );
	foreach ( array( 'title', 'content', 'excerpt' ) as $name ) {
		if ( isset( $sent[ $name ] ) && is_string( $sent[ $name ] ) ) {
			$values[ $name ] = current_user_can( 'unfiltered_html' ) ? $sent[ $name ] : wp_kses_post( $sent[ $name ] );
		}
	}
	if ( isset( $sent['featured_media'] ) ) {
		$values['featured_media'] = max( 0, (int) $sent['featured_media'] );
	}
	$values['acf'] = array();
	foreach ( isset( $sent['acf'] ) && is_array( $sent['acf'] ) ? $sent['acf'] : array() as $id => $value ) {
		if ( preg_match( '/^[A-Za-z0-9_-]+$/', (string) $id ) ) {
			$values['acf'][ $id ] = $value;
		}
	}
	set_transient( lintel_unsaved_key( $post_id ), $values, HOUR_IN_SECONDS );
}

// In the block editor, the autosave request contains the values that the edit screen has added.
add_filter(
	'rest_pre_dispatch',
	static function ( $result, $server, $request ) {
		$sent = 'POST' === $request->get_method() ? $request->get_param( 'lintel_unsaved' ) : null;
		if ( is_string( $sent ) && preg_match( '~^/wp/v2/(?:pages|posts)/(\d+)/autosaves$~', $request->get_route(), $found ) && current_user_can( 'edit_post', (int) $found[1] ) ) {
			lintel_keep_unsaved_values( (int) $found[1], $sent );
		}
		return $result;
	},
	10,
	3
);

add_filter( 'rest_request_after_callbacks', 'lintel_autosave_anyway', 10, 3 );

/**
 * Autosaves a published page of which only section values changed, so that the block editor can open its preview.
 * WordPress before 6.3 refuses an autosave of a text that did not change.
 *
 * @param mixed           $response Response, or the refusal.
 * @param array           $handler  Route handler.
 * @param WP_REST_Request $request  Request.
 * @return mixed
 */
function lintel_autosave_anyway( $response, $handler, WP_REST_Request $request ) {
	if ( ! is_wp_error( $response ) || 'rest_autosave_no_changes' !== $response->get_error_code() || ! is_string( $request->get_param( 'lintel_unsaved' ) ) ) {
		return $response;
	}
	$controller = is_array( $handler['callback'] ) ? $handler['callback'][0] : null;
	if ( ! $controller instanceof WP_REST_Autosaves_Controller ) {
		return $response;
	}
	$post_id  = (int) $request['id'];
	$autosave = wp_get_post_autosave( $post_id, get_current_user_id() );
	$id       = $autosave ? $autosave->ID : _wp_put_post_revision( $post_id, true );
	if ( ! $id || is_wp_error( $id ) ) {
		return $response;
	}
	$request->set_param( 'context', 'edit' );
	return $controller->prepare_item_for_response( get_post( $id ), $request );
}

// In the classic editor, the form contains the values if it is submitted by the button "Preview".
add_action(
	'admin_action_editpost',
	static function () {
		$post_id = isset( $_POST['post_ID'] ) ? (int) $_POST['post_ID'] : 0;
		if ( isset( $_POST['wp-preview'], $_POST['lintel_unsaved'] ) && 'dopreview' === $_POST['wp-preview'] && current_user_can( 'edit_post', $post_id ) ) {
			check_admin_referer( "update-post_$post_id" );
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- JSON; each value is cleaned where it is kept.
			lintel_keep_unsaved_values( $post_id, wp_unslash( $_POST['lintel_unsaved'] ) );
		}
	}
);

// A save makes the unsaved values obsolete.
add_action(
	'save_post',
	static function ( $post_id ) {
		if ( ! wp_is_post_revision( $post_id ) && ! ( defined( 'DOING_AUTOSAVE' ) && DOING_AUTOSAVE ) ) {
			delete_transient( lintel_unsaved_key( $post_id ) );
		}
	}
);
