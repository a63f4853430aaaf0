<?php
/**
 * Change notices: the changes of one request are sent to the site as one signed message after everything is stored. The
 * site reads only what the message names, and renders the affected pages again. Saving never fails because of the site.
 * It does not wait for the site either, or at most 2 seconds if PHP cannot end the response first.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Timeouts in seconds, with and without waiting until the site has rendered the pages. When waiting, the site responds
 * within 8 seconds, or later if it has just started and is still reading this WordPress.
 */
const LINTEL_NOTICE_TIMEOUT       = 20;
const LINTEL_NOTICE_SHORT_TIMEOUT = 2;

/** More changes than this are sent as a single change of the type `all`. */
const LINTEL_MOST_NAMED_CHANGES = 500;

// Runs after lintel_write_version(), because notices contain the version.
add_action( 'shutdown', 'lintel_send_noted_changes', 200 );
add_action( 'lintel_retry_notices', 'lintel_send_unsent_notices' );

/**
 * Sends what changed in this request.
 */
function lintel_send_noted_changes() {
	$changes = lintel_noted_changes();
	if ( ! $changes || ! lintel_is_connected() || wp_installing() ) {
		return;
	}
	// Logged before the response ends, because the edit screen requests the state as soon as it has the response.
	$key = lintel_log_notice( $changes );
	if ( lintel_end_response() ) {
		lintel_send_unsent_notices();
	} elseif ( lintel_site_was_slow() ) {
		lintel_log_result( array( $key ), '', lintel_failed_notice( __( 'The site did not answer in time a moment ago.', 'lintel' ) ) );
	} else {
		lintel_send_unsent_notices( false );
	}
}

/**
 * Ends the response, so that the browser does not wait while the notice is sent.
 *
 * @return bool False if PHP cannot do that.
 */
function lintel_end_response() {
	if ( wp_doing_cron() || 'cli' === PHP_SAPI ) {
		return true;
	}
	ignore_user_abort( true );
	if ( PHP_SESSION_ACTIVE === session_status() ) {
		// Otherwise, the user's next request would wait for the session.
		session_write_close();
	}
	if ( function_exists( 'fastcgi_finish_request' ) ) {
		return fastcgi_finish_request();
	}
	if ( function_exists( 'litespeed_finish_request' ) ) {
		return litespeed_finish_request();
	}
	return false;
}

/**
 * Sends the changes of all notices that have not reached the site, as one notice. If that fails, they are sent again
 * later.
 *
 * @param bool $may_wait Whether to wait until the pages are rendered; otherwise the site responds at once.
 */
function lintel_send_unsent_notices( $may_wait = true ) {
	$batch = lintel_take_unsent_notices();
	if ( ! $batch || ! lintel_is_connected() ) {
		return;
	}
	$changes = array();
	foreach ( $batch as $entry ) {
		foreach ( $entry['changes'] as $change ) {
			$changes[ "{$change['type']} {$change['id']}" ] = $change;
		}
	}
	if ( count( $changes ) > LINTEL_MOST_NAMED_CHANGES ) {
		$changes = array(
			array(
				'type' => 'all',
				'id'   => 0,
			),
		);
	}
	$id     = wp_generate_uuid4();
	$last   = end( $batch );
	$result = lintel_post_notice( $id, array( 'changes' => array_values( $changes ), 'user' => $last['user'] ), $may_wait );
	lintel_log_result( array_keys( $batch ), $id, $result );
}

/**
 * Sends a signed notice.
 *
 * @param string $id       Its id, a UUID.
 * @param array  $notice   { changes, user, about? }.
 * @param bool   $may_wait Whether to wait until the site has rendered the pages.
 * @return array What lintel_read_notice_answer() returns, and `took`, in milliseconds.
 */
function lintel_post_notice( $id, array $notice, $may_wait = true ) {
	$body    = wp_json_encode( array( 'version' => (string) get_option( LINTEL_VERSION_OPTION, '0' ) ) + $notice );
	$headers = array( 'Content-Type' => 'application/json' ) + lintel_signature_header( 'POST', '/api/content/changes', $body, $id );
	if ( ! $may_wait ) {
		$headers['Prefer'] = 'respond-async';
	}
	$began  = microtime( true );
	$answer = wp_remote_post(
		lintel_connection()['url'] . '/api/content/changes',
		array(
			'timeout'     => $may_wait ? LINTEL_NOTICE_TIMEOUT : LINTEL_NOTICE_SHORT_TIMEOUT,
			'redirection' => 0,
			'headers'     => $headers,
			'body'        => $body,
		)
	);
	$result = lintel_read_notice_answer( $answer );

	$result['took'] = (int) round( ( microtime( true ) - $began ) * 1000 );
	return $result;
}

/**
 * Reads the site's response to a notice. Each failure says how to fix it.
 *
 * @param array|WP_Error $answer Result of wp_remote_post().
 * @return array { state: live, reading or failed; reason: '' or why not live; milliseconds: int or null }
 */
function lintel_read_notice_answer( $answer ) {
	$url = lintel_connection()['url'];
	if ( is_wp_error( $answer ) ) {
		/* translators: 1: address, 2: technical message. */
		return lintel_failed_notice( sprintf( __( 'The site does not answer at %1$s (%2$s). Check the address, and that the site’s server runs and can be reached from this one.', 'lintel' ), $url, $answer->get_error_message() ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $answer );
	$json   = json_decode( wp_remote_retrieve_body( $answer ), true );
	$json   = is_array( $json ) ? $json : array();
	$code   = isset( $json['code'] ) ? $json['code'] : '';
	if ( isset( $json['live'] ) ) {
		$state = $json['live'] ? 'live' : ( empty( $json['reading'] ) ? 'failed' : 'reading' );
		/* translators: %s: the site's message. */
		$reason = 'failed' === $state ? sprintf( __( 'The site got the notice, but could not read this WordPress: %s', 'lintel' ), isset( $json['reason'] ) ? $json['reason'] : '' ) : '';
		return array(
			'state'        => $state,
			'reason'       => $reason,
			'milliseconds' => isset( $json['milliseconds'] ) ? (int) $json['milliseconds'] : null,
		);
	}
	if ( 'no-secret' === $code ) {
		return lintel_failed_notice( __( 'The site’s server does not know the shared secret. Set WORDPRESS_WEBHOOK_SECRET there to the shared secret of Settings → Site settings, and restart the server.', 'lintel' ) );
	}
	if ( 'signature' === $code ) {
		return lintel_failed_notice( __( 'The site’s server has another secret. Copy the shared secret of Settings → Site settings to its WORDPRESS_WEBHOOK_SECRET, and restart the server.', 'lintel' ) );
	}
	if ( 'clock' === $code ) {
		$theirs = strtotime( (string) wp_remote_retrieve_header( $answer, 'date' ) );
		/* translators: 1 and 2: times. */
		return lintel_failed_notice( sprintf( __( 'The clocks differ by more than 5 minutes: it is %1$s (UTC) on this server and %2$s on the site’s. Set the one that is wrong.', 'lintel' ), gmdate( 'H:i:s' ), $theirs ? gmdate( 'H:i:s', $theirs ) : '?' ) );
	}
	$location = wp_remote_retrieve_header( $answer, 'location' );
	if ( $status >= 300 && $status < 400 && is_string( $location ) && '' !== $location ) {
		/* translators: 1 and 2: addresses. */
		return lintel_failed_notice( sprintf( __( '%1$s redirects to %2$s. Use the address that visitors end at.', 'lintel' ), $url, $location ) );
	}
	if ( isset( $json['error'] ) && is_string( $json['error'] ) ) {
		/* translators: 1: HTTP status, 2: the site's message. */
		return lintel_failed_notice( sprintf( __( 'The site answers %1$d: %2$s', 'lintel' ), $status, $json['error'] ) );
	}
	/* translators: 1: address, 2: HTTP status. */
	return lintel_failed_notice( sprintf( __( 'What answers at %1$s (status %2$d) is not the site’s server, or an older version of it. Check the address; a proxy in front must pass /api on.', 'lintel' ), $url, $status ) );
}

/**
 * Returns the result of a notice that failed.
 *
 * @param string $reason Why, and how to fix it.
 * @return array
 */
function lintel_failed_notice( $reason ) {
	return array(
		'state'        => 'failed',
		'reason'       => $reason,
		'milliseconds' => null,
	);
}

/**
 * Tests the connection with a notice without changes. If it works, unsent notices are sent.
 *
 * @return array As lintel_post_notice().
 */
function lintel_test_connection() {
	$result = lintel_post_notice(
		wp_generate_uuid4(),
		array(
			'changes' => array(),
			'user'    => get_current_user_id(),
		)
	);
	if ( 'failed' !== $result['state'] ) {
		lintel_send_unsent_notices();
	}
	return $result;
}
