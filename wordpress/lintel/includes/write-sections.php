<?php
/**
 * Writes section values, and removes the metas of cleared and replaced values.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the names of all metas of a stored value, without the metas of field keys.
 *
 * @param array        $meta Meta by name.
 * @param string       $name Meta name.
 * @param string|array $kind Its kind.
 * @return string[]
 */
function lintel_stored_names( array $meta, $name, $kind ) {
	$names    = array( $name );
	$prefixes = array();
	if ( is_array( $kind ) && isset( $kind['group'] ) ) {
		$prefixes[ "{$name}_" ] = $kind['group'];
	} elseif ( is_array( $kind ) && is_numeric( $meta[ $name ] ) ) {
		for ( $row = 0; $row < (int) $meta[ $name ]; $row++ ) {
			$prefixes[ "{$name}_{$row}_" ] = lintel_row_kinds( $kind['list'], $row );
		}
	}
	foreach ( $prefixes as $prefix => $noted ) {
		foreach ( lintel_fields_below( $meta, $prefix, $noted ) as $below => $below_kind ) {
			$names = array_merge( $names, lintel_stored_names( $meta, $prefix . $below, $below_kind ) );
		}
	}
	return $names;
}

/**
 * Writes section values if the current user may write each of them; otherwise writes none, and returns an error.
 *
 * @param WP_Post $post     Page or post; the caller has checked that the user may edit it.
 * @param array   $sections Values by section id.
 * @return true|WP_Error As lintel_store_sections().
 */
function lintel_write_sections( WP_Post $post, array $sections ) {
	foreach ( array_keys( $sections ) as $id ) {
		if ( ! current_user_can( 'edit_post_meta', $post->ID, (string) $id ) ) {
			/* translators: %s: section id. */
			return new WP_Error( 'rest_cannot_update', sprintf( __( 'You may not edit acf.%s.', 'lintel' ), $id ), array( 'status' => rest_authorization_required_code() ) );
		}
	}
	return lintel_store_sections( $post, $sections );
}

/**
 * Stores section values of a page or post. Sections that are not named are unchanged, and an empty value clears a
 * section. If one value cannot be stored, nothing is written. Does not check the permissions of the current user,
 * because code that runs without a user, such as WP-CLI and scheduled tasks, moves and copies pages, too.
 *
 * @param WP_Post $post     Page or post.
 * @param array   $sections Values by section id.
 * @return true|WP_Error
 */
function lintel_store_sections( WP_Post $post, array $sections ) {
	$meta    = lintel_read_meta( $post->ID );
	$noted   = isset( $meta[ LINTEL_KINDS_META ] ) && is_array( $meta[ LINTEL_KINDS_META ] ) ? $meta[ LINTEL_KINDS_META ] : array();
	$known   = lintel_fields_below( $meta, '', $noted );
	$metas   = array();
	$removed = array();
	foreach ( $sections as $id => $value ) {
		$id = (string) $id;
		if ( ! preg_match( '/^[a-z0-9][a-z0-9_]*$/', $id ) ) {
			return lintel_section_error( $id, 'is not a section id. Use lower-case letters, digits and underscores' );
		}
		$value  = 'page_layout' === $id ? lintel_layout_text( $value ) : $value;
		$value  = 'layout_variants' === $id ? lintel_variants_text( $value ) : $value;
		$stored = array();
		$kind   = lintel_store_value( $value, $id, lintel_field_key( $post, $id ), $stored );
		if ( is_wp_error( $kind ) ) {
			return $kind;
		}
		if ( isset( $known[ $id ] ) ) {
			$removed = array_merge( $removed, lintel_stored_names( $meta, $id, $known[ $id ] ) );
		}
		// Clearing a value that was never set stores nothing.
		if ( null !== $kind || isset( $known[ $id ] ) ) {
			$metas += $stored;
			// A cleared list or link keeps its kind and is read as null. A cleared toggle would be read as "off", so it
			// becomes a text ("").
			$cleared      = isset( $known[ $id ] ) && 'toggle' !== $known[ $id ] ? $known[ $id ] : 'text';
			$noted[ $id ] = null === $kind ? $cleared : $kind;
		}
	}
	$gone = array();
	foreach ( array_unique( $removed ) as $name ) {
		if ( ! isset( $metas[ $name ] ) ) {
			$gone[] = $name;
			$gone[] = "_$name";
		}
	}
	if ( $metas ) {
		$metas[ LINTEL_KINDS_META ] = $noted;
	}
	return lintel_store_metas( $post, $meta, $metas, $gone );
}
