<?php
/**
 * Signed requests to the site, and the messages for those that fail.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Matches the cURL error for an https URL whose server speaks plain http, in the wording of OpenSSL (which differs by
 * version), GnuTLS or NSS.
 */
const LINTEL_SPEAKS_PLAIN_HTTP = '/wrong version number|packet length too long|unknown protocol|unexpected TLS packet|RECORD_TOO_LONG/i';

/**
 * Sends a signed request to the site, and returns the JSON of its response.
 *
 * @param string     $method  GET or POST.
 * @param string     $route   Path on the site.
 * @param float      $timeout Seconds to wait.
 * @param array|null $data    JSON body; null for none.
 * @return array|WP_Error Error codes: the site's own with a prefix, such as lintel_no-secret; lintel_site_refuses if it
 *                        gives no code; lintel_site_away if it does not respond; lintel_no_site if the response does
 *                        not come from a Lintel site.
 */
function lintel_ask_site( $method, $route, $timeout, $data = null ) {
	$body   = null === $data ? '' : (string) wp_json_encode( $data );
	$answer = wp_remote_request(
		lintel_connection()['url'] . $route,
		array(
			'method'      => $method,
			'timeout'     => $timeout,
			'redirection' => 0,
			'headers'     => ( '' === $body ? array() : array( 'Content-Type' => 'application/json' ) ) + lintel_signature_header( $method, $route, $body ),
		) + ( '' === $body ? array() : array( 'body' => $body ) )
	);
	if ( is_wp_error( $answer ) ) {
		return new WP_Error( 'lintel_site_away', lintel_describe_unreachable_site( $answer ) );
	}
	$json = json_decode( wp_remote_retrieve_body( $answer ), true );
	return 200 === wp_remote_retrieve_response_code( $answer ) && is_array( $json ) ? $json : lintel_site_refusal( $answer, $json );
}

/**
 * Returns the error for a response without the expected JSON: the error that the site names in it, otherwise that the
 * response does not come from a Lintel site.
 *
 * @param array $answer Response.
 * @param mixed $json   Its body, decoded; null if it is not JSON.
 * @return WP_Error
 */
function lintel_site_refusal( array $answer, $json ) {
	if ( isset( $json['error'] ) && is_string( $json['error'] ) ) {
		return new WP_Error( isset( $json['code'] ) && is_string( $json['code'] ) ? "lintel_{$json['code']}" : 'lintel_site_refuses', $json['error'] );
	}
	return lintel_no_site( lintel_connection()['url'], $answer );
}

/**
 * Returns the error for a URL where the response does not come from a Lintel site, or comes from an older version of
 * one.
 *
 * @param string $url    Address.
 * @param array  $answer Response.
 * @return WP_Error
 */
function lintel_no_site( $url, array $answer ) {
	/* translators: 1: address, 2: HTTP status. */
	return new WP_Error( 'lintel_no_site', sprintf( __( 'What answers at %1$s (status %2$s) is not a Lintel site, or an older version of one. Use the address that visitors of the site use. If it is the right one, update the site.', 'lintel' ), $url, wp_remote_retrieve_response_code( $answer ) ) );
}

/**
 * Returns why the site cannot be reached, with the fix.
 *
 * @param WP_Error    $error Error of a request to the site.
 * @param string|null $url   Address, if it is not that of the connection.
 * @return string
 */
function lintel_describe_unreachable_site( WP_Error $error, $url = null ) {
	$url  = null === $url ? lintel_connection()['url'] : $url;
	$said = $error->get_error_message();
	if ( 0 === stripos( $url, 'https://' ) && preg_match( LINTEL_SPEAKS_PLAIN_HTTP, $said ) ) {
		/* translators: 1: address with https, 2: address with http. */
		return sprintf( __( 'The server at %1$s speaks plain http. Use %2$s as the address of the site, or set up HTTPS on that server.', 'lintel' ), $url, 'http://' . substr( $url, strlen( 'https://' ) ) );
	}
	/* translators: 1: address, 2: technical message. */
	return sprintf( __( 'The site does not answer at %1$s (%2$s). Check the address, and that the site’s server runs and can be reached from this one.', 'lintel' ), $url, $said );
}
