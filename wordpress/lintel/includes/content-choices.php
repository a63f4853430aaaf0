<?php
/**
 * Options of fields that select content: choices whose options come from the content, and references to pages and
 * posts. The input of a reference contains a path. The stored value is the id or, for a page that only the site has,
 * the path.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the options of a choice.
 *
 * @param array $field The field.
 * @return string[] Labels by option.
 */
function lintel_options( array $field ) {
	if ( isset( $field['optionsFrom'] ) ) {
		return lintel_content_options( $field['optionsFrom'] );
	}
	$labels  = isset( $field['labels'] ) ? $field['labels'] : array();
	$options = array();
	foreach ( $field['options'] as $option ) {
		$options[ $option ] = isset( $labels[ $option ] ) ? $labels[ $option ] : $option;
	}
	return $options;
}

/**
 * Returns the options of a source. They are cached during a request, which may show many choices with the same source.
 *
 * @param string $source categories, tags, pages or menus.
 * @return string[] Labels by option; none for an unknown source.
 */
function lintel_content_options( $source ) {
	static $known = array();
	if ( ! isset( $known[ $source ] ) ) {
		switch ( $source ) {
			case 'categories':
				$known[ $source ] = lintel_term_options( 'category' );
				break;
			case 'tags':
				$known[ $source ] = lintel_term_options( 'post_tag' );
				break;
			case 'pages':
				$known[ $source ] = lintel_page_options();
				break;
			case 'menus':
				$known[ $source ] = array(
					'primary' => __( 'Primary (header of the site)', 'lintel' ),
					'footer'  => __( 'Footer of the site', 'lintel' ),
				);
				break;
			default:
				$known[ $source ] = array();
		}
	}
	return $known[ $source ];
}

/**
 * Returns the names of the terms of a taxonomy by slug.
 *
 * @param string $taxonomy Taxonomy.
 * @return string[]
 */
function lintel_term_options( $taxonomy ) {
	$options = array();
	$terms   = get_terms(
		array(
			'taxonomy'   => $taxonomy,
			'hide_empty' => false,
			'orderby'    => 'name',
		)
	);
	foreach ( is_array( $terms ) ? $terms : array() as $term ) {
		// WordPress stores a slug in another script percent-encoded.
		$options[ rawurldecode( $term->slug ) ] = html_entity_decode( $term->name, ENT_QUOTES, 'UTF-8' );
	}
	return $options;
}

/**
 * Returns labels, by path, for the published pages (title and path) and for the built-in pages of the site (path).
 *
 * @return string[]
 */
function lintel_page_options() {
	$options = array();
	foreach ( get_pages( array( 'post_status' => 'publish' ) ) as $page ) {
		$path             = lintel_entry_path( $page->ID );
		$options[ $path ] = '' === $page->post_title ? $path : "$page->post_title ($path)";
	}
	return $options + lintel_built_in_options();
}

/**
 * Returns the built-in pages of the site, by path. WordPress may have some of them, too.
 *
 * @return string[] Labels by path.
 */
function lintel_built_in_options() {
	$options = array();
	foreach ( array_keys( lintel_known_sections()['pages'] ) as $name ) {
		$path             = 'home' === $name ? '/' : "/$name";
		$options[ $path ] = $path;
	}
	return $options;
}

/**
 * Returns how a stored page or post is written in its input: its path, otherwise its id.
 *
 * @param mixed $stored Id, path, or an array with an id, as other plugins store it.
 * @return string
 */
function lintel_entry_path( $stored ) {
	if ( is_array( $stored ) ) {
		$first  = isset( $stored['ID'] ) ? $stored['ID'] : reset( $stored );
		$stored = is_array( $first ) && isset( $first['ID'] ) ? $first['ID'] : $first;
	}
	$text = lintel_form_text( $stored );
	if ( ! ctype_digit( $text ) ) {
		return $text;
	}
	$post = get_post( (int) $text );
	if ( ! $post || 0 === (int) $text ) {
		return '0' === $text ? '' : $text;
	}
	if ( 'page' === $post->post_type && '' !== $post->post_name ) {
		return lintel_front_page() === $post->ID ? '/' : '/' . get_page_uri( $post );
	}
	$url  = 'publish' === $post->post_status ? (string) get_permalink( $post ) : '';
	$path = false === strpos( $url, '?' ) ? untrailingslashit( lintel_path_of_address( $url ) ) : '';
	// With plain permalinks, WordPress does not find a post by the path that it has on the site.
	return lintel_typed_entry( $path ) === $post->ID ? $path : $text;
}

/**
 * Returns the path of an address of this WordPress, or of the connected site.
 *
 * @param string $url Address.
 * @return string The address itself if it belongs to neither.
 */
function lintel_path_of_address( $url ) {
	$home = untrailingslashit( home_url() );
	$site = lintel_connection()['url'];
	// Try the longer URL first, because it may start with the shorter one.
	foreach ( strlen( $site ) > strlen( $home ) ? array( $site, $home ) : array( $home, $site ) as $origin ) {
		if ( '' !== $origin && 0 === strpos( $url, "$origin/" ) ) {
			return substr( $url, strlen( $origin ) );
		}
	}
	return $url;
}

/**
 * Returns the title of the page or post that an input names; '' if WordPress does not have it.
 *
 * @param string $text Content of the input.
 * @return string
 */
function lintel_entry_title( $text ) {
	$entry = lintel_typed_entry( $text );
	return is_int( $entry ) ? get_the_title( $entry ) : '';
}

/**
 * Converts the content of an input to what is stored.
 *
 * @param string $text Path, address or id of a page or post.
 * @return int|string|null Its id; its path if only the site has it; null if there is none.
 */
function lintel_typed_entry( $text ) {
	if ( ctype_digit( $text ) ) {
		$post = get_post( (int) $text );
		return $post && in_array( $post->post_type, array( 'page', 'post' ), true ) && 'trash' !== $post->post_status ? $post->ID : null;
	}
	$path = lintel_path_of_address( $text );
	if ( '' === $path || '/' !== $path[0] ) {
		return null;
	}
	if ( '/' === $path && lintel_front_page() ) {
		return lintel_front_page();
	}
	$page = '/' === $path ? null : get_page_by_path( trim( $path, '/' ) );
	if ( $page && 'trash' !== $page->post_status ) {
		return $page->ID;
	}
	$id = '/' === $path ? 0 : url_to_postid( home_url( $path ) );
	if ( $id ) {
		return $id;
	}
	$name = '/' === $path ? 'home' : trim( $path, '/' );
	return isset( lintel_known_sections()['pages'][ $name ] ) ? ( '/' === $path ? '/' : "/$name" ) : null;
}
