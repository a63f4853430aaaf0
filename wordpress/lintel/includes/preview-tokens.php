<?php
/**
 * Preview links: who may see which page on the site before it is published, and until when.
 *
 * A token is base64url( JSON { id, post, user, name, expires, kind } ) . "." . signature. The site checks the signature
 * itself, and asks this plugin for the page.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Lifetime of a preview in seconds. Short, because a link may leak. */
const LINTEL_PREVIEW_LIFE = 900;

/** Lifetime of a shared link in seconds. */
const LINTEL_SHARE_LIFE = 604800;

/** Option with the shared links by id: { post, user, name, expires: Unix time, values: lintel_unsaved_values() }. */
const LINTEL_SHARES_OPTION = 'lintel_preview_links';

/** Maximum number of shared links. When there are more, the oldest ones are revoked. */
const LINTEL_MOST_SHARES = 50;

/**
 * Returns the address of a preview on the site, with a new token, which is valid for 15 minutes, or seven days if
 * shared.
 *
 * @param int    $post_id Page or post; the caller has checked that the user may edit it.
 * @param string $kind    "draft", or "share" for a link that was stored as shared.
 * @param string $id      Id of the shared link.
 * @return string
 */
function lintel_preview_url( $post_id, $kind = 'draft', $id = '' ) {
	$user    = wp_get_current_user();
	$payload = array(
		'id'      => '' === $id ? wp_generate_uuid4() : $id,
		'post'    => (int) $post_id,
		'user'    => $user->ID,
		'name'    => mb_substr( $user->display_name, 0, 60 ),
		'expires' => time() + ( 'share' === $kind ? LINTEL_SHARE_LIFE : LINTEL_PREVIEW_LIFE ),
		'kind'    => $kind,
	);
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- A token in a URL.
	$encoded = rtrim( strtr( base64_encode( wp_json_encode( $payload, JSON_UNESCAPED_UNICODE ) ), '+/', '-_' ), '=' );
	return lintel_connection()['url'] . '/preview?token=' . $encoded . '.' . lintel_sign( "preview.$encoded" );
}

/**
 * Reads a token. Checks its signature and lifetime, that its link was not revoked, and that its user may still edit the
 * page.
 *
 * @param string $token Token.
 * @return array|WP_Error Its payload.
 */
function lintel_read_preview_token( $token ) {
	$parts = explode( '.', (string) $token );
	if ( 2 !== count( $parts ) || ! lintel_is_connected() || ! hash_equals( lintel_sign( "preview.{$parts[0]}" ), $parts[1] ) ) {
		return lintel_preview_error( 'forged', __( 'This is not a token of this WordPress.', 'lintel' ), 403 );
	}
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- A token in a URL.
	$payload = json_decode( (string) base64_decode( strtr( $parts[0], '-_', '+/' ) ), true );
	if ( ! is_array( $payload ) || $payload['expires'] <= time() ) {
		return lintel_preview_error( 'expired', __( 'The token has expired.', 'lintel' ) );
	}
	if ( 'share' === $payload['kind'] && ! isset( lintel_shared_previews()[ $payload['id'] ] ) ) {
		return lintel_preview_error( 'revoked', __( 'The link was revoked.', 'lintel' ) );
	}
	$post = get_post( $payload['post'] );
	if ( ! $post || ! lintel_has_preview( $post ) || ! user_can( $payload['user'], 'edit_post', $post->ID ) ) {
		return lintel_preview_error( 'gone', __( 'The page is gone, or its editor may not edit it any more.', 'lintel' ) );
	}
	return $payload;
}

/**
 * Returns the error for a token that is not accepted.
 *
 * @param string $code    What is wrong.
 * @param string $message Explanation for developers. Visitors see the site's own message.
 * @param int    $status  By default 410, because 401 and 403 would make the site retry with or without its account.
 * @return WP_Error
 */
function lintel_preview_error( $code, $message, $status = 410 ) {
	return new WP_Error( "lintel_preview_$code", $message, array( 'status' => $status ) );
}

/**
 * Returns whether the site can show a preview of a post.
 *
 * @param WP_Post $post Post.
 * @return bool
 */
function lintel_has_preview( WP_Post $post ) {
	return in_array( $post->post_type, array( 'page', 'post' ), true ) && lintel_is_connected();
}

/**
 * Returns the shared links that are still valid, the oldest first.
 *
 * @param int $post_id Only those of this page or post; 0 for all.
 * @return array[] { post, user, name, expires, values } by id.
 */
function lintel_shared_previews( $post_id = 0 ) {
	$stored = get_option( LINTEL_SHARES_OPTION, array() );
	return array_filter(
		is_array( $stored ) ? $stored : array(),
		static function ( $share ) use ( $post_id ) {
			return $share['expires'] > time() && ( 0 === $post_id || $share['post'] === $post_id );
		}
	);
}

/**
 * Creates a shared link to a page, with the current user's unsaved values. Beyond 50 links, revokes the oldest.
 *
 * @param int $post_id Page or post; the caller has checked that the user may edit it.
 * @return array { url, expires: Unix time }
 */
function lintel_share_preview( $post_id ) {
	$id      = wp_generate_uuid4();
	$expires = time() + LINTEL_SHARE_LIFE;
	$shares  = lintel_shared_previews() + array(
		$id => array(
			'post'    => (int) $post_id,
			'user'    => get_current_user_id(),
			'name'    => wp_get_current_user()->display_name,
			'expires' => $expires,
			'values'  => lintel_unsaved_values( $post_id ),
		),
	);
	update_option( LINTEL_SHARES_OPTION, array_slice( $shares, -LINTEL_MOST_SHARES, null, true ), false );
	return array(
		'url'     => lintel_preview_url( $post_id, 'share', $id ),
		'expires' => $expires,
	);
}

/**
 * Revokes a shared link.
 *
 * @param string $id Its id.
 */
function lintel_revoke_preview( $id ) {
	$shares = lintel_shared_previews();
	unset( $shares[ $id ] );
	update_option( LINTEL_SHARES_OPTION, $shares, false );
}
