<?php
/**
 * Shows in wp-admin which pages use a shared section: in the list, on its edit screen, and in a notice after it is
 * moved to the trash. Also replaces WordPress's messages after a shared section or a template was saved.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_filter(
	'manage_' . LINTEL_SHARED_TYPE . '_posts_columns',
	static function ( $columns ) {
		return array_slice( $columns, 0, 2 ) + array( 'lintel_pages' => __( 'Pages', 'lintel' ) ) + $columns;
	}
);

add_action(
	'manage_' . LINTEL_SHARED_TYPE . '_posts_custom_column',
	static function ( $column, $post_id ) {
		if ( 'lintel_pages' === $column ) {
			$names = lintel_page_links( lintel_pages_with_section( $post_id ) );
			echo '' === $names ? esc_html__( 'None', 'lintel' ) : $names; // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		}
	},
	10,
	2
);

/**
 * Returns the links to the edit screens of pages.
 *
 * @param WP_Post[] $pages Pages.
 * @return string HTML.
 */
function lintel_page_links( array $pages ) {
	$links = array();
	foreach ( $pages as $page ) {
		$title   = '' === $page->post_title ? "#{$page->ID}" : $page->post_title;
		$link    = get_edit_post_link( $page->ID );
		$links[] = $link ? sprintf( '<a href="%s">%s</a>', esc_url( $link ), esc_html( $title ) ) : esc_html( $title );
	}
	return implode( ', ', $links );
}

// Shows which pages are affected, before the editor changes the section.
add_action(
	'edit_form_after_title',
	static function ( $post ) {
		if ( LINTEL_SHARED_TYPE !== $post->post_type || 'auto-draft' === $post->post_status ) {
			return;
		}
		$names = lintel_page_links( lintel_pages_with_section( $post->ID ) );
		printf(
			'<div class="notice notice-info inline lintel-shared-uses"><p>%s</p></div>',
			'' === $names
				? esc_html__( 'No page shows this section yet. Add it to a page at “Add a section”.', 'lintel' )
				/* translators: %s: links to pages. */
				: sprintf( esc_html__( 'A change is seen on all pages that show this section: %s', 'lintel' ), $names ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		);
	}
);

add_action( 'admin_notices', 'lintel_show_trashed_sections' );

/**
 * Names the pages that no longer show the shared sections that were just moved to the trash.
 */
function lintel_show_trashed_sections() {
	$screen = get_current_screen();
	// phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- Only numbers are read, to show names.
	$ids = isset( $_GET['trashed'], $_GET['ids'] ) && is_string( $_GET['ids'] ) ? array_map( 'intval', explode( ',', $_GET['ids'] ) ) : array();
	if ( ! $screen || 'edit-' . LINTEL_SHARED_TYPE !== $screen->id ) {
		return;
	}
	foreach ( $ids as $id ) {
		$names = LINTEL_SHARED_TYPE === get_post_type( $id ) ? lintel_page_links( lintel_pages_with_section( $id ) ) : '';
		if ( '' !== $names ) {
			/* translators: 1: name of a shared section, 2: links to pages. */
			$message = sprintf( esc_html__( '“%1$s” is in the trash, so these pages no longer show it: %2$s', 'lintel' ), esc_html( get_the_title( $id ) ), $names );
			printf( '<div class="notice notice-warning"><p>%s</p></div>', $message ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
		}
	}
}

// WordPress's own messages say "Post updated" and the like.
add_filter(
	'post_updated_messages',
	static function ( $messages ) {
		$saved = array(
			LINTEL_SHARED_TYPE   => array( __( 'Shared section saved.', 'lintel' ), __( 'Shared section published.', 'lintel' ) ),
			LINTEL_TEMPLATE_TYPE => array( __( 'Template saved.', 'lintel' ), __( 'Template saved.', 'lintel' ) ),
		);
		foreach ( $saved as $type => list( $updated, $published ) ) {
			// WordPress's message numbers: updated, updated, published, saved, draft updated.
			$messages[ $type ] = array(
				1  => $updated,
				4  => $updated,
				6  => $published,
				7  => $updated,
				10 => $updated,
			) + $messages['post'];
		}
		return $messages;
	}
);
