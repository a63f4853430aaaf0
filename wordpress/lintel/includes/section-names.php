<?php
/**
 * The names by which editors recognize the sections of a page: the block, and the headline that visitors see.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The maximum length of a headline in a list of sections. */
const LINTEL_HEADLINE_CHARACTERS = 80;

/**
 * Returns the name of a section, such as "Cards: What I Do for Sellers".
 *
 * @param string $title    Title of its block.
 * @param string $headline Its headline, or ''.
 * @return string
 */
function lintel_section_name( $title, $headline ) {
	/* translators: 1: title of a block, 2: headline of the section. */
	return '' === $headline ? $title : sprintf( __( '%1$s: %2$s', 'lintel' ), $title, $headline );
}

/**
 * Returns what the site shows while a field is empty.
 *
 * @param array $field    The field, with its section id.
 * @param array $built_in Built-in values by section id.
 * @return mixed Null if it shows nothing.
 */
function lintel_built_in_value( array $field, array $built_in ) {
	return isset( $built_in[ $field['id'] ] ) ? $built_in[ $field['id'] ] : ( isset( $field['default'] ) ? $field['default'] : null );
}

/**
 * Returns the field whose text is the headline of a section: its title, otherwise its first required text.
 *
 * @param array $section From lintel_placed_section().
 * @return array|null
 */
function lintel_headline_field( array $section ) {
	$required = null;
	foreach ( $section['fields'] as $field ) {
		if ( ! lintel_has_input( $field, 'line', 'html' ) || isset( lintel_kind( $field )['type'] ) ) {
			continue;
		}
		if ( 'title' === $field['name'] ) {
			return $field;
		}
		$required = null === $required && ! empty( $field['required'] ) ? $field : $required;
	}
	return $required;
}

/**
 * Returns the headline that visitors see above a section, shortened; '' if it has none.
 *
 * @param array $section  From lintel_placed_section().
 * @param array $values   Values by section id.
 * @param array $built_in Built-in values by section id.
 * @return string
 */
function lintel_section_headline( array $section, array $values, array $built_in ) {
	$field = lintel_headline_field( $section );
	if ( ! $field ) {
		return '';
	}
	$value = isset( $values[ $field['id'] ] ) && is_string( $values[ $field['id'] ] ) ? $values[ $field['id'] ] : '';
	$value = '' === $value ? (string) lintel_form_value( $field, lintel_built_in_value( $field, $built_in ) ) : $value;
	return lintel_short_text( $value );
}

/**
 * Returns the text of HTML in one line, shortened to LINTEL_HEADLINE_CHARACTERS.
 *
 * @param string $html Text or HTML.
 * @return string
 */
function lintel_short_text( $html ) {
	$text = trim( preg_replace( '/\s+/', ' ', html_entity_decode( wp_strip_all_tags( preg_replace( '/<[^>]+>/', ' ', $html ) ), ENT_QUOTES, 'UTF-8' ) ) );
	return mb_strlen( $text ) > LINTEL_HEADLINE_CHARACTERS ? rtrim( mb_substr( $text, 0, LINTEL_HEADLINE_CHARACTERS - 1 ) ) . '…' : $text;
}

/**
 * Returns the title of the box with the sections of a post.
 *
 * @param string $type Post type.
 * @return string
 */
function lintel_sections_title( $type ) {
	$titles = array(
		'post'               => __( 'Sections of this post', 'lintel' ),
		LINTEL_SHARED_TYPE   => __( 'The section', 'lintel' ),
		LINTEL_TEMPLATE_TYPE => __( 'Sections of this template', 'lintel' ),
	);
	return isset( $titles[ $type ] ) ? $titles[ $type ] : __( 'Sections of this page', 'lintel' );
}
