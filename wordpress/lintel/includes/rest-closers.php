<?php
/**
 * Finds plugins that close the REST API to visitors, or decide who may read it. The site sees only the refusal, which
 * rarely names the plugin. Here, plugins are recognized by their folder, and by their callbacks on
 * `rest_authentication_errors`, the filter that can refuse a REST request.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Folders of plugins that close the REST API, always or with a setting. */
const LINTEL_KNOWN_REST_CLOSERS = array(
	'disable-wp-rest-api',
	'disable-json-api',
	'wp-cerber',
	'all-in-one-wp-security-and-firewall',
	'better-wp-security',
	'ithemes-security-pro',
	'perfmatters',
	'wp-hide-security-enhancer',
	'wp-rest-api-authentication',
);

/**
 * Returns the plugins that may close the REST API, those that are known to do so first.
 *
 * @return array[] { name, known: bool }
 */
function lintel_rest_closers() {
	$closers = array();
	foreach ( lintel_active_plugin_files() as $file ) {
		$folder = strtok( $file, '/' );
		if ( in_array( $folder, LINTEL_KNOWN_REST_CLOSERS, true ) ) {
			$closers[ $folder ] = array(
				'name'  => lintel_plugin_name( $file ),
				'known' => true,
			);
		}
	}
	foreach ( lintel_hooked_files( 'rest_authentication_errors' ) as $path ) {
		$owner = lintel_owner_of_file( $path );
		if ( $owner && ! isset( $closers[ $owner['id'] ] ) ) {
			$closers[ $owner['id'] ] = array(
				'name'  => $owner['name'],
				'known' => false,
			);
		}
	}
	return array_values( $closers );
}

/**
 * Returns the main files of the active plugins, relative to the folder of plugins.
 *
 * @return string[]
 */
function lintel_active_plugin_files() {
	$network = is_multisite() ? array_keys( (array) get_site_option( 'active_sitewide_plugins', array() ) ) : array();
	return array_filter( array_merge( (array) get_option( 'active_plugins', array() ), $network ), 'is_string' );
}

/**
 * Returns the name in the header of a plugin, or the name of its folder.
 *
 * @param string $file Main file, relative to the folder of plugins.
 * @return string
 */
function lintel_plugin_name( $file ) {
	$path   = WP_PLUGIN_DIR . '/' . $file;
	$header = is_readable( $path ) ? get_file_data( $path, array( 'name' => 'Plugin Name' ) ) : array( 'name' => '' );
	return '' === $header['name'] ? (string) strtok( $file, '/' ) : $header['name'];
}

/**
 * Returns the files whose functions are hooked on a filter.
 *
 * @param string $hook Name of the filter.
 * @return string[]
 */
function lintel_hooked_files( $hook ) {
	global $wp_filter;
	$files = array();
	foreach ( isset( $wp_filter[ $hook ] ) ? $wp_filter[ $hook ]->callbacks : array() as $callbacks ) {
		foreach ( $callbacks as $callback ) {
			$files[] = lintel_file_of_callback( $callback['function'] );
		}
	}
	return array_unique( array_filter( $files ) );
}

/**
 * Returns the file in which a callback is defined; '' for functions of PHP itself.
 *
 * @param mixed $callback Function name, closure, method or invokable object.
 * @return string
 */
function lintel_file_of_callback( $callback ) {
	try {
		if ( is_string( $callback ) && false !== strpos( $callback, '::' ) ) {
			$callback = explode( '::', $callback, 2 );
		}
		if ( is_array( $callback ) && 2 === count( $callback ) ) {
			$defined = new ReflectionMethod( $callback[0], $callback[1] );
		} elseif ( is_object( $callback ) && ! $callback instanceof Closure ) {
			$defined = new ReflectionMethod( $callback, '__invoke' );
		} else {
			$defined = new ReflectionFunction( $callback );
		}
		return (string) $defined->getFileName();
	} catch ( Throwable $error ) {
		// A callback that does not exist, or that a magic method answers, has no file.
		return '';
	}
}

/**
 * Returns the plugin, must-use plugin or theme to which a file belongs; null if it is WordPress's or this plugin's.
 *
 * @param string $path Path of a file.
 * @return array|null { id, name }
 */
function lintel_owner_of_file( $path ) {
	$path = wp_normalize_path( $path );
	if ( 0 === strpos( $path, wp_normalize_path( dirname( __DIR__ ) ) . '/' ) ) {
		return null;
	}
	$inside = lintel_path_inside( $path, WP_PLUGIN_DIR );
	if ( '' !== $inside ) {
		$folder = (string) strtok( $inside, '/' );
		foreach ( lintel_active_plugin_files() as $file ) {
			if ( strtok( $file, '/' ) === $folder ) {
				return array(
					'id'   => $folder,
					'name' => lintel_plugin_name( $file ),
				);
			}
		}
		return array(
			'id'   => $folder,
			'name' => $folder,
		);
	}
	$inside = lintel_path_inside( $path, WPMU_PLUGIN_DIR );
	if ( '' !== $inside ) {
		return array(
			'id'   => "mu-plugins/$inside",
			'name' => "wp-content/mu-plugins/$inside",
		);
	}
	foreach ( array_unique( array( get_stylesheet_directory(), get_template_directory() ) ) as $theme ) {
		if ( '' !== lintel_path_inside( $path, $theme ) ) {
			return array(
				'id'   => "themes/$theme",
				/* translators: %s: name of the theme. */
				'name' => sprintf( __( 'The theme “%s”', 'lintel' ), basename( $theme ) ),
			);
		}
	}
	return null;
}

/**
 * Returns the part of a path below a folder; '' if it is not in the folder.
 *
 * @param string $path   Normalized path.
 * @param string $folder Folder.
 * @return string
 */
function lintel_path_inside( $path, $folder ) {
	// Folders of plugins may be symbolic links, and PHP reports the path behind them.
	foreach ( array_unique( array_filter( array( $folder, realpath( $folder ) ) ) ) as $each ) {
		$start = trailingslashit( wp_normalize_path( $each ) );
		if ( 0 === strpos( $path, $start ) ) {
			return substr( $path, strlen( $start ) );
		}
	}
	return '';
}
