<?php
/**
 * What this plugin finds out about its WordPress for the checks of the site: `GET /wp-json/lintel/v1/doctor`.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Seconds by which the clock of the site may differ. */
const LINTEL_CLOCKS_MAY_DIFFER = 300;

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/doctor',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_doctor',
				'permission_callback' => 'lintel_may_examine',
			)
		);
	}
);

/**
 * Lets accounts that edit pages in, and the site with our secret: versions are nobody else's business. The refusal says
 * whether an account was sent at all, which tells a wrong password from a header that the web server removes.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function lintel_may_examine( WP_REST_Request $request ) {
	if ( current_user_can( 'edit_pages' ) || 'valid' === lintel_doctor_signature( $request ) ) {
		return true;
	}
	return new WP_Error(
		'lintel_unknown_reader',
		__( 'Sign in as a user who may edit pages, or sign the request with the shared secret.', 'lintel' ),
		array(
			'status'        => rest_authorization_required_code(),
			'authorization' => lintel_has_authorization(),
		)
	);
}

/**
 * Returns whether an account came with this request, right or wrong.
 *
 * @return bool
 */
function lintel_has_authorization() {
	return isset( $_SERVER['PHP_AUTH_USER'] ) || ! empty( $_SERVER['HTTP_AUTHORIZATION'] ) || ! empty( $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] );
}

/**
 * Returns the version in the header of this plugin.
 *
 * @return string
 */
function lintel_version() {
	$header = get_file_data( dirname( __DIR__ ) . '/lintel.php', array( 'version' => 'Version' ) );
	return $header['version'];
}

/**
 * Returns what the site cannot see from outside.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function lintel_rest_get_doctor( WP_REST_Request $request ) {
	$blocks = array();
	foreach ( lintel_known_sections()['blocks'] as $id => $block ) {
		$blocks[ $id ] = array_column( $block['fields'], 'name' );
	}
	return array(
		'version'       => lintel_version(),
		'wordpress'     => get_bloginfo( 'version' ),
		'php'           => PHP_VERSION,
		'fields'        => lintel_fields_plugin(),
		'blocks'        => (object) $blocks,
		'closed_groups' => lintel_closed_groups(),
		'site'          => lintel_connection()['url'],
		'signature'     => lintel_doctor_signature( $request ),
		'authorization' => lintel_has_authorization(),
	);
}

/**
 * Returns whether the site signed a request with our secret.
 *
 * @param WP_REST_Request $request Request.
 * @return string 'valid', 'invalid', 'none' or 'no secret'.
 */
function lintel_doctor_signature( WP_REST_Request $request ) {
	if ( '' === lintel_connection()['secret'] ) {
		return 'no secret';
	}
	$signature = (string) $request->get_header( 'x_lintel_signature' );
	if ( '' === $signature ) {
		return 'none';
	}
	$time = (string) $request->get_header( 'x_lintel_time' );
	if ( ! preg_match( '/^\d{1,12}$/', $time ) || abs( time() - (int) $time ) > LINTEL_CLOCKS_MAY_DIFFER ) {
		return 'invalid';
	}
	return hash_equals( lintel_sign( "GET /lintel/v1/doctor\n$time" ), $signature ) ? 'valid' : 'invalid';
}

/**
 * Returns the plugin that stores custom fields, if it is not this one.
 *
 * @return array|null { name, version }
 */
function lintel_fields_plugin() {
	if ( ! class_exists( 'ACF' ) ) {
		return null;
	}
	// Each of the plugins tells its own name: ACF, ACF PRO or Secure Custom Fields.
	$name = function_exists( 'acf_get_setting' ) ? acf_get_setting( 'name' ) : '';
	return array(
		'name'    => is_string( $name ) && '' !== $name ? $name : 'Advanced Custom Fields',
		'version' => defined( 'ACF_VERSION' ) ? (string) ACF_VERSION : '0',
	);
}

/**
 * Returns field groups that hold sections of the site and are not shown in REST, so that the site never gets them.
 *
 * @return array[] { title, sections }
 */
function lintel_closed_groups() {
	if ( ! function_exists( 'acf_get_field_groups' ) || ! function_exists( 'acf_get_fields' ) ) {
		return array();
	}
	$known = array();
	foreach ( lintel_known_sections()['pages'] as $page ) {
		$known += array_flip( array_keys( $page['values'] ) );
	}
	$closed = array();
	foreach ( acf_get_field_groups() as $group ) {
		if ( ! empty( $group['show_in_rest'] ) ) {
			continue;
		}
		$fields = acf_get_fields( $group );
		$names  = array_values( array_intersect( array_column( is_array( $fields ) ? $fields : array(), 'name' ), array_keys( $known ) ) );
		if ( $names ) {
			$closed[] = array(
				'title'    => (string) $group['title'],
				'sections' => $names,
			);
		}
	}
	return $closed;
}
