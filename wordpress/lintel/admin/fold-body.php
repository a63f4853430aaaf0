<?php
/**
 * Hides the text editor of a page whose text the site does not show, to make room for the sections. A note explains
 * why, and a button shows the editor again.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action( 'edit_form_after_title', 'lintel_show_body_note' );

add_filter(
	'admin_body_class',
	static function ( $classes ) {
		$screen = get_current_screen();
		$post   = $screen && 'post' === $screen->base && $screen->is_block_editor() ? get_post() : null;
		return $post && lintel_is_body_unused( $post ) ? "$classes lintel-folded" : $classes;
	}
);

add_action(
	'admin_enqueue_scripts',
	static function ( $hook ) {
		$post = get_post();
		if ( ! in_array( $hook, array( 'post.php', 'post-new.php' ), true ) || ! $post || 'page' !== $post->post_type ) {
			return;
		}
		$file = dirname( __DIR__ ) . '/lintel.php';
		$data    = array(
			'note'   => lintel_body_note( $post ),
			'folded' => lintel_is_body_unused( $post ),
			'show'   => __( 'Show the text', 'lintel' ),
			'hide'   => __( 'Hide the text', 'lintel' ),
			'title'  => __( 'Title of the page', 'lintel' ),
		);
		wp_enqueue_script( 'lintel-fold-body', plugins_url( 'assets/fold-body.js', $file ), array(), lintel_version(), true );
		wp_add_inline_script( 'lintel-fold-body', 'window.lintelBody = ' . wp_json_encode( $data ) . ';', 'before' );
	}
);

/**
 * Returns whether the site never shows the text of a page.
 *
 * @param WP_Post $post Page or post.
 * @return bool
 */
function lintel_is_body_unused( WP_Post $post ) {
	$page = 'page' === $post->post_type ? lintel_page_sections( $post ) : null;
	return $page && ! $page['shows_body'] && ! $page['own_text_replaces'];
}

/**
 * Returns a note for the editor about the text of a page: that visitors do not see it, or that it replaces the
 * sections, or would if it were written. Returns '' for a post, and for a page that shows its text among its sections
 * or has no sections.
 *
 * @param WP_Post $post Page or post.
 * @return string
 */
function lintel_body_note( WP_Post $post ) {
	$page = 'page' === $post->post_type ? lintel_page_sections( $post ) : null;
	if ( $page && $page['own_text_replaces'] ) {
		return lintel_has_body( $post )
			? __( 'The site shows this text in place of the sections of this page.', 'lintel' )
			: __( 'The site shows the sections of this page. A text of your own written here takes their place.', 'lintel' );
	}
	return $page && ! $page['shows_body'] ? __( 'Visitors do not see the text of this page. They see its sections, which have fields of their own below.', 'lintel' ) : '';
}

/**
 * Returns whether the content of a page shows anything. Empty paragraphs, spaces and the comments around blocks do not
 * count, as on the site; a picture or a block that WordPress renders counts.
 *
 * @param WP_Post $post Page.
 * @return bool
 */
function lintel_has_body( WP_Post $post ) {
	$blank = '/<!--(?:(?!\/?-->).)*-->|<\/?(?:p|br|div|span)\b[^>]*>|&nbsp;|&#160;|&#xa0;|[\s\x{ad}\x{180e}\x{200b}-\x{200f}\x{2060}\x{feff}]/isu';
	return '' !== preg_replace( $blank, '', $post->post_content );
}

/**
 * Shows the note above the classic editor. In the block editor, the script shows it.
 *
 * @param WP_Post $post Page or post.
 */
function lintel_show_body_note( $post ) {
	$note = lintel_body_note( $post );
	if ( '' !== $note ) {
		printf( '<div class="notice notice-info inline lintel-body-note"><p>%s <button type="button" class="button-link" hidden>%s</button></p></div>', esc_html( $note ), esc_html__( 'Show the text', 'lintel' ) );
	}
}
