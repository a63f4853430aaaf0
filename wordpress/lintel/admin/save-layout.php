<?php
/**
 * Saves the layout from the edit screen, and responds to its script with the HTML of new sections and of the built-in
 * layout.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action( 'wp_ajax_lintel_place_section', 'lintel_answer_placed_section' );
add_action( 'wp_ajax_lintel_built_in_layout', 'lintel_answer_built_in_layout' );

/**
 * Saves the layout; does nothing if the list was not changed. A layout that is invalid, or that would overwrite
 * somebody else's change, is not stored but kept for its author.
 *
 * @param WP_Post $post    Page.
 * @param array   $sent    What the form sent: { value, before }, both JSON texts.
 * @param array   $values  Stored values by section id; receives the layout.
 * @param array   $refused Receives what was typed and why it is refused.
 */
function lintel_save_layout( WP_Post $post, $sent, array &$values, array &$refused ) {
	$value  = isset( $sent['value'] ) && is_string( $sent['value'] ) ? $sent['value'] : '';
	$before = isset( $sent['before'] ) && is_string( $sent['before'] ) ? $sent['before'] : '';
	if ( '' === $value ) {
		return;
	}
	$new    = LINTEL_BUILT_IN_LAYOUT === $value ? '' : lintel_layout_text( $value );
	$stored = lintel_layout_text( isset( $values['page_layout'] ) ? $values['page_layout'] : '' );
	if ( $new === $stored ) {
		return;
	}
	$faults = lintel_layout_faults( $new, $post->post_type );
	if ( lintel_layout_text( $before ) !== $stored ) {
		$faults[] = __( 'The layout was not saved, because somebody else changed it meanwhile. Yours is shown here; save again to replace theirs.', 'lintel' );
	}
	if ( ! $faults ) {
		$written = lintel_write_sections( $post, array( 'page_layout' => '' === $new ? null : $new ) );
		if ( is_wp_error( $written ) ) {
			$faults[] = $written->get_error_message();
		}
	}
	if ( $faults ) {
		$refused['typed']['page_layout']  = $new;
		$refused['errors']['page_layout'] = implode( ' ', $faults );
	}
	// Set even if the layout is refused, so that the fields of new sections are saved.
	$values['page_layout'] = $new;
}

/**
 * Returns the page of the request. Ends the request unless the current user may edit the page.
 *
 * @return WP_Post
 */
function lintel_edited_page() {
	$post_id = isset( $_POST['post'] ) ? (int) $_POST['post'] : 0;
	check_ajax_referer( "lintel_sections_$post_id", 'nonce' );
	$post = get_post( $post_id );
	if ( ! $post || ! current_user_can( 'edit_post', $post_id ) ) {
		wp_send_json_error( null, 403 );
	}
	return $post;
}

/**
 * Responds with a new section: { key, item, section }. `item` is the HTML of its item in the list; `section` is the
 * HTML of its ACF fields, empty without ACF. Nothing is stored. A duplicate starts with the values of its original as
 * typed in the form, saved or not.
 */
function lintel_answer_placed_section() {
	$post = lintel_edited_page();
	// phpcs:disable WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- Checked above; each value is checked by its kind and escaped where it is shown.
	$layout = lintel_own_placements( isset( $_POST['layout'] ) ? (string) wp_unslash( $_POST['layout'] ) : '' );
	$source = isset( $_POST['source'] ) ? json_decode( (string) wp_unslash( $_POST['source'] ), true ) : null;
	$typed  = isset( $_POST['typed'] ) ? (array) json_decode( (string) wp_unslash( $_POST['typed'] ), true ) : array();
	// phpcs:enable
	$block = isset( $source['block'] ) && is_string( $source['block'] ) ? $source['block'] : '';
	$known = lintel_known_sections()['blocks'];
	if ( is_array( $source ) && lintel_is_shared( $source ) ) {
		lintel_answer_placed_shared( $source, $layout );
	}
	if ( 'seo' === $block || ! isset( $known[ $block ] ) ) {
		wp_send_json_error( __( 'The site does not have this block.', 'lintel' ), 400 );
	}
	$copied        = isset( $source['key'] ) ? lintel_own_placements( array( $source ) ) : array();
	$values        = lintel_plain_sections( $post->ID );
	$placed        = array_intersect_key( $source, array_flip( array( 'block', 'region', 'hidden', 'from', 'until' ) ) );
	$placed['key'] = lintel_free_key( $copied ? preg_replace( '/_\d+$/', '', $copied[0]['key'] ) : str_replace( '-', '_', $block ), $placed, $layout, $values );
	$section       = lintel_placed_section( $placed, $known[ $block ] );
	$originals     = $copied ? lintel_placed_section( $copied[0], $known[ $block ] )['fields'] : array();
	$given         = array();
	foreach ( $originals as $index => $field ) {
		$id           = $section['fields'][ $index ]['id'];
		$given[ $id ] = isset( $typed[ $field['id'] ] ) ? lintel_form_value( $field, $typed[ $field['id'] ] ) : lintel_form_value( $field, lintel_shown_value( $field, $values, $post ) );
	}
	wp_send_json_success(
		array(
			'key'     => $placed['key'],
			'item'    => lintel_captured( 'lintel_show_new_section', array( $post, $placed, $section, $given ) ),
			'section' => class_exists( 'ACF' ) ? lintel_captured( 'lintel_show_acf_section', array( $post, $section, $given ) ) : '',
		)
	);
}

/**
 * Responds with a new placement of a shared section, in the format of lintel_answer_placed_section().
 *
 * @param array   $source { shared, … }.
 * @param array[] $layout The other placements.
 */
function lintel_answer_placed_shared( array $source, array $layout ) {
	$placed = array_intersect_key( $source, array_flip( array( 'shared', 'region', 'hidden', 'from', 'until' ) ) );
	$keys   = array_column( $layout, 'key' );
	$number = 1;
	do {
		$placed['key'] = 'shared' . ( 1 === $number ? '' : "_$number" );
		++$number;
	} while ( in_array( $placed['key'], $keys, true ) );
	wp_send_json_success(
		array(
			'key'     => $placed['key'],
			'item'    => lintel_captured( 'lintel_show_shared_placement', array( lintel_with_shared_block( $placed ) ) ),
			'section' => '',
		)
	);
}

/**
 * Shows the item of a new section in the list, with its fields unless ACF shows them.
 *
 * @param WP_Post $post    Page.
 * @param array   $placed  Placement.
 * @param array   $section From lintel_placed_section().
 * @param array   $given   Values in the format of the inputs, by section id.
 */
function lintel_show_new_section( WP_Post $post, array $placed, array $section, array $given ) {
	$headline = lintel_section_headline( $section, $given, array() );
	if ( class_exists( 'ACF' ) ) {
		lintel_show_placement( $placed, $section, $headline );
		return;
	}
	lintel_show_placement( $placed, $section, $headline, true );
	// The block editor does not reload the section after a save, so the section needs the hashes from the start.
	lintel_show_section_panel( $section, $given, array(), array(), lintel_stored_hashes( $section['fields'], lintel_plain_sections( $post->ID ), $post ) );
	echo '</li>';
}

/**
 * Responds with the built-in layout of a page: { items, sections }, both as HTML. With ACF, `sections` is null.
 */
function lintel_answer_built_in_layout() {
	$post = lintel_edited_page();
	// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- Checked above; only compared.
	$path   = isset( $_POST['path'] ) && is_string( $_POST['path'] ) ? wp_unslash( $_POST['path'] ) : null;
	$values = array( 'page_layout' => null ) + lintel_plain_sections( $post->ID );
	$page   = lintel_page_sections( $post, $path, $values );
	wp_send_json_success(
		array(
			'items'    => lintel_captured( 'lintel_show_placements', array( $post, $page, $values, LINTEL_NOTHING_REFUSED ) ),
			'sections' => class_exists( 'ACF' ) ? null : lintel_captured( 'lintel_show_other_sections', array( $post, $page, $values, LINTEL_NOTHING_REFUSED ) ),
		)
	);
}

/**
 * Calls a function, and returns what it prints.
 *
 * @param callable $show      Function.
 * @param array    $arguments Its arguments.
 * @return string
 */
function lintel_captured( $show, array $arguments ) {
	ob_start();
	call_user_func_array( $show, $arguments );
	return (string) ob_get_clean();
}

/**
 * Returns the first free key for a new section. A key is free if neither the key nor its section ids occur in the
 * layout, and no value of a removed section is stored under these ids.
 *
 * @param string  $wished    Key without a number.
 * @param array   $placement Placement that needs a key.
 * @param array[] $layout    The other placements, removed ones included.
 * @param array   $values    Values by section id.
 * @return string
 */
function lintel_free_key( $wished, array $placement, array $layout, array $values ) {
	$blocks = lintel_known_sections()['blocks'];
	$layout = array_filter(
		$layout,
		static function ( $other ) use ( $blocks ) {
			return isset( $blocks[ $other['block'] ] ) || LINTEL_SHARED_BLOCK === $other['block'];
		}
	);
	$taken  = array_column( $layout, 'key' );
	for ( $number = 1; $number < 10000; $number++ ) {
		$placement['key'] = 1 === $number ? $wished : "{$wished}_$number";
		$ids              = array_column( lintel_placed_section( $placement, $blocks[ $placement['block'] ] )['fields'], 'id', 'id' );
		$used             = array_filter(
			array_intersect_key( $values, $ids ),
			static function ( $value ) {
				return ! in_array( $value, array( null, '', array() ), true );
			}
		);
		if ( ! $used && ! in_array( $placement['key'], $taken, true ) && ! lintel_section_id_faults( array_merge( $layout, array( $placement ) ) ) ) {
			break;
		}
	}
	return $placement['key'];
}
