<?php
/**
 * Section values and layouts in WordPress's revisions of pages, shared sections and templates. ACF and SCF copy their
 * own fields; this file copies the rest. Since WordPress 6.4, a revision is created after the values are stored, so it
 * can contain them. In older versions, it contains only the text.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Marks a revision that contains the values of its page. Its value is the path of the built-in page whose layout and
 * texts the page had then, or ''; '1' if an earlier version of this plugin made the revision.
 */
const LINTEL_REVISION_META = '_lintel_revision';

/**
 * Returns the names of the metas that hold the section values of a page or revision, sorted.
 *
 * @param array $meta Meta by name.
 * @return string[]
 */
function lintel_section_meta_names( array $meta ) {
	$names = isset( $meta[ LINTEL_KINDS_META ] ) ? array( LINTEL_KINDS_META ) : array();
	foreach ( array_keys( $meta ) as $name ) {
		if ( lintel_is_field( $meta, (string) $name ) ) {
			$names[] = (string) $name;
			$names[] = "_$name";
		}
	}
	sort( $names );
	return $names;
}

/**
 * Returns the metas that hold the section values of a page or revision.
 *
 * @param int $post_id Page or revision.
 * @return array By name.
 */
function lintel_section_metas( $post_id ) {
	$meta  = lintel_read_meta( $post_id );
	$metas = array();
	foreach ( lintel_section_meta_names( $meta ) as $name ) {
		$metas[ $name ] = $meta[ $name ];
	}
	return $metas;
}

/**
 * Returns whether this WordPress creates revisions after the values are stored.
 *
 * @return bool
 */
function lintel_revises_sections() {
	return function_exists( 'wp_save_post_revision_on_insert' );
}

/**
 * Returns whether a revision contains the values of its page.
 *
 * @param int $revision_id Revision.
 * @return bool
 */
function lintel_holds_sections( $revision_id ) {
	return metadata_exists( 'post', $revision_id, LINTEL_REVISION_META );
}

/**
 * Returns the path of the built-in page whose layout and texts a page had when a revision was made.
 *
 * @param int $revision_id Revision that contains the values.
 * @return string '' if there was none.
 */
function lintel_revision_path( $revision_id ) {
	$path = (string) get_metadata( 'post', $revision_id, LINTEL_REVISION_META, true );
	if ( '1' !== $path ) {
		return $path;
	}
	$path = str_replace( '--', '/', lintel_written_page_key( $revision_id ) );
	return isset( lintel_known_sections()['pages'][ $path ] ) ? $path : '';
}

/**
 * Copies the values of a page into a new revision. Uses SQL, because WordPress's functions for post metas would write
 * to the page instead.
 *
 * @param int $revision_id Revision.
 */
function lintel_keep_in_revision( $revision_id ) {
	global $wpdb;
	$page_id = wp_is_post_revision( $revision_id );
	if ( ! $page_id || ! lintel_has_layout( get_post_type( $page_id ) ) || wp_is_post_autosave( $revision_id ) || ! lintel_revises_sections() ) {
		return;
	}
	$known = lintel_read_meta( $revision_id );
	$names = array();
	foreach ( lintel_section_meta_names( lintel_read_meta( $page_id ) ) as $name ) {
		// ACF may have copied its own fields already.
		if ( ! isset( $known[ $name ] ) ) {
			$names[] = $name;
		}
	}
	// phpcs:disable WordPress.DB -- Single metas take seconds on a long page; the cache is cleaned below.
	foreach ( array_chunk( $names, LINTEL_METAS_A_QUERY ) as $part ) {
		$places = implode( ',', array_fill( 0, count( $part ), '%s' ) );
		if ( false === $wpdb->query( $wpdb->prepare( "INSERT INTO $wpdb->postmeta (post_id, meta_key, meta_value) SELECT %d, meta_key, meta_value FROM $wpdb->postmeta WHERE post_id = %d AND meta_key IN ($places)", array_merge( array( $revision_id, $page_id ), $part ) ) ) ) {
			// Without the mark, a restore leaves the values of the page as they are.
			return;
		}
	}
	// phpcs:enable
	wp_cache_delete( $revision_id, 'post_meta' );
	// A page that has just left its path gets the layout and texts of that path at the end of the request.
	$moved = lintel_moved_pages();
	$path  = isset( $moved[ $page_id ] ) ? $moved[ $page_id ] : lintel_built_in_path( get_post( $page_id ) );
	add_metadata( 'post', $revision_id, LINTEL_REVISION_META, $path, true );
}
add_action( '_wp_put_post_revision', 'lintel_keep_in_revision', 20 );

add_filter(
	'wp_save_post_revision_post_has_changed',
	static function ( $changed, $latest, $post ) {
		if ( $changed || ! lintel_has_layout( $post->post_type ) || ! lintel_revises_sections() ) {
			return $changed;
		}
		return lintel_section_metas( $latest->ID ) !== lintel_section_metas( $post->ID );
	},
	10,
	3
);

// WordPress creates a revision of the new version, not of the previous one. Without this, a page without revisions
// would lose its first version.
add_action(
	'pre_post_update',
	static function ( $post_id ) {
		global $wpdb;
		if ( ! lintel_has_layout( get_post_type( $post_id ) ) || ! lintel_revises_sections() ) {
			return;
		}
		$revision_id = wp_save_post_revision( $post_id );
		if ( is_int( $revision_id ) && $revision_id ) {
			// Its author is unknown, and is not the person who saves now.
			// phpcs:ignore WordPress.DB -- wp_update_post() would set the revision's date to now.
			$wpdb->update( $wpdb->posts, array( 'post_author' => 0 ), array( 'ID' => $revision_id ) );
			clean_post_cache( $revision_id );
		}
	}
);

add_action(
	'wp_restore_post_revision',
	static function ( $post_id, $revision_id ) {
		$post = get_post( $post_id );
		if ( ! $post || ! lintel_holds_sections( $revision_id ) ) {
			return;
		}
		$metas   = lintel_section_metas( $revision_id );
		$before  = lintel_read_meta( $post_id );
		$removed = array_diff( lintel_section_meta_names( $before ), array_keys( $metas ) );
		lintel_store_metas( $post, $before, $metas, $removed );
		// If the page has left its path since, it needs the built-in layout that the revision was shown with.
		$path = lintel_revision_path( $revision_id );
		if ( 'home' === $path ) {
			// As for a former front page, the layout of "home" is added only if the page did not show its own text.
			lintel_note_former_front_page( $post_id );
		} else {
			lintel_moved_pages( array_filter( array( $post_id => $path ) ) );
		}
	},
	20,
	2
);

add_action(
	'rest_api_init',
	static function () {
		register_rest_field(
			array( 'page-revision', LINTEL_SHARED_TYPE . '-revision', LINTEL_TEMPLATE_TYPE . '-revision' ),
			'lintel_sections',
			array(
				'get_callback' => static function ( $prepared ) {
					return lintel_holds_sections( $prepared['id'] ) ? (object) lintel_read_sections( $prepared['id'] ) : null;
				},
				'schema'       => array(
					'description' => __( 'Section values by section id; null if the revision does not hold them.', 'lintel' ),
					'type'        => array( 'object', 'null' ),
					'context'     => array( 'view', 'edit' ),
				),
			)
		);
	}
);
