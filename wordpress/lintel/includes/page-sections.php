<?php
/**
 * Determines the sections of a page, from its layout and the site's blocks.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the id of the page that is the front page; 0 if there is none.
 *
 * @return int
 */
function lintel_front_page() {
	$id = 'page' === get_option( 'show_on_front' ) ? (int) get_option( 'page_on_front' ) : 0;
	return $id && get_post( $id ) ? $id : 0;
}

/**
 * Returns the path of the built-in page whose layout and texts a page has where it has none of its own; '' if there is
 * none. The built-in page "home" stands in for a front page whose own path has no built-in page.
 *
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_built_in_path( WP_Post $post ) {
	$path = lintel_own_built_in_path( $post );
	return '' === $path && lintel_front_page() === $post->ID ? 'home' : $path;
}

/**
 * Returns the path of the built-in page at a page's own path; '' if there is none.
 *
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_own_built_in_path( WP_Post $post ) {
	if ( 'page' !== $post->post_type || '' === $post->post_name ) {
		return '';
	}
	$pages = lintel_known_sections()['pages'];
	$path  = get_page_uri( $post );
	if ( isset( $pages[ $path ] ) ) {
		return $path;
	}
	// If WordPress has no page at a built-in path, the site uses a top-level page with the last part of the path as slug.
	foreach ( $post->post_parent ? array() : array_keys( $pages ) as $known ) {
		if ( basename( $known ) === $path && ! get_page_by_path( $known ) ) {
			return $known;
		}
	}
	return '';
}

/**
 * Returns the section values of a page, with the rows of lists as arrays instead of objects.
 *
 * @param int $post_id Page or post.
 * @return array By section id.
 */
function lintel_plain_sections( $post_id ) {
	static $last = array( array(), array() );
	$read        = lintel_read_sections( $post_id );
	if ( $last[0] !== $read ) {
		$last = array( $read, (array) json_decode( (string) wp_json_encode( $read ), true ) );
	}
	return $last[1];
}

/**
 * Returns the layout of a page or post, and the sections that an editor can fill in.
 *
 * @param WP_Post     $post   Page or post.
 * @param string|null $path   Path of the built-in page, if it is already known.
 * @param array|null  $values Values by section id, if they differ from the stored ones.
 * @return array {
 *     @type string  $path              Path of the built-in page, or ''.
 *     @type array[] $placements        The layout that the site shows.
 *     @type bool    $own               Whether this layout is the page's own.
 *     @type array[] $sections          In the order of the page: { key, title, note, hidden, fields }; a field has its
 *                                      section id as `id`.
 *     @type bool    $has_layout        Whether the page has a layout at all.
 *     @type bool    $shows_body        Whether the site shows the text of the page itself.
 *     @type bool    $own_text_replaces Whether a text written for this page replaces the built-in sections. It does so
 *                                      while they are empty; on a legal page, always.
 *     @type array   $built_in          Built-in values by section id.
 * }
 */
function lintel_page_sections( WP_Post $post, $path = null, $values = null ) {
	static $last = array( null, array() );
	$path        = null === $path ? lintel_built_in_path( $post ) : $path;
	$values      = null === $values && lintel_has_layout( $post->post_type ) ? lintel_plain_sections( $post->ID ) : (array) $values;
	// Cached, because one request needs it several times, and a long page takes a tenth of a second each time.
	$has_address = ! in_array( $post->post_type, array( LINTEL_SHARED_TYPE, LINTEL_TEMPLATE_TYPE ), true );
	$asked       = array( $path, $values, $has_address, lintel_known_sections() );
	if ( $last[0] !== $asked ) {
		$last = array( $asked, lintel_describe_page( $path, $values, $has_address ) );
	}
	return $last[1];
}

/**
 * Returns whether an editor has filled in a section of a page or chosen one of its layouts. Toggles and choices do not
 * count: they have presets. Nor do the values for search engines.
 *
 * @param array[] $sections Sections of the page.
 * @param array   $values   Values by section id.
 * @return bool
 */
function lintel_has_filled_section( array $sections, array $values ) {
	if ( ! empty( $values['layout_variant'] ) ) {
		return true;
	}
	foreach ( $sections as $section ) {
		foreach ( 'seo' === $section['key'] ? array() : $section['fields'] as $field ) {
			$value = lintel_section_value( $field, $values );
			$group = lintel_has_input( $field, 'group' );
			if ( $group ? lintel_fills_row( $field, lintel_form_group( $field, $value ), true ) : empty( lintel_kind( $field )['preset'] ) && ! in_array( $value, array( null, false, '', array() ), true ) ) {
				return true;
			}
		}
	}
	return false;
}

/**
 * Returns what lintel_page_sections() returns, for a path and values.
 *
 * @param string $path        Path of the built-in page, or ''.
 * @param array  $values      Values by section id.
 * @param bool   $has_address Whether it has an address of its own, unlike a shared section or a template.
 * @return array
 */
function lintel_describe_page( $path, array $values, $has_address = true ) {
	$known      = lintel_known_sections();
	$page       = isset( $known['pages'][ $path ] ) ? $known['pages'][ $path ] : array();
	$layouts    = isset( $page['layouts'] ) ? $page['layouts'] : array();
	$placements = lintel_own_placements( isset( $values['page_layout'] ) ? $values['page_layout'] : null );
	$sections   = array();
	$own        = (bool) $placements;
	if ( ! $own && $layouts ) {
		$placements = lintel_built_in_placements( $path, $values );
		if ( count( $layouts ) > 1 ) {
			$sections[] = lintel_variant_section( array_keys( $layouts ) );
		}
	}
	$shows_body = false;
	foreach ( $placements as $placement ) {
		if ( isset( $known['blocks'][ $placement['block'] ] ) ) {
			$block      = $known['blocks'][ $placement['block'] ];
			$sections[] = lintel_placed_section( $placement, $block );
			$shows_body = $shows_body || ! empty( $block['ownContent'] );
		}
	}
	if ( ! $own ) {
		$sections = array_merge( $sections, lintel_other_sections( $layouts, $sections ) );
	}
	$sections = array_merge( $sections, lintel_other_sections( lintel_variant_layouts( $values ), $sections ) );
	if ( $has_address && isset( $known['blocks']['seo'] ) ) {
		$seo        = array(
			'block' => 'seo',
			'key'   => 'seo',
		);
		$sections[] = lintel_placed_section( $seo, $known['blocks']['seo'] );
	}
	$untouched = empty( $values['page_layout'] ) && ! lintel_has_filled_section( $sections, $values );
	return array(
		'path'              => $path,
		'placements'        => $placements,
		'own'               => $own,
		'sections'          => $sections,
		'has_layout'        => (bool) $placements,
		'shows_body'        => $shows_body || ! $placements,
		'own_text_replaces' => ! $own && $layouts && ( ! empty( $page['ownTextReplaces'] ) || $untouched ),
		'built_in'          => isset( $page['values'] ) ? $page['values'] : array(),
	);
}

/**
 * Returns the built-in layout of a page: the one that the page selects, otherwise "content", otherwise the first; empty
 * if the page has no built-in layout.
 *
 * @param string $path   Path of the built-in page, or ''.
 * @param array  $values Values by section id.
 * @return array[]
 */
function lintel_built_in_placements( $path, array $values ) {
	$pages   = lintel_known_sections()['pages'];
	$layouts = isset( $pages[ $path ]['layouts'] ) ? $pages[ $path ]['layouts'] : array();
	$variant = isset( $values['layout_variant'] ) && is_string( $values['layout_variant'] ) ? $values['layout_variant'] : '';
	if ( isset( $layouts[ $variant ] ) ) {
		return $layouts[ $variant ];
	}
	return isset( $layouts['content'] ) ? $layouts['content'] : ( $layouts ? reset( $layouts ) : array() );
}

/**
 * Returns the section whose only field selects one of a page's built-in layouts.
 *
 * @param string[] $variants Names of the layouts.
 * @return array
 */
function lintel_variant_section( array $variants ) {
	return array(
		'key'    => 'layout',
		'title'  => __( 'Layout', 'lintel' ),
		'note'   => '',
		'fields' => array(
			array(
				'id'      => 'layout_variant',
				'name'    => 'layout_variant',
				'kind'    => 'choice',
				'label'   => __( 'Layout of this page', 'lintel' ),
				'help'    => __( 'Empty: the layout that the site is set to, “content” unless it was changed.', 'lintel' ),
				'options' => $variants,
			),
		),
	);
}

/**
 * Returns the sections of other layouts of a page, reduced to the fields that are not shown yet. Sections without such
 * a field are omitted.
 *
 * @param array   $layouts Placements by layout.
 * @param array[] $shown   Sections that are shown already.
 * @return array[]
 */
function lintel_other_sections( array $layouts, array $shown ) {
	$ids      = array_column( array_merge( array(), ...array_column( $shown, 'fields' ) ), 'id' );
	$sections = array();
	foreach ( $layouts as $variant => $placements ) {
		foreach ( $placements as $placement ) {
			$section = lintel_placed_section( $placement, lintel_known_sections()['blocks'][ $placement['block'] ] );
			$fields  = array();
			foreach ( $section['fields'] as $field ) {
				if ( ! in_array( $field['id'], $ids, true ) ) {
					$ids[]    = $field['id'];
					$fields[] = $field;
				}
			}
			if ( $fields ) {
				$section['fields'] = $fields;
				$section['hidden'] = true;
				$section['key']   .= " · $variant";
				/* translators: %s: name of a layout. */
				$section['note'] = sprintf( __( 'Shown with the layout “%s” only.', 'lintel' ), $variant );
				$sections[]      = $section;
			}
		}
	}
	return $sections;
}

/**
 * Returns the section of a placement, with its fields.
 *
 * @param array $placement { block, key, ids, hidden }.
 * @param array $block     Its block.
 * @return array
 */
function lintel_placed_section( array $placement, array $block ) {
	$ids    = isset( $placement['ids'] ) && is_array( $placement['ids'] ) ? $placement['ids'] : array();
	$fields = array();
	foreach ( $block['fields'] as $field ) {
		$name        = $field['name'];
		$field['id'] = isset( $ids[ $name ] ) && is_string( $ids[ $name ] ) ? $ids[ $name ] : "{$placement['key']}_$name";
		if ( isset( $field['showWhen']['field'] ) ) {
			$other                   = $field['showWhen']['field'];
			$field['showWhen']['id'] = isset( $ids[ $other ] ) && is_string( $ids[ $other ] ) ? $ids[ $other ] : "{$placement['key']}_$other";
		}
		$fields[] = $field;
	}
	$note = '';
	if ( ! empty( $block['ownContent'] ) ) {
		$note = __( 'Shows the title, the featured image and the text of this page itself.', 'lintel' );
	} elseif ( ! empty( $placement['hidden'] ) ) {
		$note = __( 'Hidden: visitors do not see this section now.', 'lintel' );
	}
	return array(
		'key'    => $placement['key'],
		'title'  => $block['title'],
		'note'   => $note,
		'hidden' => ! empty( $placement['hidden'] ),
		'fields' => $fields,
	);
}

/**
 * Returns the rows of a list that is stored in numbered groups (`items_1`, `items_2` …), as on some sites without
 * repeaters.
 *
 * @param array $field  The list's field, with its section id.
 * @param array $values Values by section id.
 * @return array By section id of the group.
 */
function lintel_numbered_rows( array $field, array $values ) {
	$rows = array();
	for ( $number = 1; $number <= $field['max']; $number++ ) {
		$id = "{$field['id']}_$number";
		if ( isset( $values[ $id ] ) && is_array( $values[ $id ] ) && $values[ $id ] ) {
			$rows[ $id ] = $values[ $id ];
		}
	}
	return $rows;
}

/**
 * Returns the value of a section. A list without a value has the rows of its numbered groups.
 *
 * @param array $field  The field, with its section id.
 * @param array $values Values by section id.
 * @return mixed
 */
function lintel_section_value( array $field, array $values ) {
	$value = isset( $values[ $field['id'] ] ) ? $values[ $field['id'] ] : null;
	if ( lintel_has_input( $field, 'rows' ) && ( null === $value || '' === $value || array() === $value ) ) {
		return array_values( lintel_numbered_rows( $field, $values ) );
	}
	return $value;
}
