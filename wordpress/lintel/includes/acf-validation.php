<?php
/**
 * Validates the form of Advanced Custom Fields or Secure Custom Fields, so that it refuses what the site would not
 * show.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// Runs before ACF, which validates the form in a separate request, and only the fields that are registered there.
add_action( 'acf/validate_save_post', 'lintel_add_validated_acf_fields', 1 );

/**
 * Registers the fields of the edited page or post, also those of sections that are in the form but not stored yet.
 */
function lintel_add_validated_acf_fields() {
	// phpcs:disable WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- ACF has verified its own nonce; this only chooses the fields.
	// The block editor's form does not have WordPress's `post_ID`. ACF's script always sends `post_id`.
	$name   = isset( $_POST['post_ID'] ) ? 'post_ID' : 'post_id';
	$post   = isset( $_POST[ $name ] ) && is_numeric( $_POST[ $name ] ) ? get_post( (int) $_POST[ $name ] ) : null;
	$layout = isset( $_POST['lintel']['layout']['value'] ) ? wp_unslash( $_POST['lintel']['layout']['value'] ) : '';
	// phpcs:enable
	if ( ! $post || ! current_user_can( 'edit_post', $post->ID ) ) {
		return;
	}
	$sent = array();
	if ( is_string( $layout ) && '' !== $layout ) {
		$sent['page_layout'] = LINTEL_BUILT_IN_LAYOUT === $layout ? '' : lintel_layout_text( $layout );
	}
	lintel_add_acf_fields( $post, $sent );
}

// If this returns a message, ACF shows it at the field on the edit screen and saves nothing, so nothing typed is lost.
// ACF's own setting for the length of a text would cut off what is pasted.
add_filter(
	'acf/validate_value',
	static function ( $valid, $value, $field ) {
		if ( true !== $valid || 0 !== strpos( $field['key'], 'field_lintel_' ) || ! isset( $field['lintel_kind'] ) ) {
			return $valid;
		}
		$about = array(
			'kind'      => $field['lintel_kind'],
			'multiline' => 'textarea' === $field['type'],
			'label'     => $field['label'],
		);
		if ( ! lintel_has_input( $about, 'line', 'html', 'link', 'reference' ) ) {
			return $valid;
		}
		$form = lintel_form_value( $about, $value );
		if ( lintel_has_input( $about, 'reference' ) ) {
			return '' === $form || null !== lintel_typed_entry( $form ) ? $valid : lintel_no_entry();
		}
		$error = lintel_length_error( $about, $form );
		$error = '' !== $error || lintel_is_blank_form( $form ) ? $error : lintel_format_error( $about, $form );
		return '' === $error ? $valid : $error;
	},
	10,
	3
);
