<?php
/**
 * Menus: two locations for editors, and a public route to read them.
 *
 * WordPress's own menu routes are closed to anonymous readers. This route has the address and the format of the plugin
 * "WP-REST-API V2 Menus", and is not registered if that plugin is active.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'after_setup_theme',
	static function () {
		// The site renders the menus, so the active theme does not have to support them.
		register_nav_menus(
			array(
				'primary' => __( 'Primary (header of the site)', 'lintel' ),
				'footer'  => __( 'Footer of the site', 'lintel' ),
			)
		);
	},
	20
);

add_action(
	'rest_api_init',
	static function () {
		foreach ( array_keys( rest_get_server()->get_routes() ) as $route ) {
			if ( 0 === strpos( $route, '/menus/v1/locations/' ) ) {
				return;
			}
		}
		register_rest_route(
			'menus/v1',
			'/locations/(?P<location>[a-zA-Z0-9_-]+)',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_menu',
				// Every visitor of the site sees the menus.
				'permission_callback' => '__return_true',
			)
		);
	},
	99
);

/**
 * Responds with the menu assigned to a location.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function lintel_rest_get_menu( WP_REST_Request $request ) {
	$location  = $request['location'];
	$locations = get_nav_menu_locations();
	$menu      = empty( $locations[ $location ] ) ? false : wp_get_nav_menu_object( $locations[ $location ] );
	if ( ! $menu ) {
		return new WP_Error(
			'not_found',
			/* translators: %s: name of a location. */
			sprintf( __( 'No menu is assigned to the location "%s". Assign one under Appearance, Menus.', 'lintel' ), $location ),
			array( 'status' => 404 )
		);
	}
	$items = wp_get_nav_menu_items( $menu->term_id );
	return array_merge(
		$menu->to_array(),
		array( 'items' => lintel_nest_menu_items( array_filter( $items ? $items : array(), 'lintel_is_public_menu_item' ), '0' ) )
	);
}

/**
 * Returns whether everybody may see the target of an item. The title of a draft must not be public.
 *
 * @param WP_Post $item Menu item, set up.
 * @return bool
 */
function lintel_is_public_menu_item( $item ) {
	return 'post_type' !== $item->type || is_post_publicly_viewable( (int) $item->object_id );
}

/**
 * Returns the items below a parent, each with its children. Items below an omitted item are omitted, too.
 *
 * @param WP_Post[] $items     All items of the menu, in order.
 * @param string    $parent_id ID of the parent item, '0' for the top.
 * @return array[]
 */
function lintel_nest_menu_items( array $items, $parent_id ) {
	$nested = array();
	foreach ( $items as $item ) {
		if ( (string) $item->menu_item_parent !== $parent_id ) {
			continue;
		}
		$entry    = lintel_describe_menu_item( $item );
		$children = lintel_nest_menu_items( $items, (string) $item->ID );
		if ( $children ) {
			$entry['child_items'] = $children;
		}
		$nested[] = $entry;
	}
	return $nested;
}

/**
 * Returns an item in the format of the menus plugin, without internal data of WordPress's database.
 *
 * @param WP_Post $item Menu item, set up.
 * @return array
 */
function lintel_describe_menu_item( $item ) {
	$entry = array( 'ID' => (int) $item->ID );
	foreach ( array( 'menu_order', 'post_type', 'db_id', 'menu_item_parent', 'object_id', 'object', 'type', 'type_label', 'title', 'url', 'target', 'attr_title', 'description', 'classes', 'xfn' ) as $name ) {
		$entry[ $name ] = $item->$name;
	}
	$entry['menu_item_parent'] = (string) $entry['menu_item_parent'];
	$entry['object_id']        = (string) $entry['object_id'];
	if ( 'post_type' === $item->type ) {
		$entry['slug'] = get_post_field( 'post_name', (int) $item->object_id );
	}
	return $entry;
}
