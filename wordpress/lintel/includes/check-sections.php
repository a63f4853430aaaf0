<?php
/**
 * Checks section values before REST stores them, and the stored values of live pages. REST refuses the same values as
 * this plugin's own edit screens, with the same messages, and also values of a wrong JSON type.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// Runs before anything is written, so that a rejected request changes nothing and creates no page.
add_filter( 'rest_pre_insert_page', 'lintel_check_rest_sections', 10, 2 );
add_filter( 'rest_pre_insert_' . LINTEL_SHARED_TYPE, 'lintel_check_rest_sections', 10, 2 );
add_filter( 'rest_pre_insert_' . LINTEL_TEMPLATE_TYPE, 'lintel_check_rest_sections', 10, 2 );
add_filter( 'rest_pre_insert_post', 'lintel_check_rest_sections', 10, 2 );

/**
 * Refuses a REST write with unknown section ids or wrong values, with status 400 and a message for each of them.
 *
 * @param stdClass|WP_Error $prepared The page or post, as it will be stored.
 * @param WP_REST_Request   $request  Request.
 * @return stdClass|WP_Error
 */
function lintel_check_rest_sections( $prepared, $request ) {
	$sent = $request->get_param( 'acf' );
	if ( is_wp_error( $prepared ) || null === $sent ) {
		return $prepared;
	}
	if ( ! is_array( $sent ) || ( $sent && lintel_is_list( $sent ) ) ) {
		return new WP_Error( 'lintel_invalid_sections', __( 'acf is not an object of values by section id.', 'lintel' ), array( 'status' => 400 ) );
	}
	$is_new = empty( $prepared->ID );
	$post   = $is_new ? new WP_Post( (object) array( 'ID' => 0 ) ) : clone get_post( $prepared->ID );
	foreach ( array( 'post_type', 'post_name', 'post_parent', 'post_title' ) as $name ) {
		if ( isset( $prepared->$name ) ) {
			$post->$name = $prepared->$name;
		}
	}
	if ( $is_new && '' === $post->post_name ) {
		$post->post_name = sanitize_title( $post->post_title );
	}
	$errors = lintel_section_errors( $post, $sent, $is_new ? array() : lintel_plain_sections( $post->ID ) );
	if ( ! $errors ) {
		return $prepared;
	}
	$lines = array();
	foreach ( $errors as $path => $error ) {
		$lines[] = "acf.$path: $error";
	}
	$about = array(
		'status' => 400,
		'errors' => $errors,
	);
	return new WP_Error( 'lintel_invalid_section', implode( ' ', $lines ), $about );
}

/**
 * Returns the faults of values that are to be stored. Does not check a value that is already stored, nor one of a
 * stored section that the page no longer has.
 *
 * @param WP_Post $post   Page or post; its ID is 0 if it is not stored yet.
 * @param array   $sent   Values by section id.
 * @param array   $stored Stored values by section id.
 * @return string[] Messages by path: the section id, in a list also row and column, in a group also the inner field.
 */
function lintel_section_errors( WP_Post $post, array $sent, array $stored ) {
	$page   = lintel_page_sections( $post, null, $sent + $stored );
	$fields = lintel_fields_by_id( $post, $page );
	$errors = array();
	foreach ( $sent as $id => $value ) {
		$id = (string) $id;
		if ( array_key_exists( $id, $stored ) && ( $stored[ $id ] === $value || ! isset( $fields[ $id ] ) ) && ! in_array( $id, array( 'page_layout', 'layout_variants' ), true ) ) {
			continue;
		}
		if ( 'page_layout' === $id && lintel_has_layout( $post->post_type ) ) {
			$faults = isset( $stored[ $id ] ) && lintel_layout_text( $stored[ $id ] ) === lintel_layout_text( $value ) ? array() : lintel_layout_faults( $value, $post->post_type );
			if ( $faults ) {
				$errors[ $id ] = implode( ' ', $faults );
			}
		} elseif ( 'layout_variants' === $id && 'page' === $post->post_type ) {
			$faults = isset( $stored[ $id ] ) && lintel_variants_text( $stored[ $id ] ) === lintel_variants_text( $value ) ? array() : lintel_variants_faults( $value );
			if ( $faults ) {
				$errors[ $id ] = implode( ' ', $faults );
			}
		} elseif ( isset( $fields[ $id ] ) ) {
			$errors += lintel_value_errors( $fields[ $id ], $id, $value );
		} elseif ( ! in_array( $value, array( null, '', array() ), true ) ) {
			$errors[ $id ] = __( 'this page has no such section.', 'lintel' ) . lintel_nearest_hint( $id, array_map( 'strval', array_keys( $fields ) ) );
		}
	}
	return $errors;
}

/**
 * Returns every field that a write to a page may contain.
 *
 * @param WP_Post $post Page or post.
 * @param array   $page Its sections, from lintel_page_sections().
 * @return array[] By section id. Fields whose values are not checked by kind have the kind '', such as the layout and
 *                 fields of other plugins.
 */
function lintel_fields_by_id( WP_Post $post, array $page ) {
	$fields = array();
	foreach ( $page['sections'] as $section ) {
		$fields += array_column( $section['fields'], null, 'id' );
	}
	foreach ( $fields as $id => $field ) {
		// Sites without a repeater may store rows in numbered groups.
		for ( $number = 1; lintel_has_input( $field, 'rows' ) && $number <= $field['max']; $number++ ) {
			$fields[ "{$id}_$number" ] = array( 'kind' => 'row' ) + $field;
		}
	}
	if ( lintel_has_layout( $post->post_type ) ) {
		$fields += array( 'page_layout' => array( 'kind' => '' ) );
	}
	if ( 'page' === $post->post_type ) {
		$fields += array_column( lintel_known_sections()['anyPage'], null, 'id' );
		$choice  = lintel_variant_section( array() )['fields'][0];
		$fields += array( 'layout_variant' => array( 'kind' => '' ) + $choice );
		$fields += array( 'layout_variants' => array( 'kind' => '' ) );
	}
	if ( function_exists( 'acf_get_field_groups' ) ) {
		$about = $post->ID ? array( 'post_id' => $post->ID ) : array( 'post_type' => $post->post_type );
		foreach ( acf_get_field_groups( $about ) as $group ) {
			foreach ( acf_get_fields( $group ) as $field ) {
				$fields += array( $field['name'] => array( 'kind' => '' ) );
			}
		}
	}
	return $fields;
}

/**
 * Returns the faults of one value.
 *
 * @param array  $field The field.
 * @param string $path  Path of the value.
 * @param mixed  $value Decoded JSON.
 * @return string[] Messages by path.
 */
function lintel_value_errors( array $field, $path, $value ) {
	if ( '' === $field['kind'] || in_array( $value, array( null, '', array() ), true ) || ( false === $value && ! lintel_has_input( $field, 'checkbox' ) ) ) {
		return array();
	}
	if ( 'row' === $field['kind'] ) {
		$field['kind'] = 'list';
		$value         = array( $value );
	}
	$error = lintel_shape_error( $field, $value );
	if ( '' !== $error ) {
		return array( $path => $error );
	}
	$errors = array();
	if ( lintel_has_input( $field, 'rows' ) && is_array( $value ) ) {
		foreach ( $value as $index => $row ) {
			$errors += lintel_inner_shape_errors( $field['row'], "$path.$index", $row );
		}
	}
	if ( lintel_has_input( $field, 'group' ) ) {
		$errors += lintel_inner_shape_errors( $field['fields'], $path, $value );
	}
	if ( ! $errors ) {
		lintel_typed_value( $field, lintel_form_value( $field, $value ), $path, $errors );
	}
	return $errors;
}

/**
 * Returns the faults in the JSON types of the values of a row or a group.
 *
 * @param array[] $fields Its fields.
 * @param string  $path   Its path.
 * @param array   $values Decoded JSON, by name.
 * @return string[] Messages by path.
 */
function lintel_inner_shape_errors( array $fields, $path, array $values ) {
	$errors = array();
	foreach ( $fields as $field ) {
		$at    = "$path.{$field['name']}";
		$value = isset( $values[ $field['name'] ] ) ? $values[ $field['name'] ] : null;
		if ( in_array( $value, array( null, '', array() ), true ) ) {
			continue;
		}
		$error = lintel_shape_error( $field, $value );
		if ( '' !== $error ) {
			$errors[ $at ] = $error;
		} elseif ( lintel_has_input( $field, 'group' ) ) {
			$errors += lintel_inner_shape_errors( $field['fields'], $at, $value );
		}
	}
	return $errors;
}

/**
 * Returns the fault in the JSON type of a value that is not empty; '' if it is valid.
 *
 * @param array $field The field.
 * @param mixed $value Decoded JSON.
 * @return string
 */
function lintel_shape_error( array $field, $value ) {
	$is_text = is_string( $value ) || is_int( $value ) || is_float( $value );
	switch ( lintel_kind( $field )['name'] ) {
		case 'checkbox':
			return in_array( $value, array( true, false, 1, 0, '1', '0' ), true ) ? '' : __( 'This is neither true nor false.', 'lintel' );
		case 'number':
			return $is_text ? '' : __( 'This is not a number. Write digits only.', 'lintel' );
		case 'picture':
			return $is_text || isset( $value['id'] ) ? '' : __( 'This is not a picture of the media library. Choose one there.', 'lintel' );
		case 'link':
			return is_string( $value ) || isset( $value['url'] ) ? '' : __( 'This is not a link: an address, or an object with url and title.', 'lintel' );
		case 'reference':
			return $is_text || isset( $value['ID'] ) || isset( $value[0] ) ? '' : lintel_no_entry();
		case 'group':
			return is_array( $value ) && ! lintel_is_list( $value ) ? '' : __( 'This is not an object with the values of the fields.', 'lintel' );
		case 'rows':
			$rows = is_array( $value ) && lintel_is_list( $value );
			return is_string( $value ) || ( $rows && count( array_filter( $value, 'is_array' ) ) === count( $value ) ) ? '' : __( 'This is not a list of rows, each an object.', 'lintel' );
	}
	return $is_text ? '' : __( 'This is not text.', 'lintel' );
}

/**
 * Returns the values of a section and what the site shows where they are empty, in the format of the inputs.
 *
 * @param array $section  From lintel_placed_section().
 * @param array $values   Values by section id.
 * @param array $built_in Built-in values by section id.
 * @return array[] Two arrays by name of the field.
 */
function lintel_section_forms( array $section, array $values, array $built_in ) {
	$forms = array();
	$known = array();
	foreach ( $section['fields'] as $field ) {
		$value = lintel_section_value( $field, $values );
		if ( null !== $value && '' !== $value ) {
			$forms[ $field['name'] ] = lintel_form_value( $field, $value );
		}
		$known[ $field['name'] ] = lintel_form_value( $field, lintel_built_in_value( $field, $built_in ) );
	}
	return array( $forms, $known );
}

/**
 * Returns the faults of a group in which required fields are empty.
 *
 * @param array $field    The field.
 * @param mixed $value    Its value.
 * @param mixed $built_in Its built-in value.
 * @return string[]
 */
function lintel_empty_group_faults( array $field, $value, $built_in ) {
	$forms  = lintel_form_group( $field, $value );
	$known  = lintel_form_group( $field, $built_in );
	$faults = array();
	foreach ( $field['fields'] as $inner ) {
		$name = $inner['name'];
		if ( ! empty( $inner['required'] ) && lintel_is_blank_form( $forms[ $name ] ) && lintel_is_blank_form( $known[ $name ] ) && lintel_is_shown( $inner, $field['fields'], $forms ) ) {
			/* translators: %s: name of a field. */
			$faults[] = sprintf( __( '“%s” is empty, so visitors do not see this section. Fill it in, or hide the section.', 'lintel' ), $inner['label'] );
		}
	}
	return $faults;
}

/**
 * Returns the faults in the stored layout, values and text of a page, which visitors therefore do not see as intended.
 *
 * @param WP_Post $post Page or post.
 * @return array[] Each { id: section id or '', message }.
 */
function lintel_stored_faults( WP_Post $post ) {
	$values = lintel_plain_sections( $post->ID );
	$page   = lintel_page_sections( $post, null, $values );
	$faults = array();
	foreach ( lintel_has_layout( $post->post_type ) && isset( $values['page_layout'] ) ? lintel_layout_faults( $values['page_layout'], $post->post_type ) : array() as $message ) {
		$faults[] = array(
			'id'      => '',
			/* translators: %s: what is wrong with it. */
			'message' => sprintf( __( 'Order of the sections › %s', 'lintel' ), $message ),
		);
	}
	foreach ( $page['sections'] as $section ) {
		list( $forms, $shown ) = lintel_section_forms( $section, $values, $page['built_in'] );
		foreach ( $section['fields'] as $field ) {
			if ( ! lintel_is_shown( $field, $section['fields'], $forms, $shown ) ) {
				continue;
			}
			$id       = $field['id'];
			$value    = lintel_section_value( $field, $values );
			$messages = array_unique( lintel_value_errors( $field, $id, $value ) );
			$known    = isset( $page['built_in'][ $id ] ) || isset( $field['default'] ) || lintel_has_input( $field, 'picture' );
			if ( ! $messages && ! empty( $field['required'] ) && ! $known && empty( $section['hidden'] ) && lintel_is_blank_form( lintel_form_value( $field, $value ) ) ) {
				$messages[] = __( 'is empty, so visitors do not see this section. Fill it in, or hide the section.', 'lintel' );
			}
			if ( ! $messages && lintel_has_input( $field, 'group' ) && empty( $section['hidden'] ) ) {
				$messages = lintel_empty_group_faults( $field, $value, isset( $page['built_in'][ $id ] ) ? $page['built_in'][ $id ] : null );
			}
			foreach ( $messages as $message ) {
				$faults[] = array(
					'id'      => $id,
					'message' => "{$section['title']} ({$section['key']}) › {$field['label']}: $message",
				);
			}
		}
	}
	foreach ( lintel_stored_body_faults( $post ) as $fault ) {
		$faults[] = array(
			'id'      => '',
			/* translators: 1: a part of the text, such as “a form”, 2: what to do. */
			'message' => sprintf( __( 'Text › %1$s: %2$s', 'lintel' ), $fault['what'], $fault['fix'] ),
		);
	}
	return $faults;
}
