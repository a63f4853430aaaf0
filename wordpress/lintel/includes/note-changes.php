<?php
/**
 * Notes what changed for visitors, and writes it to the table of changes at the end of the request, when everything
 * else is stored. The site therefore always finds the new content of a change.
 *
 * Some changes affect other entries: a page moves with its parent page, a menu changes when a page in it is renamed, a
 * picture when its page is published, and a page when a synced pattern in it or an entry of a list in it changes.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Options that affect what visitors see. */
const LINTEL_VISIBLE_OPTIONS = array(
	'blogname',
	'blogdescription',
	'show_on_front',
	'page_on_front',
	'page_for_posts',
	'posts_per_page',
	'posts_per_rss',
	'rss_use_excerpt',
	'gmt_offset',
	'timezone_string',
	'site_icon',
	'site_logo',
	'stylesheet',
);

/** Options that change the addresses of many entries. */
const LINTEL_ADDRESS_OPTIONS = array( 'home', 'siteurl', 'permalink_structure', 'category_base', 'tag_base' );

/** Options that hold the id of a page whose address depends on them. */
const LINTEL_PAGE_OPTIONS = array( 'page_on_front', 'page_for_posts' );

/** The locations of menus that the site shows. */
const LINTEL_MENUS = array( 'primary', 'footer' );

/**
 * Notes that an entry changed. Other plugins may call it for kinds that they add with the filter `lintel_feed_kinds`.
 *
 * @param string     $kind  Kind of the entry, such as `page`.
 * @param int|string $entry Its id.
 */
function lintel_note_change( $kind, $entry ) {
	lintel_noted_changes( $kind, (string) $entry );
	if ( ! has_action( 'shutdown', 'lintel_write_changes' ) ) {
		add_action( 'shutdown', 'lintel_write_changes', 100 );
	}
}

/**
 * Adds a change, and returns the distinct changes of this request.
 *
 * @param string $kind  Kind to add; '' adds nothing.
 * @param string $entry Its id.
 * @return array[] Each { type, id }.
 */
function lintel_noted_changes( $kind = '', $entry = '' ) {
	static $changes = array();
	if ( '' !== $kind ) {
		$changes[ "$kind $entry" ] = array(
			'type' => $kind,
			'id'   => $entry,
		);
	}
	return array_values( $changes );
}

/**
 * Writes the noted changes to the table, except while WordPress is being installed.
 */
function lintel_write_changes() {
	if ( ! wp_installing() ) {
		lintel_store_changes( lintel_noted_changes() );
	}
}

/**
 * Notes that every entry may have changed, so that the site reads everything again.
 */
function lintel_note_everything() {
	lintel_note_change( 'site', 'site' );
	// Before lintel_write_changes(), which adds a new mark.
	add_action( 'shutdown', 'lintel_forget_marks', 99 );
}

/**
 * Notes a change of the menus at both locations.
 */
function lintel_note_menus() {
	foreach ( LINTEL_MENUS as $location ) {
		lintel_note_change( 'menu', $location );
	}
}

/**
 * Returns the kind of a post type or taxonomy.
 *
 * @param string $by   'post_type' or 'taxonomy'.
 * @param string $name Its name.
 * @return string '' if the site does not show it.
 */
function lintel_kind_of( $by, $name ) {
	foreach ( lintel_feed_kinds() as $kind => $about ) {
		if ( isset( $about[ $by ] ) && $about[ $by ] === $name ) {
			return $kind;
		}
	}
	return '';
}

/**
 * Notes a change of a post: for a menu item, of the menus; for a synced pattern or a navigation menu, of the posts that
 * show it. Ignores other types of posts that the change feed does not have, autosaves, auto-drafts and revisions.
 *
 * @param int $post_id Post.
 */
function lintel_note_post_change( $post_id ) {
	$type = get_post_type( $post_id );
	// A published page's autosave is a revision; a draft's is the draft itself, which visitors do not see.
	if ( ! $type || ( defined( 'DOING_AUTOSAVE' ) && DOING_AUTOSAVE ) || wp_is_post_revision( $post_id ) || 'auto-draft' === get_post_status( $post_id ) ) {
		return;
	}
	if ( 'nav_menu_item' === $type ) {
		lintel_note_menus();
	} elseif ( 'wp_block' === $type || 'wp_navigation' === $type ) {
		lintel_note_users_of_pattern( $post_id );
	} elseif ( '' !== lintel_kind_of( 'post_type', $type ) ) {
		lintel_note_change( lintel_kind_of( 'post_type', $type ), $post_id );
	}
}

/**
 * Notes a change of the posts that show a synced pattern or a navigation menu, directly or within another one.
 *
 * @param int $pattern_id Pattern or menu.
 */
function lintel_note_users_of_pattern( $pattern_id ) {
	global $wpdb;
	static $noted = array();
	if ( isset( $noted[ $pattern_id ] ) ) {
		return;
	}
	$noted[ $pattern_id ] = true;

	$like = '%' . $wpdb->esc_like( "\"ref\":$pattern_id" ) . '%';
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress has no function for this search.
	foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_content FROM $wpdb->posts WHERE post_type <> 'revision' AND post_content LIKE %s", $like ) ) as $row ) {
		if ( preg_match( '/<!-- wp:(?:block|navigation) \{[^}]*"ref":' . (int) $pattern_id . '\b/', $row->post_content ) ) {
			lintel_note_post_change( (int) $row->ID );
		}
	}
}

/**
 * Notes a change of a post's metas, such as the values of Advanced Custom Fields.
 *
 * @param int|int[] $meta_id Id of the meta, or ids.
 * @param int       $post_id Post.
 * @param string    $key     Name of the meta.
 */
function lintel_note_meta_change( $meta_id, $post_id, $key ) {
	// WordPress writes `_edit_lock` again and again while somebody edits, `_edit_last` with each save, and `_pingme` and
	// `_encloseme` for its own tasks. The change feed writes the password hash.
	if ( 0 !== strpos( $key, '_edit_' ) && ! in_array( $key, array( '_pingme', '_encloseme', LINTEL_PASSWORD_META ), true ) ) {
		lintel_note_post_change( $post_id );
	}
}

/**
 * Notes the entries that depend on a post whose title, address or status changed: the pages below it, its pictures, its
 * author and the menus.
 *
 * @param WP_Post $post Post.
 */
function lintel_note_dependents( WP_Post $post ) {
	global $wpdb;
	$kind = lintel_kind_of( 'post_type', $post->post_type );
	if ( '' === $kind || 'media' === $kind || 'auto-draft' === $post->post_status ) {
		return;
	}
	lintel_note_menus();
	if ( $post->post_author > 0 ) {
		lintel_note_change( 'author', $post->post_author );
	}
	$seen  = array( $post->ID => true );
	$level = array( (int) $post->ID );
	while ( $level ) {
		// phpcs:ignore WordPress.DB -- The ids are numbers; get_children() would load whole posts.
		$below = $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_type FROM $wpdb->posts WHERE post_parent IN (" . implode( ',', $level ) . ') AND post_type IN (%s, %s)', $post->post_type, 'attachment' ) );
		$level = array();
		foreach ( $below as $row ) {
			if ( ! isset( $seen[ $row->ID ] ) ) {
				$seen[ $row->ID ] = true;
				lintel_note_change( lintel_kind_of( 'post_type', $row->post_type ), $row->ID );
				if ( 'attachment' !== $row->post_type ) {
					$level[] = (int) $row->ID;
				}
			}
		}
	}
}

/**
 * Notes what a changed option affects: the settings, the site, the menus, a page, or every entry. Ignores options that
 * do not affect what visitors see.
 *
 * @param string $option Name.
 * @param mixed  $before Value before.
 * @param mixed  $after  Value now.
 */
function lintel_note_option_change( $option, $before = null, $after = null ) {
	if ( LINTEL_SETTINGS_OPTION === $option ) {
		lintel_note_change( 'settings', 'site' );
	} elseif ( in_array( $option, LINTEL_ADDRESS_OPTIONS, true ) || in_array( $option, LINTEL_AVATAR_OPTIONS, true ) ) {
		lintel_note_everything();
	} elseif ( in_array( $option, LINTEL_DISCUSSION_OPTIONS, true ) ) {
		lintel_note_change( 'site', 'site' );
	} elseif ( in_array( $option, LINTEL_VISIBLE_OPTIONS, true ) ) {
		lintel_note_change( 'site', 'site' );
		if ( 'timezone_string' === $option ) {
			lintel_note_change( 'settings', 'site' );
		}
		if ( in_array( $option, LINTEL_PAGE_OPTIONS, true ) ) {
			foreach ( array_filter( array( (int) $before, (int) $after ) ) as $page ) {
				lintel_note_post_change( $page );
			}
		}
	} elseif ( 0 === strpos( $option, 'theme_mods_' ) ) {
		// A theme's options contain its menu locations and its logo, but also much that visitors do not see.
		$is_other = static function ( $name ) use ( $before, $after ) {
			$old = is_array( $before ) && isset( $before[ $name ] ) ? $before[ $name ] : null;
			$new = is_array( $after ) && isset( $after[ $name ] ) ? $after[ $name ] : null;
			return $old !== $new;
		};
		if ( $is_other( 'nav_menu_locations' ) ) {
			lintel_note_menus();
		}
		if ( $is_other( 'custom_logo' ) ) {
			lintel_note_change( 'site', 'site' );
		}
	}
}

/**
 * Notes a change of a user's name or slug. The site reads no other data of an author that can change.
 *
 * @param int     $user_id User.
 * @param WP_User $before  The user before.
 */
function lintel_note_user_change( $user_id, $before ) {
	$user = get_userdata( $user_id );
	// Other data changes often: for example, the block editor saves its preferences with the user.
	if ( ! $user || $user->display_name !== $before->display_name || $user->user_nicename !== $before->user_nicename ) {
		lintel_note_change( 'author', $user_id );
	}
}

/**
 * Notes the posts of a deleted user that get a new author, and that author. WordPress changes the author without saving
 * the posts.
 *
 * @param int      $user_id Deleted user.
 * @param int|null $heir_id New author; null if the posts are deleted, which other hooks note.
 */
function lintel_note_left_posts( $user_id, $heir_id ) {
	global $wpdb;
	if ( null === $heir_id ) {
		return;
	}
	// Pictures have the status "inherit".
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- get_posts() would load whole posts.
	foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT ID, post_type FROM $wpdb->posts WHERE post_author = %d AND post_status IN ('publish', 'inherit')", $user_id ) ) as $row ) {
		lintel_note_change( lintel_kind_of( 'post_type', $row->post_type ), $row->ID );
	}
	lintel_note_change( 'author', $heir_id );
}

/**
 * Notes a change of a term and of the menus, which may contain it. If the term was moved, see lintel_is_term_moved(),
 * also notes the terms below it, whose links contain its slug, and everything if it is a category and the links of posts
 * contain categories.
 *
 * @param int    $term_id     Term.
 * @param int    $taxonomy_id Its term taxonomy id.
 * @param string $taxonomy    Taxonomy.
 */
function lintel_note_term_change( $term_id, $taxonomy_id, $taxonomy ) {
	$kind     = lintel_kind_of( 'taxonomy', $taxonomy );
	$is_moved = lintel_is_term_moved( $term_id, $taxonomy );
	if ( '' !== $kind ) {
		lintel_note_change( $kind, $term_id );
		foreach ( $is_moved ? get_term_children( $term_id, $taxonomy ) : array() as $child_id ) {
			lintel_note_change( $kind, $child_id );
		}
	}
	if ( '' !== $kind || 'nav_menu' === $taxonomy ) {
		lintel_note_menus();
	}
	if ( $is_moved && 'category' === $taxonomy && false !== strpos( get_option( 'permalink_structure' ), '%category%' ) ) {
		lintel_note_everything();
	}
}

/**
 * Returns whether the links of a term's descendants, or of its posts, may have changed. Must also be called before a
 * term is edited, to record the term's slug and parent.
 *
 * @param int    $term_id  Term.
 * @param string $taxonomy Taxonomy.
 * @return bool
 */
function lintel_is_term_moved( $term_id, $taxonomy ) {
	static $before = array();
	$term          = get_term( $term_id, $taxonomy );
	$place         = $term instanceof WP_Term ? array( $term->slug, $term->parent ) : null;
	switch ( current_action() ) {
		case 'edit_terms':
			$before[ $term_id ] = $place;
			return false;
		case 'edited_term':
			return ! isset( $before[ $term_id ] ) || $before[ $term_id ] !== $place;
		default:
			// A new term has nothing below it and no posts.
			return 'created_term' !== current_action();
	}
}

/**
 * Notes the terms below a deleted one. WordPress gives them another parent without saving them.
 *
 * @param int[] $taxonomy_ids Their term taxonomy ids.
 */
function lintel_note_left_terms( array $taxonomy_ids ) {
	foreach ( $taxonomy_ids as $taxonomy_id ) {
		$term = get_term_by( 'term_taxonomy_id', $taxonomy_id );
		if ( $term ) {
			lintel_note_term_change( $term->term_id, $taxonomy_id, $term->taxonomy );
		}
	}
}

/**
 * Notes a change of a post whose terms were set, unless they are the same as before.
 *
 * @param int    $post_id      Post.
 * @param array  $terms        Terms, as passed to WordPress.
 * @param int[]  $taxonomy_ids Their term taxonomy ids.
 * @param string $taxonomy     Taxonomy.
 * @param bool   $append       Whether they were added to the previous terms.
 * @param int[]  $before       The previous term taxonomy ids.
 */
function lintel_note_terms_of_post( $post_id, $terms, $taxonomy_ids, $taxonomy, $append, $before ) {
	if ( array_diff( $taxonomy_ids, $before ) || ( ! $append && array_diff( $before, $taxonomy_ids ) ) ) {
		lintel_note_post_change( $post_id );
	}
}

/**
 * Notes that the number of posts of a term changed.
 *
 * @param int    $taxonomy_id Term taxonomy id.
 * @param string $taxonomy    Taxonomy.
 */
function lintel_note_term_count( $taxonomy_id, $taxonomy ) {
	$kind = lintel_kind_of( 'taxonomy', $taxonomy );
	$term = '' === $kind ? false : get_term_by( 'term_taxonomy_id', $taxonomy_id, $taxonomy );
	if ( $term ) {
		lintel_note_change( $kind, $term->term_id );
	}
}

foreach ( array( 'save_post', 'before_delete_post', 'add_attachment', 'edit_attachment', 'delete_attachment' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_post_change' );
}
add_action(
	'before_delete_post',
	static function ( $post_id, $post ) {
		lintel_note_dependents( $post );
	},
	10,
	2
);
add_action(
	'transition_post_status',
	static function ( $after, $before, $post ) {
		if ( $after !== $before ) {
			lintel_note_post_change( $post->ID );
			lintel_note_dependents( $post );
		}
	},
	10,
	3
);
add_action(
	'post_updated',
	static function ( $post_id, $after, $before ) {
		if ( $after->post_type !== $before->post_type ) {
			// Note that the post is gone under its former type. `save_post` notes it only under its new type.
			lintel_note_change( lintel_kind_of( 'post_type', $before->post_type ), $post_id );
		}
		foreach ( array( 'post_title', 'post_name', 'post_parent', 'post_author', 'post_type' ) as $field ) {
			if ( $after->$field !== $before->$field ) {
				lintel_note_dependents( $before );
				lintel_note_dependents( $after );
				return;
			}
		}
	},
	10,
	3
);
foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_meta_change', 10, 3 );
}
add_action( 'updated_option', 'lintel_note_option_change', 10, 3 );
add_action( 'deleted_option', 'lintel_note_option_change' );
add_action(
	'added_option',
	static function ( $option, $value ) {
		lintel_note_option_change( $option, null, $value );
	},
	10,
	2
);
add_action( 'profile_update', 'lintel_note_user_change', 10, 2 );
// Before WordPress changes the author of the posts.
add_action( 'delete_user', 'lintel_note_left_posts', 10, 2 );
add_action(
	'deleted_user',
	static function ( $user_id ) {
		lintel_note_change( 'author', $user_id );
	}
);
foreach ( array( 'created_term', 'edited_term', 'delete_term' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_term_change', 10, 3 );
}
add_action( 'edit_terms', 'lintel_is_term_moved', 10, 2 );
add_action( 'edit_term_taxonomies', 'lintel_note_left_terms' );
add_action( 'edited_term_taxonomy', 'lintel_note_term_count', 10, 2 );
add_action( 'set_object_terms', 'lintel_note_terms_of_post', 10, 6 );
foreach ( array( 'wp_update_nav_menu', 'wp_delete_nav_menu' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_menus', 10, 0 );
}
// Plugins can change WordPress's responses, for example through shortcodes and custom fields.
foreach ( array( 'activated_plugin', 'deactivated_plugin', 'upgrader_process_complete' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_everything', 10, 0 );
}
unset( $lintel_hook );
