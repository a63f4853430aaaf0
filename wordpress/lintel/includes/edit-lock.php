<?php
/**
 * The edit lock of pages, posts, shared sections and templates for the site's page builder: `GET` and `POST
 * /wp-json/lintel/v1/lock/{id}`. It is WordPress's own lock, so WordPress's edit screen and the page builder see each
 * other's lock.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	static function () {
		$route = array(
			'permission_callback' => 'lintel_may_lock',
			'callback'            => 'lintel_rest_lock',
		);
		register_rest_route(
			'lintel/v1',
			'/lock/(?P<id>\d+)',
			array(
				array( 'methods' => WP_REST_Server::READABLE ) + $route,
				array(
					'methods' => WP_REST_Server::CREATABLE,
					'args'    => array(
						'action' => array(
							'type'     => 'string',
							'enum'     => array( 'hold', 'take', 'release' ),
							'required' => true,
						),
					),
				) + $route,
			)
		);
	}
);

/**
 * Allows users who may edit this page.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function lintel_may_lock( WP_REST_Request $request ) {
	$post = get_post( (int) $request['id'] );
	if ( ! $post || ! ( 'post' === $post->post_type || lintel_has_layout( $post->post_type ) ) ) {
		return new WP_Error( 'rest_post_invalid_id', __( 'Invalid post ID.', 'lintel' ), array( 'status' => 404 ) );
	}
	if ( ! current_user_can( 'edit_post', $post->ID ) ) {
		return new WP_Error( 'rest_cannot_edit', __( 'Sorry, you are not allowed to edit this post.', 'lintel' ), array( 'status' => rest_authorization_required_code() ) );
	}
	return true;
}

/**
 * Acquires, takes over or releases the lock, or just reads it without an action. Returns the other user who holds it.
 *
 * @param WP_REST_Request $request Request; `action` is `hold`, `take` or `release`.
 * @return array { by: null, or { id, name } of another user }
 */
function lintel_rest_lock( WP_REST_Request $request ) {
	require_once ABSPATH . 'wp-admin/includes/post.php';
	$id     = (int) $request['id'];
	$other  = wp_check_post_lock( $id );
	$action = $request['action'];
	if ( 'take' === $action || ( 'hold' === $action && ! $other ) ) {
		wp_set_post_lock( $id );
		$other = false;
	} elseif ( 'release' === $action && ! $other ) {
		delete_post_meta( $id, '_edit_lock' );
	}
	$user = $other ? get_userdata( $other ) : false;
	return array(
		'by' => $user ? array(
			'id'   => $user->ID,
			'name' => $user->display_name,
		) : null,
	);
}
