<?php
/**
 * Finds the parts of a text that visitors do not see as its editor does, such as forms, scripts and pictures of other
 * hosts. The connected site decides this: the plugin sends it the text as WordPress renders it, from the block editor
 * one part for each block, otherwise as one part. The site responds with the faults of each part.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Path of the route on the site that checks texts. */
const LINTEL_BODY_FAULTS_PATH = '/api/content/body-faults';

/** Maximum number of parts of a text that are checked in one request. */
const LINTEL_MOST_BODY_PARTS = 100;

/** Maximum bytes of the texts in a request, as JSON. */
const LINTEL_MOST_BODY_BYTES = 2000000;

/** Seconds to wait for the site, which responds within five seconds with what it has checked until then. */
const LINTEL_BODY_TIMEOUT = 8;

/** Seconds to wait for the site before an edit screen is shown. */
const LINTEL_STORED_BODY_TIMEOUT = 3;

add_action(
	'rest_api_init',
	static function () {
		register_rest_route(
			'lintel/v1',
			'/body-faults/(?P<post>\d+)',
			array(
				'methods'             => WP_REST_Server::CREATABLE,
				'callback'            => 'lintel_rest_check_body',
				'permission_callback' => static function ( WP_REST_Request $request ) {
					return get_post( (int) $request['post'] ) && current_user_can( 'edit_post', (int) $request['post'] );
				},
				'args'                => array(
					'parts' => array(
						'type'     => 'array',
						'required' => true,
						'maxItems' => LINTEL_MOST_BODY_PARTS,
						'items'    => array( 'type' => 'string' ),
					),
				),
			)
		);
	}
);

/**
 * Returns whether visitors see the text of a page or post, so that its faults matter.
 *
 * @param WP_Post $post Page or post.
 * @return bool
 */
function lintel_shows_body( WP_Post $post ) {
	if ( 'page' !== $post->post_type ) {
		return 'post' === $post->post_type;
	}
	$page = lintel_page_sections( $post );
	return $page['shows_body'] || $page['own_text_replaces'];
}

/**
 * Responds with the faults of the parts of a text that is being typed.
 *
 * @param WP_REST_Request $request Request; `parts` are blocks as stored in a text, or a whole text.
 * @return array { parts: for each part a list of { kind, what, fix, picture }, or null if it was not checked; reason:
 *               why not, '' if all were }
 */
function lintel_rest_check_body( WP_REST_Request $request ) {
	return lintel_check_body( get_post( (int) $request['post'] ), array_map( 'strval', $request['parts'] ), LINTEL_BODY_TIMEOUT );
}

/**
 * Asks the site for the faults of the parts of a text.
 *
 * @param WP_Post  $post    Page or post.
 * @param string[] $parts   Blocks as stored in a text, or a whole text.
 * @param int      $timeout Seconds to wait for the site.
 * @return array { parts, reason }; see lintel_rest_check_body().
 */
function lintel_check_body( WP_Post $post, array $parts, $timeout ) {
	$unchecked = array_fill( 0, count( $parts ), null );
	if ( ! lintel_is_connected() ) {
		return array(
			'parts'  => $unchecked,
			'reason' => __( 'This WordPress is not connected to the site.', 'lintel' ),
		);
	}
	$rendered = array();
	foreach ( $parts as $part ) {
		$rendered[] = lintel_render_part( $post, $part );
	}
	$answer = lintel_ask_for_faults( $rendered, $timeout );
	if ( is_string( $answer ) ) {
		return array(
			'parts'  => $unchecked,
			'reason' => $answer,
		);
	}
	return array(
		'parts'  => $answer,
		'reason' => in_array( null, $answer, true ) ? __( 'The site needs more time for a part of the text.', 'lintel' ) : '',
	);
}

/**
 * Sends rendered texts to the site in one signed request.
 *
 * @param string[] $texts   Texts.
 * @param int      $timeout Seconds to wait.
 * @return array[]|string For each text its faults, or null if it was not checked; or why none was checked.
 */
function lintel_ask_for_faults( array $texts, $timeout ) {
	if ( strlen( (string) wp_json_encode( $texts ) ) > LINTEL_MOST_BODY_BYTES ) {
		return __( 'The text is too long to be checked.', 'lintel' );
	}
	$answer = lintel_ask_site( 'POST', LINTEL_BODY_FAULTS_PATH, $timeout, array( 'texts' => $texts ) );
	if ( is_wp_error( $answer ) ) {
		return $answer->get_error_message();
	}
	if ( ! isset( $answer['faults'] ) || ! is_array( $answer['faults'] ) || count( $answer['faults'] ) !== count( $texts ) ) {
		return __( 'The site did not check all parts of the text. Update the site or this plugin.', 'lintel' );
	}
	return array_map( 'lintel_read_faults', array_values( $answer['faults'] ) );
}

/**
 * Reads the faults of one text from the response of the site. Leaves out faults that lack a description or a fix.
 *
 * @param mixed $faults From the site.
 * @return array[]|null Each { kind, what, fix, picture }; null if the text was not checked.
 */
function lintel_read_faults( $faults ) {
	if ( ! is_array( $faults ) ) {
		return null;
	}
	$read = array();
	foreach ( $faults as $fault ) {
		if ( isset( $fault['what'], $fault['fix'] ) && is_string( $fault['what'] ) && is_string( $fault['fix'] ) ) {
			$read[] = array(
				'kind'    => isset( $fault['kind'] ) && is_string( $fault['kind'] ) ? $fault['kind'] : '',
				'what'    => $fault['what'],
				'fix'     => $fault['fix'],
				'picture' => isset( $fault['picture'] ) && is_string( $fault['picture'] ) ? esc_url_raw( $fault['picture'], array( 'http', 'https' ) ) : '',
			);
		}
	}
	return $read;
}

/**
 * Renders the embeds, blocks, paragraphs and shortcodes of a part of a text as WordPress does for `the_content`. Does
 * not apply that filter, because other plugins may add something to each part that belongs to the whole text.
 *
 * @param WP_Post $post Page or post, which some blocks read.
 * @param string  $part Blocks as stored in a text, or a whole text.
 * @return string
 */
function lintel_render_part( WP_Post $post, $part ) {
	$before          = isset( $GLOBALS['post'] ) ? $GLOBALS['post'] : null;
	$GLOBALS['post'] = $post; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- Put back below.
	setup_postdata( $post );
	$html = $GLOBALS['wp_embed']->autoembed( $GLOBALS['wp_embed']->run_shortcode( $part ) );
	$html = has_blocks( $html ) ? do_blocks( $html ) : shortcode_unautop( wpautop( $html ) );
	$html = do_shortcode( $html );
	$GLOBALS['post'] = $before; // phpcs:ignore WordPress.WP.GlobalVariablesOverride
	if ( $before instanceof WP_Post ) {
		setup_postdata( $before );
	}
	return $html;
}

/**
 * Returns the faults of the stored text of a page or post. The site's response is cached until the text changes, for an
 * hour at most. Returns an empty array if the text could not be checked; the edit screen reports that separately.
 *
 * @param WP_Post $post Page or post.
 * @return array[] Each { kind, what, fix, picture }.
 */
function lintel_stored_body_faults( WP_Post $post ) {
	if ( ! lintel_is_connected() || '' === trim( $post->post_content ) || ! lintel_shows_body( $post ) ) {
		return array();
	}
	$key    = "lintel_body_faults_{$post->ID}";
	$hash   = md5( lintel_connection()['url'] . $post->post_content );
	$stored = get_transient( $key );
	if ( is_array( $stored ) && isset( $stored['hash'], $stored['faults'] ) && $stored['hash'] === $hash ) {
		return $stored['faults'];
	}
	$checked = lintel_check_body( $post, array( $post->post_content ), LINTEL_STORED_BODY_TIMEOUT );
	$faults  = isset( $checked['parts'][0] ) ? $checked['parts'][0] : array();
	// After a failure, do not request the site again for a minute, because the edit screen waits for it.
	set_transient( $key, compact( 'hash', 'faults' ), '' === $checked['reason'] ? HOUR_IN_SECONDS : MINUTE_IN_SECONDS );
	return $faults;
}
