<?php
/**
 * Site settings: one option, read by the site and written by administrators. The site declares the settings in one
 * schema (src/contracts/site-settings.ts), which this plugin gets with the description of the sections; this file only
 * sanitizes the values.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

const LINTEL_SETTINGS_OPTION = 'lintel_site_settings';

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/site-settings',
			array(
				array(
					'methods'             => WP_REST_Server::READABLE,
					'callback'            => 'lintel_rest_get_settings',
					// Public, because the site shows all of it.
					'permission_callback' => '__return_true',
				),
				array(
					'methods'             => WP_REST_Server::EDITABLE,
					'callback'            => 'lintel_rest_update_settings',
					'permission_callback' => static function () {
						return current_user_can( 'manage_options' );
					},
				),
			)
		);
	}
);

/**
 * Returns the JSON Schemas of all settings, by name. Any other name is reported as a mistake.
 *
 * @return array[]
 */
function lintel_settings_schema() {
	$known = lintel_known_sections();
	return isset( $known['settings']['properties'] ) ? $known['settings']['properties'] : array();
}

/**
 * Returns the settings that an administrator fills in: those with a title. A setting of a type that this version of the
 * plugin cannot show is left out.
 *
 * @param array[] $schemas Schemas by name.
 * @return array[]
 */
function lintel_shown_settings( array $schemas ) {
	$types = array( 'object', 'array', 'string', 'number', 'integer' );
	return array_filter(
		$schemas,
		static function ( $schema ) use ( $types ) {
			return isset( $schema['title'], $schema['type'] ) && in_array( $schema['type'], $types, true );
		}
	);
}

/**
 * Returns whether a setting has a certain input instead of the one of its type.
 *
 * @param array  $setting Its schema.
 * @param string $input   Name of the input.
 * @return bool
 */
function lintel_setting_has_input( array $setting, $input ) {
	return isset( $setting['input'] ) && $setting['input'] === $input;
}

/**
 * Returns the settings that are stored.
 *
 * @return array
 */
function lintel_stored_settings() {
	$settings = get_option( LINTEL_SETTINGS_OPTION, array() );
	return is_array( $settings ) ? array_intersect_key( $settings, lintel_settings_schema() ) : array();
}

/**
 * Returns the settings that have a value. If WordPress has a time zone, it takes the place of a stored one.
 *
 * @return array
 */
function lintel_get_settings() {
	$settings = lintel_stored_settings();
	$zone     = lintel_time_zone();
	if ( '' !== $zone && isset( lintel_settings_schema()['site']['properties']['timeZone'] ) ) {
		$settings['site']             = isset( $settings['site'] ) && is_array( $settings['site'] ) ? $settings['site'] : array();
		$settings['site']['timeZone'] = $zone;
	}
	return $settings;
}

/**
 * Returns the time zone of WordPress; '' if it is only a difference to UTC, as in most new installations.
 *
 * @return string Such as America/Chicago.
 */
function lintel_time_zone() {
	$zone = wp_timezone_string();
	return preg_match( '/^[+-]/', $zone ) ? '' : $zone;
}

/**
 * Returns the settings; `{}` if none is set. A group that has only the time zone does not count as set, because the
 * site also reads the time zone together with the name and the URL of WordPress.
 *
 * @return object
 */
function lintel_rest_get_settings() {
	$settings = lintel_get_settings();
	if ( isset( $settings['site'] ) && array( 'timeZone' ) === array_keys( $settings['site'] ) ) {
		unset( $settings['site'] );
	}
	return (object) $settings;
}

/**
 * Replaces the settings in the request, each as a whole. Null removes a setting. All other settings stay unchanged.
 *
 * @param WP_REST_Request $request Request with a JSON object.
 * @return object|WP_Error
 */
function lintel_rest_update_settings( WP_REST_Request $request ) {
	$sent = $request->get_json_params();
	if ( ! is_array( $sent ) || ( $sent && lintel_is_list( $sent ) ) ) {
		return new WP_Error( 'lintel_invalid_settings', __( 'Send the settings as a JSON object.', 'lintel' ), array( 'status' => 400 ) );
	}
	$known   = array_keys( lintel_settings_schema() );
	$unknown = array_diff( array_keys( $sent ), $known );
	if ( $unknown ) {
		$message = sprintf( '"%s" is not a setting. Settings are: %s.', reset( $unknown ), implode( ', ', $known ) );
		return new WP_Error( 'lintel_unknown_setting', $message, array( 'status' => 400 ) );
	}
	$settings = lintel_stored_settings();
	foreach ( $sent as $name => $value ) {
		if ( null === $value ) {
			unset( $settings[ $name ] );
		} else {
			$settings[ $name ] = lintel_clean_setting( $value );
		}
	}
	// Not autoloaded, because few requests read it.
	update_option( LINTEL_SETTINGS_OPTION, $settings, false );
	return lintel_rest_get_settings();
}

/**
 * Removes tags and control characters from all texts in a value, and trims the texts. Numbers and booleans stay
 * unchanged.
 *
 * @param mixed $value Decoded JSON.
 * @return mixed
 */
function lintel_clean_setting( $value ) {
	if ( is_array( $value ) ) {
		$clean = array();
		foreach ( $value as $name => $inner ) {
			$clean[ is_string( $name ) ? lintel_clean_setting( $name ) : $name ] = lintel_clean_setting( $inner );
		}
		return $clean;
	}
	if ( ! is_string( $value ) ) {
		return $value;
	}
	// Not sanitize_text_field(), which would remove "%20" from addresses.
	$text = wp_check_invalid_utf8( $value );
	$text = false === strpos( $text, '<' ) ? $text : wp_strip_all_tags( $text );
	return trim( preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/', '', $text ) );
}
