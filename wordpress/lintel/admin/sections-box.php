<?php
/**
 * The box "Sections of this page" on the edit screens of pages, posts, shared sections and templates: the fields of all
 * sections, in the order of the page. If Advanced Custom Fields or Secure Custom Fields is active, that plugin shows the
 * fields instead.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'add_meta_boxes',
	static function ( $post_type, $post ) {
		if ( class_exists( 'ACF' ) || ! $post instanceof WP_Post || ! ( 'post' === $post_type || lintel_has_layout( $post_type ) ) ) {
			return;
		}
		add_meta_box( 'lintel-sections', lintel_sections_title( $post_type ), 'lintel_show_sections_box', $post_type, 'normal', 'high' );
	},
	10,
	2
);

add_action( 'admin_notices', 'lintel_show_refused_notice' );
add_action( 'wp_ajax_lintel_refused_sections', 'lintel_answer_refused_sections' );
add_filter( 'wp_refresh_nonces', 'lintel_refresh_sections_nonce', 20, 2 );

add_action(
	'admin_enqueue_scripts',
	static function ( $hook ) {
		$post = get_post();
		if ( ! in_array( $hook, array( 'post.php', 'post-new.php' ), true ) || ! $post || ! ( 'post' === $post->post_type || lintel_has_layout( $post->post_type ) ) ) {
			return;
		}
		$file = dirname( __DIR__ ) . '/lintel.php';
		wp_enqueue_media( array( 'post' => $post->ID ) );
		wp_enqueue_style( 'lintel-sections', plugins_url( 'assets/sections.css', $file ), array(), lintel_version() );
		wp_enqueue_editor();
		wp_enqueue_script( 'lintel-rich-text', plugins_url( 'assets/rich-text.js', $file ), array( 'editor' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-sections', plugins_url( 'assets/sections.js', $file ), array( 'lintel-rich-text', 'wp-api-fetch' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-open-sections', plugins_url( 'assets/open-sections.js', $file ), array( 'lintel-sections' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-confirm-saves', plugins_url( 'assets/confirm-saves.js', $file ), array( 'lintel-open-sections' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-form-values', plugins_url( 'assets/form-values.js', $file ), array(), lintel_version(), true );
		wp_enqueue_script( 'lintel-refresh-fields', plugins_url( 'assets/refresh-fields.js', $file ), array( 'jquery', 'lintel-confirm-saves', 'lintel-form-values' ), lintel_version(), true );
		$data = array(
			'url'         => admin_url( 'admin-ajax.php' ),
			'home'        => home_url(),
			'post'        => $post->ID,
			'nonce'       => wp_create_nonce( "lintel_sections_{$post->ID}" ),
			'late'        => __( 'WordPress did not answer. Close this section and open it again.', 'lintel' ),
			'choose'      => __( 'Choose a picture', 'lintel' ),
			'unconfirmed' => __( 'WordPress did not confirm that the sections were saved. What you typed is still here: stay on this screen and save again. If this message comes back, check the connection, and sign in again in another tab.', 'lintel' ),
			'refused'     => __( 'Some sections were not saved. The box “Sections” says what to correct.', 'lintel' ),
		);
		if ( class_exists( 'ACF' ) ) {
			wp_enqueue_script( 'lintel-custom-fields-form', plugins_url( 'assets/custom-fields-form.js', $file ), array( 'acf-input', 'lintel-confirm-saves' ), lintel_version(), true );
			$data['errors'] = (object) lintel_refused_sections( $post->ID )['errors'];
		}
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
 * Adds a new nonce for the sections to those that WordPress's heartbeat sends to an edit screen that has been open for
 * hours, or whose user has signed in again.
 *
 * @param array $response Response to the heartbeat. WordPress has checked that the user may edit what it names.
 * @param array $data     What the edit screen sent.
 * @return array
 */
function lintel_refresh_sections_nonce( $response, $data ) {
	foreach ( array( 'wp-refresh-metabox-loader-nonces', 'wp-refresh-post-nonces' ) as $name ) {
		if ( isset( $response[ $name ]['replace'], $data[ $name ]['post_id'] ) ) {
			$response[ $name ]['replace'][ LINTEL_SECTIONS_NONCE ] = wp_create_nonce( 'lintel_sections_' . (int) $data[ $name ]['post_id'] );
		}
	}
	return $response;
}

/**
 * Responds to the block editor, which does not reload the box, with the result of a save: the errors, the hashes of the
 * stored values, the section ids of the values that only somebody else changed, and the stored layout. Responds with
 * status 409 if the form of that save was not processed.
 */
function lintel_answer_refused_sections() {
	$post_id = isset( $_GET['post'] ) ? (int) $_GET['post'] : 0;
	check_ajax_referer( "lintel_sections_$post_id", 'nonce' );
	if ( ! current_user_can( 'edit_post', $post_id ) ) {
		wp_send_json_error( null, 403 );
	}
	$errors = (object) lintel_refused_sections( $post_id )['errors'];
	// The script of an earlier plugin version does not send the id of the save, and expects only the errors.
	if ( ! isset( $_GET['save'] ) ) {
		wp_send_json_success( $errors );
	}
	if ( ! lintel_is_confirmed_save( $post_id, sanitize_key( $_GET['save'] ) ) ) {
		wp_send_json_error( null, 409 );
	}
	$result = get_transient( lintel_save_result_key( $post_id ) );
	wp_send_json_success(
		array(
			'errors' => $errors,
			'opened' => (object) ( isset( $result['opened'] ) ? $result['opened'] : array() ),
			'theirs' => isset( $result['theirs'] ) ? $result['theirs'] : array(),
			'layout' => isset( $result['layout'] ) ? $result['layout'] : '',
		)
	);
}

/**
 * Shows the box: the list of sections (for a post, the faults of its text), then the sections without a place in it.
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
	if ( lintel_has_layout( $post->post_type ) ) {
		lintel_show_layout_list( $post, $page, $values, $refused );
	} else {
		lintel_show_stored_faults( $post );
	}
	echo '<div class="lintel-sections">';
	lintel_show_other_sections( $post, $page, $values, $refused );
	// The last input. If it is missing, PHP has cut off the form.
	echo '</div><input type="hidden" name="lintel[end]" value="1">';
}

/**
 * Shows the sections that have no place in the list of a page, such as the one for search engines.
 *
 * @param WP_Post $post    Page or post.
 * @param array   $page    Its sections, from lintel_page_sections().
 * @param array   $values  Values by section id.
 * @param array   $refused From lintel_refused_sections().
 */
function lintel_show_other_sections( WP_Post $post, array $page, array $values, array $refused ) {
	$placed = array_column( $page['placements'], 'key' );
	$others = array();
	foreach ( $page['sections'] as $section ) {
		if ( ! in_array( $section['key'], $placed, true ) ) {
			$others[] = $section;
		}
	}
	foreach ( $others as $section ) {
		$is_open = 'post' === $post->post_type || lintel_has_refused_value( $section, $refused );
		printf( '<div class="lintel-section"%s><div class="lintel-placement-row">', lintel_section_attributes( $section, $is_open ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		lintel_show_section_toggle( $section['title'], lintel_section_headline( $section, $values, $page['built_in'] ), $is_open );
		echo '</div>';
		lintel_show_section_panel( $section, $is_open ? lintel_given_values( $post, $section, $page, $values, $refused ) : null, $page['built_in'], $refused['errors'], $is_open ? lintel_stored_hashes( $section['fields'], $values, $post, $page ) : array() );
		echo '</div>';
	}
}

/**
 * Returns the attributes by which scripts find a section: its key, the section id of its headline and, if its fields
 * are not rendered yet, the section ids of its fields.
 *
 * @param array $section  From lintel_placed_section().
 * @param bool  $is_ready Whether its fields are rendered.
 * @return string Escaped, with a leading space.
 */
function lintel_section_attributes( array $section, $is_ready ) {
	$headline = lintel_headline_field( $section );
	return sprintf(
		' data-lintel-key="%s"%s%s',
		esc_attr( $section['key'] ),
		$headline ? sprintf( ' data-lintel-headline="%s"', esc_attr( $headline['id'] ) ) : '',
		$is_ready ? '' : sprintf( ' data-lintel-later="%s"', esc_attr( implode( ' ', array_column( $section['fields'], 'id' ) ) ) )
	);
}

/**
 * Shows the button that opens and closes a section: the name of its block, and its headline.
 *
 * @param string $title    Title of the block.
 * @param string $headline Its headline, or ''.
 * @param bool   $is_open  Whether the section is open.
 */
function lintel_show_section_toggle( $title, $headline, $is_open ) {
	printf(
		'<button type="button" class="lintel-toggle" aria-expanded="%s"><span class="lintel-placement-name">%s</span> <span class="lintel-headline">%s</span></button>',
		$is_open ? 'true' : 'false',
		esc_html( $title ),
		esc_html( $headline )
	);
}

/**
 * Shows the part of a section that opens: its note and its fields. Without values it is closed, and its fields are
 * rendered when it is opened, because hundreds of fields take the server and the browser seconds. A section that was
 * not opened is not sent and stays unchanged.
 *
 * @param array      $section  From lintel_placed_section().
 * @param array|null $given    Values in the format of the inputs, by section id.
 * @param array      $built_in Built-in values by section id.
 * @param string[]   $errors   Errors by path.
 * @param string[]   $opened   From lintel_stored_hashes().
 */
function lintel_show_section_panel( array $section, $given, array $built_in = array(), array $errors = array(), array $opened = array() ) {
	if ( null === $given ) {
		printf( '<div class="lintel-panel" hidden><p role="status">%s</p></div>', esc_html__( 'Loading the fields …', 'lintel' ) );
		return;
	}
	echo '<div class="lintel-panel">';
	if ( $opened ) {
		lintel_show_opened_values( $opened );
	}
	if ( '' !== $section['note'] ) {
		printf( '<p class="lintel-note">%s</p>', esc_html( $section['note'] ) );
	}
	echo '<div class="lintel-fields">';
	foreach ( $section['fields'] as $field ) {
		$id    = $field['id'];
		$known = lintel_built_in_value( $field, $built_in );
		lintel_show_field( $field, $id, isset( $given[ $id ] ) ? $given[ $id ] : lintel_form_value( $field, lintel_has_input( $field, 'checkbox' ) ? $known : null ), lintel_form_value( $field, $known ), $errors );
	}
	echo '</div></div>';
}

/**
 * Returns the values of a section in the format of the inputs: what the last save refused, otherwise what is stored.
 *
 * @param WP_Post $post    Page or post.
 * @param array   $section From lintel_placed_section().
 * @param array   $page    From lintel_page_sections().
 * @param array   $values  Values by section id.
 * @param array   $refused From lintel_refused_sections().
 * @return array By section id.
 */
function lintel_given_values( WP_Post $post, array $section, array $page, array $values, array $refused ) {
	$given = array();
	foreach ( $section['fields'] as $field ) {
		$id           = $field['id'];
		$given[ $id ] = lintel_form_value( $field, isset( $refused['typed'][ $id ] ) ? $refused['typed'][ $id ] : lintel_shown_value( $field, $values, $post, $page ) );
	}
	return $given;
}

/**
 * Returns whether the last save refused a value of a section.
 *
 * @param array $section From lintel_placed_section().
 * @param array $refused From lintel_refused_sections().
 * @return bool
 */
function lintel_has_refused_value( array $section, array $refused ) {
	return (bool) array_intersect_key( $refused['typed'], array_column( $section['fields'], null, 'id' ) );
}
