<?php
/**
 * The connection to the site: its address, and the secret that both share. Change notices and previews are signed with
 * the secret, so it is never part of a public response.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Option with `url` and `secret`, and with `user` and `password` (its id) if an application password was made for the
 * site.
 */
const LINTEL_CONNECTION_OPTION = 'lintel_connection';

/**
 * Returns the connection. The constants LINTEL_SITE_URL and LINTEL_SECRET in wp-config.php take precedence.
 *
 * @return array { url: without a trailing slash, or ''; secret: '' if there is none }
 */
function lintel_connection() {
	$stored = get_option( LINTEL_CONNECTION_OPTION, array() );
	$stored = is_array( $stored ) ? $stored : array();
	$url    = defined( 'LINTEL_SITE_URL' ) ? LINTEL_SITE_URL : ( isset( $stored['url'] ) ? $stored['url'] : '' );
	$secret = defined( 'LINTEL_SECRET' ) ? LINTEL_SECRET : ( isset( $stored['secret'] ) ? $stored['secret'] : '' );
	return array(
		'url'    => untrailingslashit( (string) $url ),
		'secret' => (string) $secret,
	);
}

/**
 * Returns whether the site's address and the secret are known.
 *
 * @return bool
 */
function lintel_is_connected() {
	$connection = lintel_connection();
	return '' !== $connection['url'] && '' !== $connection['secret'];
}

/**
 * Signs a text with the shared secret.
 *
 * @param string $text Text.
 * @return string HMAC-SHA256 in hexadecimal.
 */
function lintel_sign( $text ) {
	return hash_hmac( 'sha256', $text, lintel_connection()['secret'] );
}

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/connection',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_connect',
				'permission_callback' => static function () {
					return current_user_can( 'manage_options' );
				},
				'args'                => array(
					'url'    => array(
						'type'     => 'string',
						'format'   => 'uri',
						'required' => true,
					),
					'secret' => array(
						'type'     => 'string',
						'pattern'  => '^\\S{32,200}$',
						'required' => true,
					),
				),
			)
		);
	}
);

/**
 * Stores the site's address and the shared secret, which the site sends after an administrator has approved an
 * application password for it. Deletes the application password of an earlier connection. Refuses to replace a
 * connection to another site, or one that is set in wp-config.php.
 *
 * @param WP_REST_Request $request Request; `url` is the site's address.
 * @return array|WP_Error { connected: true }
 */
function lintel_rest_connect( WP_REST_Request $request ) {
	if ( defined( 'LINTEL_SITE_URL' ) || defined( 'LINTEL_SECRET' ) ) {
		return new WP_Error( 'lintel_fixed_connection', __( 'The connection is set in wp-config.php.', 'lintel' ), array( 'status' => 409 ) );
	}
	$url    = untrailingslashit( esc_url_raw( $request['url'], array( 'http', 'https' ) ) );
	$secret = $request['secret'];
	if ( lintel_is_connected() && lintel_connection()['url'] !== $url ) {
		return new WP_Error( 'lintel_other_site', __( 'This WordPress is connected to another site, which would lose its previews and live edits.', 'lintel' ), array( 'status' => 409 ) );
	}
	// Delete the password of an earlier connection. The site has just received a new one.
	lintel_delete_site_password();
	update_option( LINTEL_CONNECTION_OPTION, compact( 'url', 'secret' ), true );
	return array( 'connected' => true );
}
