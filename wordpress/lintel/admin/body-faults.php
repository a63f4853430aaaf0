<?php
/**
 * Loads the scripts that list, while an editor types, the parts of the text that visitors do not see. The block editor
 * shows them at their blocks, before publishing and in its sidebar; the classic editor shows them below the text.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_enqueue_scripts', 'lintel_enqueue_body_faults' );
add_action( 'enqueue_block_assets', 'lintel_enqueue_body_styles' );
add_action( 'edit_form_after_editor', 'lintel_show_body_faults' );

/**
 * Returns the page or post that this screen edits, if visitors see its text; otherwise null.
 *
 * @return WP_Post|null
 */
function lintel_checked_post() {
	$screen = is_admin() && function_exists( 'get_current_screen' ) ? get_current_screen() : null;
	$post   = $screen && 'post' === $screen->base ? get_post() : null;
	return $post instanceof WP_Post && lintel_shows_body( $post ) ? $post : null;
}

/**
 * Loads the scripts and the styles that list the faults: those of the block editor or of the classic editor. Passes
 * them the REST routes and the texts as `window.lintelBodyFaults`.
 */
function lintel_enqueue_body_faults() {
	$post = lintel_checked_post();
	if ( ! $post ) {
		return;
	}
	$is_block = get_current_screen()->is_block_editor();
	$name     = $is_block ? 'block-faults' : 'text-faults';
	$file     = dirname( __DIR__ ) . '/lintel.php';
	$needs    = $is_block ? array( 'wp-blocks', 'wp-components', 'wp-data', 'wp-edit-post', 'wp-editor', 'wp-element', 'wp-hooks', 'wp-notices', 'wp-plugins', 'wp-rich-text', 'lintel-body-faults', 'lintel-replace-form' ) : array( 'lintel-body-faults', 'lintel-replace-form' );
	wp_enqueue_script( 'lintel-body-faults', plugins_url( 'assets/body-faults.js', $file ), array( 'wp-api-fetch' ), lintel_version(), true );
	wp_enqueue_script( "lintel-$name", plugins_url( "assets/$name.js", $file ), $needs, lintel_version(), true );
	wp_enqueue_style( 'lintel-body-faults', plugins_url( 'assets/body-faults.css', $file ), array(), lintel_version() );
	$data = array(
		'check'     => "/lintel/v1/body-faults/{$post->ID}",
		'import'    => "/lintel/v1/import-picture/{$post->ID}",
		'most'      => LINTEL_MOST_BODY_PARTS,
		'mayImport' => current_user_can( 'upload_files' ),
		'title'     => __( 'What visitors do not see', 'lintel' ),
		'checking'  => __( 'Checking …', 'lintel' ),
		'all'       => __( 'Visitors see all of this text.', 'lintel' ),
		/* translators: %s: why not. */
		'unchecked' => __( 'Not checked whether visitors see all of this text. %s', 'lintel' ),
		'again'     => __( 'Check again', 'lintel' ),
		'button'    => __( 'Import this picture', 'lintel' ),
		'importing' => __( 'Importing …', 'lintel' ),
		'imported'  => __( 'The picture is in the media library now, and in this text.', 'lintel' ),
		'notFound'  => __( 'The picture is in the media library now. Choose it there in place of the other one.', 'lintel' ),
		'failed'    => __( 'WordPress did not answer.', 'lintel' ),
	);
	wp_add_inline_script( 'lintel-body-faults', 'window.lintelBodyFaults = ' . wp_json_encode( $data ) . ';', 'before' );
}

/**
 * Loads the styles of the warnings in the canvas of the block editor, which may be a frame.
 */
function lintel_enqueue_body_styles() {
	if ( lintel_checked_post() ) {
		wp_enqueue_style( 'lintel-body-faults', plugins_url( 'assets/body-faults.css', dirname( __DIR__ ) . '/lintel.php' ), array(), lintel_version() );
	}
}

/**
 * Prints the empty, hidden list below the classic editor. The script fills and shows it.
 *
 * @param WP_Post $post Page or post.
 */
function lintel_show_body_faults( $post ) {
	if ( lintel_shows_body( $post ) ) {
		printf( '<div id="lintel-body-faults" class="lintel-text-faults" hidden><h2>%s</h2><div role="status"></div></div>', esc_html__( 'What visitors do not see', 'lintel' ) );
	}
}
