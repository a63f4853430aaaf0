<?php
/**
 * Connects this WordPress to the site, so that nobody has to copy a secret. The settings screen creates a token that
 * works once and opens the site with it. When an operator approves there, the site's server sends the token back, with
 * a secret, and gets an application password of the administrator who began.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Option with the pending request: { hash: SHA-256 of the token, user: id, url: origin, until: Unix time }. */
const LINTEL_CONNECTION_REQUEST_OPTION = 'lintel_connection_request';

/** Seconds within which an operator must approve. */
const LINTEL_CONNECTION_REQUEST_TTL = 600;

/** Seconds to wait for the state of the connection, for which a screen waits, and for an action. */
const LINTEL_STATE_TIMEOUT  = 3;
const LINTEL_ACTION_TIMEOUT = 15;

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
 * Sends a request to an address, to find out whether it belongs to a Lintel site.
 *
 * @param string $origin Origin.
 * @return string|WP_Error The origin that the site itself names, which may differ from `$origin`, such as by "www.";
 *                         `$origin` if it names none.
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
		return new WP_Error( 'lintel_site_away', lintel_describe_unreachable_site( $response, $origin ) );
	}
	$answer = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( 200 !== wp_remote_retrieve_response_code( $response ) || empty( $answer['lintel'] ) ) {
		return lintel_no_site( $origin, $response );
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
 * Exchanges the token of a pending request for an application password of the administrator who began, and stores the
 * connection. Deletes the password of an earlier connection to the same site. Refuses to replace a connection to
 * another site.
 *
 * @param WP_REST_Request $request Request of the site's server.
 * @return array|WP_Error { username, password, uuid: id of the password, screen: URL of the connection tab }
 */
function lintel_rest_exchange_connection( WP_REST_Request $request ) {
	$pending = get_option( LINTEL_CONNECTION_REQUEST_OPTION );
	if ( ! is_array( $pending ) || ! isset( $pending['hash'], $pending['user'], $pending['url'], $pending['until'] ) || ! hash_equals( $pending['hash'], hash( 'sha256', $request['token'] ) ) ) {
		return lintel_refused_exchange( __( 'WordPress does not know this request: it was used already, or a newer one was begun. Press “Connect” in WordPress again.', 'lintel' ) );
	}
	// Of two simultaneous requests, only one deletes the option, so the token works once.
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
 * Asks the site what it shows, and how far it is with filling this WordPress.
 *
 * @return array|WP_Error { source: environment or connection if the site shows this WordPress, otherwise embedded or
 *                        built-in; changing: whether it is changing to another source; fault: why it cannot read this
 *                        WordPress, or null; move: progress of filling this WordPress, or null }
 */
function lintel_connection_state() {
	return lintel_ask_site( 'GET', '/api/content/connection/state', LINTEL_STATE_TIMEOUT );
}

/**
 * Has the site act on the connection, in the name of the current user.
 *
 * @param string $action move, stop, use or end.
 * @return array|WP_Error
 */
function lintel_act_on_site( $action ) {
	$data = array(
		'action' => $action,
		'by'     => wp_get_current_user()->display_name,
	);
	return lintel_ask_site( 'POST', '/api/content/connection', LINTEL_ACTION_TIMEOUT, $data );
}
