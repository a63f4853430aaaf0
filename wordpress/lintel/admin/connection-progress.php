<?php
/**
 * Shows which content the connected site shows, with buttons to change that: fill this WordPress with the site's pages,
 * show this WordPress on the site, stop, disconnect. The buttons work without JavaScript; assets/connection.js
 * polls the progress.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'admin_post_lintel_connection',
	static function () {
		check_admin_referer( 'lintel_connection' );
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to manage options for this site.', 'lintel' ), 403 );
		}
		$action = isset( $_POST['lintel_do'] ) ? sanitize_key( $_POST['lintel_do'] ) : '';
		$done   = lintel_act_on_connection( $action );
		if ( is_wp_error( $done ) ) {
			set_transient( 'lintel_connection_fault_' . get_current_user_id(), $done->get_error_message(), MINUTE_IN_SECONDS );
		}
		wp_safe_redirect( lintel_settings_url( 'connection' ) );
		exit;
	}
);

add_action(
	'wp_ajax_lintel_connection',
	static function () {
		check_ajax_referer( 'lintel_connection', 'nonce' );
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_send_json_error( null, 403 );
		}
		ob_start();
		lintel_show_connection_progress( lintel_connection_state() );
		wp_send_json_success( ob_get_clean() );
	}
);

/**
 * Performs the action of a button: asks the site to carry it out. "end" also forgets the connection here, even if the
 * site cannot be reached; the error then says that it must be disconnected there, too.
 *
 * @param string $action move, stop, use or end (disconnect).
 * @return array|WP_Error|true The site's response; true after a disconnect.
 */
function lintel_act_on_connection( $action ) {
	if ( ! in_array( $action, array( 'move', 'stop', 'use', 'end' ), true ) || ! lintel_is_connected() ) {
		return new WP_Error( 'lintel_unknown_action', __( 'This is not possible any more. The screen now shows the current state.', 'lintel' ) );
	}
	$done = lintel_act_on_site( $action );
	if ( 'end' !== $action ) {
		return $done;
	}
	lintel_forget_connection();
	if ( ! is_wp_error( $done ) || 'lintel_no-secret' === $done->get_error_code() ) {
		return true;
	}
	/* translators: %s: the site's message, or a technical one. */
	return new WP_Error( 'lintel_half_ended', sprintf( __( 'Disconnected here. The site could not be told: %s Disconnect it in the admin pages of the site, too, at Settings › WordPress.', 'lintel' ), $done->get_error_message() ) );
}

/**
 * Shows the connection: the site's address, what the site shows, and the buttons.
 */
function lintel_show_connection_state() {
	$url = lintel_connection()['url'];
	printf(
		'<p>%s <a href="%s">%s</a></p>',
		esc_html__( 'Connected to', 'lintel' ),
		esc_url( $url ),
		esc_html( $url )
	);
	lintel_show_connection_fault();
	$state = lintel_connection_state();
	printf( '<div id="lintel-connection-progress" data-nonce="%s">', esc_attr( wp_create_nonce( 'lintel_connection' ) ) );
	lintel_show_connection_progress( $state );
	echo '</div><p id="lintel-connection-news" class="screen-reader-text" role="status"></p>';
	// A site that shows its own content takes no change notices yet.
	if ( is_wp_error( $state ) || lintel_site_shows_this( $state ) ) {
		lintel_show_connection_test();
	}
	printf( '<details class="lintel-by-hand"><summary><h3>%s</h3></summary>', esc_html__( 'Disconnect', 'lintel' ) );
	printf( '<p>%s</p>', esc_html__( 'The site then shows what was edited on its own server. The application password and the secret are deleted on both sides. This WordPress keeps all its pages and values.', 'lintel' ) );
	lintel_show_connection_buttons( array( 'end' => __( 'Disconnect from the site', 'lintel' ) ), false );
	echo '</details>';
}

/**
 * Shows the error of this user's latest action once, within a minute after it.
 */
function lintel_show_connection_fault() {
	$name  = 'lintel_connection_fault_' . get_current_user_id();
	$fault = get_transient( $name );
	if ( is_string( $fault ) && '' !== $fault ) {
		delete_transient( $name );
		printf( '<div class="notice notice-error inline" role="alert"><p>%s</p></div>', esc_html( $fault ) );
	}
}

/**
 * Shows buttons that act on the connection.
 *
 * @param string[] $buttons Labels by action.
 * @param bool     $primary Whether the first one is the main button.
 */
function lintel_show_connection_buttons( array $buttons, $primary = true ) {
	printf( '<form method="post" action="%s" class="lintel-buttons"><input type="hidden" name="action" value="lintel_connection">', esc_url( admin_url( 'admin-post.php' ) ) );
	wp_nonce_field( 'lintel_connection', '_wpnonce', true );
	foreach ( $buttons as $action => $label ) {
		printf( '<button type="submit" name="lintel_do" value="%1$s" id="lintel-do-%1$s" class="button%2$s">%3$s</button> ', esc_attr( $action ), $primary ? ' button-primary button-hero' : '', esc_html( $label ) );
		$primary = false;
	}
	echo '</form>';
}

/**
 * Shows which content the site shows, the progress of filling this WordPress, and the possible actions. The attribute
 * `data-lintel-state` is the state. `data-lintel-running` marks a state that changes by itself, so the script polls it.
 *
 * @param array|WP_Error $state From lintel_connection_state().
 */
function lintel_show_connection_progress( $state ) {
	if ( is_wp_error( $state ) ) {
		// The site may be busy and respond to a later request.
		$again = 'lintel_site_away' === $state->get_error_code() ? ' data-lintel-running' : '';
		printf( '<div class="notice notice-warning inline" data-lintel-state="unknown"%s><p>%s</p></div>', $again, esc_html( $state->get_error_message() ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- A constant.
		return;
	}
	$move  = isset( $state['move'] ) && is_array( $state['move'] ) ? $state['move'] + array(
		'state' => '',
		'done'  => 0,
		'total' => 0,
		'step'  => '',
		'notes' => array(),
		'fault' => '',
	) : null;
	$shows = lintel_site_shows_this( $state );
	if ( $move && in_array( $move['state'], array( 'reading', 'writing' ), true ) ) {
		lintel_show_filling( $move );
		return;
	}
	if ( ! empty( $state['changing'] ) ) {
		printf( '<p data-lintel-state="changing" data-lintel-running><span class="spinner is-active lintel-spinner"></span>%s</p>%s', esc_html__( 'The site is reading this WordPress. Visitors see its former content until that is done…', 'lintel' ), lintel_without_scripts() ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		return;
	}
	if ( ! empty( $state['fault'] ) && ! $shows ) {
		/* translators: %s: the site's message. */
		printf( '<div class="notice notice-error inline"><p>%s</p></div>', esc_html( sprintf( __( 'The site could not read this WordPress, so it shows its own content: %s', 'lintel' ), $state['fault'] ) ) );
	}
	if ( $move && 'failed' === $move['state'] ) {
		/* translators: 1: number of steps done, 2: number of all steps, 3: the cause. */
		printf( '<div class="notice notice-error inline"><p>%s</p></div>', esc_html( sprintf( __( 'This WordPress was not filled completely (%1$d of %2$d steps): %3$s Start again to continue there.', 'lintel' ), $move['done'], $move['total'], $move['fault'] ) ) );
	} elseif ( $move && 'stopped' === $move['state'] ) {
		/* translators: 1: number of steps done, 2: number of all steps. */
		printf( '<div class="notice notice-info inline"><p>%s</p></div>', esc_html( sprintf( __( 'Stopped after %1$d of %2$d steps. Start again to continue there.', 'lintel' ), $move['done'], $move['total'] ) ) );
	}
	if ( $shows ) {
		lintel_show_it_works( $move );
	} else {
		lintel_show_what_to_do();
	}
	if ( $move && $move['notes'] ) {
		lintel_show_move_notes( $move['notes'] );
	}
}

/**
 * Returns whether the site shows the content of this WordPress.
 *
 * @param array $state From lintel_connection_state().
 * @return bool
 */
function lintel_site_shows_this( array $state ) {
	return isset( $state['source'] ) && in_array( $state['source'], array( 'connection', 'environment' ), true );
}

/**
 * Returns the hint for browsers without JavaScript, which do not follow the progress.
 *
 * @return string HTML.
 */
function lintel_without_scripts() {
	return '<noscript><p>' . esc_html__( 'Reload this page to see how far it is.', 'lintel' ) . '</p></noscript>';
}

/**
 * Shows the progress of filling this WordPress, and the button that stops it.
 *
 * @param array $move { state: reading or writing; done, total: numbers of steps; step: what is done now }.
 */
function lintel_show_filling( array $move ) {
	$is_writing = 'writing' === $move['state'];
	printf( '<div data-lintel-state="filling" data-lintel-running><p><strong>%s</strong></p>', esc_html__( 'This WordPress is being filled', 'lintel' ) );
	printf( '<progress class="lintel-progress" aria-label="%s"%s></progress>', esc_attr__( 'Progress of filling', 'lintel' ), $is_writing ? sprintf( ' value="%d" max="%d"', (int) $move['done'], max( 1, (int) $move['total'] ) ) : '' );
	if ( $is_writing ) {
		/* translators: 1: number of the step, 2: number of all steps, 3: what is done. */
		$text = sprintf( __( 'Step %1$d of %2$d: %3$s', 'lintel' ), min( $move['done'] + 1, $move['total'] ), $move['total'], $move['step'] );
	} else {
		$text = __( 'The site compares its content with this WordPress…', 'lintel' );
	}
	printf( '<p class="lintel-step">%s</p>%s', esc_html( $text ), lintel_without_scripts() ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
	lintel_show_connection_buttons( array( 'stop' => __( 'Stop', 'lintel' ) ), false );
	echo '</div>';
}

/**
 * Shows the actions of a connected WordPress that the site does not show yet: fill it, or show it as it is. The main
 * button fills it if it has less than half of the site's built-in pages, and otherwise shows it.
 */
function lintel_show_what_to_do() {
	echo '<div data-lintel-state="connected">';
	printf( '<p>%s</p>', esc_html__( 'The site still shows the content of its own server.', 'lintel' ) );
	list( $there, $all ) = lintel_count_site_pages();
	if ( 2 * $there < $all ) {
		/* translators: 1: number of pages, 2: number of all pages of the site. */
		printf( '<p>%s</p>', esc_html( sprintf( __( 'This WordPress has %1$d of the site’s %2$d pages. Fill it with all of them, with their texts and pictures, the menus and the front page. Nothing that somebody wrote here is changed. It takes one or two minutes; then the site shows this WordPress, and looks the same as before.', 'lintel' ), $there, $all ) ) );
		lintel_show_connection_buttons(
			array(
				'move' => __( 'Fill this WordPress with the site’s pages', 'lintel' ),
				'use'  => __( 'Show this WordPress as it is', 'lintel' ),
			)
		);
	} else {
		/* translators: 1: number of pages, 2: number of all pages of the site. */
		printf( '<p>%s</p>', esc_html( sprintf( __( 'This WordPress has %1$d of the site’s %2$d pages. Show it on the site now, or first fill in what it lacks.', 'lintel' ), $there, $all ) ) );
		lintel_show_connection_buttons(
			array(
				'use'  => __( 'Show this WordPress on the site', 'lintel' ),
				'move' => __( 'Fill in what is missing, then show it', 'lintel' ),
			)
		);
	}
	echo '</div>';
}

/**
 * Shows that the site shows this WordPress, with a link to edit the front page or the pages.
 *
 * @param array|null $move { state, total: number of steps } of filling this WordPress; null if it was not filled.
 */
function lintel_show_it_works( $move ) {
	echo '<div class="notice notice-success inline" data-lintel-state="shown"><p>';
	if ( $move && 'done' === $move['state'] ) {
		/* translators: %d: number of steps. */
		echo esc_html( $move['total'] ? sprintf( __( 'Filled in %d steps. The site shows this WordPress.', 'lintel' ), $move['total'] ) : __( 'This WordPress had everything already. The site shows it.', 'lintel' ) );
	} else {
		esc_html_e( 'The site shows this WordPress.', 'lintel' );
	}
	echo '</p></div>';
	$front = get_post( lintel_front_page() );
	if ( ! $front ) {
		printf( '<p><a class="button" href="%s">%s</a></p>', esc_url( admin_url( 'edit.php?post_type=page' ) ), esc_html__( 'Edit the pages', 'lintel' ) );
		return;
	}
	$field = lintel_first_headline( $front );
	printf( '<p><a class="button button-primary button-hero" href="%s">%s</a></p>', esc_url( get_edit_post_link( $front, 'raw' ) . ( '' === $field ? '' : "#lintel-$field" ) ), esc_html__( 'Edit the headline of the front page', 'lintel' ) );
}

/**
 * Returns the section id of a page's first headline; '' if it has none.
 *
 * @param WP_Post $page Page.
 * @return string
 */
function lintel_first_headline( WP_Post $page ) {
	foreach ( lintel_page_sections( $page )['sections'] as $section ) {
		$field = 'seo' === $section['key'] ? null : lintel_headline_field( $section );
		if ( $field ) {
			return $field['id'];
		}
	}
	return '';
}

/**
 * Shows which content was not moved to this WordPress, or was left as it is here.
 *
 * @param string[] $notes Notes of the site, each a sentence.
 */
function lintel_show_move_notes( array $notes ) {
	/* translators: %d: number of notes. */
	$title = sprintf( _n( '%d note: not moved, or left as it is here', '%d notes: not moved, or left as it is here', count( $notes ), 'lintel' ), count( $notes ) );
	printf( '<details class="lintel-notes"><summary>%s</summary><ul>', esc_html( $title ) );
	foreach ( $notes as $note ) {
		printf( '<li>%s</li>', esc_html( is_string( $note ) ? $note : '' ) );
	}
	echo '</ul></details>';
}

/**
 * Counts the built-in pages of the site that this WordPress has.
 *
 * @return int[] The number of these pages that are published here, and the number of all built-in pages.
 */
function lintel_count_site_pages() {
	$paths = array_map( 'strval', array_keys( lintel_known_sections()['pages'] ) );
	$there = 0;
	foreach ( $paths as $path ) {
		$page   = 'home' === $path && lintel_front_page() ? get_post( lintel_front_page() ) : get_page_by_path( $path );
		$there += $page && 'publish' === $page->post_status ? 1 : 0;
	}
	return array( $there, count( $paths ) );
}
