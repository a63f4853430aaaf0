<?php
/**
 * Change notices: a request that changed something sends the site one signed message after everything is stored. The
 * message says that there is something new in the change feed, but not what; the site then reads the feed. So it does
 * not matter whether a notice is lost, sent twice or late. Saving never fails because of the site.
 *
 * Each request sends its notice at its end, whatever happened to earlier ones. The site responds as soon as it has
 * stored the notice, because a small host has one PHP process, which the site needs to read the changes. If PHP can end
 * its response first, the editor does not wait. Otherwise, saving takes up to a second longer. A failed notice is sent
 * again: at once by a second request of this WordPress to itself, by the edit screen when it requests the state, with
 * the next change, and by WordPress's cron.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Timeouts in seconds: while nobody waits, while somebody who saved waits, and for a request to this WordPress. */
const LINTEL_NOTICE_TIMEOUT       = 5;
const LINTEL_NOTICE_SHORT_TIMEOUT = 0.5;
const LINTEL_LOOPBACK_TIMEOUT     = 0.3;

/**
 * Timeout in seconds of the connection test, which waits until the site has read this WordPress. The site responds
 * within 8 seconds, or later if it has just started.
 */
const LINTEL_TEST_TIMEOUT = 20;

/** The REST route that sends what has not reached the site. */
const LINTEL_SEND_ROUTE = '/lintel/v1/notices/send';

// Runs after lintel_write_changes(), because the site reads the changes at once.
add_action( 'shutdown', 'lintel_send_noted_changes', 200 );
add_action( 'lintel_retry_notices', 'lintel_send_unsent_notices', 10, 0 );
add_action( 'http_api_curl', 'lintel_limit_curl', 10, 2 );
add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/notices/send',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_send_notices',
				'permission_callback' => static function ( WP_REST_Request $request ) {
					return 'valid' === lintel_check_signature( $request );
				},
			)
		);
	}
);

/**
 * Logs what changed in this request, and sends the site a notice, after the response if PHP can end it first.
 */
function lintel_send_noted_changes() {
	$changes = lintel_noted_changes();
	if ( ! $changes || ! lintel_is_connected() || wp_installing() ) {
		return;
	}
	// Logged before the response ends, because the edit screen requests the state as soon as it has the response.
	$own = lintel_log_notice( $changes );
	if ( lintel_end_response() ) {
		lintel_send_unsent_notices( $own );
	} elseif ( ! lintel_send_unsent_notices( $own, LINTEL_NOTICE_SHORT_TIMEOUT ) ) {
		lintel_send_in_background();
	}
}

/**
 * Ends the response, so that the browser does not wait while the notice is sent.
 *
 * @return bool True also in cron and on the command line, where no browser waits. False if PHP cannot end the response.
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
 * Sends unsent notices in the background, with a loopback request whose response nobody waits for. On some hosts,
 * loopback requests fail; the notices are then sent in one of the other ways that the top of this file lists.
 */
function lintel_send_in_background() {
	$url = rest_url( ltrim( LINTEL_SEND_ROUTE, '/' ) );
	wp_remote_post(
		$url,
		array(
			'lintel'    => true,
			'blocking'  => false,
			'timeout'   => LINTEL_LOOPBACK_TIMEOUT,
			/** This filter is documented in wp-includes/class-wp-http-streams.php */
			'sslverify' => apply_filters( 'https_local_ssl_verify', false, $url ),
			'headers'   => lintel_signature_header( 'POST', LINTEL_SEND_ROUTE ),
		)
	);
}

/**
 * Sends unsent notices. Continues after the loopback request has been closed.
 *
 * @return array { sent: bool }
 */
function lintel_rest_send_notices() {
	ignore_user_abort( true );
	return array( 'sent' => lintel_send_unsent_notices() );
}

/**
 * Makes cURL keep to timeouts of less than a second in this plugin's notices; WordPress rounds them up.
 *
 * @param resource|CurlHandle $handle    cURL handle.
 * @param array               $arguments Arguments of the request.
 */
function lintel_limit_curl( $handle, $arguments ) {
	if ( empty( $arguments['lintel'] ) ) {
		return;
	}
	$milliseconds = (int) round( 1000 * $arguments['timeout'] );
	// phpcs:disable WordPress.WP.AlternativeFunctions -- The handle is WordPress's own.
	// Without this, cURL has no timeouts below a second on some hosts.
	curl_setopt( $handle, CURLOPT_NOSIGNAL, true );
	curl_setopt( $handle, CURLOPT_CONNECTTIMEOUT_MS, $milliseconds );
	curl_setopt( $handle, CURLOPT_TIMEOUT_MS, $milliseconds );
	// phpcs:enable
}

/**
 * Sends one notice for all changes that have not reached the site. If that fails, the next attempt is scheduled, unless
 * the last one has been made.
 *
 * @param array $own     The entry of this request, by its key. It is sent even if another request has just overwritten
 *                       the log.
 * @param float $timeout Timeout in seconds.
 * @return bool False if another attempt at once may help.
 */
function lintel_send_unsent_notices( array $own = array(), $timeout = LINTEL_NOTICE_TIMEOUT ) {
	$batch = lintel_take_unsent_notices( $own );
	if ( ! $batch || ! lintel_is_connected() ) {
		return true;
	}
	$id     = wp_generate_uuid4();
	$last   = end( $batch );
	$result = lintel_post_notice( $id, array( 'user' => $last['user'] ), $timeout );
	lintel_log_result( $batch, $id, $result );
	// A refusal is final for now: the site has no shared secret, or does not show this WordPress yet.
	return 'failed' !== $result['state'] || ! empty( $result['refused'] );
}

/**
 * Sends a signed notice.
 *
 * @param string $id      Its id, a UUID.
 * @param array  $notice  { user, about? }.
 * @param float  $timeout Timeout in seconds.
 * @param bool   $waits   Whether to wait until the site has read this WordPress; otherwise it responds at once.
 * @return array What lintel_read_notice_answer() returns, and `took`, in milliseconds.
 */
function lintel_post_notice( $id, array $notice, $timeout = LINTEL_NOTICE_TIMEOUT, $waits = false ) {
	$body    = wp_json_encode( array( 'newest' => lintel_newest_mark() ) + $notice );
	$headers = array( 'Content-Type' => 'application/json' ) + lintel_signature_header( 'POST', '/api/content/changes', $body, $id );
	if ( ! $waits ) {
		$headers['Prefer'] = 'respond-async';
	}
	$began  = microtime( true );
	$answer = wp_remote_post(
		lintel_connection()['url'] . '/api/content/changes',
		array(
			'lintel'      => true,
			'timeout'     => $timeout,
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
 * Reads the site's response to a notice. The reason of a failure is a message for editors, if possible with the fix.
 *
 * @param array|WP_Error $answer Result of wp_remote_post().
 * @return array { state: live, reading or failed; reason: '' or why not live; milliseconds: until it was live, or null;
 *               refused: whether the site takes no notices at all; absent if it accepted this one }
 */
function lintel_read_notice_answer( $answer ) {
	$url = lintel_connection()['url'];
	if ( is_wp_error( $answer ) ) {
		return lintel_failed_notice( lintel_describe_unreachable_site( $answer ) );
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
		return lintel_failed_notice( __( 'The site’s server does not know the shared secret. Set WORDPRESS_WEBHOOK_SECRET there to the shared secret of Settings → Site settings, and restart the server.', 'lintel' ), true );
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
 * @param string $reason  Why, and how to fix it.
 * @param bool   $refused Whether the site takes no notices at all.
 * @return array
 */
function lintel_failed_notice( $reason, $refused = false ) {
	return array(
		'state'        => 'failed',
		'reason'       => $reason,
		'refused'      => $refused,
		'milliseconds' => null,
	);
}

/**
 * Tests the connection with a notice. If it works, unsent notices are sent.
 *
 * @return array As lintel_post_notice().
 */
function lintel_test_connection() {
	$result = lintel_post_notice(
		wp_generate_uuid4(),
		array( 'user' => get_current_user_id() ),
		LINTEL_TEST_TIMEOUT,
		true
	);
	if ( 'failed' !== $result['state'] ) {
		lintel_send_unsent_notices();
	}
	return $result;
}
