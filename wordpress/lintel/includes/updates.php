<?php
/**
 * Updates of this plugin, which wp-admin offers like those of any other plugin. They come from the connected site,
 * which has the plugin version of its own release, so that both are compatible. WordPress finds this code by the host
 * in the header `Update URI`. The host ends in .invalid, a domain that cannot be registered (RFC 2606), so that no
 * other server and no entry of the plugin directory can offer an update.
 *
 * The requests for the release and for the zip are signed, and the site signs each zip for the request that asks for it.
 * A zip that was changed on its way, or one of an earlier request, is refused before WordPress unpacks it.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Paths on the site: what its release contains, and the plugin itself. */
const LINTEL_RELEASE_PATH = '/api/content/plugin';
const LINTEL_ZIP_PATH     = '/api/content/plugin.zip';

/** Timeouts in seconds. */
const LINTEL_RELEASE_TIMEOUT = 5;
const LINTEL_ZIP_TIMEOUT     = 60;

/** The name of the plugin in addresses of wp-admin. */
const LINTEL_SLUG = 'lintel';

add_filter( 'update_plugins_lintel.invalid', 'lintel_offer_update', 10, 3 );
add_filter( 'upgrader_pre_download', 'lintel_download_update', 10, 4 );
add_filter( 'plugins_api', 'lintel_describe_update', 10, 3 );
add_action( 'add_option_' . LINTEL_CONNECTION_OPTION, 'lintel_forget_updates', 10, 0 );
add_action( 'update_option_' . LINTEL_CONNECTION_OPTION, 'lintel_forget_updates', 10, 0 );

/**
 * Makes WordPress search for updates again when the connection has changed. Otherwise, it would do so twelve hours
 * after its last search, which may have asked another site, or have been refused because of another secret.
 */
function lintel_forget_updates() {
	delete_site_transient( 'update_plugins' );
}

/**
 * Returns the path of the plugin's main file relative to the folder of plugins, by which WordPress names it.
 *
 * @return string
 */
function lintel_plugin_file() {
	return plugin_basename( dirname( __DIR__ ) . '/lintel.php' );
}

/**
 * Asks the site which version of this plugin belongs to its release.
 *
 * @return array|WP_Error { version, requires, requires_php }
 */
function lintel_fetch_release() {
	$release = lintel_ask_site( 'GET', LINTEL_RELEASE_PATH, LINTEL_RELEASE_TIMEOUT );
	if ( is_wp_error( $release ) ) {
		return $release;
	}
	if ( ! isset( $release['version'] ) || ! is_string( $release['version'] ) ) {
		return new WP_Error( 'lintel_no_release', __( 'The site offers no version of this plugin. Update the site’s server.', 'lintel' ) );
	}
	return array(
		'version'      => $release['version'],
		'requires'     => isset( $release['requires'] ) ? (string) $release['requires'] : '',
		'requires_php' => isset( $release['requires_php'] ) ? (string) $release['requires_php'] : '',
	);
}

/**
 * Returns the plugin version of the site to WordPress's search for updates. Without a connection, or if the site does
 * not respond, there is no update.
 *
 * @param array|false $update What another plugin returned.
 * @param array       $data   Headers of the plugin.
 * @param string      $file   Main file of the plugin.
 * @return array|false
 */
function lintel_offer_update( $update, $data, $file ) {
	if ( lintel_plugin_file() !== $file || ! lintel_is_connected() ) {
		return $update;
	}
	$release = lintel_fetch_release();
	if ( is_wp_error( $release ) ) {
		return $update;
	}
	return array(
		'slug'    => LINTEL_SLUG,
		'url'     => lintel_connection()['url'],
		'package' => lintel_connection()['url'] . LINTEL_ZIP_PATH,
	) + $release;
}

/**
 * Returns the plugin version of the site, as WordPress's last search for updates has found it.
 *
 * @return string '' if it is unknown.
 */
function lintel_site_version() {
	$found = get_site_transient( 'update_plugins' );
	foreach ( array( 'response', 'no_update' ) as $list ) {
		if ( isset( $found->{$list}[ lintel_plugin_file() ]->new_version ) ) {
			return (string) $found->{$list}[ lintel_plugin_file() ]->new_version;
		}
	}
	return '';
}

/**
 * Downloads the plugin from the site instead of letting WordPress do it. Refuses a file without the site's signature.
 *
 * @param bool|string|WP_Error $reply    What another plugin returned; false to download.
 * @param string               $package  Address of the zip. Not used: only the site has the plugin.
 * @param WP_Upgrader          $upgrader What installs the plugin.
 * @param array                $extra    What is installed; `plugin` is its main file, if it is there already.
 * @return bool|string|WP_Error Path of the file.
 */
function lintel_download_update( $reply, $package, $upgrader, $extra = array() ) {
	if ( is_wp_error( $reply ) || ! isset( $extra['plugin'] ) || lintel_plugin_file() !== $extra['plugin'] ) {
		return $reply;
	}
	if ( ! lintel_is_connected() ) {
		return new WP_Error( 'lintel_not_connected', __( 'Lintel is updated from its site, and is not connected to one. Connect it under Settings → Site settings.', 'lintel' ) );
	}
	$id     = wp_generate_uuid4();
	$file   = wp_tempnam( 'lintel.zip' );
	$answer = wp_remote_get(
		lintel_connection()['url'] . LINTEL_ZIP_PATH,
		array(
			'timeout'     => LINTEL_ZIP_TIMEOUT,
			'redirection' => 0,
			'stream'      => true,
			'filename'    => $file,
			'headers'     => lintel_signature_header( 'GET', LINTEL_ZIP_PATH, '', $id ),
		)
	);
	$fault  = null;
	if ( is_wp_error( $answer ) ) {
		$fault = new WP_Error( 'lintel_site_away', lintel_describe_unreachable_site( $answer ) );
	} elseif ( 200 !== wp_remote_retrieve_response_code( $answer ) ) {
		$fault = lintel_site_refusal( $answer, json_decode( (string) file_get_contents( $file, false, null, 0, 2000 ), true ) ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
	} elseif ( ! lintel_is_signed_file( $file, (string) wp_remote_retrieve_header( $answer, 'x-lintel-signature' ), $id ) ) {
		$fault = new WP_Error( 'lintel_unsigned_update', __( 'The update was not installed: its file does not have the signature of the site, so it was damaged or changed on its way. Try again. If that changes nothing, look for a proxy between this server and the site, and compare the shared secret.', 'lintel' ) );
	}
	if ( $fault ) {
		wp_delete_file( $file );
		return $fault;
	}
	return $file;
}

/**
 * Returns whether the site has signed a file for one request of this plugin.
 *
 * @param string $file   Path.
 * @param string $header Header `X-Lintel-Signature` of the response.
 * @param string $id     Id of the request.
 * @return bool
 */
function lintel_is_signed_file( $file, $header, $id ) {
	if ( ! preg_match( '/^t=(\d{1,12}),id=([0-9a-f-]{36}),v1=([0-9a-f]{64})$/', $header, $found ) || ! hash_equals( $id, $found[2] ) ) {
		return false;
	}
	// In parts, because the whole file may not fit into PHP's memory.
	$hash = hash_init( 'sha256', HASH_HMAC, lintel_connection()['secret'] );
	hash_update( $hash, "{$found[1]}.$id.RESPONSE " . LINTEL_ZIP_PATH . "\n" );
	hash_update_file( $hash, $file );
	return hash_equals( hash_final( $hash ), $found[3] );
}

/**
 * Returns the content of “View details” of an update. WordPress would otherwise request it from its plugin directory.
 *
 * @param false|object|array $result What another plugin returned.
 * @param string             $action What is asked.
 * @param object             $args   `slug` is the plugin.
 * @return false|object|array
 */
function lintel_describe_update( $result, $action, $args ) {
	if ( 'plugin_information' !== $action || ! isset( $args->slug ) || LINTEL_SLUG !== $args->slug || ! lintel_is_connected() ) {
		return $result;
	}
	$release = lintel_fetch_release();
	if ( is_wp_error( $release ) ) {
		return $release;
	}
	$url = lintel_connection()['url'];
	return (object) (
		$release + array(
			'name'          => 'Lintel',
			'slug'          => LINTEL_SLUG,
			'author'        => 'Lintel',
			'homepage'      => $url,
			'download_link' => $url . LINTEL_ZIP_PATH,
			'sections'      => array(
				/* translators: 1: version, 2: address of the site. */
				'description' => '<p>' . esc_html( sprintf( __( 'Version %1$s belongs to the release of %2$s, which this WordPress is connected to. It is downloaded from there, with a signature.', 'lintel' ), $release['version'], $url ) ) . '</p>',
			),
		)
	);
}
