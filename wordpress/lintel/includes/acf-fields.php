<?php
/**
 * With Advanced Custom Fields or Secure Custom Fields active: the sections of each page as fields of theirs, under the
 * names and keys that this plugin itself stores values by.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'acf/include_field_types',
	static function () {
		if ( ! acf_get_field_type( 'repeater' ) ) {
			require_once __DIR__ . '/class-lintel-rows-field.php';
			acf_register_field_type( 'Lintel_Rows_Field' );
		}
	},
	99
);

// On an edit screen the fields of one page are enough.
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
// Before ACF, which looks for the fields of a route when it registers them.
add_action( 'rest_api_init', 'lintel_add_acf_fields_for_rest', 1 );

/**
 * Registers the fields of all pages where REST may answer any of them.
 */
function lintel_add_acf_fields_for_rest() {
	$route = isset( $GLOBALS['wp']->query_vars['rest_route'] ) ? (string) $GLOBALS['wp']->query_vars['rest_route'] : '';
	// The plugin's own routes are asked every few seconds, and have no fields.
	if ( ! class_exists( 'ACF' ) || 0 === strpos( $route, '/lintel/' ) || 0 === strpos( $route, '/menus/' ) ) {
		return;
	}
	$posts = array( get_post() );
	// An edit screen asks REST for the page it is of, in its own request.
	if ( '' !== $route || ! $posts[0] ) {
		$pages = get_posts(
			array(
				'post_type'   => 'page',
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

/**
 * Registers the fields of a page, or those that all posts have; once for each.
 *
 * @param WP_Post $post Page or post.
 */
function lintel_add_acf_fields( WP_Post $post ) {
	if ( ! in_array( $post->post_type, array( 'page', 'post' ), true ) ) {
		return;
	}
	$is_page = 'page' === $post->post_type;
	$group   = 'group_lintel_' . ( $is_page ? $post->ID : 'post' );
	if ( acf_is_local_field_group( $group ) ) {
		return;
	}
	$page   = lintel_page_sections( $post );
	$fields = array();
	foreach ( $page['sections'] as $section ) {
		// Two layouts may have a placement of one key; a section id is there once.
		$first    = $section['fields'] ? $section['fields'][0]['id'] : $section['key'];
		$fields[] = array(
			'key'          => lintel_field_key( $post, "section-$first" ),
			'type'         => 'accordion',
			'label'        => "{$section['title']} ({$section['key']})",
			'instructions' => $section['note'],
			'open'         => $fields ? 0 : 1,
			'multi_expand' => 1,
		);
		foreach ( $section['fields'] as $field ) {
			$id       = $field['id'];
			$fields[] = lintel_acf_field( $field, lintel_field_key( $post, $id ), $id, isset( $page['built_in'][ $id ] ) ? $page['built_in'][ $id ] : null );
		}
	}
	if ( $is_page && lintel_own_placements( lintel_stored_layout( $post->ID ) ) ) {
		$fields[] = array(
			'key'   => lintel_field_key( $post, 'section-page_layout' ),
			'type'  => 'accordion',
			'label' => __( 'Layout of this page', 'lintel' ),
		);
		$fields[] = array(
			'key'          => lintel_field_key( $post, 'page_layout' ),
			'name'         => 'page_layout',
			'type'         => 'textarea',
			'label'        => __( 'Layout as JSON', 'lintel' ),
			'instructions' => __( 'Clear it to have the built-in layout again.', 'lintel' ),
			'rows'         => 6,
		);
	}
	acf_add_local_field_group(
		array(
			'key'          => $group,
			'title'        => $is_page ? __( 'Sections of this page', 'lintel' ) : __( 'Sections of this post', 'lintel' ),
			'fields'       => $fields,
			'location'     => array(
				array(
					array(
						'param'    => $is_page ? 'page' : 'post_type',
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

/**
 * Returns the stored layout of a page, whether ACF or this plugin stored it.
 *
 * @param int $post_id Page.
 * @return mixed
 */
function lintel_stored_layout( $post_id ) {
	$values = lintel_plain_sections( $post_id );
	return isset( $values['page_layout'] ) ? $values['page_layout'] : null;
}

// A layout that was sent to REST as a list is shown as the text that the field takes.
add_filter(
	'acf/load_value/name=page_layout',
	static function ( $value, $post_id ) {
		$layout = is_numeric( $post_id ) ? lintel_stored_layout( (int) $post_id ) : null;
		return is_array( $layout ) ? wp_json_encode( $layout, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES ) : $value;
	},
	10,
	2
);

/**
 * One field as ACF describes fields.
 *
 * @param array  $field    The field.
 * @param string $key      Its key.
 * @param string $name     Its name: the section id, or the name of the column.
 * @param mixed  $built_in Its built-in value.
 * @return array
 */
function lintel_acf_field( array $field, $key, $name, $built_in = null ) {
	$kind  = $field['kind'];
	$known = null === $built_in && isset( $field['default'] ) ? $field['default'] : $built_in;
	$hint  = lintel_form_value( $field, $known );
	$about = array(
		'key'          => $key,
		'name'         => $name,
		'label'        => $field['label'],
		'instructions' => isset( $field['help'] ) ? $field['help'] : '',
	);
	switch ( $kind ) {
		case 'richText':
			// Its editor starts at the first click: a page has dozens of them.
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
		case 'toggle':
			return $about + array(
				'type'          => 'true_false',
				'default_value' => $hint ? 1 : 0,
			);
		case 'choice':
			return $about + array(
				'type'       => 'select',
				'choices'    => array_combine( $field['options'], $field['options'] ),
				'allow_null' => 1,
			);
		case 'link':
			return $about + array( 'type' => 'link' );
		case 'image':
			return $about + array(
				'type'          => 'image',
				'return_format' => 'id',
			);
		case 'list':
			return $about + lintel_acf_list( $field, $key );
	}
	return $about + array(
		'type'        => empty( $field['multiline'] ) ? 'text' : 'textarea',
		'placeholder' => $hint,
	);
}

/**
 * What ACF needs to know of a list: a repeater where there is one, else a field of our own that stores as one.
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
	$columns = array();
	foreach ( $field['row'] as $column ) {
		$about             = lintel_acf_field( $column, "{$key}__{$column['name']}", $column['name'] );
		$about['required'] = empty( $column['required'] ) ? 0 : 1;
		$columns[]         = $about;
	}
	return array(
		'type'       => 'repeater',
		'layout'     => 'block',
		'max'        => $field['max'],
		'sub_fields' => $columns,
	);
}
