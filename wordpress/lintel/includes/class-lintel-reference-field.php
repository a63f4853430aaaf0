<?php
/**
 * A field type of ACF for a page or a post. Unlike ACF's own types, it also accepts pages that only the site has.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * The field type `lintel_reference`. Its input contains a path; lintel_show_reference() prints it.
 */
class Lintel_Reference_Field extends acf_field {

	public function initialize() {
		$this->name   = 'lintel_reference';
		$this->label  = __( 'Page or post', 'lintel' );
		$this->public = false;
	}

	/**
	 * Shows the input with the path of the stored page or post.
	 *
	 * @param array $field ACF's field.
	 */
	public function render_field( $field ) {
		$input = array(
			'id'   => $field['id'],
			'name' => $field['name'],
			'aria' => '',
		);
		lintel_show_reference( $input, lintel_entry_path( $field['value'] ), '' );
	}

	/**
	 * Returns the id or the path to store for a value that was typed or sent to REST. A value that matches no page or post
	 * is returned unchanged, so that no input is lost. The edit screen and REST refuse such a value before.
	 *
	 * @param mixed      $value   Value.
	 * @param int|string $post_id Page or post.
	 * @param array      $field   ACF's field.
	 * @return mixed
	 */
	public function update_value( $value, $post_id, $field ) {
		$entry = lintel_typed_entry( lintel_entry_path( $value ) );
		return null === $entry ? $value : $entry;
	}

	/**
	 * Returns the JSON schema of the values that REST accepts.
	 *
	 * @param array $field ACF's field.
	 * @return array
	 */
	public function get_rest_schema( array $field ) {
		return array(
			'type'  => array( 'integer', 'string', 'null' ),
			'title' => $field['label'],
		);
	}

	/**
	 * Returns the value for REST: an id as a number.
	 *
	 * @param mixed      $value   Stored value.
	 * @param int|string $post_id Page or post.
	 * @param array      $field   ACF's field.
	 * @return mixed
	 */
	public function format_value_for_rest( $value, $post_id, array $field ) {
		return is_string( $value ) && ctype_digit( $value ) ? (int) $value : $value;
	}
}
