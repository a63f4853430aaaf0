<?php
/**
 * The version of the content, which changes with everything that visitors can see. The site requests it every few
 * seconds, and reads the content only when the version differs.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Autoloaded, so that reading it needs no query. */
const LINTEL_VERSION_OPTION = 'lintel_content_version';

/** Options that affect what visitors see. */
const LINTEL_VISIBLE_OPTIONS = array(
	'blogname',
	'blogdescription',
	'home',
	'siteurl',
	'permalink_structure',
	'show_on_front',
	'page_on_front',
	'page_for_posts',
	'gmt_offset',
	'timezone_string',
	'site_icon',
	'site_logo',
	'stylesheet',
	LINTEL_SETTINGS_OPTION,
);

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/state',
			array(
				'methods'             => WP_REST_Server::READABLE,
				'callback'            => 'lintel_rest_get_state',
				// The version reveals nothing, and every visitor can see the front page.
				'permission_callback' => '__return_true',
			)
		);
	}
);

/**
 * Responds with the version, and with the ids of the front page, the blog page and the privacy page.
 *
 * @return array
 */
function lintel_rest_get_state() {
	return array(
		'version'        => (string) get_option( LINTEL_VERSION_OPTION, '0' ),
		'show_on_front'  => (string) get_option( 'show_on_front' ),
		'page_on_front'  => (int) get_option( 'page_on_front' ),
		'page_for_posts' => (int) get_option( 'page_for_posts' ),
		// Lets the site ignore that its account cannot read this page: while it is a draft, only administrators may read it.
		'privacy_page'   => (int) get_option( 'wp_page_for_privacy_policy' ),
	);
}

/**
 * Notes that content changed. The version is written once, after everything else in this request, so that a reader who
 * sees the new version finds the new content.
 *
 * @param string $type What changed, as change notices name it; '' if they have no name for it.
 * @param int    $id   Its id, for a page, post or attachment.
 */
function lintel_note_change( $type = '', $id = 0 ) {
	lintel_noted_changes( $type, $id );
	if ( ! has_action( 'shutdown', 'lintel_write_version' ) ) {
		add_action( 'shutdown', 'lintel_write_version', 100 );
	}
}

/**
 * Adds a change, and returns the distinct changes of this request.
 *
 * @param string $type Type to add; '' adds nothing.
 * @param int    $id   Its id.
 * @return array[] Each { type, id }.
 */
function lintel_noted_changes( $type = '', $id = 0 ) {
	static $changes = array();
	if ( '' !== $type ) {
		$changes[ "$type $id" ] = array(
			'type' => $type,
			'id'   => (int) $id,
		);
	}
	return array_values( $changes );
}

/**
 * Writes a version that never existed before, even if the database was restored from a backup.
 */
function lintel_write_version() {
	update_option( LINTEL_VERSION_OPTION, wp_generate_uuid4(), true );
}

/**
 * Notes a change of a post. Ignores types of posts that only editors see, autosaves and revisions.
 *
 * @param int $post_id Post.
 */
function lintel_note_post_change( $post_id ) {
	$types = array(
		'page'          => 'page',
		'post'          => 'post',
		'attachment'    => 'media',
		'nav_menu_item' => 'menu',
	);
	$type  = get_post_type( $post_id );
	// A published page's autosave is a revision; a draft's is the draft itself, which visitors do not see.
	if ( ! isset( $types[ $type ] ) || ( defined( 'DOING_AUTOSAVE' ) && DOING_AUTOSAVE ) || wp_is_post_revision( $post_id ) || 'auto-draft' === get_post_status( $post_id ) ) {
		return;
	}
	lintel_note_change( $types[ $type ], 'nav_menu_item' === $type ? 0 : $post_id );
}

/**
 * Notes a change of a post's metas, such as the values of Advanced Custom Fields.
 *
 * @param int|int[] $meta_id Id of the meta, or ids.
 * @param int       $post_id Post.
 * @param string    $key     Name of the meta.
 */
function lintel_note_meta_change( $meta_id, $post_id, $key ) {
	// `_edit_lock` is written every few seconds while somebody edits. The two others mark tasks for WordPress itself.
	if ( 0 !== strpos( $key, '_edit_' ) && ! in_array( $key, array( '_pingme', '_encloseme' ), true ) ) {
		lintel_note_post_change( $post_id );
	}
}

/**
 * Notes a change of an option.
 *
 * @param string $option Name.
 * @param mixed  $before Value before.
 * @param mixed  $after  Value now.
 */
function lintel_note_option_change( $option, $before = null, $after = null ) {
	if ( LINTEL_SETTINGS_OPTION === $option ) {
		lintel_note_change( 'settings' );
	} elseif ( in_array( $option, LINTEL_VISIBLE_OPTIONS, true ) ) {
		lintel_note_change( 'site' );
	} elseif ( 0 === strpos( $option, 'theme_mods_' ) ) {
		// A theme's options contain its menu locations and its logo, but also much that visitors do not see.
		foreach ( array( 'nav_menu_locations' => 'menu', 'custom_logo' => 'site' ) as $name => $type ) {
			$old = is_array( $before ) && isset( $before[ $name ] ) ? $before[ $name ] : null;
			$new = is_array( $after ) && isset( $after[ $name ] ) ? $after[ $name ] : null;
			if ( $old !== $new ) {
				lintel_note_change( $type );
			}
		}
	}
}

/**
 * Notes a change of a user, if visitors can see it.
 *
 * @param int     $user_id User.
 * @param WP_User $before  The user before.
 */
function lintel_note_user_change( $user_id, $before ) {
	$user = get_userdata( $user_id );
	// The block editor saves its own preferences with the user every few seconds. Visitors do not see them.
	if ( ! $user || $user->display_name !== $before->display_name || $user->user_nicename !== $before->user_nicename ) {
		lintel_note_change( 'author' );
	}
}

/**
 * Notes a change of a term.
 *
 * @param int    $term_id     Term.
 * @param int    $taxonomy_id Its term taxonomy id.
 * @param string $taxonomy    Taxonomy.
 */
function lintel_note_term_change( $term_id, $taxonomy_id, $taxonomy ) {
	$types = array(
		'category' => 'category',
		'post_tag' => 'tag',
		'nav_menu' => 'menu',
	);
	lintel_note_change( isset( $types[ $taxonomy ] ) ? $types[ $taxonomy ] : '' );
}

/**
 * Notes a change of a post's terms.
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
		lintel_note_term_change( 0, 0, $taxonomy );
	}
}

foreach ( array( 'save_post', 'before_delete_post', 'add_attachment', 'edit_attachment', 'delete_attachment' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_post_change' );
}
add_action(
	'transition_post_status',
	static function ( $after, $before, $post ) {
		if ( $after !== $before ) {
			lintel_note_post_change( $post->ID );
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
foreach ( array( 'created_term', 'edited_term', 'delete_term' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_term_change', 10, 3 );
}
add_action( 'set_object_terms', 'lintel_note_terms_of_post', 10, 6 );
foreach (
	array(
		'wp_update_nav_menu' => 'menu',
		'wp_delete_nav_menu' => 'menu',
		'deleted_user'       => 'author',
		'user_register'      => 'author',
	) as $lintel_hook => $lintel_type
) {
	add_action(
		$lintel_hook,
		static function () use ( $lintel_type ) {
			lintel_note_change( $lintel_type );
		}
	);
}
unset( $lintel_hook, $lintel_type );
