<?php
/**
 * The inputs of a section. The kind of a field decides which input it has. The inputs work without JavaScript;
 * assets/sections.js adds the media library and the buttons of lists.
 *
 * A path names an input: the section id, in a list also the row and the column, and in a group also the name of the
 * inner field, joined by dots.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Shows one field with its label, help and error.
 *
 * @param array    $field    The field.
 * @param string   $path     Its path.
 * @param mixed    $form     Value in the format of the inputs.
 * @param mixed    $built_in Built-in value in the format of the inputs.
 * @param string[] $errors   Errors by path.
 */
function lintel_show_field( array $field, $path, $form, $built_in, array $errors ) {
	$id    = 'lintel-' . str_replace( '.', '-', $path );
	$error = isset( $errors[ $path ] ) ? $errors[ $path ] : '';
	$kind  = lintel_kind( $field )['name'];
	$wide  = lintel_has_input( $field, 'html', 'rows', 'group' ) || ! empty( $field['multiline'] );
	$group = lintel_has_input( $field, 'link', 'rows', 'group' );
	printf( '<div class="lintel-field%s" data-lintel-path="%s"%s>', $wide ? ' lintel-wide' : '', esc_attr( $path ), lintel_shown_attributes( $field, $path, $built_in ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	if ( $group ) {
		printf( '<div role="group" id="%1$s" aria-labelledby="%1$s-label"><span class="lintel-label" id="%1$s-label">%2$s</span>', esc_attr( $id ), esc_html( $field['label'] ) );
	} elseif ( 'checkbox' !== $kind ) {
		printf( '<label class="lintel-label" for="%s">%s%s</label>', esc_attr( $id ), esc_html( $field['label'] ), lintel_is_blank_form( $built_in ) ? lintel_required_mark( $field ) : '' ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	}
	$input = array(
		'id'   => $id,
		'name' => lintel_section_input( $path ),
		'aria' => ' aria-describedby="' . esc_attr( "$id-error $id-help" ) . '"' . ( '' === $error ? '' : ' aria-invalid="true"' ),
	);
	switch ( $kind ) {
		case 'link':
			lintel_show_link( $input, $form, $built_in );
			break;
		case 'rows':
			lintel_show_list( $field, $path, $form, $built_in, $errors );
			break;
		case 'group':
			lintel_show_group( $field, $path, $form, $built_in, $errors );
			break;
		case 'reference':
			lintel_show_reference( $input, $form, $built_in );
			break;
		case 'picture':
			lintel_show_image( $input, $form );
			break;
		case 'select':
			lintel_show_choice( $field, $input, $form, $built_in );
			break;
		case 'checkbox':
			// The empty value is sent if the box is not checked.
			printf( '<input type="hidden" name="%s" value="">', esc_attr( $input['name'] ) );
			printf( '<label><input type="checkbox" id="%s" name="%s" value="1"%s%s> %s</label>', esc_attr( $id ), esc_attr( $input['name'] ), checked( $form, true, false ), $input['aria'], esc_html( $field['label'] ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
			break;
		default:
			lintel_show_text( $field, $input, $form, $built_in );
	}
	printf( '<p class="lintel-error" id="%s-error"%s>%s</p>', esc_attr( $id ), '' === $error ? ' hidden' : ' role="alert"', esc_html( $error ) );
	if ( isset( $field['help'] ) ) {
		printf( '<p class="description" id="%s-help">%s</p>', esc_attr( $id ), esc_html( $field['help'] ) );
	}
	echo $group ? '</div></div>' : '</div>';
}

/**
 * Returns the mark of a required field. While such a field is empty, its section or row is not shown.
 *
 * @param array $field The field.
 * @return string Escaped HTML.
 */
function lintel_required_mark( array $field ) {
	return empty( $field['required'] ) ? '' : ' <span class="lintel-required">' . esc_html__( '(needed)', 'lintel' ) . '</span>';
}

/**
 * Returns the name of the input at a path.
 *
 * @param string $path Path.
 * @return string
 */
function lintel_section_input( $path ) {
	return 'lintel[sections][' . str_replace( '.', '][', $path ) . ']';
}

/**
 * Shows a text of one line or several, formatted text, a number, or a line of another type, such as a date.
 *
 * @param array  $field    The field.
 * @param array  $input    { id, name, aria }, aria escaped.
 * @param string $form     Value.
 * @param string $built_in Built-in value.
 */
function lintel_show_text( array $field, array $input, $form, $built_in ) {
	$kind = lintel_kind( $field );
	$html = 'html' === $kind['name'];
	$hint = $html ? trim( wp_strip_all_tags( preg_replace( '~</(?:p|li|h\d)>~', "\n", $built_in ) ) ) : $built_in;
	$rows = $html ? 6 : ( empty( $field['multiline'] ) ? 0 : 3 );
	if ( $rows > 0 ) {
		// HTML drops a line break right after the tag, so one is added.
		printf( "<textarea id=\"%s\" name=\"%s\" rows=\"%d\" placeholder=\"%s\"%s%s>\n%s</textarea>", esc_attr( $input['id'] ), esc_attr( $input['name'] ), (int) $rows, esc_attr( $hint ), $html ? ' class="lintel-html"' : '', $input['aria'], esc_textarea( $form ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- aria is escaped.
		return;
	}
	$type = isset( $kind['type'] ) ? $kind['type'] : 'text';
	$mode = 'number' === $kind['name'] ? ' inputmode="decimal"' : '';
	printf( '<input type="%s" id="%s" name="%s" value="%s" placeholder="%s"%s%s>', esc_attr( $type ), esc_attr( $input['id'] ), esc_attr( $input['name'] ), esc_attr( $form ), esc_attr( $hint ), $mode, $input['aria'] ); // phpcs:ignore WordPress.Security.EscapeOutput -- aria is escaped.
}

/**
 * Shows a choice; the empty option is the built-in value.
 *
 * @param array  $field    The field.
 * @param array  $input    { id, name, aria }, aria escaped.
 * @param string $form     Value.
 * @param string $built_in Built-in value.
 */
function lintel_show_choice( array $field, array $input, $form, $built_in ) {
	$options = lintel_options( $field );
	/* translators: %s: an option. */
	$empty = '' === $built_in ? '—' : sprintf( __( '— built in: %s —', 'lintel' ), isset( $options[ $built_in ] ) ? $options[ $built_in ] : $built_in );
	if ( '' !== $form && ! isset( $options[ $form ] ) ) {
		$options = array( $form => $form ) + $options;
	}
	printf( '<select id="%s" name="%s"%s><option value="">%s</option>', esc_attr( $input['id'] ), esc_attr( $input['name'] ), $input['aria'], esc_html( $empty ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- aria is escaped.
	foreach ( $options as $option => $label ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $option ), selected( $form, (string) $option, false ), esc_html( $label ) );
	}
	echo '</select>';
}

/**
 * Shows the inputs of a link: its URL, its text, and whether it opens in a new tab.
 *
 * @param array $input    { id, name, aria }, aria escaped.
 * @param array $form     Value.
 * @param array $built_in Built-in value.
 */
function lintel_show_link( array $input, array $form, array $built_in ) {
	$parts = array(
		'url'   => __( 'Address', 'lintel' ),
		'title' => __( 'Words', 'lintel' ),
	);
	echo '<div class="lintel-link">';
	foreach ( $parts as $part => $label ) {
		printf( '<label>%s <input type="text" name="%s[%s]" value="%s" placeholder="%s"%s></label>', esc_html( $label ), esc_attr( $input['name'] ), esc_attr( $part ), esc_attr( $form[ $part ] ), esc_attr( $built_in[ $part ] ), $input['aria'] ); // phpcs:ignore WordPress.Security.EscapeOutput -- aria is escaped.
	}
	printf( '<label class="lintel-check"><input type="checkbox" name="%s[target]" value="_blank"%s> %s</label></div>', esc_attr( $input['name'] ), checked( $form['target'], '_blank', false ), esc_html__( 'Open in a new tab', 'lintel' ) );
}

/**
 * Shows an input for the path of a page or a post; assets/sections.js suggests pages and posts by title. The built-in
 * pages of the site are always suggested.
 *
 * @param array  $input    { id, name, aria }, aria escaped.
 * @param string $form     Value.
 * @param string $built_in Built-in value.
 */
function lintel_show_reference( array $input, $form, $built_in ) {
	printf( '<div class="lintel-reference"><input type="text" id="%1$s" name="%2$s" value="%3$s" placeholder="%4$s" list="%1$s-found" autocomplete="off" autocapitalize="none" spellcheck="false"%5$s>', esc_attr( $input['id'] ), esc_attr( $input['name'] ), esc_attr( $form ), esc_attr( '' === $built_in ? __( 'Search by title, or write a path', 'lintel' ) : $built_in ), $input['aria'] ); // phpcs:ignore WordPress.Security.EscapeOutput -- aria is escaped.
	printf( '<datalist id="%s-found">', esc_attr( $input['id'] ) );
	foreach ( array_keys( lintel_built_in_options() ) as $path ) {
		printf( '<option value="%s"></option>', esc_attr( $path ) );
	}
	printf( '</datalist><span class="lintel-chosen" role="status">%s</span></div>', esc_html( '' === $form ? '' : lintel_entry_title( $form ) ) );
}

/**
 * Shows the fields of a group.
 *
 * @param array    $field    The group.
 * @param string   $path     Its path.
 * @param array    $form     Values in the format of the inputs, by name.
 * @param array    $built_in Built-in values in the same format.
 * @param string[] $errors   Errors by path.
 */
function lintel_show_group( array $field, $path, array $form, $built_in, array $errors ) {
	echo '<div class="lintel-group lintel-fields">';
	foreach ( $field['fields'] as $inner ) {
		$name    = $inner['name'];
		$default = lintel_form_value( $inner, isset( $inner['default'] ) ? $inner['default'] : null );
		$known   = is_array( $built_in ) && isset( $built_in[ $name ] ) && ! lintel_is_blank_form( $built_in[ $name ] ) ? $built_in[ $name ] : $default;
		lintel_show_field( $inner, "$path.$name", $form[ $name ], $known, $errors );
	}
	echo '</div>';
}

/**
 * Shows the input for the number of a picture in the media library, with a small version of the picture, and the
 * buttons that assets/sections.js makes visible.
 *
 * @param array  $input { id, name, aria }, aria escaped.
 * @param string $form  Number of the picture, or ''.
 */
function lintel_show_image( array $input, $form ) {
	$picture = ctype_digit( $form ) ? wp_get_attachment_image_url( (int) $form, 'medium' ) : false;
	printf( '<div class="lintel-image"><img src="%s" alt=""%s>', esc_url( (string) $picture ), $picture ? '' : ' hidden' );
	printf( '<input type="text" inputmode="numeric" id="%s" name="%s" value="%s" placeholder="%s"%s>', esc_attr( $input['id'] ), esc_attr( $input['name'] ), esc_attr( $form ), esc_attr__( 'Number in the media library', 'lintel' ), $input['aria'] ); // phpcs:ignore WordPress.Security.EscapeOutput -- aria is escaped.
	printf( ' <button type="button" class="button" data-lintel-do="choose" hidden>%s</button> <button type="button" class="button-link" data-lintel-do="clear" hidden>%s</button></div>', esc_html__( 'Choose a picture', 'lintel' ), esc_html__( 'Remove the picture', 'lintel' ) );
}

/**
 * Shows the rows of a list and, without JavaScript, an empty row at the end. A list stored as HTML is shown as HTML.
 *
 * @param array        $field    The field.
 * @param string       $path     Its path.
 * @param array|string $form     Rows in the format of the inputs, or HTML.
 * @param array|string $built_in Built-in rows.
 * @param string[]     $errors   Errors by path.
 */
function lintel_show_list( array $field, $path, $form, $built_in, array $errors ) {
	$html = lintel_section_input( "$path.html" );
	if ( is_string( $form ) ) {
		printf( "<textarea name=\"%s\" rows=\"6\">\n%s</textarea><p class=\"description\">%s</p>", esc_attr( $html ), esc_textarea( $form ), esc_html__( 'This list is kept as HTML. Clear it and save to write rows instead.', 'lintel' ) );
		return;
	}
	// Always sent, so that the form contains the list even if it has no rows.
	printf( '<input type="hidden" name="%s" value="">', esc_attr( $html ) );
	if ( ! $form && is_array( $built_in ) && $built_in ) {
		/* translators: %s: the first words of the rows. */
		printf( '<p class="description">%s</p>', esc_html( sprintf( __( 'Without rows of your own the built-in ones are shown: %s', 'lintel' ), implode( ' · ', array_filter( array_map( 'lintel_row_name', $built_in ) ) ) ) ) );
	}
	printf( '<div class="lintel-list" data-lintel-max="%d"><div class="lintel-rows">', (int) $field['max'] );
	foreach ( $form as $key => $row ) {
		lintel_show_row( $field, "$path.$key", $row, $errors );
	}
	echo '</div>';
	if ( count( $form ) < $field['max'] ) {
		echo '<noscript>';
		lintel_show_row( $field, "$path.new", array(), array() );
		echo '</noscript>';
	}
	echo '<template>';
	lintel_show_row( $field, "$path.lintelrow", array(), array() );
	printf( '</template><button type="button" class="button" data-lintel-do="add" hidden>%s</button></div>', esc_html__( 'Add a row', 'lintel' ) );
}

/**
 * Returns the first text in a row, shortened to 40 characters; '' if the row has none.
 *
 * @param array $row Values in the format of the inputs.
 * @return string
 */
function lintel_row_name( array $row ) {
	foreach ( $row as $value ) {
		$text = is_array( $value ) && isset( $value['title'] ) ? $value['title'] : $value;
		if ( is_string( $text ) && '' !== $text ) {
			return wp_html_excerpt( $text, 40, '…' );
		}
	}
	return '';
}

/**
 * Shows the inputs of one row of a list, with buttons that move and remove it. assets/sections.js makes them visible.
 *
 * @param array    $field  The list's field.
 * @param string   $path   Path of the row.
 * @param array    $row    Values in the format of the inputs, by column.
 * @param string[] $errors Errors by path.
 */
function lintel_show_row( array $field, $path, array $row, array $errors ) {
	$buttons = array(
		'up'     => __( 'Up', 'lintel' ),
		'down'   => __( 'Down', 'lintel' ),
		'remove' => __( 'Remove', 'lintel' ),
	);
	echo '<fieldset class="lintel-row"><div class="lintel-row-buttons">';
	foreach ( $buttons as $do => $label ) {
		printf( '<button type="button" class="button-link" data-lintel-do="%s" hidden>%s</button> ', esc_attr( $do ), esc_html( $label ) );
	}
	echo '</div><div class="lintel-fields">';
	foreach ( $field['row'] as $column ) {
		$known = lintel_form_value( $column, isset( $column['default'] ) ? $column['default'] : null );
		$form  = isset( $row[ $column['name'] ] ) ? $row[ $column['name'] ] : lintel_form_value( $column, null );
		lintel_show_field( $column, "$path.{$column['name']}", $form, $known, $errors );
	}
	echo '</div></fieldset>';
}
