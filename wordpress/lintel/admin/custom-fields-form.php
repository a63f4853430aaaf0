<?php
/**
 * Prevents the form of Advanced Custom Fields (ACF) or Secure Custom Fields from overwriting values that somebody else
 * stored after the form was opened. The form sends all values of the page, also unchanged ones, and ACF stores them
 * all.
 *
 * Values are compared in the format of ACF's inputs, not in that of this plugin: in ACF, for example, a toggle without
 * a value has the default of its field.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// Each section has one accordion, so this prints the hidden inputs once per section, after ACF's own HTML.
add_action( 'acf/render_field/type=accordion', 'lintel_show_opened_acf_values', 20 );
add_filter( 'acf/pre_render_field', 'lintel_refused_acf_value', 10, 2 );
// Runs after the fields are registered, and before ACF stores its form.
add_action( 'save_post', 'lintel_check_acf_form', 2, 2 );

/**
 * Returns those of the fields that ACF stores. Without ACF's repeater, it does not store lists; save-sections.php does.
 *
 * @param array[] $fields Fields of sections.
 * @return array[]
 */
function lintel_fields_of_acf( array $fields ) {
	$has_repeater = (bool) acf_get_field_type( 'repeater' );
	return array_filter(
		$fields,
		static function ( $field ) use ( $has_repeater ) {
			return $has_repeater || ! lintel_has_input( $field, 'rows' );
		}
	);
}

/**
 * Returns the fields of all sections of a page or post that ACF stores.
 *
 * @param WP_Post $post Page or post.
 * @return array[]
 */
function lintel_page_fields_of_acf( WP_Post $post ) {
	return lintel_fields_of_acf( array_merge( array(), ...array_column( lintel_page_sections( $post )['sections'], 'fields' ) ) );
}

/**
 * Returns a value of ACF's inputs with the names of inner fields in place of their keys, the reverse of
 * lintel_acf_value().
 *
 * @param array  $field The field.
 * @param string $key   Its key.
 * @param mixed  $value What the form sent, or what ACF loads for it.
 * @return mixed
 */
function lintel_named_acf_value( array $field, $key, $value ) {
	$is_list = lintel_has_input( $field, 'rows' );
	if ( ! is_array( $value ) || ! ( $is_list || lintel_has_input( $field, 'group' ) ) ) {
		return $value;
	}
	// The clone is the template of new rows.
	unset( $value['acfcloneindex'] );
	$named = array();
	foreach ( $is_list ? array_values( $value ) : array( $value ) as $number => $row ) {
		foreach ( $is_list ? $field['row'] : $field['fields'] as $inner ) {
			$at = "{$key}__{$inner['name']}";
			if ( is_array( $row ) && array_key_exists( $at, $row ) ) {
				$named[ $number ][ $inner['name'] ] = lintel_named_acf_value( $inner, $at, $row[ $at ] );
			}
		}
	}
	return $is_list ? array_values( $named ) : reset( $named );
}

/**
 * Returns a value without the differences that an unchanged form can have: ACF does not send hidden fields of groups
 * and rows, its select is empty if the stored option was removed, and its text editor writes blank lines in place of
 * paragraphs.
 *
 * @param array $field The field.
 * @param mixed $form  Value in the format of this plugin's inputs.
 * @return mixed
 */
function lintel_comparable_form( array $field, $form ) {
	if ( lintel_has_input( $field, 'group' ) ) {
		return lintel_comparable_inner( $field['fields'], $form );
	}
	if ( is_array( $form ) && lintel_has_input( $field, 'rows' ) ) {
		$rows = array();
		foreach ( $form as $row ) {
			$rows[] = lintel_comparable_inner( $field['row'], $row );
		}
		return $rows;
	}
	if ( lintel_has_input( $field, 'html' ) ) {
		return preg_replace( array( '/\s+/', '/ ?(<[^>]*>) ?/' ), array( ' ', '$1' ), trim( wpautop( $form ) ) );
	}
	return lintel_has_input( $field, 'select' ) && ! isset( lintel_options( $field )[ $form ] ) ? '' : $form;
}

/**
 * Returns the comparable values of a group or a row, without those of hidden fields.
 *
 * @param array[] $fields Its fields.
 * @param array   $forms  Values in the format of this plugin's inputs, by name.
 * @return array By name.
 */
function lintel_comparable_inner( array $fields, array $forms ) {
	$kept = array();
	foreach ( $fields as $inner ) {
		if ( lintel_is_shown( $inner, $fields, $forms ) ) {
			$kept[ $inner['name'] ] = lintel_comparable_form( $inner, $forms[ $inner['name'] ] );
		}
	}
	return $kept;
}

/**
 * Returns the hash of the comparable form of a value, which stays the same as long as nobody changes the value.
 *
 * @param array  $field The field.
 * @param string $key   Its key.
 * @param mixed  $value What the form sent, or what ACF loads for it.
 * @return string
 */
function lintel_acf_hash( array $field, $key, $value ) {
	return lintel_form_hash( $field, lintel_comparable_form( $field, lintel_form_value( $field, lintel_named_acf_value( $field, $key, $value ) ) ) );
}

/**
 * Returns the hashes of the stored values, in the format of ACF's inputs.
 *
 * @param array[] $fields Fields that ACF stores.
 * @param WP_Post $post   Page or post.
 * @return string[] By section id.
 */
function lintel_stored_acf_hashes( array $fields, WP_Post $post ) {
	$hashes = array();
	foreach ( $fields as $field ) {
		$key = lintel_field_key( $post, $field['id'] );
		$acf = acf_get_field( $key );
		if ( $acf ) {
			$hashes[ $field['id'] ] = lintel_acf_hash( $field, $key, acf_get_value( $post->ID, $acf ) );
		}
	}
	return $hashes;
}

/**
 * Returns the hashes of the stored values of a section, whether ACF shows their inputs or this plugin does.
 *
 * @param array[] $fields Its fields.
 * @param WP_Post $post   Page or post.
 * @return string[] By section id.
 */
function lintel_opened_acf_hashes( array $fields, WP_Post $post ) {
	$of_acf = lintel_fields_of_acf( $fields );
	$others = array_diff_key( $fields, $of_acf );
	return lintel_stored_acf_hashes( $of_acf, $post ) + lintel_stored_hashes( $others, lintel_plain_sections( $post->ID ), $post );
}

/**
 * Prints a hidden input with the hashes of a section into its accordion. The first accordion also gets the part of the
 * field keys that identifies the page. Accordions of a post get the nonce, without which this plugin ignores its
 * inputs.
 *
 * @param array $accordion ACF's field.
 */
function lintel_show_opened_acf_values( $accordion ) {
	$post = isset( $accordion['lintel_post'] ) ? get_post( $accordion['lintel_post'] ) : null;
	if ( ! $post ) {
		return;
	}
	lintel_show_opened_values( isset( $accordion['lintel_opened'] ) ? $accordion['lintel_opened'] : lintel_opened_acf_hashes( $accordion['lintel_fields'], $post ) );
	static $shown = false;
	if ( ! $shown ) {
		$shown = true;
		printf( '<input type="hidden" name="lintel[page_keys][]" value="%s">', esc_attr( lintel_page_key( $post ) ) );
	}
	// A page has these in the box with its layout.
	if ( ! lintel_has_layout( $post->post_type ) ) {
		wp_nonce_field( "lintel_sections_{$post->ID}", LINTEL_SECTIONS_NONCE, false );
		echo '<input type="hidden" name="lintel[end][opened]" value="1">';
	}
}

/**
 * Makes ACF show the value that was refused in the current user's last save, instead of the stored value. The script
 * assets/custom-fields-form.js shows the error message beside it.
 *
 * @param array      $acf     ACF's field.
 * @param int|string $post_id Page or post.
 * @return array
 */
function lintel_refused_acf_value( $acf, $post_id ) {
	$post  = is_numeric( $post_id ) && isset( $acf['lintel_kind'], $acf['name'] ) ? get_post( (int) $post_id ) : null;
	$typed = $post ? lintel_refused_sections( $post->ID )['typed'] : array();
	if ( ! isset( $typed[ $acf['name'] ] ) ) {
		return $acf;
	}
	foreach ( lintel_page_fields_of_acf( $post ) as $field ) {
		if ( lintel_field_key( $post, $field['id'] ) === $acf['key'] ) {
			$acf['value'] = lintel_acf_value( $field, $acf['key'], lintel_form_value( $field, $typed[ $field['id'] ] ) );
		}
	}
	return $acf;
}

/**
 * Renames the field keys of the sent values to the current ones. A field key contains the path of the page, and ACF
 * drops values with unknown keys. The path may have changed since the form was opened, or may change in the same save.
 *
 * @param WP_Post $post Page or post.
 * @param array   $sent What ACF's form sent.
 * @param mixed   $were The parts of the field keys that identified the page when the form was opened.
 * @return array
 */
function lintel_with_present_keys( WP_Post $post, array $sent, $were ) {
	$now = lintel_field_key( $post, '' );
	foreach ( array_unique( array_filter( (array) $were, 'is_string' ) ) as $page_key ) {
		$before = "field_lintel_{$page_key}__";
		$sent   = $before === $now ? $sent : lintel_with_renamed_keys( $sent, $before, $now );
	}
	return $sent;
}

/**
 * Returns an array with another prefix in its keys and in those of its nested arrays.
 *
 * @param array  $sent   Values by key.
 * @param string $before Prefix to replace. Other keys stay unchanged.
 * @param string $now    New prefix.
 * @return array
 */
function lintel_with_renamed_keys( array $sent, $before, $now ) {
	$renamed = array();
	foreach ( $sent as $key => $value ) {
		$key             = 0 === strpos( (string) $key, $before ) ? $now . substr( $key, strlen( $before ) ) : $key;
		$renamed[ $key ] = is_array( $value ) ? lintel_with_renamed_keys( $value, $before, $now ) : $value;
	}
	return $renamed;
}

/**
 * Renames the sent field keys to the current ones. Makes ACF keep each stored value that somebody else changed after
 * the form was opened. If this user changed the value, too, the typed value is refused: the form shows it again with an
 * error, and the user can save it again.
 *
 * @param int     $post_id Id of the page or post.
 * @param WP_Post $post    Page or post.
 */
function lintel_check_acf_form( $post_id, $post ) {
	if ( ! class_exists( 'ACF' ) || ! lintel_is_sections_form( $post_id ) || ! isset( $_POST['acf'] ) || ! is_array( $_POST['acf'] ) ) {
		return;
	}
	// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- Only compared; what is kept for its editor is escaped where it is shown.
	$own          = (array) wp_unslash( $_POST['lintel'] );
	$_POST['acf'] = lintel_with_present_keys( $post, $_POST['acf'], isset( $own['page_keys'] ) ? $own['page_keys'] : array() );
	$sent         = wp_unslash( $_POST['acf'] );
	$opened       = lintel_opened_hashes( $own );
	// phpcs:enable
	$refused = lintel_refused_sections( $post_id );
	$ours    = array();
	$theirs  = array();
	foreach ( lintel_page_fields_of_acf( $post ) as $field ) {
		$id  = $field['id'];
		$key = lintel_field_key( $post, $id );
		// ACF does not send hidden fields, and stores nothing for them.
		if ( ! isset( $opened[ $id ] ) || ! array_key_exists( $key, $sent ) ) {
			continue;
		}
		$typed  = lintel_acf_hash( $field, $key, $sent[ $key ] );
		$stored = lintel_stored_acf_hashes( array( $field ), $post );
		if ( ! isset( $stored[ $id ] ) || $stored[ $id ] === $opened[ $id ] || $stored[ $id ] === $typed ) {
			$ours[] = $field;
			continue;
		}
		$theirs[ $key ] = $field;
		if ( $typed !== $opened[ $id ] ) {
			$refused['typed'][ $id ]  = lintel_form_value( $field, lintel_named_acf_value( $field, $key, $sent[ $key ] ) );
			$refused['errors'][ $id ] = lintel_changed_meanwhile();
		}
	}
	if ( $refused['errors'] ) {
		set_transient( lintel_refused_key( $post_id ), $refused, 12 * HOUR_IN_SECONDS );
	}
	lintel_keep_acf_values( $post_id, array_keys( $theirs ) );
	// Runs after ACF has stored the other values.
	add_action(
		'save_post',
		static function ( $saved_id ) use ( $post, $ours, $theirs, $refused ) {
			if ( $saved_id === $post->ID ) {
				$theirs = array_column( $theirs, null, 'id' );
				$fields = array_merge( $ours, array_intersect_key( $theirs, $refused['typed'] ) );
				lintel_note_stored_values( $post->ID, lintel_stored_acf_hashes( $fields, $post ), array_keys( array_diff_key( $theirs, $refused['typed'] ) ) );
			}
		},
		20
	);
}

/**
 * Prevents ACF from changing the stored values of some fields of a page or post in this request.
 *
 * @param int      $post_id Page or post.
 * @param string[] $keys    Field keys.
 */
function lintel_keep_acf_values( $post_id, array $keys ) {
	add_filter(
		'acf/pre_update_value',
		static function ( $done, $value, $at, $acf ) use ( $post_id, $keys ) {
			return (string) $at === (string) $post_id && in_array( $acf['key'], $keys, true ) ? true : $done;
		},
		10,
		4
	);
}
