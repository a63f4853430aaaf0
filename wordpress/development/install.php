<?php
/**
 * Installs WordPress and fills it, once, in one run. Reads the file named by LINTEL_INPUT, by default
 * /tmp/lintel-input.json ({ admin, editor: { username, password }, content }), and prints { appPassword }.
 *
 * @package Lintel
 */

$lintel_input = json_decode( file_get_contents( getenv( 'LINTEL_INPUT' ) ?: '/tmp/lintel-input.json' ), true );

define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST'] = preg_replace( '~^https?://~', '', LINTEL_DEVELOPMENT_URL );
require ( getenv( 'LINTEL_WORDPRESS' ) ?: '/wordpress' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
require_once __DIR__ . '/seed.php';

/**
 * Creates an application password, with which the site's server authenticates.
 *
 * @param int $user_id User.
 * @return string
 * @throws RuntimeException When WordPress refuses.
 */
function lintel_make_app_password( $user_id ) {
	$made = WP_Application_Passwords::create_new_application_password( $user_id, array( 'name' => 'Lintel' ) );
	if ( is_wp_error( $made ) ) {
		throw new RuntimeException( $made->get_error_message() );
	}
	return WP_Application_Passwords::chunk_password( $made[0] );
}

// To test permalinks, wp_install() requests a page of this site. Nothing serves it yet, so the request would time out
// after five seconds.
add_filter(
	'pre_http_request',
	static function () {
		return new WP_Error( 'installing', 'No requests while installing.' );
	}
);

ob_start();
$lintel_admin  = $lintel_input['admin'];
$lintel_editor = $lintel_input['editor'];
$lintel_made   = wp_install( 'Lintel', $lintel_admin['username'], 'admin@example.com', true, '', wp_slash( $lintel_admin['password'] ) );

// Reload the roles, because this request loaded them before the installation.
wp_roles()->for_site();
wp_set_current_user( $lintel_made['user_id'] );

$lintel_editor_id = wp_insert_user(
	array(
		'user_login'   => $lintel_editor['username'],
		'user_pass'    => $lintel_editor['password'],
		'user_email'   => 'editor@example.com',
		// The author's name on posts.
		'display_name' => $lintel_input['content']['author'],
		'role'         => 'editor',
	)
);

// The welcome guide of the block editor loads media from wordpress.org, but this site must not load anything external.
foreach ( array( $lintel_made['user_id'], $lintel_editor_id ) as $lintel_user_id ) {
	update_user_meta(
		$lintel_user_id,
		$GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences',
		array(
			'core/edit-post' => array( 'welcomeGuide' => false ),
			'_modified'      => gmdate( 'c' ),
		)
	);
}

update_option( 'timezone_string', 'America/Chicago' );
update_option( 'start_of_week', 0 );
update_option( 'default_comment_status', 'closed' );
update_option( 'default_ping_status', 'closed' );

// Remove WordPress's sample page, post and comment.
foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'any', 'numberposts' => -1, 'fields' => 'ids' ) ) as $lintel_sample ) {
	wp_delete_post( $lintel_sample, true );
}

$lintel_activated = activate_plugin( 'lintel/lintel.php' );
if ( is_wp_error( $lintel_activated ) ) {
	throw new RuntimeException( $lintel_activated->get_error_message() );
}

// The editor owns the content, not the administrator.
wp_set_current_user( $lintel_editor_id );
lintel_seed( $lintel_input['content'] );

global $wp_rewrite;
$wp_rewrite->set_permalink_structure( '/%postname%/' );
// The next request writes the rules. This one registered the taxonomies without permalinks, so its rules have no
// categories and tags.
delete_option( 'rewrite_rules' );

$lintel_app_password = lintel_make_app_password( $lintel_editor_id );
ob_end_clean();
echo wp_json_encode( array( 'appPassword' => $lintel_app_password ) );
