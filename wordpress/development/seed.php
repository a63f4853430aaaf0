<?php
/**
 * Fills a new site with the built-in content: pages, posts, menus, name.
 *
 * @package Lintel
 */

/**
 * Returns the text of a REST field that is either a string or { rendered }.
 *
 * @param array  $entry Page or post in REST shape.
 * @param string $name  Field.
 * @return string
 */
function lintel_seed_text( array $entry, $name ) {
	$value = isset( $entry[ $name ] ) ? $entry[ $name ] : '';
	if ( is_array( $value ) ) {
		$value = isset( $value['rendered'] ) ? $value['rendered'] : '';
	}
	return (string) $value;
}

/**
 * Returns the date of an entry in the site's time zone. A missing or future date becomes the current time: WordPress
 * would schedule an entry with a future date.
 *
 * @param array $entry Page or post in REST shape.
 * @return string
 */
function lintel_seed_date( array $entry ) {
	$written = isset( $entry['date'] ) ? $entry['date'] : ( isset( $entry['modified'] ) ? $entry['modified'] : '' );
	$date    = str_replace( 'T', ' ', substr( (string) $written, 0, 19 ) );
	$now     = current_time( 'mysql' );
	return '' === $date || $date > $now ? $now : $date;
}

/**
 * Inserts one page or post with its section values.
 *
 * @param array  $entry     Page or post in REST shape.
 * @param string $type      'page' or 'post'.
 * @param int    $parent_id Parent page, or 0.
 * @return int
 * @throws RuntimeException When WordPress refuses it.
 */
function lintel_seed_entry( array $entry, $type, $parent_id ) {
	$post_id = wp_insert_post(
		wp_slash(
			array(
				'post_type'    => $type,
				'post_name'    => $entry['slug'],
				'post_parent'  => $parent_id,
				'post_status'  => isset( $entry['status'] ) ? $entry['status'] : 'publish',
				// `rendered` is HTML, but WordPress stores titles as text.
				'post_title'   => html_entity_decode( lintel_seed_text( $entry, 'title' ), ENT_QUOTES | ENT_HTML5 ),
				'post_content' => lintel_seed_text( $entry, 'content' ),
				'post_excerpt' => trim( wp_strip_all_tags( html_entity_decode( lintel_seed_text( $entry, 'excerpt' ), ENT_QUOTES | ENT_HTML5 ) ) ),
				'post_date'    => lintel_seed_date( $entry ),
			)
		),
		true
	);
	$sections = isset( $entry['acf'] ) && is_array( $entry['acf'] ) ? $entry['acf'] : array();
	$written  = is_wp_error( $post_id ) ? $post_id : lintel_write_sections( get_post( $post_id ), $sections );
	if ( is_wp_error( $written ) ) {
		throw new RuntimeException( $entry['file'] . ': ' . $written->get_error_message() );
	}
	return $post_id;
}

/**
 * Inserts the pages, parents first. A page refers to its parent by the name of its file, or by slug. The page with the
 * slug or file name "home" becomes the front page.
 *
 * @param array[] $pages Pages in REST shape.
 * @throws RuntimeException When a page's parent is not among the pages.
 */
function lintel_seed_pages( array $pages ) {
	$ids = array();
	while ( $pages ) {
		$waiting = array();
		foreach ( $pages as $page ) {
			$parent = empty( $page['parent'] ) ? '' : (string) $page['parent'];
			if ( '' !== $parent && ! isset( $ids[ $parent ] ) ) {
				$waiting[] = $page;
				continue;
			}
			$id = lintel_seed_entry( $page, 'page', '' === $parent ? 0 : $ids[ $parent ] );
			// A slug is unique only among siblings. If several pages have it, `parent` refers to the top-level page.
			if ( '' === $parent || ! isset( $ids[ $page['slug'] ] ) ) {
				$ids[ $page['slug'] ] = $id;
			}
			$ids += array( basename( $page['file'], '.json' ) => $id );
		}
		if ( count( $waiting ) === count( $pages ) ) {
			throw new RuntimeException( $waiting[0]['file'] . ': there is no page "' . $waiting[0]['parent'] . '" to be its parent.' );
		}
		$pages = $waiting;
	}
	if ( isset( $ids['home'] ) ) {
		update_option( 'show_on_front', 'page' );
		update_option( 'page_on_front', $ids['home'] );
	}
}

/**
 * Inserts the posts with their categories and tags. Reads the terms from `_embedded`, because their ids exist only in
 * the built-in content.
 *
 * @param array[] $posts Posts in REST shape.
 */
function lintel_seed_posts( array $posts ) {
	foreach ( $posts as $post ) {
		$post_id = lintel_seed_entry( $post, 'post', 0 );
		$terms   = isset( $post['_embedded']['wp:term'] ) ? array_merge( ...$post['_embedded']['wp:term'] ) : array();
		foreach ( array( 'category', 'post_tag' ) as $taxonomy ) {
			$term_ids = array();
			foreach ( $terms as $term ) {
				if ( $taxonomy === $term['taxonomy'] ) {
					$term_ids[] = lintel_seed_term( $term );
				}
			}
			if ( $term_ids ) {
				wp_set_object_terms( $post_id, $term_ids, $taxonomy );
			}
		}
	}
}

/**
 * Finds or creates a category or tag.
 *
 * @param array $term { name, slug, taxonomy }.
 * @return int
 * @throws RuntimeException When WordPress refuses it.
 */
function lintel_seed_term( array $term ) {
	$known = get_term_by( 'slug', $term['slug'], $term['taxonomy'] );
	if ( $known ) {
		return $known->term_id;
	}
	$made = wp_insert_term( wp_slash( $term['name'] ), $term['taxonomy'], array( 'slug' => $term['slug'] ) );
	if ( is_wp_error( $made ) ) {
		throw new RuntimeException( $term['taxonomy'] . ' "' . $term['name'] . '": ' . $made->get_error_message() );
	}
	return $made['term_id'];
}

/**
 * Inserts menu items and their nested items as custom links with unchanged paths.
 *
 * @param int     $menu_id   Menu.
 * @param array[] $items     Items; each may have `child_items`.
 * @param int     $parent_id Parent menu item, or 0.
 * @throws RuntimeException When WordPress refuses one.
 */
function lintel_seed_menu_items( $menu_id, array $items, $parent_id ) {
	foreach ( $items as $item ) {
		$classes = isset( $item['classes'] ) ? (array) $item['classes'] : array();
		$item_id = wp_update_nav_menu_item(
			$menu_id,
			0,
			wp_slash(
				array(
					'menu-item-type'      => 'custom',
					'menu-item-title'     => $item['title'],
					'menu-item-url'       => $item['url'],
					'menu-item-target'    => isset( $item['target'] ) ? $item['target'] : '',
					'menu-item-classes'   => implode( ' ', $classes ),
					'menu-item-parent-id' => $parent_id,
					'menu-item-status'    => 'publish',
				)
			)
		);
		if ( is_wp_error( $item_id ) ) {
			throw new RuntimeException( 'menu item "' . $item['title'] . '": ' . $item_id->get_error_message() );
		}
		if ( ! empty( $item['child_items'] ) ) {
			lintel_seed_menu_items( $menu_id, $item['child_items'], $item_id );
		}
	}
}

/**
 * Creates the menus and assigns them to their locations.
 *
 * @param array[] $menus Location => items, flat (by `menu_item_parent`) or nested.
 * @throws RuntimeException When WordPress refuses one.
 */
function lintel_seed_menus( array $menus ) {
	$locations = array();
	foreach ( $menus as $location => $items ) {
		$menu_id = wp_create_nav_menu( ucfirst( $location ) );
		if ( is_wp_error( $menu_id ) ) {
			throw new RuntimeException( $menu_id->get_error_message() );
		}
		lintel_seed_menu_items( $menu_id, lintel_seed_nested( $items ), 0 );
		$locations[ $location ] = $menu_id;
	}
	set_theme_mod( 'nav_menu_locations', $locations );
}

/**
 * Nests items below the parents that they name.
 *
 * @param array[]    $items     Items.
 * @param string|int $parent_id ID of the parent item, 0 for the top.
 * @return array[]
 */
function lintel_seed_nested( array $items, $parent_id = 0 ) {
	$nested = array();
	foreach ( $items as $item ) {
		if ( (int) ( isset( $item['menu_item_parent'] ) ? $item['menu_item_parent'] : 0 ) === (int) $parent_id ) {
			$below = (int) $item['ID'] ? lintel_seed_nested( $items, $item['ID'] ) : array();
			if ( $below ) {
				$item['child_items'] = $below;
			}
			$nested[] = $item;
		}
	}
	return $nested;
}

/**
 * Fills the site.
 *
 * @param array $content { site, pages, posts, menus }, see collect-seed-content.ts.
 */
function lintel_seed( array $content ) {
	if ( '' !== $content['site']['name'] ) {
		update_option( 'blogname', $content['site']['name'] );
	}
	update_option( 'blogdescription', $content['site']['description'] );
	lintel_seed_pages( $content['pages'] );
	lintel_seed_posts( $content['posts'] );
	lintel_seed_menus( $content['menus'] );
}
