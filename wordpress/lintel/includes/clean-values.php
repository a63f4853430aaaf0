<?php
/**
 * Cleans values before they are stored.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns whether an array is a list, not an object. (array_is_list() needs PHP 8.1.)
 *
 * @param array $value Decoded JSON.
 * @return bool
 */
function lintel_is_list( array $value ) {
	return ! $value || array_keys( $value ) === range( 0, count( $value ) - 1 );
}

/**
 * Removes HTML that the current user may not store. Text that is not valid UTF-8 becomes empty. Text without tags is
 * otherwise returned unchanged, because kses would encode its ampersands and less-than signs. In a tag, comment or
 * declaration, `<` is followed by a letter, `/`, `!` or `?`, possibly after control characters, which kses removes
 * first.
 *
 * @param string $text Text or HTML.
 * @return string
 */
function lintel_clean_text( $text ) {
	$text = wp_check_invalid_utf8( $text );
	if ( ! preg_match( '~<[\x00-\x08\x0B\x0C\x0E-\x1F]*[a-z/!?]~i', $text ) || current_user_can( 'unfiltered_html' ) ) {
		return $text;
	}
	return wp_kses_post( $text );
}

/**
 * Cleans a link for storage, with exactly the parts that ACF stores. Removes protocols that WordPress does not allow
 * from the URL, and HTML that the current user may not store from the title. Any target except `_blank` becomes empty.
 *
 * @param array $link { title, url, target }, all optional except url.
 * @return array { title, url, target }, all strings.
 */
function lintel_clean_link( array $link ) {
	$url = trim( (string) $link['url'] );
	// Paths, queries and fragments have no protocol, so a colon in them does not end one.
	if ( '' !== $url && false === strpos( '/#?', $url[0] ) ) {
		$url = wp_kses_bad_protocol( $url, wp_allowed_protocols() );
	}
	return array(
		'title'  => isset( $link['title'] ) ? lintel_clean_text( (string) $link['title'] ) : '',
		'url'    => $url,
		'target' => isset( $link['target'] ) && '_blank' === $link['target'] ? '_blank' : '',
	);
}

/**
 * Returns whether an object is a link: a URL, optionally with a title and a target, and nothing else.
 *
 * @param array $value Decoded JSON object.
 * @return bool
 */
function lintel_is_link( array $value ) {
	return isset( $value['url'] ) && ! array_diff_key( $value, array_flip( array( 'title', 'url', 'target' ) ) )
		&& ! array_filter( $value, 'is_array' );
}
