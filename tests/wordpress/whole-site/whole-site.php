<?php
/**
 * Plugin Name: Whole site
 * Description: Imports a file of the official importer, and answers requests to other hosts with files of its own.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'whole-site/v1',
			'/import',
			array(
				'methods'             => 'POST',
				'permission_callback' => static function () {
					return current_user_can( 'import' );
				},
				'callback'            => 'lintel_import_whole_site',
			)
		);
	}
);

/**
 * Imports one file with what the importer's own screen sets by default, and with its files and authors.
 *
 * @param WP_REST_Request $request `file`: path in PHP's file system.
 * @return array{said: string[]} What the importer printed, line by line.
 */
function lintel_import_whole_site( $request ) {
	define( 'WP_LOAD_IMPORTERS', true );
	require_once ABSPATH . 'wp-admin/includes/admin.php';
	require_once WP_PLUGIN_DIR . '/wordpress-importer/wordpress-importer.php';

	// Each author becomes a user with that name, as the screen does for authors that are not mapped to a user.
	preg_match_all( '~<wp:author_login>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?</wp:author_login>~', file_get_contents( $request['file'] ), $found );
	$_POST['imported_authors'] = $found[1];
	foreach ( $found[1] as $index => $login ) {
		$_POST['user_map'][ $index ] = username_exists( $login );
	}

	$import                    = new WP_Import();
	$import->fetch_attachments = true;
	ob_start();
	$import->import( $request['file'], array( 'rewrite_urls' => true ) );
	$printed = preg_split( '~<br ?/?>|</p>~', ob_get_clean() );
	return array( 'said' => array_values( array_filter( array_map( 'trim', array_map( 'wp_strip_all_tags', $printed ) ) ) ) );
}

add_filter(
	'pre_http_request',
	static function ( $answer, $arguments, $url ) {
		if ( false !== $answer || in_array( wp_parse_url( $url, PHP_URL_HOST ), array( '127.0.0.1', 'localhost' ), true ) ) {
			return $answer;
		}
		list( $type, $body ) = lintel_stand_in_answer( $url );
		if ( ! empty( $arguments['filename'] ) ) {
			file_put_contents( $arguments['filename'], $body );
		}
		return array(
			'headers'  => array(
				'content-type'   => $type,
				'content-length' => (string) strlen( $body ),
			),
			'body'     => empty( $arguments['filename'] ) ? $body : '',
			'response' => array(
				'code'    => '' === $body ? 404 : 200,
				'message' => '' === $body ? 'Not Found' : 'OK',
			),
			'cookies'  => array(),
			'filename' => $arguments['filename'],
		);
	},
	10,
	3
);

/**
 * Returns type and body of what another host would send. The body is empty for an address that is unknown here.
 *
 * @param string $url Address.
 * @return array{string, string}
 */
function lintel_stand_in_answer( $url ) {
	$path = (string) wp_parse_url( $url, PHP_URL_PATH );
	switch ( strtolower( pathinfo( $path, PATHINFO_EXTENSION ) ) ) {
		case 'jpg':
		case 'jpeg':
			return array( 'image/jpeg', lintel_stand_in_picture( $path, 'imagejpeg' ) );
		case 'png':
			return array( 'image/png', lintel_stand_in_picture( $path, 'imagepng' ) );
		case 'gif':
			return array( 'image/gif', lintel_stand_in_picture( $path, 'imagegif' ) );
		case 'mp3':
			// One second of silence: MPEG 1 Layer III, 128 kbit/s, 44.1 kHz, in frames of 417 bytes.
			return array( 'audio/mpeg', str_repeat( "\xFF\xFB\x90\x00" . str_repeat( "\0", 413 ), 38 ) );
		case 'ogg':
			return array( 'audio/ogg', 'OggS' . str_repeat( "\0", 60 ) );
		case 'mov':
			return array( 'video/quicktime', pack( 'N', 20 ) . 'ftypqt  ' . pack( 'N', 512 ) . 'qt  ' );
		case 'mp4':
			return array( 'video/mp4', pack( 'N', 24 ) . 'ftypisom' . pack( 'N', 512 ) . 'isommp42' );
	}
	$embed = lintel_stand_in_embed( $url );
	return array( 'application/json', $embed ? wp_json_encode( array( 'version' => '1.0' ) + $embed ) : '' );
}

/**
 * Draws a picture. A size in its name, as in `alignment-580x300.jpg`, is its size; others differ by name.
 *
 * @param string   $path  Path of the picture's address.
 * @param callable $write Function that prints the picture.
 * @return string
 */
function lintel_stand_in_picture( $path, $write ) {
	$seed  = crc32( $path );
	$sizes = array( array( 1200, 900 ), array( 900, 1200 ), array( 1600, 900 ), array( 640, 480 ) );
	$size  = preg_match( '~-(\d+)x(\d+)\D*\.\w+$~', $path, $found ) ? array_slice( $found, 1 ) : $sizes[ $seed % 4 ];
	$image = imagecreatetruecolor( min( 2000, (int) $size[0] ), min( 2000, (int) $size[1] ) );
	imagefill( $image, 0, 0, imagecolorallocate( $image, $seed & 255, ( $seed >> 8 ) & 255, ( $seed >> 16 ) & 255 ) );
	ob_start();
	$write( $image );
	return ob_get_clean();
}

/**
 * Returns what an oEmbed provider says of an address, in the shape that each provider sends. Null for other addresses.
 *
 * @param string $url Address of the provider's oEmbed endpoint, with `url` in its query.
 * @return array|null
 */
function lintel_stand_in_embed( $url ) {
	parse_str( (string) wp_parse_url( $url, PHP_URL_QUERY ), $query );
	$page   = isset( $query['url'] ) ? $query['url'] : '';
	$id     = basename( (string) wp_parse_url( $page, PHP_URL_PATH ) );
	$frames = array(
		'www.youtube.com'   => 'https://www.youtube.com/embed/' . ( preg_match( '~[?&]v=([\w-]+)~', $page, $found ) ? $found[1] : $id ) . '?feature=oembed',
		'vimeo.com'         => 'https://player.vimeo.com/video/' . $id . '?app_id=122963',
		'open.spotify.com'  => str_replace( '.com/', '.com/embed/', $page ) . '?utm_source=oembed',
		'embed.spotify.com' => str_replace( '.com/', '.com/embed/', $page ) . '?utm_source=oembed',
		'soundcloud.com'    => 'https://w.soundcloud.com/player/?visual=true&url=' . rawurlencode( $page ),
		'wordpress.tv'      => 'https://video.wordpress.com/embed/' . substr( md5( $page ), 0, 8 ) . '?hd=1',
	);
	$host   = wp_parse_url( $url, PHP_URL_HOST );
	if ( isset( $frames[ $host ] ) ) {
		return array(
			'type'   => 'video',
			'title'  => 'A stand-in of ' . $host,
			'width'  => 500,
			'height' => 281,
			'html'   => '<iframe title="A stand-in of ' . $host . '" width="500" height="281" src="' . esc_url( $frames[ $host ] ) . '" frameborder="0" allow="autoplay; encrypted-media; picture-in-picture" allowfullscreen></iframe>',
		);
	}
	if ( 'publish.twitter.com' === $host || 'publish.x.com' === $host ) {
		return array(
			'type'   => 'rich',
			'width'  => 550,
			'height' => null,
			'html'   => '<blockquote class="twitter-tweet" data-width="550" data-dnt="true"><p lang="en" dir="ltr">A stand-in for a post.</p>&mdash; An author <a href="' . esc_url( $page ) . '">October 30, 2018</a></blockquote><script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>',
		);
	}
	return null;
}
