<?php
/**
 * Registers the sections of pages, posts, shared sections and templates as fields of Advanced Custom Fields (ACF) or
 * Secure Custom Fields (SCF), if one of them is active. The fields have the names and keys under which this plugin
 * itself stores values.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'acf/include_field_types',
	static function () {
		require_once __DIR__ . '/class-lintel-reference-field.php';
		acf_register_field_type( 'Lintel_Reference_Field' );
		if ( ! acf_get_field_type( 'repeater' ) ) {
			require_once __DIR__ . '/class-lintel-rows-field.php';
			acf_register_field_type( 'Lintel_Rows_Field' );
		}
	},
	99
);

// An edit screen needs only the fields of the page or post that it edits.
add_action(
	'add_meta_boxes',
	static function ( $post_type, $post ) {
		if ( class_exists( 'ACF' ) && $post instanceof WP_Post ) {
			lintel_add_acf_fields( $post );
		}
	},
	1,
	2
);
add_action(
	'save_post',
	static function ( $post_id, $post ) {
		if ( class_exists( 'ACF' ) ) {
			lintel_add_acf_fields( $post );
		}
	},
	1,
	2
);
// Runs before ACF, which looks up the registered fields on this hook.
add_action( 'rest_api_init', 'lintel_add_acf_fields_for_rest', 1 );

/**
 * Registers the fields of everything that a REST response may contain: on an edit screen, only the edited page or post;
 * otherwise, all pages, shared sections and templates, and one post, because all posts have the same fields.
 */
function lintel_add_acf_fields_for_rest() {
	$route = isset( $GLOBALS['wp']->query_vars['rest_route'] ) ? (string) $GLOBALS['wp']->query_vars['rest_route'] : '';
	// Skip this plugin's own routes and the menus, which the site requests often. The change feed registers fields
	// itself.
	if ( ! class_exists( 'ACF' ) || 0 === strpos( $route, '/lintel/' ) || 0 === strpos( $route, '/menus/' ) ) {
		return;
	}
	$posts = array( get_post() );
	// On an edit screen, WordPress preloads REST responses. The only page or post in them is the edited one.
	if ( '' !== $route || ! $posts[0] ) {
		$pages = get_posts(
			array(
				'post_type'   => LINTEL_LAYOUT_TYPES,
				'post_status' => array( 'publish', 'draft', 'pending', 'private', 'future', 'trash' ),
				'numberposts' => -1,
			)
		);
		$posts = array_merge( $pages, get_posts( array( 'numberposts' => 1 ) ) );
	}
	foreach ( $posts as $post ) {
		lintel_add_acf_fields( $post );
	}
}

// Runs after the page is stored and before its fields are. ACF drops a value without a registered field, and responds
// with 200.
foreach ( LINTEL_LAYOUT_TYPES as $lintel_type ) {
	add_action( "rest_insert_$lintel_type", 'lintel_add_sent_acf_fields', 10, 2 );
}

/**
 * Registers the fields of a layout that a request is about to store.
 *
 * @param WP_Post         $post    Page, shared section or template.
 * @param WP_REST_Request $request Request.
 */
function lintel_add_sent_acf_fields( $post, $request ) {
	$sent = class_exists( 'ACF' ) ? $request->get_param( 'acf' ) : null;
	if ( is_array( $sent ) && array_intersect( array( 'page_layout', 'layout_variants' ), array_keys( $sent ) ) ) {
		lintel_add_acf_fields( $post, $sent );
	}
}

/**
 * Registers the fields of a page, or the fields that all posts have. Does nothing if they are registered already,
 * unless there are sent values.
 *
 * @param WP_Post $post Page or post.
 * @param array   $sent Values that are about to be stored, by section id. Their layout may have further sections.
 */
function lintel_add_acf_fields( WP_Post $post, array $sent = array() ) {
	$is_page = lintel_has_layout( $post->post_type );
	if ( ! $is_page && 'post' !== $post->post_type ) {
		return;
	}
	$group   = 'group_lintel_' . ( $is_page ? $post->ID : 'post' );
	if ( acf_is_local_field_group( $group ) ) {
		if ( ! $sent ) {
			return;
		}
		// Removes only the group. The fields of the stored layout stay registered.
		acf_remove_local_field_group( $group );
	}
	$page   = lintel_page_sections( $post, null, $sent ? $sent + lintel_plain_sections( $post->ID ) : null );
	$fields = array();
	foreach ( $page['sections'] as $section ) {
		$fields = array_merge( $fields, lintel_acf_section( $post, $section, $page['built_in'], ! $fields ) );
	}
	if ( $is_page ) {
		// For REST only. The edit screen has the list of sections instead.
		$fields[] = array(
			'key'   => lintel_field_key( $post, 'page_layout' ),
			'name'  => 'page_layout',
			'type'  => 'textarea',
			'label' => __( 'Layout of this page', 'lintel' ),
		);
		$fields[] = array(
			'key'   => lintel_field_key( $post, 'layout_variants' ),
			'name'  => 'layout_variants',
			'type'  => 'textarea',
			'label' => __( 'Variants of the layout', 'lintel' ),
		);
	}
	acf_add_local_field_group(
		array(
			'key'          => $group,
			'title'        => lintel_sections_title( $post->post_type ),
			'fields'       => $fields,
			'location'     => array(
				array(
					array(
						'param'    => 'page' === $post->post_type ? 'page' : ( $is_page ? 'post' : 'post_type' ),
						'operator' => '==',
						'value'    => $is_page ? (string) $post->ID : 'post',
					),
				),
			),
			'position'     => 'acf_after_title',
			'show_in_rest' => 1,
		)
	);
}

// ACF accepts only text for these fields, and would refuse an array before other code could convert it.
add_filter(
	'rest_pre_dispatch',
	static function ( $result, $server, $request ) {
		$sent = class_exists( 'ACF' ) ? $request->get_param( 'acf' ) : null;
		foreach ( array( 'page_layout', 'layout_variants' ) as $name ) {
			if ( isset( $sent[ $name ] ) && is_array( $sent[ $name ] ) ) {
				$sent[ $name ] = wp_json_encode( $sent[ $name ] );
				$request->set_param( 'acf', $sent );
			}
		}
		return $result;
	},
	10,
	3
);

// Editors do not type JSON: admin/layout-list.php shows the layout.
add_filter( 'acf/prepare_field/name=page_layout', 'lintel_hide_acf_layout' );
add_filter( 'acf/prepare_field/name=layout_variants', 'lintel_hide_acf_layout' );

/**
 * Hides this plugin's field for the layout or its variants. Another plugin's field with that name stays visible.
 *
 * @param array|false $field ACF's field.
 * @return array|false
 */
function lintel_hide_acf_layout( $field ) {
	return $field && 0 === strpos( $field['key'], 'field_lintel_' ) ? false : $field;
}

// Converts a layout that was stored as rows to the text that the field expects.
add_filter(
	'acf/load_value/name=page_layout',
	static function ( $value, $post_id ) {
		$values = is_numeric( $post_id ) ? lintel_plain_sections( (int) $post_id ) : array();
		return isset( $values['page_layout'] ) ? lintel_layout_text( $values['page_layout'] ) : $value;
	},
	10,
	2
);

/**
 * Returns the fields of one section, after an accordion field with the section's name.
 *
 * @param WP_Post $post     Page or post.
 * @param array   $section  From lintel_placed_section().
 * @param array   $built_in Built-in values by section id.
 * @param bool    $open     Whether the accordion is open.
 * @return array[]
 */
function lintel_acf_section( WP_Post $post, array $section, array $built_in, $open ) {
	// Two layouts may have a placement with the same key; a section id occurs only once.
	$first  = $section['fields'] ? $section['fields'][0]['id'] : $section['key'];
	$fields = array(
		array(
			'key'           => lintel_field_key( $post, "section-$first" ),
			'type'          => 'accordion',
			'label'         => lintel_section_name( $section['title'], lintel_section_headline( $section, lintel_plain_sections( $post->ID ), $built_in ) ),
			'instructions'  => $section['note'],
			'open'          => $open ? 1 : 0,
			'multi_expand'  => 1,
			// The list of sections finds the accordion by this attribute.
			'wrapper'       => array( 'data-lintel-key' => $section['key'] ),
			// For admin/custom-fields-form.php.
			'lintel_post'   => $post->ID,
			'lintel_fields' => $section['fields'],
		),
	);
	foreach ( $section['fields'] as $field ) {
		$id    = $field['id'];
		$about = lintel_acf_field( $field, lintel_field_key( $post, $id ), $id, isset( $built_in[ $id ] ) ? $built_in[ $id ] : null );
		if ( isset( $field['showWhen'] ) ) {
			$other                      = $field['showWhen']['id'];
			$about['conditional_logic'] = lintel_acf_conditions( $field, $section['fields'], lintel_field_key( $post, $other ), isset( $built_in[ $other ] ) ? $built_in[ $other ] : null );
		}
		$fields[] = $about;
	}
	return $fields;
}

/**
 * Shows the fields of one section: one that was just added to the list, or that somebody else changed.
 *
 * @param WP_Post $post     Page or post.
 * @param array   $section  From lintel_placed_section().
 * @param array   $given    Values in the format of the inputs, by section id; empty unless the section is a duplicate.
 * @param array   $built_in Built-in values by section id.
 */
function lintel_show_acf_section( WP_Post $post, array $section, array $given, array $built_in = array() ) {
	// The field type for rows reads the current post.
	$GLOBALS['post'] = $post; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- The request ends with this.
	lintel_add_acf_fields( $post );
	$fields = lintel_acf_section( $post, $section, $built_in, true );
	foreach ( $fields as $field ) {
		acf_add_local_field( $field );
	}
	$shown = array_map( 'acf_get_field', array_column( $fields, 'key' ) );
	// Hash the stored values before the filters below replace them with the values of the original.
	$shown[0]['lintel_opened'] = lintel_opened_acf_hashes( $section['fields'], $post );
	foreach ( $section['fields'] as $field ) {
		if ( isset( $given[ $field['id'] ] ) ) {
			acf_flush_value_cache( $post->ID, $field['id'] );
			$key   = lintel_field_key( $post, $field['id'] );
			$value = lintel_acf_value( $field, $key, $given[ $field['id'] ] );
			add_filter(
				"acf/load_value/key=$key",
				static function () use ( $value ) {
					return $value;
				},
				99
			);
		}
	}
	acf_render_fields( array_filter( $shown ), $post->ID, 'div', 'label' );
}

/**
 * Returns a value in the format of ACF's inputs.
 *
 * @param array  $field The field.
 * @param string $key   Its key.
 * @param mixed  $form  Value in the format of this plugin's inputs.
 * @return mixed
 */
function lintel_acf_value( array $field, $key, $form ) {
	if ( lintel_has_input( $field, 'group' ) ) {
		$values = array();
		foreach ( $field['fields'] as $inner ) {
			$at            = "{$key}__{$inner['name']}";
			$values[ $at ] = lintel_acf_value( $inner, $at, $form[ $inner['name'] ] );
		}
		return $values;
	}
	if ( lintel_is_blank_form( $form ) ) {
		return lintel_has_input( $field, 'checkbox' ) ? 0 : '';
	}
	if ( lintel_has_input( $field, 'checkbox' ) ) {
		return 1;
	}
	// Without a repeater, this plugin shows the rows itself, in the format of its own inputs.
	if ( ! lintel_has_input( $field, 'rows' ) || ! acf_get_field_type( 'repeater' ) ) {
		return $form;
	}
	$rows = array();
	foreach ( is_array( $form ) ? array_values( $form ) : array() as $number => $row ) {
		foreach ( $field['row'] as $column ) {
			$at                     = "{$key}__{$column['name']}";
			$rows[ $number ][ $at ] = lintel_acf_value( $column, $at, $row[ $column['name'] ] );
		}
	}
	return $rows;
}

/**
 * Returns ACF's settings for one field.
 *
 * @param array  $field    The field.
 * @param string $key      Its key.
 * @param string $name     Its name: the section id, or the name of the column.
 * @param mixed  $built_in Its built-in value.
 * @return array
 */
function lintel_acf_field( array $field, $key, $name, $built_in = null ) {
	$known = null === $built_in && isset( $field['default'] ) ? $field['default'] : $built_in;
	$hint  = lintel_form_value( $field, $known );
	$about = array(
		'key'          => $key,
		'name'         => $name,
		'label'        => $field['label'],
		'instructions' => isset( $field['help'] ) ? $field['help'] : '',
		'lintel_kind'  => $field['kind'],
	);
	switch ( lintel_kind( $field )['name'] ) {
		case 'html':
			// The editor starts at the first click, because a page may have dozens of editors.
			return $about + array(
				'type'         => 'wysiwyg',
				'delay'        => 1,
				'media_upload' => 0,
				'placeholder'  => wp_strip_all_tags( $hint ),
			);
		case 'number':
			return $about + array(
				'type'        => 'number',
				'placeholder' => $hint,
				'min'         => isset( $field['min'] ) ? $field['min'] : '',
				'max'         => isset( $field['max'] ) ? $field['max'] : '',
				'step'        => 'any',
			);
		case 'checkbox':
			return $about + array(
				'type'          => 'true_false',
				'default_value' => $hint ? 1 : 0,
			);
		case 'select':
			return $about + array(
				'type'       => 'select',
				'choices'    => lintel_options( $field ),
				'allow_null' => 1,
			);
		case 'link':
			return $about + array( 'type' => 'link' );
		case 'picture':
			return $about + array(
				'type'          => 'image',
				'return_format' => 'id',
			);
		case 'reference':
			return $about + array( 'type' => 'lintel_reference' );
		case 'group':
			return $about + array(
				'type'       => 'group',
				'layout'     => 'block',
				'sub_fields' => lintel_acf_inner_fields( $field['fields'], $key, false ),
			);
		case 'rows':
			return $about + lintel_acf_list( $field, $key );
	}
	if ( lintel_is_date( $field ) ) {
		return $about + array(
			'type'           => 'date_picker',
			'display_format' => 'F j, Y',
			'return_format'  => 'Y-m-d',
			'first_day'      => (int) get_option( 'start_of_week' ),
		);
	}
	return $about + array(
		'type'        => empty( $field['multiline'] ) ? 'text' : 'textarea',
		'placeholder' => $hint,
	);
}

/**
 * Returns ACF's settings for a list: a repeater if ACF has that type, otherwise this plugin's own type, which stores
 * the same metas.
 *
 * @param array  $field The list's field.
 * @param string $key   Its key.
 * @return array
 */
function lintel_acf_list( array $field, $key ) {
	if ( ! acf_get_field_type( 'repeater' ) ) {
		return array(
			'type'   => 'lintel_rows',
			'lintel' => $field,
		);
	}
	return array(
		'type'       => 'repeater',
		'layout'     => 'block',
		'max'        => $field['max'],
		'sub_fields' => lintel_acf_inner_fields( $field['row'], $key, true ),
	);
}

/**
 * Returns ACF's settings for the fields of a row or a group.
 *
 * @param array[] $fields  The fields.
 * @param string  $key     Key of the list or the group.
 * @param bool    $require Whether ACF refuses empty required fields: in a row, but not in a group, which may be empty.
 * @return array[]
 */
function lintel_acf_inner_fields( array $fields, $key, $require ) {
	$inner = array();
	foreach ( $fields as $field ) {
		$about             = lintel_acf_field( $field, "{$key}__{$field['name']}", $field['name'] );
		$about['required'] = $require && ! empty( $field['required'] ) ? 1 : 0;
		if ( isset( $field['showWhen']['field'] ) ) {
			$about['conditional_logic'] = lintel_acf_conditions( $field, $fields, "{$key}__{$field['showWhen']['field']}" );
		}
		$inner[] = $about;
	}
	return $inner;
}
