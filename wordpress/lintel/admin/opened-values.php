<?php
/**
 * Hashes of the section values that were stored when each section was opened. The form contains them, so that a save
 * does not overwrite what somebody else, or the page builder, stored in the meantime.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the name of the transient with the result of the current user's last save: { opened, theirs, layout }.
 *
 * @param int $post_id Page or post.
 * @return string
 */
function lintel_save_result_key( $post_id ) {
	return 'lintel_save_result_' . $post_id . '_' . get_current_user_id();
}

/**
 * Returns the hash of a value in the format of the inputs. The keys of rows do not count.
 *
 * @param array $field The section's field.
 * @param mixed $form  From lintel_form_value().
 * @return string
 */
function lintel_form_hash( array $field, $form ) {
	return md5( (string) wp_json_encode( lintel_has_input( $field, 'rows' ) && is_array( $form ) ? array_values( $form ) : $form ) );
}

/**
 * Returns the hashes of the stored values of fields.
 *
 * @param array[]    $fields Fields of sections.
 * @param array      $values Values by section id.
 * @param WP_Post    $post   Page or post.
 * @param array|null $page   Its sections, if they are already known.
 * @return string[] By section id.
 */
function lintel_stored_hashes( array $fields, array $values, WP_Post $post, $page = null ) {
	$hashes = array();
	foreach ( $fields as $field ) {
		$hashes[ $field['id'] ] = lintel_form_hash( $field, lintel_form_value( $field, lintel_shown_value( $field, $values, $post, $page ) ) );
	}
	return $hashes;
}

/**
 * Prints a hidden input with all hashes of a section or of a settings tab. It is only one, because PHP limits the number
 * of inputs.
 *
 * @param string[] $hashes By section id or path of a setting.
 */
function lintel_show_opened_values( array $hashes ) {
	printf( '<input type="hidden" name="lintel[opened][]" value="%s">', esc_attr( (string) wp_json_encode( $hashes ) ) );
}

/**
 * Reads the hashes in all inputs that lintel_show_opened_values() has printed.
 *
 * @param array $sent What the form sent.
 * @return string[] By section id or path of a setting.
 */
function lintel_opened_hashes( array $sent ) {
	$hashes = array();
	foreach ( isset( $sent['opened'] ) && is_array( $sent['opened'] ) ? $sent['opened'] : array() as $text ) {
		$read    = is_string( $text ) ? json_decode( $text, true ) : null;
		$hashes += is_array( $read ) ? array_filter( $read, 'is_string' ) : array();
	}
	return $hashes;
}

/**
 * Adds hashes and section ids to the result of the current user's save, which the block editor reads afterwards. The
 * next save may overwrite the hashed values. The block editor must load the fields in `$theirs` again.
 *
 * @param int      $post_id Page or post.
 * @param string[] $hashes  Hashes of the values that are stored now, by section id.
 * @param string[] $theirs  Section ids of values that only somebody else changed.
 */
function lintel_note_stored_values( $post_id, array $hashes, array $theirs ) {
	$result = get_transient( lintel_save_result_key( $post_id ) );
	if ( is_array( $result ) ) {
		$result['opened'] = $hashes + $result['opened'];
		$result['theirs'] = array_merge( $result['theirs'], $theirs );
		set_transient( lintel_save_result_key( $post_id ), $result, HOUR_IN_SECONDS );
	}
}
