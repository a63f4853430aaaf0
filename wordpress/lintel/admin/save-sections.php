<?php
/**
 * Saves the section values of the edit screen's form. Unchanged inputs are not written. Invalid values are not
 * written either, but kept for their author to correct.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

const LINTEL_SECTIONS_NONCE = 'lintel_sections_nonce';

/** What lintel_refused_sections() returns if the last save refused nothing. */
const LINTEL_NOTHING_REFUSED = array(
	'typed'  => array(),
	'errors' => array(),
);

// Runs first, so that ACF saves its fields according to the new layout.
add_action( 'save_post', 'lintel_save_sections_form', 0, 2 );
// Runs last, when ACF and other plugins have stored their parts of the form, too.
add_action( 'save_post', 'lintel_confirm_save', PHP_INT_MAX );

/**
 * Returns the name of the transient with the refused values of the current user.
 *
 * @param int $post_id Page or post.
 * @return string
 */
function lintel_refused_key( $post_id ) {
	return 'lintel_refused_' . $post_id . '_' . get_current_user_id();
}

/**
 * Returns the refused values of the current user: { typed, errors }, `typed` by section id, `errors` by path.
 *
 * @param int $post_id Page or post.
 * @return array
 */
function lintel_refused_sections( $post_id ) {
	$refused = get_transient( lintel_refused_key( $post_id ) );
	return is_array( $refused ) ? $refused : LINTEL_NOTHING_REFUSED;
}

/**
 * Returns whether the current request sends the sections on the edit screen of a page or post, and the current user may
 * save them.
 *
 * @param int $post_id Page or post.
 * @return bool
 */
function lintel_is_sections_form( $post_id ) {
	if ( ! isset( $_POST[ LINTEL_SECTIONS_NONCE ], $_POST['lintel'], $_POST['post_ID'] ) || (int) $_POST['post_ID'] !== $post_id ) {
		return false;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- A nonce is compared, not used.
	if ( ! wp_verify_nonce( wp_unslash( $_POST[ LINTEL_SECTIONS_NONCE ] ), "lintel_sections_$post_id" ) ) {
		return false;
	}
	return ! ( defined( 'DOING_AUTOSAVE' ) && DOING_AUTOSAVE ) && ! wp_is_post_revision( $post_id ) && current_user_can( 'edit_post', $post_id );
}

/**
 * Returns the name of the transient that confirms a save of the current user.
 *
 * @param int    $post_id Page or post.
 * @param string $save    Id of the save, from the edit screen.
 * @return string
 */
function lintel_confirmed_key( $post_id, $save ) {
	return 'lintel_confirmed_' . $post_id . '_' . get_current_user_id() . '_' . md5( $save );
}

/**
 * Records that the form of a save was processed. The block editor cannot rely on the response of WordPress: it treats a
 * fatal error, an expired nonce or a sign-in screen as a success.
 *
 * @param int $post_id Id of the page or post.
 */
function lintel_confirm_save( $post_id ) {
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- Checked below where there are sections; nothing of the form is stored here.
	if ( ! isset( $_POST['lintel_save'], $_POST['post_ID'] ) || (int) $_POST['post_ID'] !== $post_id || ! is_string( $_POST['lintel_save'] ) ) {
		return;
	}
	// With ACF, the edit screen of a post has no inputs of this plugin if it was opened before an update of the plugin.
	if ( ! isset( $_POST['lintel'] ) || lintel_is_sections_form( $post_id ) ) {
		set_transient( lintel_confirmed_key( $post_id, sanitize_key( $_POST['lintel_save'] ) ), 1, HOUR_IN_SECONDS );
	}
	// phpcs:enable
}

/**
 * Returns whether the form of a save has been processed, and forgets that save.
 *
 * @param int    $post_id Page or post.
 * @param string $save    Id of the save, from the edit screen.
 * @return bool
 */
function lintel_is_confirmed_save( $post_id, $save ) {
	return delete_transient( lintel_confirmed_key( $post_id, $save ) );
}

/**
 * Saves the layout and the section values that the form of the edit screen sends. Keeps refused values for 12 hours, so
 * that the form shows them again, and the result for an hour, for the block editor. Does nothing for a save without
 * that form, and stores nothing from a form that PHP has cut off.
 *
 * @param int     $post_id Id of the page or post.
 * @param WP_Post $post    Page or post.
 */
function lintel_save_sections_form( $post_id, $post ) {
	if ( ! lintel_is_sections_form( $post_id ) ) {
		return;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Each value is checked by its kind and cleaned where it is stored.
	$sent    = (array) wp_unslash( $_POST['lintel'] );
	$typed   = isset( $sent['sections'] ) && is_array( $sent['sections'] ) ? $sent['sections'] : array();
	$path    = isset( $sent['path'] ) && is_string( $sent['path'] ) ? $sent['path'] : null;
	$refused = LINTEL_NOTHING_REFUSED;
	if ( ! isset( $sent['end'] ) ) {
		$refused['errors'][''] = __( 'The server cut the form off, so no section was saved. Raise max_input_vars in the settings of PHP.', 'lintel' );
		$typed                 = array();
	}
	$values = lintel_plain_sections( $post_id );
	$opened = lintel_opened_hashes( $sent );
	$fields = array();
	$theirs = array();
	$new    = array();
	if ( lintel_has_layout( $post->post_type ) && isset( $sent['end'], $sent['layout'] ) && is_array( $sent['layout'] ) ) {
		lintel_save_layout( $post, $sent['layout'], $values, $refused );
	}
	foreach ( lintel_page_sections( $post, $path, $values )['sections'] as $section ) {
		foreach ( $section['fields'] as $field ) {
			// With ACF, each list has its own end marker. A list without it was cut off by PHP's limit, so it is not saved.
			$whole = ! isset( $sent['end'] ) || ! is_array( $sent['end'] ) || isset( $sent['end'][ $field['id'] ] );
			if ( isset( $typed[ $field['id'] ] ) && $whole ) {
				$at     = isset( $opened[ $field['id'] ] ) ? $opened[ $field['id'] ] : null;
				$change = lintel_changed_section( $post, $field, $values, $typed[ $field['id'] ], $at, $refused );
				$new   += $change;
				// If only somebody else changed the value, the form still shows the former one.
				if ( $change || isset( $refused['typed'][ $field['id'] ] ) || lintel_is_stored( $post, $field, $values, $typed[ $field['id'] ] ) ) {
					$fields[] = $field;
				} else {
					$theirs[] = $field['id'];
				}
			}
		}
	}
	lintel_save_changed_sections( $post, $new, $typed, $refused );
	// The block editor does not reload the box, so its next save must know what this one stored.
	$stored = lintel_plain_sections( $post_id );
	$result = array(
		'opened' => lintel_stored_hashes( $fields, $stored, $post ),
		'theirs' => $theirs,
		'layout' => lintel_layout_text( isset( $stored['page_layout'] ) ? $stored['page_layout'] : '' ),
	);
	set_transient( lintel_save_result_key( $post_id ), $result, HOUR_IN_SECONDS );
	if ( $refused['errors'] ) {
		set_transient( lintel_refused_key( $post_id ), $refused, 12 * HOUR_IN_SECONDS );
	} else {
		delete_transient( lintel_refused_key( $post_id ) );
	}
}

/**
 * Returns the values to write for one section; empty if it is unchanged or refused, because it is invalid or because
 * somebody else changed it, too. For a list, they also clear its numbered groups; see lintel_numbered_rows().
 *
 * @param WP_Post     $post    Page or post.
 * @param array       $field   The section's field.
 * @param array       $values  Stored values by section id.
 * @param mixed       $sent    What the form sent for the section.
 * @param string|null $opened  Hash of the value that was stored when the section was opened; null if it is not known.
 * @param array       $refused Receives what was typed and why it is refused.
 * @return array Values by section id.
 */
function lintel_changed_section( WP_Post $post, array $field, array $values, $sent, $opened, array &$refused ) {
	$form   = lintel_form_value( $field, $sent );
	$typed  = lintel_form_hash( $field, $form );
	$stored = lintel_stored_hashes( array( $field ), $values, $post )[ $field['id'] ];
	if ( $typed === $stored || $typed === $opened ) {
		return array();
	}
	$errors = array();
	$value  = lintel_typed_value( $field, $form, $field['id'], $errors );
	if ( null !== $opened && $opened !== $stored ) {
		$errors += array( $field['id'] => lintel_changed_meanwhile() );
	}
	if ( $errors ) {
		$refused['typed'][ $field['id'] ] = $form;
		$refused['errors']               += $errors;
		return array();
	}
	$new = array( $field['id'] => $value );
	return lintel_has_input( $field, 'rows' ) ? $new + array_fill_keys( array_keys( lintel_numbered_rows( $field, $values ) ), null ) : $new;
}

/**
 * Returns the message for a value that somebody else changed, too.
 *
 * @return string
 */
function lintel_changed_meanwhile() {
	return __( 'Not saved, because somebody else changed it meanwhile. Yours is shown here; save again to replace theirs.', 'lintel' );
}

/**
 * Returns whether a section is stored as the form has it, for example by an earlier save whose response was lost.
 *
 * @param WP_Post $post   Page or post.
 * @param array   $field  The section's field.
 * @param array   $values Stored values by section id.
 * @param mixed   $sent   What the form sent for the section.
 * @return bool
 */
function lintel_is_stored( WP_Post $post, array $field, array $values, $sent ) {
	return lintel_form_hash( $field, lintel_form_value( $field, $sent ) ) === lintel_stored_hashes( array( $field ), $values, $post )[ $field['id'] ];
}

/**
 * Writes all changes at once, or one by one if one of them cannot be stored.
 *
 * @param WP_Post $post    Page or post.
 * @param array   $changed Values by section id.
 * @param array   $typed   What the form sent, by section id.
 * @param array   $refused Receives what was typed and why it is refused.
 */
function lintel_save_changed_sections( WP_Post $post, array $changed, array $typed, array &$refused ) {
	if ( ! $changed || ! is_wp_error( lintel_write_sections( $post, $changed ) ) ) {
		return;
	}
	foreach ( $changed as $id => $value ) {
		$written = lintel_write_sections( $post, array( $id => $value ) );
		if ( is_wp_error( $written ) ) {
			$refused['typed'][ $id ]  = isset( $typed[ $id ] ) ? $typed[ $id ] : '';
			$refused['errors'][ $id ] = $written->get_error_message();
		}
	}
}

/**
 * Returns the stored value that an input shows. A toggle without a stored value shows the page's built-in value or, if
 * there is none, the default of its field.
 *
 * @param array      $field  The section's field.
 * @param array      $values Values by section id.
 * @param WP_Post    $post   Page or post.
 * @param array|null $page   Its sections, if they are already known.
 * @return mixed
 */
function lintel_shown_value( array $field, array $values, WP_Post $post, $page = null ) {
	$value = lintel_section_value( $field, $values );
	if ( ! lintel_has_input( $field, 'checkbox' ) || ( null !== $value && '' !== $value ) ) {
		return $value;
	}
	$path     = $page ? $page['path'] : lintel_built_in_path( $post );
	$pages    = lintel_known_sections()['pages'];
	$built_in = isset( $pages[ $path ]['values'][ $field['id'] ] ) ? $pages[ $path ]['values'][ $field['id'] ] : null;
	return null === $built_in && isset( $field['default'] ) ? $field['default'] : $built_in;
}
