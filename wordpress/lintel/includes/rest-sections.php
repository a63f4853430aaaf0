<?php
/**
 * The `acf` object of pages, posts, shared sections and templates in REST, if neither ACF nor SCF provides it. Also hides
 * the object from readers who do not know the password of a page or post, even if ACF or SCF provides it.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** The types of posts with section values. */
const LINTEL_SECTION_TYPES = array( 'post', ...LINTEL_LAYOUT_TYPES );

/**
 * Registers `acf`, unless ACF is active and provides it.
 */
function lintel_register_sections_field() {
	if ( class_exists( 'ACF' ) ) {
		return;
	}
	register_rest_field(
		LINTEL_SECTION_TYPES,
		'acf',
		array(
			'get_callback'    => 'lintel_rest_get_sections',
			'update_callback' => 'lintel_rest_update_sections',
			'schema'          => array(
				'description' => __( 'Section values by section id.', 'lintel' ),
				'type'        => array( 'object', 'array' ),
				'context'     => array( 'view', 'edit', 'embed' ),
			),
		)
	);
}
// Runs late, after other plugins have registered their fields.
add_action( 'rest_api_init', 'lintel_register_sections_field', 99 );

/**
 * Returns the values, or an empty array, as ACF does.
 *
 * @param array $prepared The page's REST response so far.
 * @return array
 */
function lintel_rest_get_sections( $prepared ) {
	return lintel_read_sections( $prepared['id'] );
}

foreach ( LINTEL_SECTION_TYPES as $lintel_type ) {
	// Runs after ACF, which adds links to the entries that the values name.
	add_filter( "rest_prepare_$lintel_type", 'lintel_close_protected_sections', 99, 2 );
}
unset( $lintel_type );

/**
 * Removes the section values of a password-protected page or post from its REST response, also those that ACF or SCF
 * adds. Only editors, and those who know the password, get them. WordPress itself withholds only the content and the
 * excerpt.
 *
 * @param WP_REST_Response $response Response.
 * @param WP_Post          $post     Page or post.
 * @return WP_REST_Response
 */
function lintel_close_protected_sections( $response, $post ) {
	if ( ! post_password_required( $post ) || current_user_can( 'edit_post', $post->ID ) ) {
		return $response;
	}
	$data = $response->get_data();
	if ( isset( $data['acf'] ) ) {
		$data['acf'] = array();
		$response->set_data( $data );
	}
	foreach ( array_keys( $response->get_links() ) as $relation ) {
		if ( 0 === strpos( $relation, 'acf:' ) ) {
			$response->remove_link( $relation );
		}
	}
	return $response;
}

/**
 * Writes the values that a client sent, if the current user may edit the page or post.
 *
 * @param mixed   $values Value of `acf` in the request.
 * @param WP_Post $post   Page or post.
 * @return true|WP_Error
 */
function lintel_rest_update_sections( $values, $post ) {
	if ( ! current_user_can( 'edit_post', $post->ID ) ) {
		return new WP_Error( 'rest_cannot_edit', __( 'Sorry, you are not allowed to edit this post.', 'lintel' ), array( 'status' => rest_authorization_required_code() ) );
	}
	if ( ! is_array( $values ) || ( $values && lintel_is_list( $values ) ) ) {
		return new WP_Error( 'lintel_invalid_sections', 'acf is not an object of values by section id.', array( 'status' => 400 ) );
	}
	return lintel_write_sections( $post, $values );
}
