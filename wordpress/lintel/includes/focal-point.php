<?php
/**
 * The focal point of a picture: the point that stays visible where the site crops it.
 *
 * It is the attachment's meta `focal_point`, in the format of WordPress's own blocks: { x, y }, 0 to 1 from the left
 * and from the top. The site's page builder writes it by REST, and the edit screen of a picture has inputs for it.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

function lintel_register_focal_point() {
	$share = array(
		'type'    => 'number',
		'minimum' => 0,
		'maximum' => 1,
	);
	register_post_meta(
		'attachment',
		'focal_point',
		array(
			'type'          => 'object',
			'single'        => true,
			'auth_callback' => static function ( $allowed, $meta_key, $post_id ) {
				return current_user_can( 'edit_post', $post_id );
			},
			'show_in_rest'  => array(
				'schema' => array(
					'type'                 => 'object',
					'properties'           => array(
						'x' => $share,
						'y' => $share,
					),
					'additionalProperties' => false,
				),
			),
		)
	);
}
add_action( 'init', 'lintel_register_focal_point' );

/**
 * Adds the inputs to the details of a picture, in percent.
 *
 * @param array   $fields Fields of the attachment.
 * @param WP_Post $post   Attachment.
 * @return array
 */
function lintel_focal_point_fields( $fields, $post ) {
	if ( ! wp_attachment_is_image( $post->ID ) ) {
		return $fields;
	}
	$point  = get_post_meta( $post->ID, 'focal_point', true );
	$inputs = '';
	foreach (
		array(
			'x' => __( 'From the left, in percent', 'lintel' ),
			'y' => __( 'From the top, in percent', 'lintel' ),
		) as $axis => $label
	) {
		$inputs .= sprintf(
			'<label>%1$s <input type="number" min="0" max="100" step="0.1" style="width:6em" name="attachments[%2$d][lintel_focus_%3$s]" value="%4$s"></label><br>',
			esc_html( $label ),
			$post->ID,
			$axis,
			esc_attr( isset( $point[ $axis ] ) ? (string) round( 100 * $point[ $axis ], 1 ) : '' )
		);
	}
	$fields['lintel_focus'] = array(
		'label' => __( 'Focal point', 'lintel' ),
		'input' => 'html',
		'html'  => $inputs,
		'helps' => __( 'Stays visible where the site crops the picture. Leave both empty for the middle.', 'lintel' ),
	);
	return $fields;
}
add_filter( 'attachment_fields_to_edit', 'lintel_focal_point_fields', 10, 2 );

/**
 * Stores the point from the form, limited to the picture. If only one number is filled in, the other defaults to the
 * center. If none is, deletes the stored point.
 *
 * @param array $post  Attachment.
 * @param array $typed What was typed.
 * @return array
 */
function lintel_save_focal_point( $post, $typed ) {
	if ( ! isset( $typed['lintel_focus_x'], $typed['lintel_focus_y'] ) || ! current_user_can( 'edit_post', $post['ID'] ) ) {
		return $post;
	}
	$shares = array();
	foreach ( array( 'x', 'y' ) as $axis ) {
		$text            = str_replace( ',', '.', trim( sanitize_text_field( $typed[ "lintel_focus_$axis" ] ) ) );
		$shares[ $axis ] = is_numeric( $text ) ? min( 100, max( 0, (float) $text ) ) / 100 : null;
	}
	if ( null === $shares['x'] && null === $shares['y'] ) {
		delete_post_meta( $post['ID'], 'focal_point' );
	} else {
		$point = array(
			'x' => null === $shares['x'] ? 0.5 : $shares['x'],
			'y' => null === $shares['y'] ? 0.5 : $shares['y'],
		);
		update_post_meta( $post['ID'], 'focal_point', $point );
	}
	return $post;
}
add_filter( 'attachment_fields_to_save', 'lintel_save_focal_point', 10, 2 );
