<?php
/**
 * A field type for lists if ACF has no repeater. It shows the rows in this plugin's own inputs, and stores them exactly
 * as a repeater does.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * The field type `lintel_rows`. This plugin, not ACF, saves its inputs (admin/save-sections.php).
 */
class Lintel_Rows_Field extends acf_field {

	public function initialize() {
		$this->name     = 'lintel_rows';
		$this->label    = __( 'Rows', 'lintel' );
		$this->public   = false;
		$this->defaults = array( 'lintel' => array() );
	}

	/**
	 * Shows the rows, or those that the last save refused with their errors. Also prints the nonce, and a marker by which
	 * a save sees whether PHP has cut off the list.
	 *
	 * @param array $field ACF's field.
	 */
	public function render_field( $field ) {
		$post = get_post();
		if ( ! $post ) {
			return;
		}
		$about   = $field['lintel'];
		$id      = $about['id'];
		$refused = lintel_refused_sections( $post->ID );
		$page    = lintel_page_sections( $post );
		$form    = isset( $refused['typed'][ $id ] ) ? $refused['typed'][ $id ] : lintel_form_value( $about, $field['value'] );
		$error   = isset( $refused['errors'][ $id ] ) ? $refused['errors'][ $id ] : '';
		$known   = lintel_form_value( $about, isset( $page['built_in'][ $id ] ) ? $page['built_in'][ $id ] : null );
		wp_nonce_field( "lintel_sections_{$post->ID}", LINTEL_SECTIONS_NONCE, false );
		printf( '<input type="hidden" name="lintel[path]" value="%s">', esc_attr( $page['path'] ) );
		printf( '<div class="lintel-field" data-lintel-path="%s">', esc_attr( $id ) );
		lintel_show_list( $about, $id, $form, $known, $refused['errors'] );
		printf( '<p class="lintel-error" id="lintel-%s-error"%s>%s</p></div>', esc_attr( $id ), '' === $error ? ' hidden' : '', esc_html( $error ) );
		printf( '<input type="hidden" name="lintel[end][%s]" value="1">', esc_attr( $id ) );
	}

	/**
	 * Returns the rows; null if there are none, and a text if an editor has replaced the list with text.
	 *
	 * @param mixed      $value   The number of rows.
	 * @param int|string $post_id Page or post.
	 * @param array      $field   ACF's field.
	 * @return array|string|null
	 */
	public function load_value( $value, $post_id, $field ) {
		$rows = is_numeric( $post_id ) ? lintel_section_value( $field['lintel'], lintel_plain_sections( (int) $post_id ) ) : null;
		return array() === $rows ? null : $rows;
	}

	/**
	 * Stores rows that were sent to REST, or that code sets. Returns the value that ACF stores: the number of rows, '' for
	 * none, or the former number if the rows cannot be stored. As with any field of ACF, the caller has checked the user.
	 *
	 * @param mixed      $value   Rows.
	 * @param int|string $post_id Page or post.
	 * @param array      $field   ACF's field.
	 * @return int|string
	 */
	public function update_value( $value, $post_id, $field ) {
		$post = is_numeric( $post_id ) ? get_post( (int) $post_id ) : null;
		if ( $post && ( null === $value || is_array( $value ) ) && is_wp_error( lintel_store_sections( $post, array( $field['name'] => $value ) ) ) ) {
			return get_post_meta( $post->ID, $field['name'], true );
		}
		return is_array( $value ) && $value ? count( $value ) : '';
	}

	/**
	 * Returns the JSON schema of the values that REST accepts.
	 *
	 * @param array $field ACF's field.
	 * @return array
	 */
	public function get_rest_schema( array $field ) {
		return array(
			'type'  => array( 'array', 'string', 'null' ),
			'items' => array( 'type' => 'object' ),
			'title' => $field['label'],
		);
	}
}
