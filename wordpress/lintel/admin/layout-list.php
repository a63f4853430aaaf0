<?php
/**
 * The list of a page's sections on its edit screen, with their order, visibility and schedule. The script
 * assets/layout.js writes changes as JSON into one hidden input, which admin/save-layout.php reads.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

// Runs before ACF adds its box with the fields, so that the list is above it.
add_action(
	'add_meta_boxes',
	static function ( $post_type, $post ) {
		if ( ! lintel_has_layout( $post_type ) || ! $post instanceof WP_Post || ! class_exists( 'ACF' ) ) {
			return;
		}
		// ACF adds the position "acf_after_title", above all other boxes, also in the block editor.
		$titles = array(
			LINTEL_SHARED_TYPE   => __( 'Layout of this section', 'lintel' ),
			LINTEL_TEMPLATE_TYPE => __( 'Layout of this template', 'lintel' ),
		);
		$title  = isset( $titles[ $post_type ] ) ? $titles[ $post_type ] : __( 'Layout of this page', 'lintel' );
		add_meta_box( 'lintel-layout', $title, 'lintel_show_layout_box', $post_type, 'acf_after_title', 'high' );
	},
	5,
	2
);

add_action(
	'admin_enqueue_scripts',
	static function ( $hook ) {
		$post = get_post();
		if ( ! in_array( $hook, array( 'post.php', 'post-new.php' ), true ) || ! $post || ! lintel_has_layout( $post->post_type ) ) {
			return;
		}
		$file = dirname( __DIR__ ) . '/lintel.php';
		wp_enqueue_style( 'lintel-layout', plugins_url( 'assets/layout.css', $file ), array( 'dashicons' ), lintel_version() );
		wp_enqueue_script( 'lintel-form-values', plugins_url( 'assets/form-values.js', $file ), array(), lintel_version(), true );
		wp_enqueue_script( 'lintel-layout-fields', plugins_url( 'assets/layout-fields.js', $file ), array( 'jquery', 'lintel-sections' ), lintel_version(), true );
		wp_enqueue_script( 'lintel-layout', plugins_url( 'assets/layout.js', $file ), array( 'jquery-ui-sortable', 'lintel-layout-fields', 'lintel-form-values' ), lintel_version(), true );
		$texts = array(
			/* translators: 1: title of a section, 2: its place, 3: number of sections. */
			'moved'     => __( '%1$s is now section %2$s of %3$s.', 'lintel' ),
			/* translators: %s: title of a section. */
			'added'     => __( '%s was added at the end.', 'lintel' ),
			/* translators: %s: title of a section. */
			'copied'    => __( '%s was duplicated.', 'lintel' ),
			/* translators: %s: title of a section. */
			'removed'   => __( '%s was removed.', 'lintel' ),
			/* translators: %s: title of a section. */
			'restored'  => __( '%s is back.', 'lintel' ),
			/* translators: %s: title of a section. */
			'hidden'    => __( '%s is hidden from visitors.', 'lintel' ),
			/* translators: %s: title of a section. */
			'shown'     => __( '%s is shown to visitors.', 'lintel' ),
			'builtIn'   => __( 'The built-in layout is back. Save the page to keep it.', 'lintel' ),
			'undo'      => __( 'Undo', 'lintel' ),
			'hiddenTag' => __( 'Hidden', 'lintel' ),
			'asideTag'  => __( 'Beside the main column', 'lintel' ),
			/* translators: %s: date and time. */
			'fromTag'   => __( 'From %s', 'lintel' ),
			/* translators: %s: date and time. */
			'untilTag'  => __( 'Until %s', 'lintel' ),
			'failed'    => __( 'WordPress did not answer, so nothing was added. Try again.', 'lintel' ),
		);
		wp_add_inline_script( 'lintel-layout', 'window.lintelLayout = ' . wp_json_encode( $texts ) . ';', 'before' );
	}
);

/**
 * Shows the box with the list, above ACF's box with the fields.
 *
 * @param WP_Post $post Page.
 */
function lintel_show_layout_box( $post ) {
	wp_nonce_field( "lintel_sections_{$post->ID}", LINTEL_SECTIONS_NONCE, false );
	$refused = lintel_refused_sections( $post->ID );
	$values  = lintel_shown_values( $post, $refused );
	$page    = lintel_page_sections( $post, null, $values );
	printf( '<input type="hidden" name="lintel[path]" value="%s">', esc_attr( $page['path'] ) );
	lintel_show_layout_list( $post, $page, $values, $refused );
	// Marks the end of the layout's inputs. Lists that this plugin shows among ACF's fields have their own markers.
	echo '<input type="hidden" name="lintel[end][page_layout]" value="1">';
}

/**
 * Returns the values that an edit screen shows: the stored values, with the layout that the last save refused, if any.
 *
 * @param WP_Post $post    Page or post.
 * @param array   $refused From lintel_refused_sections().
 * @return array By section id.
 */
function lintel_shown_values( WP_Post $post, array $refused ) {
	$values = lintel_plain_sections( $post->ID );
	if ( isset( $refused['typed']['page_layout'] ) ) {
		$values['page_layout'] = $refused['typed']['page_layout'];
	}
	return $values;
}

/**
 * Shows the faults of the page, the list, the catalogue of blocks, and the hidden inputs with the layout that the
 * script changes and the form sends.
 *
 * @param WP_Post $post    Page.
 * @param array   $page    Its sections, from lintel_page_sections().
 * @param array   $values  Values by section id.
 * @param array   $refused From lintel_refused_sections().
 */
function lintel_show_layout_list( WP_Post $post, array $page, array $values, array $refused ) {
	$stored = lintel_plain_sections( $post->ID );
	$stored = isset( $stored['page_layout'] ) ? $stored['page_layout'] : '';
	$error  = isset( $refused['errors']['page_layout'] ) ? $refused['errors']['page_layout'] : '';
	lintel_show_stored_faults( $post );
	// Only a page has a built-in layout to go back to, and a shared section is one section.
	$is_page   = 'page' === $post->post_type;
	$is_single = LINTEL_SHARED_TYPE === $post->post_type;
	printf( '<div class="lintel-layout" data-lintel-path="page_layout" data-own="%d" data-built-in="%d" data-single="%d">', $page['own'] ? 1 : 0, $is_page ? 1 : 0, $is_single ? 1 : 0 );
	printf( '<p class="lintel-error" id="lintel-page_layout-error"%s>%s</p>', '' === $error ? ' hidden' : ' role="alert"', esc_html( $error ) );
	lintel_show_variants_note( $post );
	lintel_offer_body( $post, $page );
	// Empty until the list is changed, so that saving an untouched page keeps its layout. After a refused save, it holds
	// the refused layout.
	printf( '<input type="hidden" name="lintel[layout][value]" class="lintel-layout-value" value="%s">', esc_attr( '' === $error ? '' : lintel_layout_text( $page['placements'] ) ) );
	printf( '<input type="hidden" name="lintel[layout][before]" class="lintel-layout-before" value="%s">', esc_attr( lintel_layout_text( $stored ) ) );
	if ( ! $is_single ) {
		printf( '<p class="description">%s</p>', class_exists( 'ACF' ) ? esc_html__( 'The fields of the sections are below.', 'lintel' ) : esc_html__( 'Open a section to change it. While a field is empty, visitors see the text in grey.', 'lintel' ) );
	}
	echo '<ol class="lintel-placements">';
	lintel_show_placements( $post, $page, $values, $refused );
	echo '</ol><template class="lintel-when-inputs"><div class="lintel-when" hidden>';
	lintel_show_when();
	echo '</div></template><noscript><p>' . esc_html__( 'Changing the order needs JavaScript.', 'lintel' ) . '</p></noscript>';
	echo '<p class="lintel-layout-buttons" hidden>';
	printf( '<button type="button" class="button" data-lintel-layout="catalogue" aria-expanded="false" aria-controls="lintel-catalogue">%s</button> ', esc_html__( 'Add a section', 'lintel' ) );
	printf( '<button type="button" class="button-link" data-lintel-layout="built-in"%s>%s</button>', $page['own'] && $is_page ? '' : ' hidden', esc_html__( 'Back to the built-in layout', 'lintel' ) );
	echo '</p><div id="lintel-catalogue" class="lintel-catalogue" hidden>';
	foreach ( $is_single ? array() : lintel_shared_sections() as $shared ) {
		lintel_show_shared_choice( $shared );
	}
	foreach ( lintel_known_sections()['blocks'] as $id => $block ) {
		if ( 'seo' !== $id ) {
			printf( '<button type="button" class="lintel-block" data-lintel-layout="add" data-block="%s">', esc_attr( $id ) );
			lintel_show_block_picture( $block );
			printf( '<strong>%s</strong> <span>%s</span></button>', esc_html( $block['title'] ), esc_html( isset( $block['description'] ) ? $block['description'] : '' ) );
		}
	}
	echo '</div><p class="lintel-layout-status" role="status"></p></div>';
}

/**
 * Shows a shared section in the catalogue, with the picture of its block.
 *
 * @param WP_Post $shared Shared section.
 */
function lintel_show_shared_choice( WP_Post $shared ) {
	$values = lintel_plain_sections( $shared->ID );
	$placed = lintel_own_placements( isset( $values['page_layout'] ) ? $values['page_layout'] : '' );
	$blocks = lintel_known_sections()['blocks'];
	$block  = $placed && isset( $blocks[ $placed[0]['block'] ] ) ? $blocks[ $placed[0]['block'] ] : null;
	printf( '<button type="button" class="lintel-block lintel-shared-choice" data-lintel-layout="add" data-shared="%d">', (int) $shared->ID );
	if ( $block ) {
		lintel_show_block_picture( $block );
	}
	printf( '<strong>%s</strong> <span class="lintel-tag">%s</span> <span>%s</span></button>', esc_html( $shared->post_title ), esc_html__( 'Shared section', 'lintel' ), esc_html( $block ? $block['title'] : '' ) );
}

/**
 * Offers to show the text of a page among its sections, if it has one that the sections do not contain.
 *
 * @param WP_Post $post Page.
 * @param array   $page Its sections, from lintel_page_sections().
 */
function lintel_offer_body( WP_Post $post, array $page ) {
	if ( $page['shows_body'] || ! lintel_has_body( $post ) ) {
		return;
	}
	printf(
		'<p class="lintel-body-offer">%s <button type="button" class="button-link" data-lintel-layout="body" data-block="page-content">%s</button></p>',
		$page['own_text_replaces']
			? esc_html__( 'The site shows the text of this page in place of these sections.', 'lintel' )
			: esc_html__( 'Visitors do not see the text of this page.', 'lintel' ),
		esc_html__( 'Show it as a section', 'lintel' )
	);
}

/**
 * Shows that a page has variants, with a link to the site's page builder, which edits them.
 *
 * @param WP_Post $post Page.
 */
function lintel_show_variants_note( WP_Post $post ) {
	if ( ! lintel_variant_layouts( lintel_plain_sections( $post->ID ) ) ) {
		return;
	}
	$path = lintel_page_path( $post );
	if ( '/home' !== $path && '/' !== $path ) {
		$known = lintel_own_built_in_path( $post );
		$path  = '' === $known ? $path : "/$known";
	}
	// The builder has the front page at "home", and a page "home" beside another front page at "~/home".
	$names = array(
		'/'     => 'home',
		'/home' => '~/home',
	);
	$link  = lintel_connection()['url'] . '/admin/pages/' . ( isset( $names[ $path ] ) ? $names[ $path ] : ltrim( $path, '/' ) );
	printf(
		'<p class="lintel-variants">%s%s</p>',
		esc_html__( 'This page has variants. This list is the original.', 'lintel' ),
		lintel_is_connected() ? sprintf( ' <a href="%s">%s</a>', esc_url( $link ), esc_html__( 'Edit the variants in the page builder', 'lintel' ) ) : ''
	);
}

/**
 * Returns the placements for the list. For a page without a layout, this is its own title and text, as on the site.
 *
 * @param WP_Post $post Page, shared section or template.
 * @param array   $page From lintel_page_sections().
 * @return array[]
 */
function lintel_listed_placements( WP_Post $post, array $page ) {
	if ( $page['placements'] || 'page' !== $post->post_type || ! isset( lintel_known_sections()['blocks']['page-content'] ) ) {
		return $page['placements'];
	}
	return array(
		array(
			'block' => 'page-content',
			'key'   => 'page',
		),
	);
}

/**
 * Shows the items of the list. The first section is open, and so is each with a refused value. With ACF, the items have
 * no fields: ACF shows them.
 *
 * @param WP_Post $post    Page.
 * @param array   $page    Its sections, from lintel_page_sections().
 * @param array   $values  Values by section id.
 * @param array   $refused From lintel_refused_sections().
 */
function lintel_show_placements( WP_Post $post, array $page, array $values, array $refused ) {
	$blocks = lintel_known_sections()['blocks'];
	foreach ( lintel_listed_placements( $post, $page ) as $index => $placement ) {
		if ( LINTEL_SHARED_BLOCK === $placement['block'] ) {
			lintel_show_shared_placement( $placement );
			continue;
		}
		$block   = isset( $blocks[ $placement['block'] ] ) ? $blocks[ $placement['block'] ] : null;
		$section = $block ? lintel_placed_section( $placement, $block ) : null;
		if ( ! $section || class_exists( 'ACF' ) ) {
			lintel_show_placement( $placement, $section, $section ? lintel_section_headline( $section, $values, $page['built_in'] ) : '' );
			continue;
		}
		$is_open = 0 === $index || lintel_has_refused_value( $section, $refused );
		$given   = $is_open ? lintel_given_values( $post, $section, $page, $values, $refused ) : null;
		lintel_show_placement( $placement, $section, lintel_section_headline( $section, $values, $page['built_in'] ), $is_open );
		lintel_show_section_panel( $section, $given, $page['built_in'], $refused['errors'], $is_open ? lintel_stored_hashes( $section['fields'], $values, $post, $page ) : array() );
		echo '</li>';
	}
}

/**
 * Shows the item of a shared section, with a link to its own edit screen. If the shared section does not exist any
 * more, the item says so.
 *
 * @param array $placement { block, shared, key, … }.
 */
function lintel_show_shared_placement( array $placement ) {
	$post   = get_post( $placement['shared'] );
	$exists = $post && LINTEL_SHARED_TYPE === $post->post_type && 'trash' !== $post->post_status;
	$link   = $exists ? (string) get_edit_post_link( $post->ID ) : '';
	$about  = array(
		'title' => __( 'Shared section', 'lintel' ),
		'key'   => $placement['key'],
	);
	$html   = lintel_captured( 'lintel_show_placement', array( $placement, $about, $exists ? $post->post_title : __( 'It does not exist any more. Remove it here.', 'lintel' ) ) );
	$edit   = '' === $link ? '' : sprintf( '<a class="lintel-edit-shared" href="%s" target="_blank">%s</a>', esc_url( $link ), esc_html__( 'Edit the shared section', 'lintel' ) );
	echo str_replace( '<span class="lintel-tags">', "$edit<span class=\"lintel-tags\">", $html ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
}

/**
 * Shows one item of the list: the title of its block, its headline, and the buttons.
 *
 * @param array      $placement Placement.
 * @param array|null $section   From lintel_placed_section(); null if the site lacks the block.
 * @param string     $headline  Its headline, or ''.
 * @param bool|null  $is_open   Whether it is open; null if it has no fields. If not null, the caller must show the
 *                              fields and end the item.
 */
function lintel_show_placement( array $placement, $section, $headline, $is_open = null ) {
	/* translators: %s: id of a block. */
	$title   = $section ? $section['title'] : sprintf( __( 'Unknown block “%s”', 'lintel' ), $placement['block'] );
	$name    = lintel_section_name( $title, $headline );
	$buttons = array(
		/* translators: %s: title of a section. */
		'up'        => array( 'arrow-up-alt2', __( 'Move %s up', 'lintel' ) ),
		/* translators: %s: title of a section. */
		'down'      => array( 'arrow-down-alt2', __( 'Move %s down', 'lintel' ) ),
		/* translators: %s: title of a section. */
		'hide'      => array( 'visibility', __( 'Hide %s', 'lintel' ) ),
		/* translators: %s: title of a section. */
		'when'      => array( 'calendar-alt', __( 'When and where %s is shown', 'lintel' ) ),
		/* translators: %s: title of a section. */
		'duplicate' => array( 'admin-page', __( 'Duplicate %s', 'lintel' ) ),
		/* translators: %s: title of a section. */
		'remove'    => array( 'trash', __( 'Remove %s', 'lintel' ) ),
	);
	printf(
		'<li class="lintel-placement lintel-section" data-placement="%s"%s>',
		esc_attr( wp_json_encode( $placement ) ),
		null === $is_open ? '' : lintel_section_attributes( $section, $is_open ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	);
	echo '<div class="lintel-placement-row"><span class="dashicons dashicons-move lintel-handle" aria-hidden="true"></span>';
	if ( null === $is_open ) {
		printf( '<span class="lintel-placement-name">%s</span> <span class="lintel-headline">%s</span>', esc_html( $title ), esc_html( $headline ) );
	} else {
		lintel_show_section_toggle( $title, $headline, $is_open );
	}
	echo '<span class="lintel-tags"></span><span class="lintel-placement-buttons" hidden>';
	foreach ( $buttons as $do => list( $icon, $label ) ) {
		$pressed = 'hide' === $do ? ' aria-pressed="' . ( empty( $placement['hidden'] ) ? 'false' : 'true' ) . '"' : ( 'when' === $do ? ' aria-expanded="false"' : '' );
		printf( '<button type="button" class="button-link" data-lintel-layout="%1$s" aria-label="%2$s" title="%2$s"%3$s><span class="dashicons dashicons-%4$s" aria-hidden="true"></span></button>', esc_attr( $do ), esc_attr( sprintf( $label, $name ) ), $pressed, esc_attr( $icon ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Literals.
	}
	echo null === $is_open ? '</span></div></li>' : '</span></div>';
}

/**
 * Shows the inputs for the dates and the region of a section. The script copies them into an item when they are
 * needed.
 */
function lintel_show_when() {
	$moments = array(
		'from'  => __( 'Shown from', 'lintel' ),
		'until' => __( 'Shown until', 'lintel' ),
	);
	foreach ( $moments as $name => $label ) {
		printf( '<label>%s <input type="datetime-local" data-lintel-moment="%s"></label> ', esc_html( $label ), esc_attr( $name ) );
	}
	printf( '<label>%s <select data-lintel-region>', esc_html__( 'Place', 'lintel' ) );
	printf( '<option value="main">%s</option><option value="aside">%s</option>', esc_html__( 'In the main column', 'lintel' ), esc_html__( 'Beside the main column', 'lintel' ) );
	$settings = lintel_get_settings();
	$zone     = isset( $settings['site']['timeZone'] ) && is_string( $settings['site']['timeZone'] ) ? $settings['site']['timeZone'] : __( 'that of the site', 'lintel' );
	/* translators: %s: a time zone, such as America/Chicago. */
	printf( '</select></label><p class="description">%s</p>', esc_html( sprintf( __( 'Empty: always. Time zone: %s.', 'lintel' ), $zone ) ) );
}

/**
 * Lists the parts of a live page that visitors do not see as intended.
 *
 * @param WP_Post $post Page or post.
 */
function lintel_show_stored_faults( WP_Post $post ) {
	$faults = 'publish' === $post->post_status ? lintel_stored_faults( $post ) : array();
	if ( ! $faults ) {
		return;
	}
	printf( '<div class="notice notice-warning inline lintel-faults"><p><strong>%s</strong></p><ul>', esc_html__( 'This page is live, and visitors do not see all of it:', 'lintel' ) );
	foreach ( $faults as $fault ) {
		if ( '' === $fault['id'] ) {
			printf( '<li>%s</li>', esc_html( $fault['message'] ) );
		} else {
			printf( '<li><a href="#lintel-%s">%s</a></li>', esc_attr( $fault['id'] ), esc_html( $fault['message'] ) );
		}
	}
	echo '</ul></div>';
}
