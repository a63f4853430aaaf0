<?php
/**
 * The sections of a long page. Their fields are rendered when a section is opened, because rendering hundreds of
 * fields takes the server and the browser seconds. Sections that were not opened are not sent and stay unchanged.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** On pages with more sections than this, fields are rendered on demand. No page of the sample site has that many. */
const LINTEL_SECTIONS_AT_ONCE = 40;

add_action( 'wp_ajax_lintel_section_fields', 'lintel_answer_section_fields' );

/**
 * Shows a section without its fields. An attribute lists the fields' section ids, so that the script finds the section
 * that contains a field.
 *
 * @param array $section From lintel_placed_section().
 */
function lintel_show_later_section( array $section ) {
	printf(
		'<details class="lintel-section" data-lintel-key="%s" data-lintel-later="%s"><summary>%s <span class="lintel-key">%s</span></summary><div class="lintel-fields"><p class="lintel-wide" role="status">%s</p></div></details>',
		esc_attr( $section['key'] ),
		esc_attr( implode( ' ', array_column( $section['fields'], 'id' ) ) ),
		esc_html( $section['title'] ),
		esc_html( $section['key'] ),
		esc_html__( 'Loading the fields …', 'lintel' )
	);
}

/**
 * Responds with the HTML of one section and its fields.
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
	$page['sections'] = array( $page['sections'][ $at ] );
	wp_send_json_success( lintel_captured( 'lintel_show_sections', array( $post, $page, $values, $refused ) ) );
}
