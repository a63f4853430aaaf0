<?php
/**
 * Plugin Name:       Lintel
 * Description:       Makes this WordPress the editor of a Lintel site: fields for every section of a page, menus and site settings.
 * Version:           0.4.0
 * Requires at least: 6.2
 * Requires PHP:      7.4
 * Author:            Lintel
 * License:           GPL-2.0-or-later
 * Text Domain:       lintel
 * Domain Path:       /languages
 * Update URI:        https://lintel.invalid/plugin
 *
 * How a section's value is stored
 * -------------------------------
 * In post meta, exactly as in Advanced Custom Fields, so that ACF or Secure Custom Fields finds every value when it is
 * activated later, and this plugin finds their values when they are deactivated:
 *
 *     hero_title            = "Welcome home"          a value
 *     _hero_title           = "field_lintel_home__hero_title"    the key of its field
 *     stats                 = 2                       a list: the number of its rows (ACF: repeater)
 *     stats_0_label         = "Days on market"        a row's value, with _stats_0_label beside it
 *     seo                   = ""                      an object (ACF: group)
 *     seo_title             = "…"                     a value in it, with _seo_title beside it
 *     cta                   = {title,url,target}      a link: one serialized array
 *     hero_image            = 81                      an image: the attachment's id
 *     show_map              = 1                       a toggle: 1 or 0
 *
 * Field keys are derived, never random, so that two installations agree on them:
 *
 *     field_lintel_{page}__{section id}               page: the page's path with "--" for "/", as in
 *     field_lintel_{page}__{section id}__{name}       buy--mortgage-guide; "post" for blog posts
 *
 * (a WordPress slug never contains "--", so no two pages share a key). Shared sections, templates and pages whose path
 * cannot be in a key have other page keys, see lintel_page_key(). Rows of a list share their columns' keys.
 *
 * ACF's storage does not say whether "3" was text, a number or a toggle. For values written through this plugin, the
 * kind is recorded in another meta, `_lintel_kinds`. For values written by ACF, the kind is inferred from the value.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/includes/shared-sections.php';
require_once __DIR__ . '/includes/connection.php';
require_once __DIR__ . '/includes/signed-requests.php';
require_once __DIR__ . '/includes/connection-exchange.php';
require_once __DIR__ . '/includes/field-keys.php';
require_once __DIR__ . '/includes/section-kinds.php';
require_once __DIR__ . '/includes/read-sections.php';
require_once __DIR__ . '/includes/clean-values.php';
require_once __DIR__ . '/includes/store-values.php';
require_once __DIR__ . '/includes/store-metas.php';
require_once __DIR__ . '/includes/write-sections.php';
require_once __DIR__ . '/includes/sections-source.php';
require_once __DIR__ . '/includes/field-kinds.php';
require_once __DIR__ . '/includes/shown-fields.php';
require_once __DIR__ . '/includes/content-choices.php';
require_once __DIR__ . '/includes/page-layout.php';
require_once __DIR__ . '/includes/layout-variants.php';
require_once __DIR__ . '/includes/page-sections.php';
require_once __DIR__ . '/includes/section-names.php';
require_once __DIR__ . '/includes/typed-values.php';
require_once __DIR__ . '/includes/acf-fields.php';
require_once __DIR__ . '/includes/acf-validation.php';
require_once __DIR__ . '/includes/check-sections.php';
require_once __DIR__ . '/includes/rest-sections.php';
require_once __DIR__ . '/includes/edit-lock.php';
require_once __DIR__ . '/includes/menus.php';
require_once __DIR__ . '/includes/site-settings.php';
require_once __DIR__ . '/includes/page-slugs.php';
require_once __DIR__ . '/includes/revisions.php';
require_once __DIR__ . '/includes/copied-pages.php';
require_once __DIR__ . '/includes/moved-pages.php';
require_once __DIR__ . '/includes/change-table.php';
require_once __DIR__ . '/includes/note-changes.php';
require_once __DIR__ . '/includes/posts-with-lists.php';
require_once __DIR__ . '/includes/query-pages.php';
require_once __DIR__ . '/includes/change-feed.php';
require_once __DIR__ . '/includes/protected-posts.php';
require_once __DIR__ . '/includes/comments.php';
require_once __DIR__ . '/includes/notice-log.php';
require_once __DIR__ . '/includes/notice-messages.php';
require_once __DIR__ . '/includes/ask-site.php';
require_once __DIR__ . '/includes/send-notices.php';
require_once __DIR__ . '/includes/site-addresses.php';
require_once __DIR__ . '/includes/updates.php';
require_once __DIR__ . '/includes/rest-closers.php';
require_once __DIR__ . '/includes/doctor.php';
require_once __DIR__ . '/includes/proxied-sign-in.php';
require_once __DIR__ . '/includes/focal-point.php';
require_once __DIR__ . '/includes/preview-tokens.php';
require_once __DIR__ . '/includes/unsaved-values.php';
require_once __DIR__ . '/includes/preview.php';
require_once __DIR__ . '/includes/preview-links.php';
require_once __DIR__ . '/includes/body-faults.php';
require_once __DIR__ . '/includes/import-picture.php';

add_action(
	'init',
	static function () {
		// Before version 6.8, WordPress does not load translations from the header's `Domain Path` by itself.
		load_plugin_textdomain( 'lintel', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	},
	0
);

if ( is_admin() ) {
	require_once __DIR__ . '/admin/read-settings-form.php';
	require_once __DIR__ . '/admin/opened-settings.php';
	require_once __DIR__ . '/admin/settings-inputs.php';
	require_once __DIR__ . '/admin/settings-screen.php';
	require_once __DIR__ . '/admin/connection-screen.php';
	require_once __DIR__ . '/admin/manual-connection-form.php';
	require_once __DIR__ . '/admin/connection-progress.php';
	require_once __DIR__ . '/admin/notices-screen.php';
	require_once __DIR__ . '/admin/live-status.php';
	require_once __DIR__ . '/admin/sections-source-form.php';
	require_once __DIR__ . '/admin/doctor-screen.php';
	require_once __DIR__ . '/admin/opened-values.php';
	require_once __DIR__ . '/admin/save-sections.php';
	require_once __DIR__ . '/admin/custom-fields-form.php';
	require_once __DIR__ . '/admin/save-layout.php';
	require_once __DIR__ . '/admin/layout-list.php';
	require_once __DIR__ . '/admin/shared-sections-list.php';
	require_once __DIR__ . '/admin/block-picture.php';
	require_once __DIR__ . '/admin/fold-body.php';
	require_once __DIR__ . '/admin/section-inputs.php';
	require_once __DIR__ . '/admin/answer-section-fields.php';
	require_once __DIR__ . '/admin/sections-box.php';
	require_once __DIR__ . '/admin/preview-box.php';
	require_once __DIR__ . '/admin/theme-notice.php';
	require_once __DIR__ . '/admin/replace-form.php';
	require_once __DIR__ . '/admin/body-faults.php';
}
