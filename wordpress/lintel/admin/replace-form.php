<?php
/**
 * The block that adds the site's contact form to a text, and the button that replaces a form of another plugin with
 * that block; assets/replace-form.js has the list of these plugins. WordPress stores and shows the block as a link to the
 * contact page.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// Before lintel_enqueue_body_faults(), whose scripts need this one.
add_action( 'admin_enqueue_scripts', 'lintel_enqueue_replace_form', 9 );

/**
 * Loads the script of the block and the button on the edit screens of pages and posts.
 */
function lintel_enqueue_replace_form() {
	$screen = get_current_screen();
	if ( ! $screen || 'post' !== $screen->base || ! in_array( $screen->post_type, array( 'page', 'post' ), true ) ) {
		return;
	}
	$needs = $screen->is_block_editor() ? array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-element', 'wp-notices' ) : array();
	wp_enqueue_script( 'lintel-replace-form', plugins_url( 'assets/replace-form.js', dirname( __DIR__ ) . '/lintel.php' ), $needs, lintel_version(), true );
	$site = lintel_linked_site();
	$data = array(
		'url'         => ( '' === $site ? untrailingslashit( home_url() ) : $site ) . '/contact',
		'text'        => __( 'Contact form', 'lintel' ),
		'title'       => __( 'Contact form of the site', 'lintel' ),
		'description' => __( 'On the site, the contact form follows the text, and this link leads to it.', 'lintel' ),
		'label'       => __( 'Words of the link to the contact form', 'lintel' ),
		'button'      => __( 'Use the site’s contact form', 'lintel' ),
		'replaced'    => __( 'The text has the site’s contact form now. Undo brings the other one back.', 'lintel' ),
	);
	wp_add_inline_script( 'lintel-replace-form', 'window.lintelReplaceForm = ' . wp_json_encode( $data ) . ';', 'before' );
}
