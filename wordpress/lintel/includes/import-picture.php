<?php
/**
 * Copies a picture of another host into the media library, so that visitors of the site see it:
 * `POST /wp-json/lintel/v1/import-picture/{post}`.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Seconds to wait for the host of the picture. */
const LINTEL_PICTURE_TIMEOUT = 20;

/** MIME types of the pictures that can be imported, with their file extensions. */
const LINTEL_PICTURE_ENDINGS = array(
	'image/jpeg' => 'jpg',
	'image/png'  => 'png',
	'image/gif'  => 'gif',
	'image/webp' => 'webp',
	'image/avif' => 'avif',
);

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/import-picture/(?P<post>\d+)',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_import_picture',
				'permission_callback' => static function ( WP_REST_Request $request ) {
					return get_post( (int) $request['post'] ) && current_user_can( 'upload_files' ) && current_user_can( 'edit_post', (int) $request['post'] );
				},
				'args'                => array(
					'url' => array(
						'type'     => 'string',
						'required' => true,
					),
					'alt' => array(
						'type'    => 'string',
						'default' => '',
					),
				),
			)
		);
	}
);

/**
 * Downloads a picture and adds it to the media library.
 *
 * @param WP_REST_Request $request Request; `url` of the picture, `alt` its alternative text.
 * @return array|WP_Error { id, url, alt }
 */
function lintel_rest_import_picture( WP_REST_Request $request ) {
	$url = esc_url_raw( trim( $request['url'] ), array( 'http', 'https' ) );
	// Refuses addresses of this machine and of private networks, too.
	if ( '' === $url || ! wp_http_validate_url( $url ) ) {
		return lintel_import_error( __( 'This is no public address that begins with https:// or http://.', 'lintel' ) );
	}
	require_once ABSPATH . 'wp-admin/includes/file.php';
	require_once ABSPATH . 'wp-admin/includes/media.php';
	require_once ABSPATH . 'wp-admin/includes/image.php';
	// Uses wp_safe_remote_get(), which checks redirects as well.
	$file = download_url( $url, LINTEL_PICTURE_TIMEOUT );
	if ( is_wp_error( $file ) ) {
		/* translators: %s: an error message. */
		return lintel_import_error( sprintf( __( 'The picture cannot be downloaded: %s', 'lintel' ), $file->get_error_message() ) );
	}
	$type = (string) wp_get_image_mime( $file );
	$name = sanitize_file_name( pathinfo( (string) wp_parse_url( $url, PHP_URL_PATH ), PATHINFO_FILENAME ) );
	$id   = isset( LINTEL_PICTURE_ENDINGS[ $type ] )
		? media_handle_sideload(
			array(
				'name'     => ( '' === $name ? 'picture' : $name ) . '.' . LINTEL_PICTURE_ENDINGS[ $type ],
				'tmp_name' => $file,
			),
			(int) $request['post']
		)
		: new WP_Error( 'lintel_no_picture', __( 'The address has no JPEG, PNG, GIF, WebP or AVIF picture.', 'lintel' ) );
	if ( is_wp_error( $id ) ) {
		wp_delete_file( $file );
		return lintel_import_error( $id->get_error_message() );
	}
	$alt = sanitize_text_field( $request['alt'] );
	if ( '' !== $alt ) {
		update_post_meta( $id, '_wp_attachment_image_alt', $alt );
	}
	return array(
		'id'  => $id,
		'url' => wp_get_attachment_url( $id ),
		'alt' => $alt,
	);
}

/**
 * Returns the error for a picture that was not imported.
 *
 * @param string $message What is wrong.
 * @return WP_Error
 */
function lintel_import_error( $message ) {
	return new WP_Error( 'lintel_import_failed', $message, array( 'status' => 400 ) );
}
