<?php
/**
 * The signature of requests between this plugin and the site, in both directions: the header
 * `X-Lintel-Signature: t=<Unix seconds>,id=<UUID>,v1=<HMAC-SHA256 of "t.id.METHOD route", a line break and the body>`.
 * The route is a path of the site, such as /api/content/changes, or a REST route, such as /lintel/v1/doctor.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Seconds by which the clock of the site may differ. */
const LINTEL_CLOCKS_MAY_DIFFER = 300;

/**
 * Returns the header that signs a request to the site, or to a REST route of this WordPress.
 *
 * @param string $method Method.
 * @param string $route  Path on the site, or REST route.
 * @param string $body   Raw body.
 * @param string $id     Id of the request, a UUID; '' for a new one.
 * @return string[] { X-Lintel-Signature }
 */
function lintel_signature_header( $method, $route, $body = '', $id = '' ) {
	$time = (string) time();
	$id   = '' === $id ? wp_generate_uuid4() : $id;
	return array( 'X-Lintel-Signature' => "t=$time,id=$id,v1=" . lintel_sign( "$time.$id.$method $route\n$body" ) );
}

/**
 * Checks the signature of a request to this WordPress.
 *
 * @param WP_REST_Request $request Request.
 * @return string 'valid'; 'invalid'; 'clock' if only the time is wrong; 'none' without a signature; 'no secret' if this
 *                WordPress has no secret.
 */
function lintel_check_signature( WP_REST_Request $request ) {
	if ( '' === lintel_connection()['secret'] ) {
		return 'no secret';
	}
	$header = (string) $request->get_header( 'x_lintel_signature' );
	if ( '' === $header ) {
		return 'none';
	}
	if ( ! preg_match( '/^t=(\d{1,12}),id=([0-9a-f-]{36}),v1=([0-9a-f]{64})$/', $header, $found ) ) {
		return 'invalid';
	}
	list( , $time, $id, $signature ) = $found;
	if ( ! hash_equals( lintel_sign( "$time.$id." . $request->get_method() . ' ' . $request->get_route() . "\n" . $request->get_body() ), $signature ) ) {
		return 'invalid';
	}
	return abs( time() - (int) $time ) > LINTEL_CLOCKS_MAY_DIFFER ? 'clock' : 'valid';
}
