<?php
/**
 * The table of changes: one row for each entry that changed, with a number that grows with each change. When an entry
 * changes again, its row is replaced by one with a newer number.
 *
 * Beside the entries, each request that changed something adds a mark: a row of its own with a random text. The site
 * stores how far it has read as a mark, "number-text". If that mark is not in the table any more, for example because
 * the table was restored from a backup, the site reads everything. A number alone could belong to another change by
 * then.
 *
 * Two requests that write at the same time can become visible in the opposite order of their numbers. So the `cursor`
 * of the change feed is a mark that is at least LINTEL_SETTLED_SECONDS old, and the site reads newer changes again until
 * then. If another plugin keeps a transaction open for longer, the site finds its changes only when it reads everything,
 * once a day.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/** Option with the version of the table, autoloaded. */
const LINTEL_CHANGES_OPTION  = 'lintel_changes_table';
const LINTEL_CHANGES_VERSION = '1';

/** The kind of the rows that are marks. No entry has this kind. */
const LINTEL_MARK = 'mark';

const LINTEL_SETTLED_SECONDS = 30;

/** Older rows are removed. A site that has not read the table for longer than this reads everything again. */
const LINTEL_CHANGES_KEPT_SECONDS = 7 * DAY_IN_SECONDS;

const LINTEL_ROWS_PER_STATEMENT = 200;

add_action(
	'init',
	static function () {
		if ( LINTEL_CHANGES_VERSION !== get_option( LINTEL_CHANGES_OPTION ) ) {
			lintel_create_changes_table();
		}
	},
	1
);

// While the plugin was inactive, changes were not recorded, so each site must read everything again.
register_activation_hook(
	dirname( __DIR__ ) . '/lintel.php',
	static function ( $network_wide ) {
		if ( ! is_multisite() || ! $network_wide ) {
			lintel_create_changes_table();
			lintel_forget_marks();
			return;
		}
		foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site_id ) {
			switch_to_blog( $site_id );
			// Sites of the network without the table create it at their next request.
			if ( get_option( LINTEL_CHANGES_OPTION ) ) {
				lintel_forget_marks();
			}
			restore_current_blog();
		}
	}
);

/**
 * Returns the name of the table.
 *
 * @return string
 */
function lintel_changes_table() {
	global $wpdb;
	return $wpdb->prefix . 'lintel_changes';
}

/**
 * Creates the table, or changes it to its current columns, and stores its version.
 */
function lintel_create_changes_table() {
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	dbDelta(
		'CREATE TABLE ' . lintel_changes_table() . " (
			id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
			kind varchar(40) NOT NULL,
			entry varchar(60) NOT NULL,
			noted_at bigint(20) unsigned NOT NULL,
			PRIMARY KEY  (id),
			UNIQUE KEY kind_entry (kind,entry)
		) {$wpdb->get_charset_collate()};"
	);
	update_option( LINTEL_CHANGES_OPTION, LINTEL_CHANGES_VERSION, true );
}

/**
 * Runs a statement on the table, up to three times, because another request may block it. Creates the table if it is
 * missing.
 *
 * @param string $sql Statement, prepared.
 * @return bool Whether it succeeded.
 */
function lintel_write_changes_table( $sql ) {
	global $wpdb;
	for ( $try = 1; $try <= 3; $try++ ) {
		$shown  = $wpdb->suppress_errors( $try < 3 );
		$result = $wpdb->query( $sql ); // phpcs:ignore WordPress.DB -- Prepared by the caller.
		$wpdb->suppress_errors( $shown );
		if ( false !== $result ) {
			return true;
		}
		lintel_create_changes_table();
	}
	return false;
}

/**
 * Stores changes with new numbers, and a mark after them. Removes changes that are too old to be read.
 *
 * @param array[] $changes Each { type, id }.
 */
function lintel_store_changes( array $changes ) {
	global $wpdb;
	$table = lintel_changes_table();
	$rows  = array();
	foreach ( $changes as $change ) {
		$rows[ "{$change['type']} {$change['id']}" ] = $wpdb->prepare( '(%s, %s, %d)', $change['type'], $change['id'], time() );
	}
	// Always in the same order, so that two requests do not deadlock.
	ksort( $rows );
	foreach ( array_chunk( $rows, LINTEL_ROWS_PER_STATEMENT ) as $chunk ) {
		lintel_write_changes_table( "REPLACE INTO $table (kind, entry, noted_at) VALUES " . implode( ', ', $chunk ) );
	}
	lintel_add_mark( time() );
	lintel_remove_old_changes();
}

/**
 * Adds a mark: a row with a random text and the next number.
 *
 * @param int $noted_at Unix time from which the age of the mark is counted.
 */
function lintel_add_mark( $noted_at ) {
	global $wpdb;
	$table = lintel_changes_table();
	lintel_write_changes_table( $wpdb->prepare( "INSERT INTO $table (kind, entry, noted_at) VALUES (%s, %s, %d)", LINTEL_MARK, str_replace( '-', '', wp_generate_uuid4() ), $noted_at ) ); // phpcs:ignore WordPress.DB
}

/**
 * Removes changes that no site reads any more: those before the newest mark that is older than seven days.
 */
function lintel_remove_old_changes() {
	global $wpdb;
	$table = lintel_changes_table();
	$oldest = $wpdb->get_var( $wpdb->prepare( "SELECT MAX(id) FROM $table WHERE kind = %s AND noted_at < %d", LINTEL_MARK, time() - LINTEL_CHANGES_KEPT_SECONDS ) ); // phpcs:ignore WordPress.DB
	if ( $oldest ) {
		lintel_write_changes_table( $wpdb->prepare( "DELETE FROM $table WHERE id < %d", $oldest ) ); // phpcs:ignore WordPress.DB
	}
}

/**
 * Removes all marks, so that each site reads everything.
 */
function lintel_forget_marks() {
	global $wpdb;
	$table = lintel_changes_table();
	lintel_write_changes_table( $wpdb->prepare( "DELETE FROM $table WHERE kind = %s", LINTEL_MARK ) ); // phpcs:ignore WordPress.DB
}

/**
 * Returns the newest mark.
 *
 * @param int $age Minimum age in seconds.
 * @return string "number-text"; '' if there is none.
 */
function lintel_newest_mark( $age = 0 ) {
	global $wpdb;
	$table = lintel_changes_table();
	$shown = $wpdb->suppress_errors();
	$row   = $wpdb->get_row( $wpdb->prepare( "SELECT id, entry FROM $table WHERE kind = %s AND noted_at <= %d ORDER BY id DESC LIMIT 1", LINTEL_MARK, time() - $age ) ); // phpcs:ignore WordPress.DB
	$wpdb->suppress_errors( $shown );
	return $row ? "$row->id-$row->entry" : '';
}

/**
 * Returns the mark up to which no change can appear any more. If there is none, adds one and returns it.
 *
 * @return string "number-text"; '' if the table cannot be written.
 */
function lintel_settled_mark() {
	$mark = lintel_newest_mark( LINTEL_SETTLED_SECONDS );
	if ( '' === $mark ) {
		// No site has a mark of this table now. So each reads everything, and misses no change before this mark.
		lintel_add_mark( 0 );
		$mark = lintel_newest_mark( LINTEL_SETTLED_SECONDS );
	}
	return $mark;
}

/**
 * Returns the number of a mark.
 *
 * @param string $mark "number-text".
 * @return int|null Null if this table does not have the mark.
 */
function lintel_number_of_mark( $mark ) {
	global $wpdb;
	if ( ! preg_match( '/^(\d{1,19})-([0-9a-f]{32})$/', $mark, $found ) ) {
		return null;
	}
	$table = lintel_changes_table();
	$shown = $wpdb->suppress_errors();
	$known = $wpdb->get_var( $wpdb->prepare( "SELECT id FROM $table WHERE id = %d AND kind = %s AND entry = %s", $found[1], LINTEL_MARK, $found[2] ) ); // phpcs:ignore WordPress.DB
	$wpdb->suppress_errors( $shown );
	return $known ? (int) $known : null;
}

/**
 * Returns the changes after a number, oldest first.
 *
 * @param int $number Number.
 * @param int $limit  Maximum number of changes.
 * @return object[]|null Each { id, kind, entry }; null if the table cannot be read.
 */
function lintel_changes_after( $number, $limit ) {
	global $wpdb;
	$table = lintel_changes_table();
	$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT id, kind, entry FROM $table WHERE id > %d AND kind <> %s ORDER BY id LIMIT %d", $number, LINTEL_MARK, $limit ) ); // phpcs:ignore WordPress.DB
	return '' === $wpdb->last_error ? $rows : null;
}
