<?php
/**
 * Connects the development WordPress to the site. An existing secret is kept. Reads the file named by LINTEL_INPUT,
 * by default /tmp/lintel-input.json ({ url }), and prints the connection ({ url, secret }).
 *
 * @package Lintel
 */

$lintel_input = json_decode( file_get_contents( getenv( 'LINTEL_INPUT' ) ?: '/tmp/lintel-input.json' ), true );

$_SERVER['HTTP_HOST'] = preg_replace( '~^https?://~', '', LINTEL_DEVELOPMENT_URL );
require ( getenv( 'LINTEL_WORDPRESS' ) ?: '/wordpress' ) . '/wp-load.php';

$lintel_secret = lintel_connection()['secret'];
update_option(
	LINTEL_CONNECTION_OPTION,
	array(
		'url'    => $lintel_input['url'],
		'secret' => '' === $lintel_secret ? wp_generate_password( 48, false ) : $lintel_secret,
	),
	true
);
echo wp_json_encode( lintel_connection() );
