<?php
/**
 * Pages that wait for review keep their address. WordPress removes the slug when a user without `publish_pages`
 * submits a page, although the same user could choose it for the draft. Without it, the page builder loses the page's
 * path, and publishing creates another slug from the title.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

add_filter(
	'wp_insert_post_data',
	static function ( $data, $postarr ) {
		if ( 'page' === $data['post_type'] && 'pending' === $data['post_status'] && '' === $data['post_name'] && ! empty( $postarr['post_name'] ) ) {
			$data['post_name'] = sanitize_title( $postarr['post_name'] );
		}
		return $data;
	},
	10,
	2
);
