<?php
/**
 * The version of the content: another one whenever something changed that visitors could see. The site asks for it
 * every few seconds, and reads the rest only when it differs.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Autoloaded, so that asking for it costs no query. */
const LINTEL_VERSION_OPTION = 'lintel_content_version';

/** Options that visitors see something of. */
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
				// The version says nothing, and the front page is what every visitor sees.
				'permission_callback' => '__return_true',
			)
		);
	}
);

/**
 * Answers the version, and which pages are the front page and the blog.
 *
 * @return array
 */
function lintel_rest_get_state() {
	return array(
		'version'        => (string) get_option( LINTEL_VERSION_OPTION, '0' ),
		'show_on_front'  => (string) get_option( 'show_on_front' ),
		'page_on_front'  => (int) get_option( 'page_on_front' ),
		'page_for_posts' => (int) get_option( 'page_for_posts' ),
	);
}

/**
 * Notes that content changed. The version is written once, when everything else of this request is: a reader that
 * sees the new version finds the new content.
 */
function lintel_note_change() {
	if ( ! has_action( 'shutdown', 'lintel_write_version' ) ) {
		add_action( 'shutdown', 'lintel_write_version', 100 );
	}
}

/**
 * Writes a version that was never there before, also not in a database that was restored from a backup.
 */
function lintel_write_version() {
	update_option( LINTEL_VERSION_OPTION, wp_generate_uuid4(), true );
}

/**
 * Notes a change of a post of any type but those that only editors see.
 *
 * @param int $post_id Post.
 */
function lintel_note_post_change( $post_id ) {
	$type = get_post_type( $post_id );
	if ( ! wp_is_post_revision( $post_id ) && 'auto-draft' !== get_post_status( $post_id ) && in_array( $type, array( 'page', 'post', 'attachment', 'nav_menu_item' ), true ) ) {
		lintel_note_change();
	}
}

/**
 * Notes a change of a post's values, such as Advanced Custom Fields stores them.
 *
 * @param int|int[] $meta_id Row, or rows.
 * @param int       $post_id Post.
 * @param string    $key     Name of the value.
 */
function lintel_note_meta_change( $meta_id, $post_id, $key ) {
	// Who edits, and since when: written every few seconds while somebody does.
	if ( 0 !== strpos( $key, '_edit_' ) ) {
		lintel_note_post_change( $post_id );
	}
}

/**
 * Notes a change of an option.
 *
 * @param string $option Name.
 */
function lintel_note_option_change( $option ) {
	// A theme's options hold the menus of its locations, and its logo.
	if ( in_array( $option, LINTEL_VISIBLE_OPTIONS, true ) || 0 === strpos( $option, 'theme_mods_' ) ) {
		lintel_note_change();
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
foreach ( array( 'added_option', 'updated_option', 'deleted_option' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_option_change' );
}
foreach ( array( 'created_term', 'edited_term', 'delete_term', 'set_object_terms', 'wp_update_nav_menu', 'wp_delete_nav_menu', 'profile_update', 'deleted_user', 'user_register' ) as $lintel_hook ) {
	add_action( $lintel_hook, 'lintel_note_change', 10, 0 );
}
unset( $lintel_hook );
