<?php
/**
 * Comments: those that visitors may read are entries of the change feed, in the form of WordPress's own REST API. That form
 * has neither e-mail nor IP addresses.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The types of comments that visitors see. Others are notes of editors, or orders of a shop. */
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

/** Options that change the pictures of all authors. */
const LINTEL_AVATAR_OPTIONS = array( 'show_avatars', 'avatar_default', 'avatar_rating' );

/**
 * Returns what the site must know of the discussion settings.
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
 * Renders comments. WordPress's own route shows pingbacks and trackbacks to editors only, so its controller is asked directly.
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
	// Not from WordPress's cache: if the database does not answer, no comment may seem to be gone.
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
 * Notes a change of a comment that visitors could read before or can read now. Spam is none of theirs.
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
		// WordPress then gives the replies to the comment above.
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
		if ( $after->post_password !== $before->post_password ) {
			lintel_note_comments_of_post( $post_id );
		}
	},
	10,
	3
);
