<?php
/**
 * Authentication behind a server that requires its own password. That password occupies the only Authorization header,
 * so the site sends the application password in X-Lintel-Authorization, or "none" to read anonymously.
 *
 * WordPress checks the account as usual. This file only changes the header that the account is read from.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Replaces the credentials in the header Authorization with those in X-Lintel-Authorization. If the latter has no Basic
 * credentials, such as "none", just removes the former. Without X-Lintel-Authorization, does nothing.
 */
function lintel_read_proxied_account() {
	if ( ! isset( $_SERVER['HTTP_X_LINTEL_AUTHORIZATION'] ) ) {
		return;
	}
	// WordPress would treat the proxy's account as one of its own, and refuse it.
	unset( $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'], $_SERVER['HTTP_AUTHORIZATION'], $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] );
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- A password must stay as it was sent.
	$header = wp_unslash( $_SERVER['HTTP_X_LINTEL_AUTHORIZATION'] );
	if ( 0 !== stripos( $header, 'Basic ' ) ) {
		return;
	}
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- HTTP basic authentication.
	$account = explode( ':', (string) base64_decode( substr( $header, 6 ), true ), 2 );
	if ( 2 === count( $account ) ) {
		list( $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'] ) = $account;
	}
}

lintel_read_proxied_account();
