<?php
/**
 * The message for a request to the site that got no answer.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * What cURL reports if the server at an https address does not encrypt: OpenSSL until 1.0, until 3.1 and since, GnuTLS,
 * and NSS.
 */
const LINTEL_SPEAKS_PLAIN_HTTP = '/wrong version number|packet length too long|unknown protocol|unexpected TLS packet|RECORD_TOO_LONG/i';

/**
 * Returns why the site cannot be reached, with the fix.
 *
 * @param WP_Error $error Error of a request to the site.
 * @return string
 */
function lintel_describe_unreachable_site( WP_Error $error ) {
	$url  = lintel_connection()['url'];
	$said = $error->get_error_message();
	if ( 0 === stripos( $url, 'https://' ) && preg_match( LINTEL_SPEAKS_PLAIN_HTTP, $said ) ) {
		/* translators: 1: address with https, 2: address with http. */
		return sprintf( __( 'The server at %1$s speaks plain http. Use %2$s as the address of the site, or set up HTTPS on that server.', 'lintel' ), $url, 'http://' . substr( $url, strlen( 'https://' ) ) );
	}
	/* translators: 1: address, 2: technical message. */
	return sprintf( __( 'The site does not answer at %1$s (%2$s). Check the address, and that the site’s server runs and can be reached from this one.', 'lintel' ), $url, $said );
}
