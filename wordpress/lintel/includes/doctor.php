<?php
/**
 * The plugin's part in the site's checks. `GET /wp-json/lintel/v1/doctor` reports what the site cannot see from
 * outside. `POST /wp-json/lintel/v1/doctor/notice` sends the site a change notice.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Seconds by which a scheduled event may be late. Site Health allows the same if `DISABLE_WP_CRON` is set. */
const LINTEL_CRON_MAY_WAIT = 15 * MINUTE_IN_SECONDS;

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
		register_rest_route(
			'lintel/v1',
			'/doctor/notice',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_send_test_notice',
				'permission_callback' => static function ( WP_REST_Request $request ) {
					return 'valid' === lintel_check_signature( $request );
				},
				'args'                => array(
					'about' => array(
						'type'    => 'string',
						'default' => '',
						'pattern' => '^([0-9a-f-]{36})?$',
					),
				),
			)
		);
	}
);

/**
 * Sends a notice, or requests the progress of an earlier one. The site responds at once with the progress so far,
 * because it may have to read this WordPress first, and a small host handles one request at a time.
 *
 * @param WP_REST_Request $request Request; `about` is the id of an earlier notice.
 * @return array { id, state: live, reading or failed; reason; milliseconds }
 */
function lintel_rest_send_test_notice( WP_REST_Request $request ) {
	$id     = wp_generate_uuid4();
	$notice = array( 'user' => 0 );
	if ( '' !== $request['about'] ) {
		$notice['about'] = $request['about'];
	}
	return array( 'id' => $id ) + lintel_post_notice( $id, $notice );
}

/**
 * Checks the permission: allows users who may edit pages, and requests signed by the site. The report contains version
 * numbers, which must not be public. The error says whether the request had any credentials at all, to tell a wrong
 * password from an Authorization header that the web server removed.
 *
 * @param WP_REST_Request $request Request.
 * @return true|WP_Error
 */
function lintel_may_examine( WP_REST_Request $request ) {
	if ( current_user_can( 'edit_pages' ) || 'valid' === lintel_check_signature( $request ) ) {
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
 * Returns whether this request contains credentials, valid or not.
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
	static $version = null;
	if ( null === $version ) {
		$version = get_file_data( dirname( __DIR__ ) . '/lintel.php', array( 'Version' ) )[0];
	}
	return $version;
}

/**
 * Returns the findings that the site cannot see from outside.
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
		'version'          => lintel_version(),
		'updates'          => true,
		'wordpress'        => get_bloginfo( 'version' ),
		'newest_wordpress' => lintel_newest_wordpress(),
		'php'              => PHP_VERSION,
		'cron'             => array(
			'disabled' => defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON,
			'overdue'  => lintel_overdue_events(),
		),
		'rest_closers'     => lintel_rest_closers(),
		'fields'           => lintel_fields_plugin(),
		'blocks'           => (object) $blocks,
		'closed_groups'    => lintel_closed_groups(),
		'site'             => lintel_connection()['url'],
		'signature'        => lintel_check_signature( $request ),
		'authorization'    => lintel_has_authorization(),
	);
}

/**
 * Returns the newest version of WordPress that WordPress has found; null if that is the installed one, or unknown.
 *
 * @return string|null
 */
function lintel_newest_wordpress() {
	$found  = get_site_transient( 'update_core' );
	$newest = get_bloginfo( 'version' );
	foreach ( isset( $found->updates ) && is_array( $found->updates ) ? $found->updates : array() as $update ) {
		if ( isset( $update->response, $update->current ) && 'upgrade' === $update->response && version_compare( $update->current, $newest, '>' ) ) {
			$newest = $update->current;
		}
	}
	return get_bloginfo( 'version' ) === $newest ? null : $newest;
}

/**
 * Returns the scheduled events that are overdue by more than LINTEL_CRON_MAY_WAIT, the oldest first.
 *
 * @return array[] { hook, seconds: since it was due }
 */
function lintel_overdue_events() {
	$events = array();
	$times  = _get_cron_array();
	foreach ( is_array( $times ) ? $times : array() as $due => $hooks ) {
		if ( $due > time() - LINTEL_CRON_MAY_WAIT ) {
			break;
		}
		foreach ( array_keys( $hooks ) as $hook ) {
			$events[] = array(
				'hook'    => (string) $hook,
				'seconds' => time() - (int) $due,
			);
		}
	}
	return $events;
}

/**
 * Returns the active plugin for custom fields (ACF or SCF); null if this plugin stores the values itself.
 *
 * @return array|null { name, version }
 */
function lintel_fields_plugin() {
	if ( ! class_exists( 'ACF' ) ) {
		return null;
	}
	// Each of the plugins has its own name: ACF, ACF PRO or Secure Custom Fields.
	$name = function_exists( 'acf_get_setting' ) ? acf_get_setting( 'name' ) : '';
	return array(
		'name'    => is_string( $name ) && '' !== $name ? $name : 'Advanced Custom Fields',
		'version' => defined( 'ACF_VERSION' ) ? (string) ACF_VERSION : '0',
	);
}

/**
 * Returns the field groups that contain sections but are not exposed in the REST API, so the site never receives those
 * sections.
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
