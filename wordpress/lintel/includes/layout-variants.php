<?php
/**
 * The variants of a page's layout, to find out which one brings more leads. They are stored as JSON text in the page's
 * value `layout_variants`: { running, since, weight, variants: [ { name, weight, layout } ] }. The site's page builder
 * writes this value. Section values belong to the page, so variants share them.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The format of a variant's name, which is stored with each lead and in a cookie. */
const LINTEL_VARIANT_PATTERN = '/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u';

/**
 * Returns the variants as they are stored: JSON text. A value that is already text is returned unchanged.
 *
 * @param mixed $variants Value of `layout_variants`.
 * @return mixed '' for none.
 */
function lintel_variants_text( $variants ) {
	if ( lintel_is_no_layout( $variants ) ) {
		return '';
	}
	return is_array( $variants ) ? wp_json_encode( $variants, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) : $variants;
}

/**
 * Returns the layouts of a page's variants. Leaves out invalid variants, and placements of shared sections or unknown
 * blocks.
 *
 * @param array $values Values by section id.
 * @return array[] Placements by the variant's name.
 */
function lintel_variant_layouts( array $values ) {
	$read    = isset( $values['layout_variants'] ) ? $values['layout_variants'] : null;
	$read    = is_string( $read ) ? json_decode( $read, true ) : $read;
	$blocks  = lintel_known_sections()['blocks'];
	$layouts = array();
	foreach ( isset( $read['variants'] ) && is_array( $read['variants'] ) ? $read['variants'] : array() as $variant ) {
		if ( isset( $variant['name'], $variant['layout'] ) && is_string( $variant['name'] ) ) {
			$layouts[ $variant['name'] ] = array_filter(
				lintel_own_placements( $variant['layout'] ),
				static function ( $placement ) use ( $blocks ) {
					return isset( $blocks[ $placement['block'] ] );
				}
			);
		}
	}
	return $layouts;
}

/**
 * Returns the faults of a value of `layout_variants`. The message about a fault of one variant names the variant.
 *
 * @param mixed $variants Value of `layout_variants`: JSON text or an object.
 * @return string[]
 */
function lintel_variants_faults( $variants ) {
	if ( lintel_is_no_layout( $variants ) ) {
		return array();
	}
	$read = is_string( $variants ) ? json_decode( $variants, true ) : $variants;
	if ( ! isset( $read['variants'] ) || ! is_array( $read['variants'] ) || ! $read['variants'] || ! lintel_is_list( $read['variants'] ) ) {
		return array( __( 'This is not an object with variants, a list with at least one.', 'lintel' ) );
	}
	$faults = array();
	$names  = array( 'Original' );
	if ( count( $read['variants'] ) > 5 ) {
		$faults[] = __( 'A page has at most five variants.', 'lintel' );
	}
	if ( isset( $read['running'] ) && ! is_bool( $read['running'] ) ) {
		$faults[] = __( 'running is neither true nor false.', 'lintel' );
	}
	if ( isset( $read['since'] ) && ( ! is_string( $read['since'] ) || ! preg_match( '/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/', $read['since'] ) ) ) {
		$faults[] = __( 'since is not a moment like 2026-12-24T18:00:00Z.', 'lintel' );
	}
	if ( isset( $read['weight'] ) && ! lintel_is_variant_weight( $read['weight'] ) ) {
		$faults[] = __( 'The weight of the original is not a whole number from 0 to 100.', 'lintel' );
	}
	$unknown = array_diff( array_keys( $read ), array( 'running', 'since', 'weight', 'variants' ) );
	if ( $unknown ) {
		/* translators: %s: name of a property. */
		$faults[] = sprintf( __( 'There is no property “%s”.', 'lintel' ), reset( $unknown ) );
	}
	foreach ( $read['variants'] as $index => $variant ) {
		$name   = isset( $variant['name'] ) && is_string( $variant['name'] ) ? $variant['name'] : '';
		$called = '' === $name ? (string) ( $index + 1 ) : $name;
		foreach ( lintel_variant_faults( $variant, $name, $names ) as $fault ) {
			/* translators: 1: name or number of a variant, 2: what is wrong with it, as a sentence. */
			$faults[] = sprintf( __( 'Variant %1$s: %2$s', 'lintel' ), $called, $fault );
		}
		$names[] = $name;
	}
	return $faults;
}

/**
 * Returns the faults of one variant, as sentences.
 *
 * @param mixed    $variant Decoded JSON.
 * @param string   $name    Its name.
 * @param string[] $taken   Names that are taken.
 * @return string[]
 */
function lintel_variant_faults( $variant, $name, array $taken ) {
	if ( ! is_array( $variant ) || ! preg_match( LINTEL_VARIANT_PATTERN, $name ) ) {
		return array( __( 'it needs a name of at most 40 letters, digits, spaces, “-” and “_”.', 'lintel' ) );
	}
	$faults = array();
	if ( in_array( $name, $taken, true ) ) {
		$faults[] = __( 'its name is taken. Choose another.', 'lintel' );
	}
	if ( ! isset( $variant['weight'] ) || ! lintel_is_variant_weight( $variant['weight'] ) ) {
		$faults[] = __( 'its weight is not a whole number from 0 to 100.', 'lintel' );
	}
	if ( ! isset( $variant['layout'] ) || ! is_array( $variant['layout'] ) || ! $variant['layout'] ) {
		$faults[] = __( 'it needs a layout, a list of placements.', 'lintel' );
	} else {
		$faults = array_merge( $faults, lintel_layout_faults( $variant['layout'] ) );
	}
	$unknown = array_diff( array_keys( $variant ), array( 'name', 'weight', 'layout' ) );
	if ( $unknown ) {
		/* translators: %s: name of a property. */
		$faults[] = sprintf( __( 'it has no property “%s”.', 'lintel' ), reset( $unknown ) );
	}
	return $faults;
}

/**
 * Returns whether a value is a whole number from 0 to 100.
 *
 * @param mixed $weight Decoded JSON.
 * @return bool
 */
function lintel_is_variant_weight( $weight ) {
	return is_int( $weight ) && $weight >= 0 && $weight <= 100;
}
