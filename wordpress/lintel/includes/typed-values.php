<?php
/**
 * Converts a section's value to the format of its inputs, and typed input to a value.
 *
 * In the format of the inputs, a value is a text, a boolean (toggle), { url, title, target } (link), the path of a page
 * or post (reference), the values of a group by name, a list of rows, or the HTML of a list that is stored as HTML.
 * Values that look the same in the inputs are equal in this format.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns a value in the format of its inputs.
 *
 * @param array $field The field.
 * @param mixed $value A stored value, or what a form sent.
 * @return mixed
 */
function lintel_form_value( array $field, $value ) {
	$input = lintel_kind( $field )['name'];
	switch ( $input ) {
		case 'checkbox':
			return in_array( $value, array( true, 1, '1' ), true );
		case 'link':
			$link = is_array( $value ) ? $value : array( 'url' => $value );
			return array(
				'url'    => lintel_form_text( isset( $link['url'] ) ? $link['url'] : '' ),
				'title'  => lintel_form_text( isset( $link['title'] ) ? $link['title'] : '' ),
				'target' => isset( $link['target'] ) && '_blank' === $link['target'] ? '_blank' : '',
			);
		case 'rows':
			return lintel_form_rows( $field, $value );
		case 'group':
			return lintel_form_group( $field, $value );
		case 'reference':
			return lintel_entry_path( $value );
		case 'picture':
			$id = is_array( $value ) && isset( $value['id'] ) ? $value['id'] : $value;
			return in_array( $id, array( 0, '0' ), true ) ? '' : lintel_form_text( $id );
	}
	$text = lintel_form_text( $value );
	if ( lintel_is_date( $field ) ) {
		// ACF stores 20260501.
		return preg_replace( '/^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]\d{2}:.*)?$/s', '$1-$2-$3', $text );
	}
	$line = 'line' === $input && empty( $field['multiline'] );
	return $line ? preg_replace( '/\s*[\n\t]\s*/', ' ', $text ) : $text;
}

/**
 * Returns a value as the text of an input, trimmed and with line feeds only.
 *
 * @param mixed $value Any value. Anything but texts and numbers becomes empty.
 * @return string
 */
function lintel_form_text( $value ) {
	$text = is_scalar( $value ) && ! is_bool( $value ) ? (string) $value : '';
	return trim( str_replace( array( "\r\n", "\r" ), "\n", $text ) );
}

/**
 * Returns the rows of a list without the empty ones, or the HTML of a list. Rows keep their keys, which errors refer
 * to.
 *
 * @param array $field The field.
 * @param mixed $value A stored value, or what a form sent.
 * @return array|string
 */
function lintel_form_rows( array $field, $value ) {
	$html = is_array( $value ) && isset( $value['html'] ) ? $value['html'] : $value;
	if ( is_string( $html ) && '' !== lintel_form_text( $html ) ) {
		return lintel_form_text( $html );
	}
	$rows = array();
	foreach ( is_array( $value ) ? $value : array() as $key => $sent ) {
		if ( ! is_array( $sent ) || ! preg_match( '/^[a-z0-9]+$/', (string) $key ) ) {
			continue;
		}
		$row    = array();
		$filled = false;
		foreach ( $field['row'] as $column ) {
			$row[ $column['name'] ] = lintel_form_value( $column, isset( $sent[ $column['name'] ] ) ? $sent[ $column['name'] ] : null );
			$filled = $filled || lintel_fills_row( $column, $row[ $column['name'] ], count( $field['row'] ) > 1 );
		}
		if ( $filled ) {
			$rows[ $key ] = $row;
		}
	}
	return $rows;
}

/**
 * Returns whether a value makes its row count as filled in. A preset alone does not, unless the row has no other
 * fields, nor does a group in which only presets are set.
 *
 * @param array $column The field.
 * @param mixed $form   Its value in the format of the inputs.
 * @param bool  $beside Whether the row has other fields.
 * @return bool
 */
function lintel_fills_row( array $column, $form, $beside ) {
	if ( lintel_has_input( $column, 'group' ) ) {
		foreach ( $column['fields'] as $inner ) {
			if ( lintel_fills_row( $inner, $form[ $inner['name'] ], true ) ) {
				return true;
			}
		}
		return false;
	}
	$preset = ! empty( lintel_kind( $column )['preset'] ) && $beside;
	return ! $preset && ! lintel_is_blank_form( $form );
}

/**
 * Returns the values of a group by name.
 *
 * @param array $field The field.
 * @param mixed $value A stored value, or what a form sent.
 * @return array
 */
function lintel_form_group( array $field, $value ) {
	$group = array();
	foreach ( $field['fields'] as $inner ) {
		$name = $inner['name'];
		$own  = is_array( $value ) && isset( $value[ $name ] ) ? $value[ $name ] : null;
		if ( null === $own && isset( $inner['default'] ) && lintel_has_input( $inner, 'checkbox' ) ) {
			$own = $inner['default'];
		}
		$group[ $name ] = lintel_form_value( $inner, $own );
	}
	return $group;
}

/**
 * Returns whether an input is empty: a group, if all of its inputs are.
 *
 * @param mixed $form Value in the format of the inputs.
 * @return bool
 */
function lintel_is_blank_form( $form ) {
	if ( ! is_array( $form ) || ! $form ) {
		return in_array( $form, array( '', false, array() ), true );
	}
	if ( isset( $form['url'] ) ) {
		return '' === $form['url'] . $form['title'];
	}
	foreach ( $form as $inner ) {
		if ( ! lintel_is_blank_form( $inner ) ) {
			return false;
		}
	}
	return true;
}

/**
 * Converts input to a value to store; null if it is empty. A toggle is never empty. Invalid input is reported in
 * `$errors`, and the returned value must then not be stored.
 *
 * @param array    $field  The field.
 * @param mixed    $form   Value in the format of the inputs.
 * @param string   $path   Path of the input, which is the key of its errors.
 * @param string[] $errors Receives errors by path.
 * @return mixed
 */
function lintel_typed_value( array $field, $form, $path, array &$errors ) {
	$input = lintel_kind( $field )['name'];
	if ( 'checkbox' === $input ) {
		return $form;
	}
	if ( 'group' === $input ) {
		return lintel_typed_inner( $field, $form, $path, $errors );
	}
	if ( lintel_is_blank_form( $form ) ) {
		return null;
	}
	switch ( $input ) {
		case 'number':
			return lintel_typed_number( $field, $form, $path, $errors );
		case 'select':
			if ( ! in_array( $form, array_map( 'strval', array_keys( lintel_options( $field ) ) ), true ) ) {
				$errors[ $path ] = isset( $field['optionsFrom'] )
					? __( 'This does not exist any more. Choose another.', 'lintel' )
					/* translators: %s: list of options. */
					: sprintf( __( 'Choose one of: %s.', 'lintel' ), implode( ', ', $field['options'] ) );
			}
			return $form;
		case 'reference':
			$entry = lintel_typed_entry( $form );
			if ( null === $entry ) {
				$errors[ $path ] = lintel_no_entry();
			}
			return null === $entry ? $form : $entry;
		case 'picture':
			if ( ! ctype_digit( $form ) || ! wp_attachment_is_image( (int) $form ) ) {
				$errors[ $path ] = __( 'This is not a picture of the media library. Choose one there.', 'lintel' );
			}
			return (int) $form;
		case 'link':
			$error = lintel_link_error( $form );
			$error = '' === $error ? lintel_length_error( $field, $form ) : $error;
			if ( '' !== $error ) {
				$errors[ $path ] = $error;
			}
			return $form;
		case 'rows':
			if ( is_array( $form ) ) {
				return lintel_typed_rows( $field, $form, $path, $errors );
			}
	}
	$error = lintel_length_error( $field, $form );
	$error = '' === $error ? lintel_format_error( $field, $form ) : $error;
	if ( '' !== $error ) {
		$errors[ $path ] = $error;
	}
	return $form;
}

/**
 * Returns the message for a page or post that does not exist.
 *
 * @return string
 */
function lintel_no_entry() {
	return __( 'There is no page or post at this address. Choose one of the suggestions.', 'lintel' );
}

/**
 * Converts the typed values of a group to a value; null if all are empty.
 *
 * @param array    $field  The field.
 * @param array    $form   Values in the format of the inputs, by name.
 * @param string   $path   Path of the group.
 * @param string[] $errors Receives errors by path.
 * @return array|null
 */
function lintel_typed_inner( array $field, array $form, $path, array &$errors ) {
	$values = array();
	foreach ( $field['fields'] as $inner ) {
		$typed = lintel_typed_value( $inner, $form[ $inner['name'] ], "$path.{$inner['name']}", $errors );
		if ( null !== $typed ) {
			$values[ $inner['name'] ] = $typed;
		}
	}
	return $values ? $values : null;
}

/**
 * Returns the fault in the length of a text, formatted text, link, or list that is stored as HTML; '' if it is valid.
 * The maximum lengths are those of the site, which would show its built-in text instead.
 *
 * @param array $field The field.
 * @param mixed $form  Value in the format of the inputs.
 * @return string
 */
function lintel_length_error( array $field, $form ) {
	if ( lintel_has_input( $field, 'link' ) ) {
		$error = lintel_too_long( $field, $form['url'], 'address' );
		return '' === $error ? lintel_too_long( $field, $form['title'], 'words' ) : $error;
	}
	if ( lintel_has_input( $field, 'html', 'rows' ) ) {
		return lintel_too_long( $field, $form, 'richText' );
	}
	return lintel_too_long( $field, $form, empty( $field['multiline'] ) ? 'text' : 'multiline' );
}

/**
 * Returns the fault of a text that is too long; '' if it is not.
 *
 * @param array  $field The field.
 * @param mixed  $text  The text. Anything else is not too long.
 * @param string $limit Name of its maximum length. An older site does not send any.
 * @return string
 */
function lintel_too_long( array $field, $text, $limit ) {
	$known = lintel_known_sections();
	$most  = isset( $known['longest'][ $limit ] ) ? (int) $known['longest'][ $limit ] : 0;
	// A character has at least one byte, so most texts need not be counted.
	if ( ! $most || ! is_string( $text ) || strlen( $text ) <= $most ) {
		return '';
	}
	$length = mb_strlen( $text, 'UTF-8' );
	if ( $length <= $most ) {
		return '';
	}
	/* translators: 1: name of a field, 2: number of characters, 3: maximum number of characters. */
	return sprintf( __( '“%1$s” is %2$s characters long, and %3$s at most fit. Shorten it.', 'lintel' ), $field['label'], number_format_i18n( $length ), number_format_i18n( $most ) );
}

/**
 * Converts typed input to a number; null if it is none. A number outside the limits is reported, but returned.
 *
 * @param array    $field  The field.
 * @param string   $form   What was typed.
 * @param string   $path   Path of the input.
 * @param string[] $errors Receives errors by path.
 * @return int|float|null
 */
function lintel_typed_number( array $field, $form, $path, array &$errors ) {
	if ( ! preg_match( '/^[+-]?\d{1,15}(\.\d+)?$/', $form ) ) {
		$errors[ $path ] = __( 'This is not a number. Write digits only.', 'lintel' );
		return null;
	}
	$number = 0 + $form;
	if ( isset( $field['min'] ) && $number < $field['min'] ) {
		/* translators: %s: a number. */
		$errors[ $path ] = sprintf( __( 'Write a number of %s or more.', 'lintel' ), number_format_i18n( $field['min'] ) );
	} elseif ( isset( $field['max'] ) && $number > $field['max'] ) {
		/* translators: %s: a number. */
		$errors[ $path ] = sprintf( __( 'Write a number of %s or less.', 'lintel' ), number_format_i18n( $field['max'] ) );
	}
	return $number;
}

/**
 * Returns the fault of a link; '' if it is valid.
 *
 * @param array $link { url, title, target }.
 * @return string
 */
function lintel_link_error( array $link ) {
	if ( '' === $link['url'] ) {
		return __( 'Enter where the link leads, or clear its words.', 'lintel' );
	}
	return preg_match( '~^(?:[/#?]|https?://[^\s/]|mailto:.|tel:.|sms:.)~i', $link['url'] ) ? '' : __( 'Begin with / for a page of this site, #, https://, mailto: or tel:.', 'lintel' );
}

/**
 * Converts the typed rows of a list to values. Reports too many rows, and empty required columns.
 *
 * @param array    $field  The field.
 * @param array[]  $rows   Rows in the format of the inputs.
 * @param string   $path   Path of the list.
 * @param string[] $errors Receives errors by path.
 * @return array[]
 */
function lintel_typed_rows( array $field, array $rows, $path, array &$errors ) {
	if ( count( $rows ) > $field['max'] ) {
		/* translators: %d: number of rows. */
		$errors[ $path ] = sprintf( __( 'There may be %d rows. Remove the others.', 'lintel' ), $field['max'] );
	}
	$values = array();
	foreach ( $rows as $key => $row ) {
		$value = array();
		foreach ( $field['row'] as $column ) {
			$at    = "$path.$key.{$column['name']}";
			$typed = lintel_typed_value( $column, $row[ $column['name'] ], $at, $errors );
			if ( null !== $typed ) {
				$value[ $column['name'] ] = $typed;
			} elseif ( ! empty( $column['required'] ) && ! isset( $errors[ $at ] ) && lintel_is_shown( $column, $field['row'], $row ) ) {
				/* translators: %s: name of the field. */
				$errors[ $at ] = sprintf( __( 'Fill in “%s”, or remove the row.', 'lintel' ), $column['label'] );
			}
		}
		$values[] = $value;
	}
	return $values;
}
