<?php
/**
 * The latest change notices on the settings screen.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Asks the site about the notices that are not live yet, then shows the log as a table, the latest first.
 */
function lintel_show_notices() {
	printf( '<h2 class="title" id="lintel-notices">%s</h2>', esc_html__( 'Latest changes sent to the site', 'lintel' ) );
	if ( ! lintel_is_connected() ) {
		echo '<p>' . esc_html__( 'Nothing is sent until this WordPress is connected to the site. The site then checks for changes by itself, every few seconds.', 'lintel' ) . '</p>';
		return;
	}
	lintel_update_notices();
	$log = array_reverse( lintel_notice_log() );
	if ( ! $log ) {
		echo '<p>' . esc_html__( 'No change has been sent yet. Save a page, and it appears here.', 'lintel' ) . '</p>';
		return;
	}
	echo '<div class="lintel-wide" tabindex="0" role="region" aria-labelledby="lintel-notices"><table class="widefat striped" aria-labelledby="lintel-notices"><thead><tr>';
	foreach ( array( __( 'Time', 'lintel' ), __( 'What', 'lintel' ), __( 'Who', 'lintel' ), __( 'Result', 'lintel' ) ) as $title ) {
		printf( '<th scope="col">%s</th>', esc_html( $title ) );
	}
	echo '</tr></thead><tbody>';
	foreach ( $log as $entry ) {
		$user = get_userdata( $entry['user'] );
		printf(
			'<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>',
			esc_html( wp_date( get_option( 'date_format' ) . ' H:i:s', $entry['at'] ) ),
			esc_html( lintel_describe_changes( $entry['changes'] ) ),
			esc_html( $user ? $user->display_name : __( 'WordPress itself', 'lintel' ) ),
			esc_html( lintel_describe_result( $entry ) )
		);
	}
	echo '</tbody></table></div>';
}

/**
 * Asks the site about the notices that it has received and not yet reported as live. Stops at the first that is not
 * live.
 */
function lintel_update_notices() {
	foreach ( lintel_notice_log() as $key => $entry ) {
		// The site may forget a notice 15 minutes after it arrives. The limit of ten minutes leaves a margin.
		if ( 'reading' === $entry['state'] && $entry['at'] > time() - 10 * MINUTE_IN_SECONDS ) {
			$entry = lintel_ask_about_notice( array( 'key' => $key ) + $entry );
			if ( 'live' !== $entry['state'] ) {
				return;
			}
		}
	}
}

/**
 * Returns the names of the first three changes, followed by the number of the others.
 *
 * @param array[] $changes Each { type, id }, from the log.
 * @return string
 */
function lintel_describe_changes( array $changes ) {
	$parts = array(
		'menu'     => __( 'Menus', 'lintel' ),
		'settings' => __( 'Site settings', 'lintel' ),
		'site'     => __( 'WordPress settings', 'lintel' ),
		'category' => __( 'Categories', 'lintel' ),
		'tag'      => __( 'Tags', 'lintel' ),
		'author'   => __( 'Users', 'lintel' ),
		'comment'  => __( 'Comments', 'lintel' ),
	);
	foreach ( lintel_feed_kinds() as $kind => $about ) {
		if ( ! isset( $about['post_type'] ) && ! isset( $parts[ $kind ] ) ) {
			// Another plugin added this kind. Its ids are not post ids.
			$parts[ $kind ] = $kind;
		}
	}
	$named = array();
	foreach ( $changes as $change ) {
		// Name a kind such as menus only once, and a post only once, even if its type changed.
		$named[ isset( $parts[ $change['type'] ] ) ? $change['type'] : "post {$change['id']}" ] = $change;
	}
	$names = array();
	foreach ( array_slice( $named, 0, 3 ) as $change ) {
		if ( isset( $parts[ $change['type'] ] ) ) {
			$names[] = $parts[ $change['type'] ];
			continue;
		}
		$title = get_the_title( (int) $change['id'] );
		/* translators: %d: number of a deleted page, post or picture. */
		$names[] = '' === $title ? sprintf( __( 'No. %d', 'lintel' ), $change['id'] ) : html_entity_decode( $title, ENT_QUOTES, 'UTF-8' );
	}
	$more = count( $named ) - count( $names );
	if ( $more > 0 ) {
		/* translators: %d: number of changes. */
		$names[] = sprintf( _n( 'and %d more', 'and %d more', $more, 'lintel' ), $more );
	}
	return implode( ', ', $names );
}

/**
 * Returns the text for the state of a log entry, such as "Live after 0.8 s".
 *
 * @param array $entry Entry of the log.
 * @return string
 */
function lintel_describe_result( array $entry ) {
	switch ( $entry['state'] ) {
		case 'live':
			/* translators: %s: a time, such as "0.8 s". */
			return sprintf( __( 'Live after %s', 'lintel' ), lintel_seconds( $entry['milliseconds'] ) );
		case 'reading':
			return __( 'Received by the site', 'lintel' );
		case 'waiting':
			$next = wp_next_scheduled( 'lintel_retry_notices' );
			/* translators: 1: reason, 2: time of day. */
			return sprintf( __( 'Not sent yet: %1$s Next attempt: %2$s.', 'lintel' ), lintel_notice_reason( $entry ), $next ? wp_date( 'H:i:s', $next ) : __( 'with the next change', 'lintel' ) );
		case 'failed':
			/* translators: 1: number of attempts, 2: reason. */
			return sprintf( __( 'Given up after %1$d attempts: %2$s The site finds the change by itself.', 'lintel' ), $entry['attempts'], lintel_notice_reason( $entry ) );
		default:
			return __( 'Sending …', 'lintel' );
	}
}
