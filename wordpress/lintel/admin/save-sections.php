<?php
/**
 * Saves what was typed into the sections of a page. What inputs show unchanged is not written; a wrong value is not
 * written either, and kept for its author to correct.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

const LINTEL_SECTIONS_NONCE = 'lintel_sections_nonce';

add_action( 'save_post', 'lintel_save_sections_form', 10, 2 );

/**
 * Where the refused values of the current user are kept.
 *
 * @param int $post_id Page or post.
 * @return string
 */
function lintel_refused_key( $post_id ) {
	return 'lintel_refused_' . $post_id . '_' . get_current_user_id();
}

/**
 * The refused values of the current user: { typed, errors }, typed by section id, errors by path.
 *
 * @param int $post_id Page or post.
 * @return array
 */
function lintel_refused_sections( $post_id ) {
	$refused = get_transient( lintel_refused_key( $post_id ) );
	return is_array( $refused ) ? $refused : array(
		'typed'  => array(),
		'errors' => array(),
	);
}

/**
 * Saves the form of the edit screen; does nothing for a save that is none of it.
 *
 * @param int     $post_id Page or post.
 * @param WP_Post $post    The same.
 */
function lintel_save_sections_form( $post_id, $post ) {
	if ( ! isset( $_POST[ LINTEL_SECTIONS_NONCE ], $_POST['lintel'], $_POST['post_ID'] ) || (int) $_POST['post_ID'] !== $post_id ) {
		return;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- A nonce is compared, not used.
	if ( ! wp_verify_nonce( wp_unslash( $_POST[ LINTEL_SECTIONS_NONCE ] ), "lintel_sections_$post_id" ) ) {
		return;
	}
	if ( ( defined( 'DOING_AUTOSAVE' ) && DOING_AUTOSAVE ) || wp_is_post_revision( $post_id ) || ! current_user_can( 'edit_post', $post_id ) ) {
		return;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Each value is checked by its kind and cleaned where it is stored.
	$sent    = (array) wp_unslash( $_POST['lintel'] );
	$typed   = isset( $sent['sections'] ) && is_array( $sent['sections'] ) ? $sent['sections'] : array();
	$path    = isset( $sent['path'] ) && is_string( $sent['path'] ) ? $sent['path'] : null;
	$refused = array(
		'typed'  => array(),
		'errors' => array(),
	);
	if ( ! isset( $sent['end'] ) ) {
		$refused['errors'][''] = __( 'The server cut the form off, so no section was saved. Raise max_input_vars in the settings of PHP.', 'lintel' );
		$typed                 = array();
	}
	$values = lintel_plain_sections( $post_id );
	foreach ( lintel_page_sections( $post, $path )['sections'] as $section ) {
		foreach ( $section['fields'] as $field ) {
			// Beside ACF's own fields each list ends by itself.
			$whole = ! isset( $sent['end'] ) || ! is_array( $sent['end'] ) || isset( $sent['end'][ $field['id'] ] );
			if ( isset( $typed[ $field['id'] ] ) && $whole ) {
				lintel_save_section( $post, $field, $values, $typed[ $field['id'] ], $refused );
			}
		}
	}
	if ( $refused['errors'] ) {
		set_transient( lintel_refused_key( $post_id ), $refused, 12 * HOUR_IN_SECONDS );
	} else {
		delete_transient( lintel_refused_key( $post_id ) );
	}
}

/**
 * Writes one section if it was changed and can be kept.
 *
 * @param WP_Post $post    Page or post.
 * @param array   $field   The section's field.
 * @param array   $values  Values by section id, as they were.
 * @param mixed   $sent    What the form sent for it.
 * @param array   $refused Receives what was typed and why it is refused.
 */
function lintel_save_section( WP_Post $post, array $field, array $values, $sent, array &$refused ) {
	$form   = lintel_form_value( $field, $sent );
	$before = lintel_form_value( $field, lintel_shown_value( $field, $values, $post ) );
	if ( 'list' === $field['kind'] && is_array( $form ) && is_array( $before ) ? array_values( $form ) === array_values( $before ) : $form === $before ) {
		return;
	}
	$errors = array();
	$value  = lintel_typed_value( $field, $form, $field['id'], $errors );
	if ( ! $errors ) {
		$new = array( $field['id'] => $value );
		if ( 'list' === $field['kind'] ) {
			$new += array_fill_keys( array_keys( lintel_numbered_rows( $field, $values ) ), null );
		}
		$written = lintel_write_sections( $post, $new );
		if ( is_wp_error( $written ) ) {
			$errors[ $field['id'] ] = $written->get_error_message();
		}
	}
	if ( $errors ) {
		$refused['typed'][ $field['id'] ] = $form;
		$refused['errors']               += $errors;
	}
}

/**
 * The value an input starts with. A toggle that is not set shows what the site shows.
 *
 * @param array   $field  The section's field.
 * @param array   $values Values by section id.
 * @param WP_Post $post   Page or post.
 * @return mixed
 */
function lintel_shown_value( array $field, array $values, WP_Post $post ) {
	$value = lintel_section_value( $field, $values );
	if ( 'toggle' !== $field['kind'] || ( null !== $value && '' !== $value ) ) {
		return $value;
	}
	$path  = lintel_built_in_path( $post );
	$pages = lintel_known_sections()['pages'];
	if ( isset( $pages[ $path ]['values'][ $field['id'] ] ) ) {
		return $pages[ $path ]['values'][ $field['id'] ];
	}
	return isset( $field['default'] ) ? $field['default'] : null;
}
