<?php
/**
 * The form on the settings screen that connects this WordPress to the site: address and shared secret.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Saves the connection. An empty secret creates a new one.
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
		lintel_refused_connection(
			array(
				'url'    => $typed,
				'secret' => $secret,
				'errors' => $errors,
			)
		);
		return;
	}
	update_option( LINTEL_CONNECTION_OPTION, compact( 'url', 'secret' ), true );
	wp_safe_redirect( add_query_arg( 'connected', 'true', menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) . '#lintel-connection' );
	exit;
}

/**
 * Keeps and returns a connection that was refused in this request.
 *
 * @param array|null $result { url, secret, errors } to keep.
 * @return array|null
 */
function lintel_refused_connection( $result = null ) {
	static $kept = null;
	if ( null !== $result ) {
		$kept = $result;
	}
	return $kept;
}

/**
 * Returns a new random secret.
 *
 * @return string
 */
function lintel_new_secret() {
	return wp_generate_password( 48, false );
}

/**
 * Shows the form. Where constants set a value, it is shown and cannot be changed.
 */
function lintel_show_connection_form() {
	$refused    = lintel_refused_connection();
	$connection = $refused ? $refused : lintel_connection();
	$errors     = $refused ? $refused['errors'] : array();
	printf( '<h2 class="title" id="lintel-connection">%s</h2>', esc_html__( 'Connection to the site', 'lintel' ) );
	if ( $errors ) {
		printf( '<div class="notice notice-error inline" role="alert"><p>%s</p></div>', esc_html__( 'The connection was not saved. What you typed is still here.', 'lintel' ) );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only chooses a message.
	} elseif ( isset( $_GET['connected'] ) ) {
		printf( '<div class="notice notice-success inline" role="status"><p>%s</p></div>', esc_html__( 'Connection saved.', 'lintel' ) );
	}
	echo '<p>' . esc_html__( 'With both set, edits are live in a second and previews show the real site.', 'lintel' ) . '</p>';
	printf( '<form method="post" action="%s" novalidate>', esc_url( menu_page_url( LINTEL_SETTINGS_PAGE, false ) ) );
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
			'help'  => __( 'Give it to the site as WORDPRESS_WEBHOOK_SECRET. Left empty, a new one is created.', 'lintel' ),
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
