<?php
/**
 * The checks of the connected site on the settings screen: the same list as `npm run doctor` and the operators' screen.
 *
 * The site responds with its last results at once and runs the checks in the background, because the checks send
 * requests to this WordPress, and a small server handles one request at a time.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Seconds to wait for the results. */
const LINTEL_CHECKS_TIMEOUT = 5;

add_action(
	'admin_enqueue_scripts',
	static function ( $screen ) {
		if ( 'settings_page_' . LINTEL_SETTINGS_PAGE === $screen ) {
			$file = dirname( __DIR__ ) . '/lintel.php';
			wp_enqueue_style( 'lintel-settings', plugins_url( 'assets/settings.css', $file ), array(), lintel_version() );
			wp_enqueue_script( 'lintel-doctor', plugins_url( 'assets/doctor.js', $file ), array(), lintel_version(), true );
		}
	}
);

/**
 * Asks the site for the results of its checks. The site runs them again in the background.
 *
 * @return array|WP_Error { running: bool; checkedAt: milliseconds since 1970, if there are results; checks }
 */
function lintel_fetch_checks() {
	$answer = lintel_ask_site( 'GET', '/api/content/doctor', LINTEL_CHECKS_TIMEOUT );
	return is_wp_error( $answer ) || ( isset( $answer['checks'] ) && is_array( $answer['checks'] ) ) ? $answer : new WP_Error( 'lintel_no_checks', __( 'The site answered without checks. Update the site or this plugin.', 'lintel' ) );
}

/**
 * Returns whether the site has results to show. While the checks run again, results less than a minute old are still
 * shown. Otherwise, if the checks are slow, each request might find them running and never show a result.
 *
 * @param array $answer { running, checkedAt, checks }.
 * @return bool
 */
function lintel_has_results( array $answer ) {
	return isset( $answer['checkedAt'] ) && ( empty( $answer['running'] ) || time() - $answer['checkedAt'] / 1000 < MINUTE_IN_SECONDS );
}

/**
 * Shows the checks. They are fetched only on request, so that an unresponsive site never delays the settings screen.
 */
function lintel_show_doctor() {
	printf( '<div id="lintel-doctor" aria-live="polite"><h2 class="title">%s</h2>', esc_html__( 'Checks', 'lintel' ) );
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reads only.
	$asked = isset( $_GET['lintel-doctor'] );
	if ( ! lintel_is_connected() ) {
		printf( '<p>%s</p></div>', esc_html__( 'Save the address of the site and the shared secret first. Then the site can check everything between it and this WordPress, and every value on your pages.', 'lintel' ) );
		return;
	}
	if ( ! $asked ) {
		// The results of the checks name the difference, too.
		lintel_show_version_difference();
	}
	$answer = $asked ? lintel_fetch_checks() : null;
	if ( is_wp_error( $answer ) ) {
		printf( '<div class="notice notice-error inline" role="alert"><p>%s</p></div>', esc_html( $answer->get_error_message() ) );
	} elseif ( $answer && ! lintel_has_results( $answer ) ) {
		printf( '<p class="lintel-running">%s <noscript>%s</noscript></p>', esc_html__( 'The checks are running.', 'lintel' ), esc_html__( 'Reload this page in some seconds.', 'lintel' ) );
	} elseif ( $answer ) {
		lintel_show_checks( $answer );
	} else {
		printf( '<p>%s</p>', esc_html__( 'The site checks the connection, this plugin, and every value on your pages, and says how to fix what is wrong.', 'lintel' ) );
	}
	printf(
		'<p><a class="button" href="%s">%s</a></p></div>',
		esc_url( add_query_arg( 'lintel-doctor', '1', menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) . '#lintel-doctor' ),
		esc_html( $asked ? __( 'Check again', 'lintel' ) : __( 'Run the checks', 'lintel' ) )
	);
}

/**
 * Warns if the plugin and the site have different versions. The site's version is from WordPress's last update check.
 */
function lintel_show_version_difference() {
	$site  = lintel_site_version();
	$order = '' === $site ? 0 : version_compare( lintel_version(), $site );
	if ( 0 === $order ) {
		return;
	}
	if ( $order < 0 ) {
		/* translators: 1: version of the plugin, 2: version of the site. */
		$message = sprintf( __( 'This plugin has version %1$s and is older than the site, which has version %2$s.', 'lintel' ), lintel_version(), $site );
		$fix     = sprintf( '<a href="%s">%s</a>', esc_url( self_admin_url( 'update-core.php?force-check=1' ) ), esc_html__( 'Update it under Dashboard › Updates.', 'lintel' ) );
	} else {
		/* translators: 1: version of the plugin, 2: version of the site. */
		$message = sprintf( __( 'This plugin has version %1$s and is newer than the site, which has version %2$s.', 'lintel' ), lintel_version(), $site );
		$fix     = esc_html__( 'Update the site’s server, or install the plugin that belongs to it.', 'lintel' );
	}
	printf( '<div class="notice notice-warning inline"><p>%s %s</p></div>', esc_html( $message ), $fix ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
}

/**
 * Adds the plugins that may close the REST API to the check of the REST API, if that check failed or gave a warning. The
 * site cannot find these plugins.
 *
 * @param array $check { id, state, items }.
 * @return array
 */
function lintel_add_local_findings( array $check ) {
	if ( ! isset( $check['id'] ) || 'rest' !== $check['id'] || ! in_array( $check['state'], array( 'failed', 'warning' ), true ) ) {
		return $check;
	}
	foreach ( lintel_rest_closers() as $closer ) {
		$check['items'][] = array(
			'text' => $closer['known']
				/* translators: %s: name of a plugin. */
				? sprintf( __( '%s can close the REST API. Look at its settings.', 'lintel' ), $closer['name'] )
				/* translators: %s: name of a plugin. */
				: sprintf( __( '%s takes part in who may read the REST API.', 'lintel' ), $closer['name'] ),
			'link' => self_admin_url( 'plugins.php' ),
		);
	}
	return $check;
}

/**
 * Shows the results, failures first.
 *
 * @param array $answer { checkedAt, checks }.
 */
function lintel_show_checks( array $answer ) {
	$states = array(
		'failed'      => __( 'Failed', 'lintel' ),
		'warning'     => __( 'Warning', 'lintel' ),
		'ok'          => __( 'OK', 'lintel' ),
		'not checked' => __( 'Not checked', 'lintel' ),
	);
	if ( isset( $answer['checkedAt'] ) ) {
		/* translators: %s: duration, such as "2 minutes". */
		printf( '<p>%s</p>', esc_html( sprintf( __( 'Checked %s ago.', 'lintel' ), human_time_diff( (int) ( $answer['checkedAt'] / 1000 ) ) ) ) );
	}
	echo '<ul class="lintel-checks">';
	foreach ( array_keys( $states ) as $state ) {
		foreach ( $answer['checks'] as $check ) {
			if ( is_array( $check ) && isset( $check['state'], $check['label'], $check['detail'] ) && $state === $check['state'] ) {
				lintel_show_check( lintel_add_local_findings( $check ), $states[ $state ] );
			}
		}
	}
	echo '</ul>';
}

/**
 * Shows one check with its fix and its findings.
 *
 * @param array  $check { state, label, detail, fix, items }.
 * @param string $state Its state, in words.
 */
function lintel_show_check( array $check, $state ) {
	printf(
		'<li class="lintel-check lintel-check-%s"><strong>%s</strong> <span class="lintel-check-label">%s</span> <span>%s</span>',
		esc_attr( str_replace( ' ', '-', $check['state'] ) ),
		esc_html( $state ),
		esc_html( $check['label'] ),
		esc_html( $check['detail'] )
	);
	if ( isset( $check['fix'] ) && 'ok' !== $check['state'] ) {
		printf( '<p>%s</p>', esc_html( $check['fix'] ) );
	}
	if ( ! empty( $check['items'] ) && is_array( $check['items'] ) ) {
		echo '<ul>';
		foreach ( $check['items'] as $item ) {
			$text = isset( $item['text'] ) ? esc_html( $item['text'] ) : '';
			// phpcs:ignore WordPress.Security.EscapeOutput -- Both are escaped.
			echo '<li>' . ( isset( $item['link'] ) ? sprintf( '<a href="%s">%s</a>', esc_url( $item['link'] ), $text ) : $text );
			lintel_show_places( $item );
			echo '</li>';
		}
		echo '</ul>';
	}
	echo '</li>';
}

/**
 * Shows the pages and posts of a finding, each with a link to its edit screen.
 *
 * @param array $item { places, more }.
 */
function lintel_show_places( array $item ) {
	if ( empty( $item['places'] ) || ! is_array( $item['places'] ) ) {
		return;
	}
	echo '<ul>';
	foreach ( $item['places'] as $place ) {
		if ( isset( $place['title'], $place['link'] ) ) {
			printf( '<li><a href="%s">%s</a></li>', esc_url( $place['link'] ), esc_html( $place['title'] ) );
		}
	}
	if ( isset( $item['more'] ) ) {
		/* translators: %d: number of further pages and posts. */
		printf( '<li>%s</li>', esc_html( sprintf( __( 'and %d more', 'lintel' ), (int) $item['more'] ) ) );
	}
	echo '</ul>';
}
