<?php
/**
 * The box "Preview on the site": the button for the live preview, and the shared links.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'add_meta_boxes',
	static function ( $post_type, $post ) {
		if ( $post instanceof WP_Post && lintel_has_preview( $post ) ) {
			add_meta_box( 'lintel-preview', __( 'Preview on the site', 'lintel' ), 'lintel_show_preview_box', $post_type, 'side', 'high' );
		}
	},
	10,
	2
);

add_action(
	'admin_enqueue_scripts',
	static function ( $hook ) {
		$post = get_post();
		if ( ! in_array( $hook, array( 'post.php', 'post-new.php' ), true ) || ! $post || ! lintel_has_preview( $post ) ) {
			return;
		}
		$file = dirname( __DIR__ ) . '/lintel.php';
		wp_enqueue_style( 'lintel-preview', plugins_url( 'assets/preview.css', $file ), array(), lintel_version() );
		wp_enqueue_script( 'lintel-form-values', plugins_url( 'assets/form-values.js', $file ), array(), lintel_version(), true );
		wp_enqueue_script( 'lintel-preview', plugins_url( 'assets/preview.js', $file ), array( 'wp-api-fetch', 'lintel-form-values' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-form-fields', plugins_url( 'assets/form-fields.js', $file ), array( 'lintel-preview' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-live-preview', plugins_url( 'assets/live-preview.js', $file ), array( 'lintel-preview', 'lintel-form-fields' ), lintel_version(), true );
		$sections = array();
		foreach ( lintel_page_sections( $post )['sections'] as $section ) {
			// If the section belongs to another layout, that layout's name follows the key: "hero · lead-capture".
			$key              = explode( ' ', $section['key'] )[0];
			$sections[ $key ] = ( isset( $sections[ $key ] ) ? $sections[ $key ] : array() ) + array_column( $section['fields'], 'id', 'name' );
		}
		$data = array(
			'post'     => $post->ID,
			'origin'   => preg_replace( '~^(https?://[^/]+).*$~', '$1', lintel_connection()['url'] ),
			'sections' => (object) $sections,
			'title'    => __( 'Live preview', 'lintel' ),
			'phone'    => __( 'Phone', 'lintel' ),
			'desktop'  => __( 'Desktop', 'lintel' ),
			'close'    => __( 'Close the live preview', 'lintel' ),
			'loading'  => __( 'Loading the page …', 'lintel' ),
			'shown'    => __( 'Shows what you typed. Visitors see it when you save.', 'lintel' ),
			'failed'   => __( 'The site did not answer. Check that it is running and that its address is right under Settings → Site settings.', 'lintel' ),
			'revoke'   => __( 'Revoke', 'lintel' ),
			'revoked'  => __( 'The link was revoked.', 'lintel' ),
			'kept'     => __( 'The link was not revoked. Check the connection, then try again.', 'lintel' ),
		);
		wp_add_inline_script( 'lintel-preview', 'window.lintelPreview = ' . wp_json_encode( $data ) . ';', 'before' );
	}
);

/**
 * Shows the box: the button for the live preview, and the shared links, each with a button that revokes it.
 *
 * @param WP_Post $post Page or post.
 */
function lintel_show_preview_box( $post ) {
	printf( '<p><button type="button" class="button" data-lintel-live hidden aria-expanded="false">%s</button></p>', esc_html__( 'Live preview', 'lintel' ) );
	$shares = lintel_listed_shares( $post->ID );
	printf( '<p data-lintel-shared="some"%s>%s</p>', $shares ? '' : ' hidden', esc_html__( 'People with these links see a version of this page without signing in:', 'lintel' ) );
	printf( '<p data-lintel-shared="none"%s>%s</p>', $shares ? ' hidden' : '', esc_html__( 'To share a version of this page, press “Preview”, then “Share”. The links are listed here.', 'lintel' ) );
	echo '<ul class="lintel-shares">';
	foreach ( $shares as $share ) {
		printf( '<li>%s <button type="button" class="button-link button-link-delete" data-lintel-revoke="%s">%s</button></li>', esc_html( $share['label'] ), esc_attr( $share['id'] ), esc_html__( 'Revoke', 'lintel' ) );
	}
	echo '</ul><p role="status" class="lintel-share-note"></p>';
}
