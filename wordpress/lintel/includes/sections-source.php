<?php
/**
 * The source of the site's blocks and built-in pages: the connected site, which edit screens ask at most once an hour,
 * otherwise sections.json from the build.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Option with what lintel_sections_source() returns; not autoloaded. */
const LINTEL_SECTIONS_OPTION = 'lintel_sections';

/**
 * Returns the description of the sections, from the connected site or from sections.json: { kinds, settings, longest,
 * blocks, anyPage, pages }. The last three are always there, empty if no description can be read.
 *
 * @param bool $again Whether to read it again.
 * @return array
 */
function lintel_known_sections( $again = false ) {
	static $known = null;
	if ( null === $known || $again ) {
		$source = lintel_sections_source();
		$known  = isset( $source['sections'] ) ? $source['sections'] : lintel_packed_sections();
		if ( is_array( $known ) && ! isset( $known['kinds'], $known['settings'] ) ) {
			// A connected site of an earlier version may not send the kinds of fields or the settings.
			$known += (array) lintel_packed_sections();
		}
		if ( ! lintel_are_sections( $known ) ) {
			$known = array(
				'blocks'  => array(),
				'anyPage' => array(),
				'pages'   => array(),
			);
		}
	}
	return $known;
}

/**
 * Returns the description from the build of this plugin; null if it cannot be read.
 *
 * @return array|null
 */
function lintel_packed_sections() {
	return wp_json_file_decode( dirname( __DIR__ ) . '/sections.json', array( 'associative' => true ) );
}

/**
 * Returns the description from the connected site; empty if none was fetched.
 *
 * @return array { url: address of the site; checked: Unix time of the last request; etag and sections: from the last
 *               one that succeeded, if any; error: that of the last request, or '' }
 */
function lintel_sections_source() {
	$url    = lintel_connection()['url'];
	$source = '' === $url ? array() : get_option( LINTEL_SECTIONS_OPTION, array() );
	return is_array( $source ) && isset( $source['url'] ) && $source['url'] === $url ? $source : array();
}

/**
 * Returns whether decoded JSON has the format of sections.json.
 *
 * @param mixed $read Decoded JSON.
 * @return bool
 */
function lintel_are_sections( $read ) {
	if ( ! isset( $read['blocks'], $read['anyPage'], $read['pages'] ) || ! is_array( $read['blocks'] ) || ! is_array( $read['anyPage'] ) || ! is_array( $read['pages'] ) ) {
		return false;
	}
	foreach ( isset( $read['kinds'] ) ? (array) $read['kinds'] : array() as $kind ) {
		if ( ! isset( $kind['name'] ) || ! is_string( $kind['name'] ) ) {
			return false;
		}
	}
	$fields = $read['anyPage'];
	foreach ( $read['blocks'] as $block ) {
		if ( ! isset( $block['title'], $block['fields'] ) || ! is_array( $block['fields'] ) ) {
			return false;
		}
		$fields = array_merge( $fields, $block['fields'] );
	}
	foreach ( $fields as $field ) {
		$kind = isset( $field['name'], $field['label'], $field['kind'] ) ? $field['kind'] : '';
		if ( '' === $kind || ( 'list' === $kind && ! isset( $field['row'], $field['max'] ) ) || ( 'group' === $kind && ! isset( $field['fields'] ) ) || ( 'choice' === $kind && ! isset( $field['options'] ) ) ) {
			return false;
		}
	}
	foreach ( $read['pages'] as $page ) {
		if ( ! isset( $page['layouts'], $page['values'] ) || ! is_array( $page['layouts'] ) || ! is_array( $page['values'] ) ) {
			return false;
		}
		foreach ( array_merge( array(), ...array_values( $page['layouts'] ) ) as $placement ) {
			if ( ! isset( $placement['block'], $placement['key'] ) || ! isset( $read['blocks'][ $placement['block'] ] ) ) {
				return false;
			}
		}
	}
	return true;
}

/**
 * Fetches the blocks and built-in pages from the connected site, and stores them. If that fails, the previous
 * description stays, and the error is stored with it.
 *
 * @return string '', or the error as a sentence.
 */
function lintel_fetch_sections() {
	$url = lintel_connection()['url'];
	if ( '' === $url ) {
		return __( 'The address of the site is not set.', 'lintel' );
	}
	$source  = lintel_sections_source();
	$headers = isset( $source['etag'] ) ? array( 'If-None-Match' => $source['etag'] ) : array();
	// Not wp_safe_remote_get(): the site may be on this machine or in a private network.
	$answer = wp_remote_get(
		"$url/api/content/sections",
		array(
			'timeout'     => 3,
			'redirection' => 2,
			'headers'     => $headers,
		)
	);
	$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
	$error  = '';
	if ( is_wp_error( $answer ) ) {
		$error = lintel_describe_unreachable_site( $answer );
	} elseif ( 200 === $status ) {
		$sections = json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( lintel_are_sections( $sections ) ) {
			$source['sections'] = $sections;
			$source['etag']     = (string) wp_remote_retrieve_header( $answer, 'etag' );
		} else {
			$error = __( 'The answer of the site is no list of sections. Update the site or this plugin.', 'lintel' );
		}
	} elseif ( 304 !== $status ) {
		/* translators: %d: HTTP status. */
		$error = sprintf( __( 'The site did not answer with its sections (status %d). Is its address right?', 'lintel' ), $status );
	}
	$source['url']     = $url;
	$source['checked'] = time();
	$source['error']   = $error;
	update_option( LINTEL_SECTIONS_OPTION, $source, false );
	lintel_known_sections( true );
	return $error;
}

/**
 * Asks the connected site again after an hour. A site that does not respond is also asked only once an hour, so that
 * the edit screen does not wait for it each time.
 */
function lintel_refresh_sections() {
	$source = lintel_sections_source();
	if ( '' !== lintel_connection()['url'] && ( ! isset( $source['checked'] ) || $source['checked'] < time() - HOUR_IN_SECONDS ) ) {
		lintel_fetch_sections();
	}
}

add_action( 'load-post.php', 'lintel_refresh_sections' );
add_action( 'load-post-new.php', 'lintel_refresh_sections' );
