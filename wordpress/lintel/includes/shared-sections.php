<?php
/**
 * Shared sections, which appear on any number of pages, and templates, whose sections are copied. Both are post types
 * that are edited like a page: their sections are in `page_layout`, and the values in their own fields. A page places a
 * shared section by { shared, key }, where `shared` is its id.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

const LINTEL_SHARED_TYPE   = 'lintel_section';
const LINTEL_TEMPLATE_TYPE = 'lintel_template';

/** The types of posts with a layout. */
const LINTEL_LAYOUT_TYPES = array( 'page', LINTEL_SHARED_TYPE, LINTEL_TEMPLATE_TYPE );

/** The block of a placement that shows a shared section. Not stored: such a placement has `shared` in its place. */
const LINTEL_SHARED_BLOCK = 'shared-section';

add_action( 'init', 'lintel_register_layout_types', 1 );

/**
 * Registers both types. Those who may edit pages may edit them, too.
 */
function lintel_register_layout_types() {
	$type = array(
		'public'          => false,
		'show_ui'         => true,
		'show_in_menu'    => 'edit.php?post_type=page',
		'show_in_rest'    => true,
		'capability_type' => 'page',
		'map_meta_cap'    => true,
		'hierarchical'    => false,
		'supports'        => array( 'title', 'author', 'revisions' ),
	);
	register_post_type(
		LINTEL_SHARED_TYPE,
		$type + array(
			'labels'      => array(
				'name'               => __( 'Shared sections', 'lintel' ),
				'singular_name'      => __( 'Shared section', 'lintel' ),
				'add_new'            => __( 'Add shared section', 'lintel' ),
				'add_new_item'       => __( 'Add shared section', 'lintel' ),
				'edit_item'          => __( 'Edit shared section', 'lintel' ),
				'not_found'          => __( 'There is no shared section yet. Share a section in the page builder, or add one here.', 'lintel' ),
				'not_found_in_trash' => __( 'There is no shared section in the trash.', 'lintel' ),
			),
			'description' => __( 'Sections that appear on several pages and are changed in one place.', 'lintel' ),
		)
	);
	register_post_type(
		LINTEL_TEMPLATE_TYPE,
		$type + array(
			'labels'      => array(
				'name'               => __( 'Templates', 'lintel' ),
				'singular_name'      => __( 'Template', 'lintel' ),
				'add_new'            => __( 'Add template', 'lintel' ),
				'add_new_item'       => __( 'Add template', 'lintel' ),
				'edit_item'          => __( 'Edit template', 'lintel' ),
				'not_found'          => __( 'There is no template yet. Save a page or a section as a template in the page builder, or add one here.', 'lintel' ),
				'not_found_in_trash' => __( 'There is no template in the trash.', 'lintel' ),
			),
			'description' => __( 'Sections that new pages begin with. Visitors do not see them.', 'lintel' ),
		)
	);
}

// The site publishes a restored section only if it was public.
add_action(
	'rest_api_init',
	static function () {
		register_rest_field(
			LINTEL_SHARED_TYPE,
			'before_trash',
			array(
				'get_callback' => static function ( $prepared ) {
					// WordPress keeps the status of an earlier time in the trash if the section was restored through REST.
					$statuses = get_post_meta( $prepared['id'], '_wp_trash_meta_status' );
					return $statuses ? end( $statuses ) : null;
				},
				'schema'       => array(
					'type'     => array( 'string', 'null' ),
					'context'  => array( 'edit' ),
					'readonly' => true,
				),
			)
		);
	}
);

// Visitors never see a template, and published posts of any type in REST are open to everybody.
add_filter(
	'wp_insert_post_data',
	static function ( $data ) {
		if ( LINTEL_TEMPLATE_TYPE === $data['post_type'] && in_array( $data['post_status'], array( 'publish', 'future' ), true ) ) {
			$data['post_status'] = 'private';
		}
		return $data;
	}
);

/**
 * Returns whether the posts of a type have a layout.
 *
 * @param string|false $type Post type.
 * @return bool
 */
function lintel_has_layout( $type ) {
	return in_array( $type, LINTEL_LAYOUT_TYPES, true );
}

/**
 * Returns whether a placement shows a shared section.
 *
 * @param array $placement Placement.
 * @return bool
 */
function lintel_is_shared( array $placement ) {
	return isset( $placement['shared'] ) && is_int( $placement['shared'] ) && ( ! isset( $placement['block'] ) || LINTEL_SHARED_BLOCK === $placement['block'] );
}

/**
 * Returns the shared sections that pages can place, by name.
 *
 * @return WP_Post[]
 */
function lintel_shared_sections() {
	return get_posts(
		array(
			'post_type'   => LINTEL_SHARED_TYPE,
			'post_status' => 'publish',
			'numberposts' => -1,
			'orderby'     => 'title',
			'order'       => 'ASC',
		)
	);
}

/**
 * Returns the pages and templates that place a shared section, also if it is hidden, scheduled or in a variant there.
 *
 * @param int $section_id Shared section.
 * @return WP_Post[] By title.
 */
function lintel_pages_with_section( $section_id ) {
	$number = '"shared":' . (int) $section_id;
	$pages  = get_posts(
		array(
			'post_type'   => array( 'page', LINTEL_TEMPLATE_TYPE ),
			'post_status' => array( 'publish', 'draft', 'pending', 'private', 'future' ),
			'numberposts' => -1,
			'orderby'     => 'title',
			'order'       => 'ASC',
			// phpcs:ignore WordPress.DB.SlowDBQuery -- Only on screens of shared sections.
			'meta_query'  => array(
				'relation' => 'OR',
				array(
					'key'     => 'page_layout',
					'value'   => $number . '[,}]',
					'compare' => 'REGEXP',
				),
				array(
					'key'     => 'layout_variants',
					'value'   => $number . '[,}]',
					'compare' => 'REGEXP',
				),
			),
		)
	);
	return $pages;
}
