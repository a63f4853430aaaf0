<?php
/**
 * Comments: those that visitors may read are entries of the change feed, in the form of WordPress's own REST API. That
 * form has neither e-mail nor IP addresses.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The types of comments that visitors see. Other types are, for example, notes of editors or of a shop's orders. */
const LINTEL_COMMENT_TYPES = array( '', 'comment', 'pingback', 'trackback' );

/** Options that decide how comments are shown, and where they are open. */
const LINTEL_DISCUSSION_OPTIONS = array(
	'thread_comments',
	'thread_comments_depth',
	'page_comments',
	'comments_per_page',
	'default_comments_page',
	'comment_order',
	'comment_registration',
	'require_name_email',
	'close_comments_for_old_posts',
	'close_comments_days_old',
);

/** Options that change the avatars of all commenters. */
const LINTEL_AVATAR_OPTIONS = array( 'show_avatars', 'avatar_default', 'avatar_rating' );

/** Meta with the key by which a comment that the site sent is recognized. */
const LINTEL_COMMENT_KEY = '_lintel_key';

/**
 * Returns the discussion settings that the site needs.
 *
 * @return array
 */
function lintel_discussion() {
	return array(
		'threads'      => (bool) get_option( 'thread_comments' ),
		'depth'        => (int) get_option( 'thread_comments_depth' ),
		'pages'        => (bool) get_option( 'page_comments' ),
		'per_page'     => (int) get_option( 'comments_per_page' ),
		'default_page' => (string) get_option( 'default_comments_page' ),
		'order'        => (string) get_option( 'comment_order' ),
		'registration' => (bool) get_option( 'comment_registration' ),
		'name_email'   => (bool) get_option( 'require_name_email' ),
		'close_days'   => get_option( 'close_comments_for_old_posts' ) ? (int) get_option( 'close_comments_days_old' ) : 0,
	);
}

/**
 * Returns the condition for comments that visitors may read, as SQL for the tables `c` (comments) and `p` (posts).
 *
 * @return string
 */
function lintel_public_comments_sql() {
	$types = "'" . implode( "','", LINTEL_COMMENT_TYPES ) . "'";
	return "c.comment_approved = '1' AND c.comment_type IN ($types) AND p.post_status = 'publish' AND p.post_password = '' AND p.post_type IN ('post','page')";
}

/**
 * Returns the ids of the comments that visitors may read.
 *
 * @param string $after Id to continue after.
 * @param int    $limit Maximum number of ids.
 * @return array|WP_Error
 */
function lintel_comment_ids( $after, $limit ) {
	global $wpdb;
	$ids = $wpdb->get_col( $wpdb->prepare( "SELECT c.comment_ID FROM $wpdb->comments c JOIN $wpdb->posts p ON p.ID = c.comment_post_ID WHERE " . lintel_public_comments_sql() . ' AND c.comment_ID > %d ORDER BY c.comment_ID LIMIT %d', $after, $limit ) ); // phpcs:ignore WordPress.DB -- The condition holds constants only.
	return '' === $wpdb->last_error ? $ids : lintel_unreadable( $wpdb->comments );
}

/**
 * Renders comments. WordPress's own route shows pingbacks and trackbacks only to editors, so this calls the controller
 * of the route directly.
 *
 * @param string[] $ids    Comments.
 * @param string   $fields Fields.
 * @return array[]|WP_Error By id. Those that are not public are missing.
 */
function lintel_render_comments( array $ids, $fields ) {
	global $wpdb;
	if ( ! $ids ) {
		return array();
	}
	// Query the database directly: with WordPress's functions, the comments would seem to be deleted if the query failed.
	$sql    = "SELECT c.comment_ID FROM $wpdb->comments c JOIN $wpdb->posts p ON p.ID = c.comment_post_ID WHERE " . lintel_public_comments_sql() . ' AND c.comment_ID IN (' . implode( ',', array_map( 'intval', $ids ) ) . ')';
	$public = $wpdb->get_col( $sql ); // phpcs:ignore WordPress.DB -- The ids are numbers.
	if ( '' !== $wpdb->last_error ) {
		return lintel_unreadable( $wpdb->comments );
	}
	$controller = new WP_REST_Comments_Controller();
	$request    = new WP_REST_Request( 'GET', '/wp/v2/comments' );
	$request->set_query_params(
		array(
			'context' => 'view',
			'_fields' => $fields,
		)
	);
	$data = array();
	foreach ( array_filter( array_map( 'get_comment', $public ) ) as $comment ) {
		$response = rest_ensure_response( $controller->prepare_item_for_response( $comment, $request ) );

		$data[ $comment->comment_ID ] = rest_filter_response_fields( $response, rest_get_server(), $request )->get_data();
	}
	return $data;
}

/**
 * Notes a change of a comment that visitors can see: an approved one of a public type.
 *
 * @param int|WP_Comment $comment Comment.
 */
function lintel_note_comment_change( $comment ) {
	$comment = get_comment( $comment );
	if ( $comment && '1' === $comment->comment_approved && in_array( $comment->comment_type, LINTEL_COMMENT_TYPES, true ) ) {
		lintel_note_change( 'comment', $comment->comment_ID );
	}
}

/**
 * Notes a change of all comments below a post.
 *
 * @param int $post_id Post.
 */
function lintel_note_comments_of_post( $post_id ) {
	global $wpdb;
	foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT comment_ID FROM $wpdb->comments WHERE comment_post_ID = %d", $post_id ) ) as $id ) { // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Only the ids, of any type and status.
		lintel_note_change( 'comment', $id );
	}
}

add_action( 'wp_insert_comment', 'lintel_note_comment_change' );
add_action( 'edit_comment', 'lintel_note_comment_change' );
add_action(
	'transition_comment_status',
	static function ( $after, $before, $comment ) {
		if ( 'approved' === $after || 'approved' === $before ) {
			lintel_note_change( 'comment', $comment->comment_ID );
		}
	},
	10,
	3
);
add_action(
	'delete_comment',
	static function ( $comment_id, $comment ) {
		global $wpdb;
		lintel_note_comment_change( $comment );
		// WordPress then makes the replies children of the deleted comment's parent.
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT comment_ID FROM $wpdb->comments WHERE comment_parent = %d", $comment_id ) ) as $reply ) { // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- As WordPress itself finds them.
			lintel_note_comment_change( (int) $reply );
		}
	},
	10,
	2
);
add_action(
	'transition_post_status',
	static function ( $after, $before, $post ) {
		if ( $after !== $before && ( 'publish' === $after || 'publish' === $before ) ) {
			lintel_note_comments_of_post( $post->ID );
		}
	},
	10,
	3
);
add_action(
	'post_updated',
	static function ( $post_id, $after, $before ) {
		// A password or another post type can hide or show the comments.
		if ( $after->post_password !== $before->post_password || $after->post_type !== $before->post_type ) {
			lintel_note_comments_of_post( $post_id );
		}
	},
	10,
	3
);

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/comments',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_add_comment',
				'permission_callback' => 'lintel_may_add_comments',
				'args'                => array(
					'key'    => array(
						'type'     => 'string',
						'pattern'  => '^[0-9a-f]{64}$',
						'required' => true,
					),
					'post'   => array(
						'type'     => 'integer',
						'required' => true,
					),
					'parent' => array(
						'type'    => 'integer',
						'default' => 0,
					),
					'name'   => array(
						'type'    => 'string',
						'default' => '',
					),
					'email'  => array(
						'type'    => 'string',
						'default' => '',
					),
					'body'   => array(
						'type'     => 'string',
						'required' => true,
					),
					'ip'     => array(
						'type'    => 'string',
						'default' => '',
					),
					'agent'  => array(
						'type'    => 'string',
						'default' => '',
					),
					'spam'   => array(
						'type'    => 'boolean',
						'default' => false,
					),
				),
			)
		);
	}
);

/**
 * Checks the permission: allows requests signed by the site, and users who moderate comments.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function lintel_may_add_comments( WP_REST_Request $request ) {
	if ( current_user_can( 'moderate_comments' ) || 'valid' === lintel_check_signature( $request ) ) {
		return true;
	}
	return new WP_Error(
		'lintel_unknown_writer',
		__( 'Sign in as a user who may moderate comments, or sign the request with the shared secret.', 'lintel' ),
		array( 'status' => rest_authorization_required_code() )
	);
}

/**
 * Adds a comment that a visitor of the site wrote, as if WordPress's own form had sent it: with its checks, its
 * moderation and its e-mails. With `spam`, it is stored as spam. A comment that was added before, with the same `key`,
 * is not added again. Returns an error with HTTP status 409 if visitors cannot comment on the post.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error { id, status: approved, unapproved, spam or trash }.
 */
function lintel_rest_add_comment( WP_REST_Request $request ) {
	global $wpdb;
	$known = $wpdb->get_var( $wpdb->prepare( "SELECT comment_id FROM $wpdb->commentmeta WHERE meta_key = %s AND meta_value = %s", LINTEL_COMMENT_KEY, $request['key'] ) ); // phpcs:ignore WordPress.DB -- Not from a cache, and also of spam.
	if ( '' !== $wpdb->last_error ) {
		return lintel_unreadable( $wpdb->commentmeta );
	}
	if ( $known ) {
		return lintel_added_comment( (int) $known );
	}
	$post = get_post( $request['post'] );
	if ( ! $post || 'publish' !== $post->post_status || '' !== $post->post_password || ! comments_open( $post ) || get_option( 'comment_registration' ) ) {
		return new WP_Error( 'lintel_comments_closed', __( 'Visitors cannot comment on this post.', 'lintel' ), array( 'status' => 409 ) );
	}
	$parent = get_comment( $request['parent'] );
	if ( $request['spam'] ) {
		add_filter(
			'pre_comment_approved',
			static function ( $approved ) {
				return is_wp_error( $approved ) ? $approved : 'spam';
			},
			1000
		);
	}
	// An editor's comment would need no approval.
	wp_set_current_user( 0 );
	$id = wp_new_comment(
		wp_slash(
			array(
				'comment_post_ID'      => $post->ID,
				'comment_parent'       => $parent && (int) $parent->comment_post_ID === $post->ID ? (int) $parent->comment_ID : 0,
				'comment_author'       => $request['name'],
				'comment_author_email' => $request['email'],
				'comment_author_url'   => '',
				'comment_content'      => $request['body'],
				'comment_type'         => 'comment',
				'comment_author_IP'    => $request['ip'],
				'comment_agent'        => $request['agent'],
				'user_id'              => 0,
				'comment_meta'         => array( LINTEL_COMMENT_KEY => $request['key'] ),
			)
		),
		true
	);
	if ( is_wp_error( $id ) ) {
		$status = $id->get_error_data();
		return new WP_Error( $id->get_error_code(), $id->get_error_message(), array( 'status' => is_int( $status ) ? $status : 400 ) );
	}
	return $id ? lintel_added_comment( (int) $id ) : lintel_unreadable( $wpdb->comments );
}

/**
 * Returns the response for a comment that the site has sent: { id, status }.
 *
 * @param int $id Comment.
 * @return array
 */
function lintel_added_comment( $id ) {
	return array(
		'id'     => $id,
		'status' => wp_get_comment_status( $id ),
	);
}
