<?php
/**
 * The section "Connect by hand", for a site whose server is configured by environment variables: the site's address,
 * the shared secret, and the environment variables to copy. Also the connection test, which is shown above that
 * section.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Saves the site's address and the secret, and reloads the tab. Creates a new secret if the field is empty or the
 * button for a new secret was clicked. If the address has changed, deletes the application password that was made for
 * the former site. If the input is invalid, saves nothing, and the form shows it again.
 */
function lintel_handle_connection_form() {
	check_admin_referer( LINTEL_SETTINGS_PAGE );
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Cleaned by esc_url_raw().
	$typed  = isset( $_POST['lintel_connection']['url'] ) ? trim( wp_unslash( $_POST['lintel_connection']['url'] ) ) : '';
	$secret = isset( $_POST['lintel_connection']['secret'] ) ? sanitize_text_field( wp_unslash( $_POST['lintel_connection']['secret'] ) ) : '';
	$errors = array();
	$url    = esc_url_raw( $typed, array( 'http', 'https' ) );
	if ( '' !== $typed && ( '' === $url || ! wp_parse_url( $url, PHP_URL_HOST ) || ! preg_match( '~^https?://~i', $typed ) ) ) {
		$errors['url'] = __( 'Type an address that begins with https://, such as https://www.example.com.', 'lintel' );
	}
	if ( isset( $_POST['lintel_new_secret'] ) || '' === $secret ) {
		$secret = lintel_new_secret();
	}
	if ( ! preg_match( '/^\S{32,}$/', $secret ) ) {
		$errors['secret'] = __( 'Use at least 32 characters, none of them a space.', 'lintel' );
	}
	if ( $errors ) {
		lintel_refused_form(
			'connection',
			array(
				'url'    => $typed,
				'secret' => $secret,
				'errors' => $errors,
			)
		);
		return;
	}
	$stored = (array) get_option( LINTEL_CONNECTION_OPTION, array() );
	if ( lintel_connection()['url'] !== untrailingslashit( $url ) ) {
		lintel_delete_site_password();
		$stored = array();
	}
	update_option( LINTEL_CONNECTION_OPTION, compact( 'url', 'secret' ) + $stored, true );
	wp_safe_redirect( lintel_settings_url( 'connection', array( 'connected' => 'true' ) ) );
	exit;
}

/**
 * Returns a new random secret of 48 letters and digits.
 *
 * @return string
 */
function lintel_new_secret() {
	return wp_generate_password( 48, false );
}

/**
 * Shows the environment variables that the site's server needs, as lines to copy, and how to create the account for
 * them.
 */
function lintel_show_server_settings() {
	$lines = array(
		'WORDPRESS_API_URL'        => home_url(),
		'WORDPRESS_USERNAME'       => '',
		'WORDPRESS_APP_PASSWORD'   => '',
		'WORDPRESS_WEBHOOK_SECRET' => lintel_connection()['secret'],
	);
	$text  = '';
	foreach ( $lines as $name => $value ) {
		$text .= "$name=\"$value\"\n";
	}
	printf( '<h4>%s</h4><p><label for="lintel-server-settings">%s</label></p>', esc_html__( 'Settings for the site’s server', 'lintel' ), esc_html__( 'Copy these lines into the server’s environment (or its file .env.local), fill in the account, and restart the server.', 'lintel' ) );
	printf( '<textarea id="lintel-server-settings" class="large-text code" rows="4" readonly spellcheck="false">%s</textarea>', esc_textarea( $text ) );
	if ( ! wp_is_application_passwords_available() ) {
		echo '<p>' . esc_html__( 'The account needs an application password, and this WordPress has them switched off: serve it by HTTPS, or allow them in the security plugin that removes them.', 'lintel' ) . '</p>';
		return;
	}
	$add  = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'user-new.php' ) ), esc_html__( 'Add a user', 'lintel' ) );
	$open = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'users.php' ) ), esc_html__( 'open it under Users', 'lintel' ) );
	/* translators: 1: link "Add a user", 2: link "open it under Users". */
	printf( '<p>' . esc_html__( 'The account: %1$s with the role Editor, %2$s, and add an application password at the end of its profile (any name, such as Lintel). WordPress shows it once. It is not the password to sign in.', 'lintel' ) . '</p>', $add, $open ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped above.
}

/**
 * Shows the form. Values that constants set are shown but cannot be changed.
 */
function lintel_show_connection_form() {
	$refused    = lintel_refused_form( 'connection' );
	$connection = $refused ? $refused : lintel_connection();
	$errors     = $refused ? $refused['errors'] : array();
	if ( $errors ) {
		printf( '<div class="notice notice-error inline" role="alert"><p>%s</p></div>', esc_html__( 'The connection was not saved. What you typed is still here.', 'lintel' ) );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only chooses a message.
	} elseif ( isset( $_GET['connected'] ) ) {
		printf( '<div class="notice notice-success inline" role="status"><p>%s</p></div>', esc_html__( 'Connection saved. Give the settings below to the site’s server, restart it, then test the connection.', 'lintel' ) );
	}
	printf( '<form method="post" action="%s" novalidate>', esc_url( lintel_settings_url( 'connection' ) ) );
	wp_nonce_field( LINTEL_SETTINGS_PAGE );
	echo '<table class="form-table" role="presentation">';
	$fields = array(
		'url'    => array(
			'label' => __( 'Address of the site', 'lintel' ),
			'help'  => __( 'The address that visitors use, such as https://www.example.com.', 'lintel' ),
			'type'  => 'url',
			'fixed' => defined( 'LINTEL_SITE_URL' ),
		),
		'secret' => array(
			'label' => __( 'Shared secret', 'lintel' ),
			'help'  => __( 'Only this WordPress and the site’s server know it. Left empty, a new one is created. After a change, the server needs the new one.', 'lintel' ),
			'type'  => 'text',
			'fixed' => defined( 'LINTEL_SECRET' ),
		),
	);
	foreach ( $fields as $name => $field ) {
		$id    = "lintel-connection-$name";
		$help  = $field['fixed'] ? array( 'help' => __( 'Set in wp-config.php.', 'lintel' ) ) : $field;
		$faults = isset( $errors[ $name ] ) ? array( $name => $errors[ $name ] ) : array();
		printf( '<tr><th scope="row"><label for="%s">%s</label></th><td>', esc_attr( $id ), esc_html( $field['label'] ) );
		printf(
			'<input type="%s" id="%s" name="lintel_connection[%s]" value="%s" class="regular-text code" autocomplete="off" spellcheck="false"%s%s>',
			esc_attr( $field['type'] ),
			esc_attr( $id ),
			esc_attr( $name ),
			esc_attr( $connection[ $name ] ),
			$field['fixed'] ? ' readonly' : '',
			lintel_described_by( $id, $help, $name, $faults ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped there.
		);
		if ( 'secret' === $name && ! $field['fixed'] && '' !== $connection['secret'] ) {
			printf( ' <button type="submit" class="button" name="lintel_new_secret" value="1">%s</button>', esc_html__( 'Create a new one', 'lintel' ) );
		}
		lintel_show_field_error( $id, isset( $errors[ $name ] ) ? $errors[ $name ] : '' );
		printf( '<p class="description" id="%s-help">%s</p></td></tr>', esc_attr( $id ), esc_html( $help['help'] ) );
	}
	echo '</table>';
	submit_button( __( 'Save the connection', 'lintel' ) );
	echo '</form>';
}

/**
 * Tests the connection if `$test` is true. Returns the result of the test in this request, so that the screen can show
 * it.
 *
 * @param bool $test Whether to test now.
 * @return array|null From lintel_test_connection(); null if this request has not tested the connection.
 */
function lintel_connection_test( $test = false ) {
	static $result = null;
	if ( $test ) {
		check_admin_referer( LINTEL_SETTINGS_PAGE );
		$result = lintel_test_connection();
	}
	return $result;
}

/**
 * Shows the button that tests the connection, and the result.
 */
function lintel_show_connection_test() {
	$result = lintel_connection_test();
	if ( $result && 'failed' === $result['state'] ) {
		printf( '<div class="notice notice-error inline" role="alert"><p>%s</p></div>', esc_html( $result['reason'] ) );
	} elseif ( $result ) {
		/* translators: %s: a time, such as "0.8 s". */
		$message = sprintf( __( 'The connection works: the site answered after %s.', 'lintel' ), lintel_seconds( $result['took'] ) );
		printf( '<div class="notice notice-success inline" role="status"><p>%s</p></div>', esc_html( $message ) );
	}
	printf( '<form method="post" action="%s">', esc_url( lintel_settings_url( 'connection' ) ) );
	wp_nonce_field( LINTEL_SETTINGS_PAGE );
	submit_button( __( 'Test the connection', 'lintel' ), 'secondary', 'lintel_test_connection' );
	echo '</form>';
}

/**
 * Shows the whole section. It is open after its form was sent, and otherwise closed. The environment variables are
 * shown only if there is a connection.
 */
function lintel_show_connection_by_hand() {
	$refused = lintel_refused_form( 'connection' );
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only opens the section.
	$is_open = $refused || isset( $_GET['connected'] );
	printf( '<details class="lintel-by-hand"%s><summary><h3>%s</h3></summary>', $is_open ? ' open' : '', esc_html__( 'Connect by hand', 'lintel' ) );
	printf( '<p>%s</p>', esc_html__( 'For a site whose server is set up by environment variables. Save the address of the site; this creates the shared secret. Then give the site’s server the four lines that are shown here, restart it, and test the connection.', 'lintel' ) );
	lintel_show_connection_form();
	if ( lintel_is_connected() ) {
		lintel_show_server_settings();
	}
	echo '</details>';
}
