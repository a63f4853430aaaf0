<?php
/**
 * The layout of a page: an ordered list of placements. A placement is { block, key, region, hidden, from, until, ids }
 * or, for a shared section, { shared, key, region, hidden, from, until }. A page's own layout is its value
 * `page_layout`, stored as JSON text. A page without its own layout has the built-in layout of its path.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The value that the list of sections on the edit screen sends for "back to the built-in layout". */
const LINTEL_BUILT_IN_LAYOUT = 'built-in';

/** The format of a placement's key, which is also the anchor of its section. */
const LINTEL_KEY_PATTERN = '/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/';

/** The format of a date and time, such as 2026-12-24T18:00, in the time zone of the site settings. */
const LINTEL_MOMENT_PATTERN = '/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/';

/**
 * Returns the placements of a page's own layout, without those that lack a block or a key; empty if the page has no
 * layout or one that cannot be parsed.
 *
 * @param mixed $layout Value of `page_layout`: JSON text or a list.
 * @return array[]
 */
function lintel_own_placements( $layout ) {
	$layout = is_string( $layout ) ? json_decode( $layout, true ) : $layout;
	return array_values(
		array_filter(
			array_map( 'lintel_with_shared_block', is_array( $layout ) ? $layout : array() ),
			static function ( $placement ) {
				return is_array( $placement ) && isset( $placement['block'], $placement['key'] )
					&& is_string( $placement['block'] ) && is_string( $placement['key'] );
			}
		)
	);
}

/**
 * Adds the block LINTEL_SHARED_BLOCK to the placement of a shared section, which is stored without a block. Returns any
 * other value unchanged.
 *
 * @param mixed $placement Decoded JSON.
 * @return mixed
 */
function lintel_with_shared_block( $placement ) {
	return is_array( $placement ) && lintel_is_shared( $placement ) ? array( 'block' => LINTEL_SHARED_BLOCK ) + $placement : $placement;
}

/**
 * Returns whether a value of `page_layout` means that the page has no layout of its own.
 *
 * @param mixed $layout Value of `page_layout`.
 * @return bool
 */
function lintel_is_no_layout( $layout ) {
	return in_array( $layout, array( null, false, '', array() ), true ) || ( is_string( $layout ) && '[]' === trim( $layout ) );
}

/**
 * Returns a layout as it is stored: JSON text without properties that have their default. Text that cannot be parsed
 * is unchanged.
 *
 * @param mixed $layout Value of `page_layout`.
 * @return mixed '' for no layout.
 */
function lintel_layout_text( $layout ) {
	if ( lintel_is_no_layout( $layout ) ) {
		return '';
	}
	$list = is_string( $layout ) ? json_decode( $layout, true ) : $layout;
	if ( ! is_array( $list ) ) {
		return $layout;
	}
	foreach ( $list as $index => $placement ) {
		if ( is_array( $placement ) ) {
			if ( lintel_is_shared( $placement ) ) {
				unset( $placement['block'] );
			}
			if ( isset( $placement['region'] ) && 'main' === $placement['region'] ) {
				unset( $placement['region'] );
			}
			$list[ $index ] = array_filter(
				$placement,
				static function ( $value ) {
					return ! in_array( $value, array( null, false, '', array() ), true );
				}
			);
		}
	}
	return wp_json_encode( $list, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
}

/**
 * Returns the faults of a value of `page_layout`. The message about a fault of one placement names the placement.
 *
 * @param mixed  $layout Value of `page_layout`: JSON text or a list.
 * @param string $type   Type of the post that has the layout.
 * @return string[]
 */
function lintel_layout_faults( $layout, $type = 'page' ) {
	if ( lintel_is_no_layout( $layout ) ) {
		return array();
	}
	$list = is_string( $layout ) ? json_decode( $layout, true ) : $layout;
	if ( ! is_array( $list ) || ! lintel_is_list( $list ) ) {
		return array( __( 'The layout is not a list of placements, each with a block and a key.', 'lintel' ) );
	}
	$faults = array();
	$keys   = array();
	$list   = array_map( 'lintel_with_shared_block', $list );
	if ( LINTEL_SHARED_TYPE === $type && ( 1 !== count( $list ) || in_array( LINTEL_SHARED_BLOCK, array_column( $list, 'block' ), true ) ) ) {
		$faults[] = __( 'A shared section is one section of its own. Make another shared section for each other one.', 'lintel' );
	}
	foreach ( $list as $index => $placement ) {
		$key  = is_array( $placement ) && isset( $placement['key'] ) && is_string( $placement['key'] ) ? $placement['key'] : '';
		$name = '' === $key ? (string) ( $index + 1 ) : sprintf( '%d (%s)', $index + 1, $key );
		foreach ( lintel_placement_faults( $placement ) as $fault ) {
			/* translators: 1: number and key of a placement, 2: what is wrong with it, as a sentence. */
			$faults[] = sprintf( __( 'Placement %1$s: %2$s', 'lintel' ), $name, $fault );
		}
		if ( '' !== $key && isset( $keys[ $key ] ) ) {
			/* translators: 1: number and key of a placement, 2: the key. */
			$faults[] = sprintf( __( 'Placement %1$s: the key “%2$s” is taken. Choose another.', 'lintel' ), $name, $key );
		}
		$keys[ $key ] = true;
	}
	return $faults ? $faults : lintel_section_id_faults( $list );
}

/**
 * Returns what is wrong with a placement, as sentences.
 *
 * @param mixed $placement Decoded JSON.
 * @return string[]
 */
function lintel_placement_faults( $placement ) {
	if ( ! is_array( $placement ) || ! isset( $placement['block'], $placement['key'] ) || ! is_string( $placement['block'] ) || ! is_string( $placement['key'] ) ) {
		return array( __( 'it needs a block and a key, both texts.', 'lintel' ) );
	}
	$faults = array();
	$blocks = lintel_known_sections()['blocks'];
	if ( LINTEL_SHARED_BLOCK === $placement['block'] ) {
		if ( ! lintel_is_shared( $placement ) || LINTEL_SHARED_TYPE !== get_post_type( $placement['shared'] ) ) {
			$faults[] = __( 'there is no such shared section.', 'lintel' );
		}
	} elseif ( 'seo' === $placement['block'] || ! isset( $blocks[ $placement['block'] ] ) ) {
		unset( $blocks['seo'] );
		/* translators: %s: id of a block. */
		$faults[] = sprintf( __( 'there is no block “%s”.', 'lintel' ), $placement['block'] ) . lintel_nearest_hint( $placement['block'], array_keys( $blocks ) );
	}
	if ( ! preg_match( LINTEL_KEY_PATTERN, $placement['key'] ) ) {
		$faults[] = __( 'its key is not lower-case words joined by “_”.', 'lintel' );
	}
	if ( isset( $placement['region'] ) && ! in_array( $placement['region'], array( 'main', 'aside' ), true ) ) {
		$faults[] = __( 'its region is neither “main” nor “aside”.', 'lintel' );
	}
	if ( isset( $placement['hidden'] ) && ! is_bool( $placement['hidden'] ) ) {
		$faults[] = __( 'hidden is neither true nor false.', 'lintel' );
	}
	$moments = array();
	foreach ( array( 'from', 'until' ) as $end ) {
		if ( isset( $placement[ $end ] ) ) {
			$moments[ $end ] = is_string( $placement[ $end ] ) && preg_match( LINTEL_MOMENT_PATTERN, $placement[ $end ] ) && false !== strtotime( $placement[ $end ] ) ? $placement[ $end ] : '';
			if ( '' === $moments[ $end ] ) {
				/* translators: %s: "from" or "until". */
				$faults[] = sprintf( __( '%s is not a moment like 2026-12-24T18:00.', 'lintel' ), $end );
			}
		}
	}
	if ( 2 === count( array_filter( $moments ) ) && $moments['until'] <= $moments['from'] ) {
		$faults[] = __( 'it ends before it begins. Correct from or until.', 'lintel' );
	}
	if ( isset( $placement['ids'] ) && ( ! is_array( $placement['ids'] ) || preg_grep( '/^[a-z][a-z0-9_]*$/', array_filter( $placement['ids'], 'is_string' ) ) !== $placement['ids'] ) ) {
		$faults[] = __( 'ids is not an object of section ids by field name.', 'lintel' );
	}
	$unknown = array_diff( array_keys( $placement ), array( 'block', 'key', 'region', 'hidden', 'from', 'until', LINTEL_SHARED_BLOCK === $placement['block'] ? 'shared' : 'ids' ) );
	if ( $unknown ) {
		/* translators: %s: name of a property. */
		$faults[] = sprintf( __( 'it has no property “%s”.', 'lintel' ), reset( $unknown ) );
	}
	return $faults;
}

/**
 * Returns the faults in the section ids of a layout: ids for unknown fields, and ids that are used twice, reserved, or
 * look like a row of a list or a field of a group.
 *
 * @param array[] $placements Placements, each valid by itself.
 * @return string[]
 */
function lintel_section_id_faults( array $placements ) {
	$faults = array();
	$owners = array();
	$lists  = array();
	$within = array();
	$blocks = lintel_known_sections()['blocks'];
	foreach ( $placements as $placement ) {
		if ( LINTEL_SHARED_BLOCK === $placement['block'] ) {
			continue;
		}
		$fields  = lintel_placed_section( $placement, $blocks[ $placement['block'] ] )['fields'];
		$unknown = array_diff( array_keys( isset( $placement['ids'] ) ? $placement['ids'] : array() ), array_column( $blocks[ $placement['block'] ]['fields'], 'name' ) );
		foreach ( empty( $blocks[ $placement['block'] ]['ownContent'] ) ? $unknown : array() as $name ) {
			/* translators: 1: key of a placement, 2: name of a field, 3: id of a block. */
			$faults[] = sprintf( __( 'Placement %1$s: ids names “%2$s”, which is no field of the block %3$s.', 'lintel' ), $placement['key'], $name, $placement['block'] );
		}
		foreach ( $fields as $field ) {
			$owner = "{$placement['key']}.{$field['name']}";
			if ( preg_match( '/^(page_layout|layout_variants?|seo_.+)$/', $field['id'] ) ) {
				/* translators: 1: section id, 2: key and field of a placement. */
				$faults[] = sprintf( __( '%1$s is reserved. Choose another key, or bind %2$s to another id.', 'lintel' ), $field['id'], $owner );
				break;
			}
			if ( isset( $owners[ $field['id'] ] ) ) {
				/* translators: 1: section id, 2 and 3: key and field of a placement. */
				$faults[] = sprintf( __( '%1$s is taken by %2$s and %3$s. Choose another key.', 'lintel' ), $field['id'], $owners[ $field['id'] ], $owner );
			}
			$owners[ $field['id'] ] = $owner;
			if ( lintel_has_input( $field, 'rows' ) ) {
				$lists[ $field['id'] ] = true;
			}
			foreach ( lintel_has_input( $field, 'group' ) ? $field['fields'] : array() as $inner ) {
				$within[ "{$field['id']}_{$inner['name']}" ] = $field['id'];
			}
		}
	}
	foreach ( array_keys( $owners ) as $id ) {
		foreach ( $within as $inner => $group ) {
			// The fields of a group are stored as {id}_{name}.
			if ( 0 === strpos( "{$id}_", "{$inner}_" ) ) {
				/* translators: 1 and 2: section ids. */
				$faults[] = sprintf( __( '%1$s looks like a field of the group %2$s. Choose another key.', 'lintel' ), $id, $group );
			}
		}
		// Rows are stored as {id}_0…, so no other section id may have this form.
		preg_match_all( '/_\d+(?=_|$)/', $id, $numbers, PREG_OFFSET_CAPTURE );
		foreach ( $numbers[0] as $number ) {
			$list = substr( $id, 0, $number[1] );
			if ( isset( $lists[ $list ] ) ) {
				/* translators: 1 and 2: section ids. */
				$faults[] = sprintf( __( '%1$s looks like a row of the list %2$s. Choose another key.', 'lintel' ), $id, $list );
			}
		}
	}
	return $faults;
}

/**
 * Returns a hint with the known name that is closest to a mistyped one; '' if none is close.
 *
 * @param string   $word  What was written.
 * @param string[] $known Known names.
 * @return string Begins with a space.
 */
function lintel_nearest_hint( $word, array $known ) {
	$nearest = '';
	$least   = max( 2, (int) ( strlen( $word ) / 3 ) ) + 1;
	foreach ( $known as $name ) {
		$distance = levenshtein( substr( $word, 0, 200 ), substr( $name, 0, 200 ) );
		if ( $distance < $least ) {
			$least   = $distance;
			$nearest = $name;
		}
	}
	/* translators: %s: a name. */
	return '' === $nearest ? '' : ' ' . sprintf( __( 'Did you mean “%s”?', 'lintel' ), $nearest );
}
