<?php
/**
 * Connects this WordPress to the site without typing anything. The settings screen makes a token that works once and opens
 * the site with it. When an operator approves there, the site's server sends the token back, with a secret, and gets an
 * application password of the administrator who began.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Option with the pending request: { hash, user, url, until }. */
const LINTEL_CONNECTION_REQUEST_OPTION = 'lintel_connection_request';

/** Seconds within which an operator must approve. */
const LINTEL_CONNECTION_REQUEST_TTL = 600;

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/connection/exchange',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_exchange_connection',
				// The token is the permission.
				'permission_callback' => '__return_true',
				'args'                => array(
					'token'  => array(
						'type'     => 'string',
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
		register_rest_route(
			'lintel/v1',
			'/connection/end',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => static function () {
					lintel_forget_connection();
					return array( 'ended' => true );
				},
				'permission_callback' => static function ( WP_REST_Request $request ) {
					return 'valid' === lintel_check_signature( $request );
				},
			)
		);
	}
);

/**
 * Returns why this WordPress cannot be connected by the current user; '' if it can.
 *
 * @return string
 */
function lintel_connection_obstacle() {
	if ( defined( 'LINTEL_SITE_URL' ) || defined( 'LINTEL_SECRET' ) ) {
		return __( 'The connection is set in wp-config.php. Remove LINTEL_SITE_URL and LINTEL_SECRET there to connect it here.', 'lintel' );
	}
	if ( ! wp_is_application_passwords_supported() ) {
		return __( 'The site needs an application password of WordPress, and WordPress offers them only over HTTPS. Serve this WordPress by HTTPS, then connect it.', 'lintel' );
	}
	if ( ! wp_is_application_passwords_available_for_user( get_current_user_id() ) ) {
		return __( 'The site needs an application password, and a plugin has switched these off for your account. Allow them in that plugin (often a security plugin), then connect.', 'lintel' );
	}
	return '';
}

/**
 * Returns a typed address of the site as an origin, such as https://www.example.com; '' if it is none.
 *
 * @param string $typed What was typed.
 * @return string
 */
function lintel_typed_origin( $typed ) {
	if ( ! preg_match( '~^https?://~i', $typed ) ) {
		$typed = ( preg_match( '~^(localhost|127\.0\.0\.1|\[::1\])(:|/|$)~i', $typed ) ? 'http://' : 'https://' ) . $typed;
	}
	$parts = wp_parse_url( esc_url_raw( $typed, array( 'http', 'https' ) ) );
	if ( ! isset( $parts['scheme'], $parts['host'] ) || isset( $parts['user'] ) ) {
		return '';
	}
	return strtolower( $parts['scheme'] . '://' . $parts['host'] ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/**
 * Asks an address whether a Lintel site answers there.
 *
 * @param string $origin Origin.
 * @return string|WP_Error The origin of the site, which may have another name, such as with "www.".
 */
function lintel_find_site( $origin ) {
	// Not wp_safe_remote_get(): the site may be on this machine or in a private network.
	$response = wp_remote_get(
		"$origin/api/content/connection",
		array(
			'timeout'     => 10,
			'redirection' => 3,
		)
	);
	if ( is_wp_error( $response ) ) {
		/* translators: 1: address, 2: technical message. */
		return new WP_Error( 'lintel_site_away', sprintf( __( 'Nothing answers at %1$s (%2$s). Check the address, and that the site runs and can be reached from the server of this WordPress.', 'lintel' ), $origin, $response->get_error_message() ) );
	}
	$answer = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 200 !== wp_remote_retrieve_response_code( $response ) || empty( $answer['lintel'] ) ) {
		/* translators: 1: address, 2: HTTP status. */
		return new WP_Error( 'lintel_no_site', sprintf( __( 'What answers at %1$s (status %2$s) is not a Lintel site, or an older version of one. Type the address that visitors of the site use. If it is the right one, update the site, or use “Connect by hand”.', 'lintel' ), $origin, wp_remote_retrieve_response_code( $response ) ) );
	}
	$own = isset( $answer['url'] ) && is_string( $answer['url'] ) ? lintel_typed_origin( $answer['url'] ) : '';
	return '' === $own ? $origin : $own;
}

/**
 * Begins to connect: stores a request of the current user, and returns the address at which an operator of the site
 * approves. The request is in the fragment, which browsers send to no server.
 *
 * @param string $origin Origin of the site.
 * @return string
 */
function lintel_request_connection( $origin ) {
	$token = wp_generate_password( 48, false );
	update_option(
		LINTEL_CONNECTION_REQUEST_OPTION,
		array(
			'hash'  => hash( 'sha256', $token ),
			'user'  => get_current_user_id(),
			'url'   => $origin,
			'until' => time() + LINTEL_CONNECTION_REQUEST_TTL,
		),
		false
	);
	return "$origin/admin/settings/wordpress#" . http_build_query(
		array(
			'wordpress' => home_url(),
			'token'     => $token,
		),
		'',
		'&',
		PHP_QUERY_RFC3986
	);
}

/**
 * Exchanges the token of a pending request for an account, and stores the connection.
 *
 * @param WP_REST_Request $request Request of the site's server.
 * @return array|WP_Error { username, password, uuid, screen }
 */
function lintel_rest_exchange_connection( WP_REST_Request $request ) {
	$pending = get_option( LINTEL_CONNECTION_REQUEST_OPTION );
	if ( ! is_array( $pending ) || ! isset( $pending['hash'], $pending['user'], $pending['url'], $pending['until'] ) || ! hash_equals( $pending['hash'], hash( 'sha256', $request['token'] ) ) ) {
		return lintel_refused_exchange( __( 'WordPress does not know this request: it was used already, or a newer one was begun. Press “Connect” in WordPress again.', 'lintel' ) );
	}
	// The database deletes it for one of two requests only, so the token works once.
	if ( ! delete_option( LINTEL_CONNECTION_REQUEST_OPTION ) || $pending['until'] < time() ) {
		return lintel_refused_exchange( __( 'This request is older than ten minutes. Press “Connect” in WordPress again.', 'lintel' ) );
	}
	$user = get_userdata( $pending['user'] );
	if ( ! $user || ! user_can( $user, 'manage_options' ) ) {
		return lintel_refused_exchange( __( 'The account that began is not an administrator of WordPress any more.', 'lintel' ) );
	}
	wp_set_current_user( $user->ID );
	$obstacle = lintel_connection_obstacle();
	if ( '' !== $obstacle ) {
		return lintel_refused_exchange( $obstacle );
	}
	if ( lintel_is_connected() && lintel_connection()['url'] !== $pending['url'] ) {
		return lintel_refused_exchange( __( 'This WordPress is connected to another site, which would lose its previews and live edits.', 'lintel' ) );
	}
	// Of an earlier connection to the same site.
	lintel_delete_site_password();
	/* translators: %s: host of the site, such as www.example.com. */
	$name = sprintf( __( 'Lintel site %s', 'lintel' ), wp_parse_url( $pending['url'], PHP_URL_HOST ) );
	$made = WP_Application_Passwords::create_new_application_password( $user->ID, array( 'name' => $name ) );
	if ( is_wp_error( $made ) ) {
		return lintel_refused_exchange( $made->get_error_message() );
	}
	list( $password, $item ) = $made;
	update_option(
		LINTEL_CONNECTION_OPTION,
		array(
			'url'      => $pending['url'],
			'secret'   => $request['secret'],
			'user'     => $user->ID,
			'password' => $item['uuid'],
		),
		true
	);
	$response = new WP_REST_Response(
		array(
			'username' => $user->user_login,
			'password' => WP_Application_Passwords::chunk_password( $password ),
			'uuid'     => $item['uuid'],
			'screen'   => admin_url( 'options-general.php?page=lintel-site-settings&tab=connection' ),
		)
	);
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}

/**
 * Returns the error for a refused exchange.
 *
 * @param string $message Why, and what to do.
 * @return WP_Error
 */
function lintel_refused_exchange( $message ) {
	return new WP_Error( 'lintel_refused_exchange', $message, array( 'status' => 403 ) );
}

/**
 * Deletes the application password that was made for the site, if there is one.
 */
function lintel_delete_site_password() {
	$stored = get_option( LINTEL_CONNECTION_OPTION );
	if ( isset( $stored['user'], $stored['password'] ) ) {
		WP_Application_Passwords::delete_application_password( $stored['user'], $stored['password'] );
	}
}

/**
 * Forgets the site and the secret, and deletes the application password that was made for the site.
 */
function lintel_forget_connection() {
	lintel_delete_site_password();
	delete_option( LINTEL_CONNECTION_OPTION );
}

/**
 * Sends a signed request about the connection to the site.
 *
 * @param string $action move, stop, use or end; '' only asks for the state.
 * @return array|WP_Error The site's answer. The state is { source, changing, fault, move }.
 */
function lintel_ask_site( $action = '' ) {
	$url    = lintel_connection()['url'];
	$is_get = '' === $action;
	$route  = '/api/content/connection' . ( $is_get ? '/state' : '' );
	$body   = $is_get ? '' : wp_json_encode(
		array(
			'action' => $action,
			'by'     => wp_get_current_user()->display_name,
		)
	);
	$method = $is_get ? 'GET' : 'POST';
	$answer = wp_remote_request(
		$url . $route,
		array(
			'method'      => $method,
			'timeout'     => $is_get ? 3 : 15,
			'redirection' => 0,
			'headers'     => array( 'Content-Type' => 'application/json' ) + lintel_signature_header( $method, $route, $body ),
		) + ( $is_get ? array() : array( 'body' => $body ) )
	);
	if ( is_wp_error( $answer ) ) {
		/* translators: 1: address, 2: technical message. */
		return new WP_Error( 'lintel_site_away', sprintf( __( 'The site does not answer at %1$s (%2$s). Check that it runs.', 'lintel' ), $url, $answer->get_error_message() ) );
	}
	$status = wp_remote_retrieve_response_code( $answer );
	$json   = json_decode( wp_remote_retrieve_body( $answer ), true );
	if ( 200 === $status && is_array( $json ) ) {
		return $json;
	}
	$code = isset( $json['code'] ) && is_string( $json['code'] ) ? "lintel_{$json['code']}" : 'lintel_site_refuses';
	if ( isset( $json['error'] ) && is_string( $json['error'] ) ) {
		return new WP_Error( $code, $json['error'] );
	}
	/* translators: 1: address, 2: HTTP status. */
	return new WP_Error( 'lintel_no_site', sprintf( __( 'What answers at %1$s (status %2$s) is not a Lintel site, or an older version of one.', 'lintel' ), $url, $status ) );
}
