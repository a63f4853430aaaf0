<?php
/**
 * The box "Sections of this page" on the edit screens of pages and posts: every field that the site shows, in page
 * order. If Advanced Custom Fields or Secure Custom Fields is active, that plugin shows the fields instead.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'add_meta_boxes',
	static function ( $post_type, $post ) {
		if ( class_exists( 'ACF' ) || ! $post instanceof WP_Post || ! in_array( $post_type, array( 'page', 'post' ), true ) ) {
			return;
		}
		$title = 'page' === $post_type ? __( 'Sections of this page', 'lintel' ) : __( 'Sections of this post', 'lintel' );
		add_meta_box( 'lintel-sections', $title, 'lintel_show_sections_box', $post_type, 'normal', 'high' );
	},
	10,
	2
);

add_action( 'admin_notices', 'lintel_show_refused_notice' );
add_action( 'wp_ajax_lintel_refused_sections', 'lintel_answer_refused_sections' );

add_action(
	'admin_enqueue_scripts',
	static function ( $hook ) {
		$post = get_post();
		if ( ! in_array( $hook, array( 'post.php', 'post-new.php' ), true ) || ! $post || ! in_array( $post->post_type, array( 'page', 'post' ), true ) ) {
			return;
		}
		$file    = dirname( __DIR__ ) . '/lintel.php';
		$version = get_file_data( $file, array( 'Version' ) )[0];
		wp_enqueue_media( array( 'post' => $post->ID ) );
		wp_enqueue_style( 'lintel-sections', plugins_url( 'assets/sections.css', $file ), array(), $version );
		wp_enqueue_script( 'lintel-sections', plugins_url( 'assets/sections.js', $file ), array(), $version, true );
		wp_enqueue_script( 'lintel-later-sections', plugins_url( 'assets/later-sections.js', $file ), array( 'lintel-sections' ), $version, true );
		$data = array(
			'url'     => admin_url( 'admin-ajax.php' ),
			'post'    => $post->ID,
			'nonce'   => wp_create_nonce( "lintel_sections_{$post->ID}" ),
			'late'    => __( 'WordPress did not answer. Close this section and open it again.', 'lintel' ),
			'choose'  => __( 'Choose a picture', 'lintel' ),
			'unknown' => __( 'WordPress did not say whether the sections were saved. Load this screen again to see.', 'lintel' ),
			'refused' => __( 'Some sections were not saved. The box “Sections” says what to correct.', 'lintel' ),
		);
		wp_add_inline_script( 'lintel-sections', 'window.lintelSections = ' . wp_json_encode( $data ) . ';', 'before' );
	}
);

/**
 * Shows a message at the top of the classic edit screen if something was not saved.
 */
function lintel_show_refused_notice() {
	$screen = get_current_screen();
	$post   = get_post();
	if ( ! $screen || 'post' !== $screen->base || ! $post ) {
		return;
	}
	$errors = lintel_refused_sections( $post->ID )['errors'];
	if ( ! $errors ) {
		return;
	}
	/* translators: %d: number of values. */
	$message = sprintf( _n( '%d value of the sections was not saved. What you typed is still there: correct it and save again.', '%d values of the sections were not saved. What you typed is still there: correct it and save again.', count( $errors ), 'lintel' ), count( $errors ) );
	printf( '<div class="notice notice-error"><p>%s</p></div>', esc_html( $message ) );
}

/**
 * Responds with the values that the last save rejected, for the block editor, which does not reload the box.
 */
function lintel_answer_refused_sections() {
	$post_id = isset( $_GET['post'] ) ? (int) $_GET['post'] : 0;
	check_ajax_referer( "lintel_sections_$post_id", 'nonce' );
	if ( ! current_user_can( 'edit_post', $post_id ) ) {
		wp_send_json_error( null, 403 );
	}
	wp_send_json_success( (object) lintel_refused_sections( $post_id )['errors'] );
}

/**
 * Shows the box.
 *
 * @param WP_Post $post Page or post.
 */
function lintel_show_sections_box( $post ) {
	$refused = lintel_refused_sections( $post->ID );
	$values  = lintel_shown_values( $post, $refused );
	$page    = lintel_page_sections( $post, null, $values );
	wp_nonce_field( "lintel_sections_{$post->ID}", LINTEL_SECTIONS_NONCE, false );
	printf( '<input type="hidden" name="lintel[path]" value="%s">', esc_attr( $page['path'] ) );
	if ( isset( $refused['errors'][''] ) ) {
		printf( '<p class="lintel-error" role="alert">%s</p>', esc_html( $refused['errors'][''] ) );
	}
	if ( 'page' === $post->post_type ) {
		lintel_show_layout_list( $post, $page, $refused );
	} else {
		lintel_show_stored_faults( $post );
	}
	echo '<p class="description">' . esc_html__( 'An empty field is shown with its built-in text, where there is one; you see it in grey. Formatted texts take HTML.', 'lintel' ) . '</p>';
	echo '<div class="lintel-sections">';
	lintel_show_sections( $post, $page, $values, $refused );
	// The last input. If it is missing, PHP has cut off the form.
	echo '</div><input type="hidden" name="lintel[end]" value="1">';
}

/**
 * Shows the sections of a page with their fields. The first section is open, and so is each with a refused value.
 *
 * @param WP_Post    $post    Page or post.
 * @param array      $page    Its sections, from lintel_page_sections().
 * @param array      $values  Values by section id.
 * @param array|null $refused What was refused in the last save.
 */
function lintel_show_sections( WP_Post $post, array $page, array $values, $refused = null ) {
	$typed  = $refused ? $refused['typed'] : array();
	$errors = $refused ? $refused['errors'] : array();
	$is_long = count( $page['sections'] ) > LINTEL_SECTIONS_AT_ONCE;
	foreach ( $page['sections'] as $index => $section ) {
		$open = 0 === $index || array_intersect_key( $typed, array_column( $section['fields'], null, 'id' ) );
		if ( $is_long && ! $open ) {
			lintel_show_later_section( $section );
			continue;
		}
		$given = array();
		foreach ( $section['fields'] as $field ) {
			$id           = $field['id'];
			$given[ $id ] = isset( $typed[ $id ] ) ? lintel_form_value( $field, $typed[ $id ] ) : lintel_form_value( $field, lintel_shown_value( $field, $values, $post, $page ) );
		}
		lintel_show_section( $section, $given, $open, $page['built_in'], $errors );
	}
}

/**
 * Shows one section with its fields.
 *
 * @param array      $section  From lintel_placed_section().
 * @param array      $given    Values in the format of the inputs, by section id.
 * @param bool|array $open     Whether it is open.
 * @param array      $built_in Built-in values by section id.
 * @param string[]   $errors   Errors by path.
 */
function lintel_show_section( array $section, array $given, $open = true, array $built_in = array(), array $errors = array() ) {
	printf(
		'<details class="lintel-section" data-lintel-key="%s"%s><summary>%s <span class="lintel-key">%s</span></summary><div class="lintel-fields">',
		esc_attr( $section['key'] ),
		$open ? ' open' : '',
		esc_html( $section['title'] ),
		esc_html( $section['key'] )
	);
	if ( '' !== $section['note'] ) {
		printf( '<p class="lintel-wide">%s</p>', esc_html( $section['note'] ) );
	}
	foreach ( $section['fields'] as $field ) {
		$id    = $field['id'];
		$known = isset( $built_in[ $id ] ) ? $built_in[ $id ] : ( isset( $field['default'] ) ? $field['default'] : null );
		lintel_show_field( $field, $id, isset( $given[ $id ] ) ? $given[ $id ] : lintel_form_value( $field, lintel_has_input( $field, 'checkbox' ) ? $known : null ), lintel_form_value( $field, $known ), $errors );
	}
	echo '</div></details>';
}
