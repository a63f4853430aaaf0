<?php
/**
 * Responds with the fields of a section when an editor opens it, or when somebody else has changed them.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_ajax_lintel_section_fields', 'lintel_answer_section_fields' );

/**
 * Responds with the HTML of the fields of one section, with the values that the last save refused. Responds with status
 * 404 if the page does not have the section any more.
 */
function lintel_answer_section_fields() {
	$post = lintel_edited_page();
	// phpcs:disable WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- Checked above; only compared.
	$path = isset( $_POST['path'] ) && is_string( $_POST['path'] ) ? wp_unslash( $_POST['path'] ) : null;
	$key  = isset( $_POST['key'] ) && is_string( $_POST['key'] ) ? wp_unslash( $_POST['key'] ) : '';
	// phpcs:enable
	$refused = lintel_refused_sections( $post->ID );
	$values  = lintel_shown_values( $post, $refused );
	$page    = lintel_page_sections( $post, $path, $values );
	$at      = array_search( $key, array_column( $page['sections'], 'key' ), true );
	if ( false === $at ) {
		wp_send_json_error( __( 'Somebody removed this section meanwhile. Load this screen again.', 'lintel' ), 404 );
	}
	$section = $page['sections'][ $at ];
	if ( class_exists( 'ACF' ) ) {
		wp_send_json_success( lintel_captured( 'lintel_show_acf_section', array( $post, $section, array(), $page['built_in'] ) ) );
	}
	$given   = lintel_given_values( $post, $section, $page, $values, $refused );
	$opened  = lintel_stored_hashes( $section['fields'], $values, $post, $page );
	wp_send_json_success( lintel_captured( 'lintel_show_section_panel', array( $section, $given, $page['built_in'], $refused['errors'], $opened ) ) );
}
