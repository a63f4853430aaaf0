<?php
/**
 * The messages for editors about change notices, and the REST route that the edit screen requests after a save.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/notices/(?P<post>\d+)',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_notice',
				'permission_callback' => static function ( WP_REST_Request $request ) {
					return current_user_can( 'edit_post', (int) $request['post'] );
				},
			)
		);
	}
);

/**
 * Responds with the state of the latest notice about a post. If the site has received the notice but not finished, asks
 * the site for the progress first. If the next attempt is due, sends the notice first.
 *
 * @param WP_REST_Request $request Request with the post's id.
 * @return array { state: none or a state of the log; message }
 */
function lintel_rest_get_notice( WP_REST_Request $request ) {
	$post  = get_post( (int) $request['post'] );
	$entry = $post ? lintel_latest_notice_of( $post->ID ) : null;
	if ( $entry && 'reading' === $entry['state'] ) {
		$entry = lintel_ask_about_notice( $entry );
	} elseif ( $entry && lintel_is_due_notice( $entry ) ) {
		lintel_send_unsent_notices();
		$entry = lintel_latest_notice_of( $post->ID );
	}
	return array(
		'state'   => $entry ? $entry['state'] : 'none',
		'message' => $entry ? lintel_notice_message( $entry, $post ) : '',
	);
}

/**
 * Asks the site whether a notice is live, and logs the result. The site responds at once, because it may need this PHP
 * process to read the changes.
 *
 * @param array $entry Entry with its key.
 * @return array The entry with the result.
 */
function lintel_ask_about_notice( array $entry ) {
	$result = lintel_post_notice(
		wp_generate_uuid4(),
		array(
			'user'  => get_current_user_id(),
			'about' => $entry['notice'],
		)
	);
	lintel_log_result( array( $entry['key'] => array_diff_key( $entry, array( 'key' => true ) ) ), $entry['notice'], $result );
	foreach ( array_intersect_key( lintel_notice_log(), array( $entry['key'] => true ) ) as $logged ) {
		return array( 'key' => $entry['key'] ) + $logged;
	}
	return $entry;
}

/**
 * Describes to an editor the progress of a notice about a page or post.
 *
 * @param array   $entry Entry.
 * @param WP_Post $post  Page or post.
 * @return string
 */
function lintel_notice_message( array $entry, WP_Post $post ) {
	$is_public = 'publish' === $post->post_status;
	switch ( $entry['state'] ) {
		case 'live':
			$time = lintel_seconds( $entry['milliseconds'] );
			/* translators: %s: a time, such as "0.8 s". */
			return sprintf( $is_public ? __( 'Live on the site, after %s.', 'lintel' ) : __( 'The site knows that visitors must not see this (%s).', 'lintel' ), $time );
		case 'waiting':
		case 'failed':
			$next = 'waiting' === $entry['state'] ? __( 'It is sent again by itself, and the site checks for changes by itself.', 'lintel' ) : __( 'The site checks for changes by itself.', 'lintel' );
			/* translators: 1: reason, 2: what happens next. */
			return sprintf( __( 'Saved, but not yet live on the site. %1$s %2$s', 'lintel' ), lintel_notice_reason( $entry ), $next );
		default:
			return __( 'Saved. Sending to the site …', 'lintel' );
	}
}

/**
 * Returns why a notice is not live: the reason in the log, otherwise that the site did not respond in time.
 *
 * @param array $entry Entry.
 * @return string
 */
function lintel_notice_reason( array $entry ) {
	return '' === $entry['reason'] ? __( 'The site did not answer in time.', 'lintel' ) : $entry['reason'];
}

/**
 * Formats milliseconds as seconds.
 *
 * @param int|null $milliseconds Milliseconds.
 * @return string Such as "0.8 s".
 */
function lintel_seconds( $milliseconds ) {
	/* translators: %s: number of seconds. */
	return sprintf( __( '%s s', 'lintel' ), number_format_i18n( $milliseconds / 1000, 1 ) );
}
