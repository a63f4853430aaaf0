<?php
/**
 * The log of the latest change notices, which is also the queue of notices that have not reached the site yet. If two
 * requests write the log at once, an entry can get lost. Its request still sends the entry, and stores it with the
 * result.
 *
 * @package Lintel
 */

defined( 'ABSPATH' ) || exit;

/**
 * Entries by key, oldest first: { at: Unix time, user: id, changes, notice: id of the notice that it was last sent
 * with, state, reason, milliseconds until it was live, attempts, tried_at: Unix time of the last attempt, took:
 * milliseconds until the site responded }. The states are sending, reading (the site has it), live, waiting (for the
 * next attempt), failed (given up).
 */
const LINTEL_NOTICES_OPTION = 'lintel_notices';

const LINTEL_MOST_NOTICES = 20;

/** Maximum number of changes that an entry names. */
const LINTEL_MOST_LOGGED_CHANGES = 500;

/**
 * Seconds before each further attempt. After the last attempt, the plugin gives up: by then, the site has found the
 * change in one of its own checks.
 */
const LINTEL_NOTICE_RETRIES = array( 5, 15, 60, 300, 1800, 7200 );

/** Seconds after which a notice that is still being sent counts as interrupted. More than any of its timeouts. */
const LINTEL_NOTICE_INTERRUPTED = 15;

/**
 * Returns the current entries, even if another request has just changed them.
 *
 * @return array
 */
function lintel_notice_log() {
	wp_cache_delete( LINTEL_NOTICES_OPTION, 'options' );
	$log = get_option( LINTEL_NOTICES_OPTION, array() );
	return is_array( $log ) ? $log : array();
}

/**
 * Stores the latest entries.
 *
 * @param array $log Entries.
 */
function lintel_store_notice_log( array $log ) {
	update_option( LINTEL_NOTICES_OPTION, array_slice( $log, -LINTEL_MOST_NOTICES, null, true ), false );
}

/**
 * Adds an entry for changes that are about to be sent.
 *
 * @param array[] $changes Changes.
 * @return array The entry, by its key.
 */
function lintel_log_notice( array $changes ) {
	$log = lintel_notice_log();
	$key = wp_generate_uuid4();

	$log[ $key ] = array(
		'at'           => time(),
		'user'         => get_current_user_id(),
		'changes'      => array_slice( $changes, 0, LINTEL_MOST_LOGGED_CHANGES ),
		'notice'       => '',
		'state'        => 'sending',
		'reason'       => '',
		'milliseconds' => null,
		'attempts'     => 0,
		'tried_at'     => 0,
		'took'         => 0,
	);
	lintel_store_notice_log( $log );
	return array( $key => $log[ $key ] );
}

/**
 * Returns the entries that have not reached the site, and marks them as being sent.
 *
 * @param array $own Entry of this request, by its key, in case the log has lost it.
 * @return array By key.
 */
function lintel_take_unsent_notices( array $own = array() ) {
	$log   = lintel_notice_log() + $own;
	$batch = array_filter( $log, 'lintel_is_unsent_notice' );
	foreach ( array_keys( $batch ) as $key ) {
		$log[ $key ]['state']    = 'sending';
		$log[ $key ]['tried_at'] = time();
		++$log[ $key ]['attempts'];
	}
	if ( $batch ) {
		lintel_store_notice_log( $log );
	}
	return array_intersect_key( $log, $batch );
}

/**
 * Returns whether an entry should be sent: it is new, waits, or was interrupted.
 *
 * @param array $entry Entry.
 * @return bool
 */
function lintel_is_unsent_notice( array $entry ) {
	return 'waiting' === $entry['state'] || ( 'sending' === $entry['state'] && $entry['tried_at'] < time() - LINTEL_NOTICE_INTERRUPTED );
}

/**
 * Stores the result of a notice in the entries that it contained, and schedules the next attempt if it failed.
 *
 * @param array  $batch  These entries, by their keys.
 * @param string $id     Id of the notice.
 * @param array  $result Result of lintel_post_notice().
 */
function lintel_log_result( array $batch, $id, array $result ) {
	$log   = lintel_notice_log() + $batch;
	$delay = null;
	foreach ( array_keys( $batch ) as $key ) {
		$log[ $key ] = array_merge( $log[ $key ], array( 'notice' => $id ), $result );
		$attempts    = $log[ $key ]['attempts'];
		if ( 'failed' === $result['state'] && $attempts <= count( LINTEL_NOTICE_RETRIES ) ) {
			$log[ $key ]['state'] = 'waiting';
			$delay                = min( null === $delay ? PHP_INT_MAX : $delay, LINTEL_NOTICE_RETRIES[ max( 0, $attempts - 1 ) ] );
		}
	}
	lintel_store_notice_log( $log );
	if ( null !== $delay ) {
		lintel_schedule_retry( $delay );
	} elseif ( 'failed' !== $result['state'] ) {
		wp_clear_scheduled_hook( 'lintel_retry_notices' );
	}
}

/**
 * Schedules the next attempt, unless an earlier one is scheduled.
 *
 * @param int $delay Seconds.
 */
function lintel_schedule_retry( $delay ) {
	$next = wp_next_scheduled( 'lintel_retry_notices' );
	if ( $next && $next <= time() + $delay ) {
		return;
	}
	wp_clear_scheduled_hook( 'lintel_retry_notices' );
	wp_schedule_single_event( time() + $delay, 'lintel_retry_notices' );
}

/**
 * Returns whether the edit screen's request for the state should send an entry now: it is unsent, and either it had at
 * most one attempt, which the short timeout may have cut off, or its next attempt is due and WordPress's cron has not
 * made it.
 *
 * @param array $entry Entry.
 * @return bool
 */
function lintel_is_due_notice( array $entry ) {
	if ( ! lintel_is_unsent_notice( $entry ) ) {
		return false;
	}
	$delay = $entry['attempts'] > 1 ? LINTEL_NOTICE_RETRIES[ min( $entry['attempts'], count( LINTEL_NOTICE_RETRIES ) ) - 1 ] : 0;
	return $entry['tried_at'] + $delay <= time();
}

/**
 * Returns the latest entry about a post of any type, such as a page or a picture; null if there is none.
 *
 * @param int $post_id Post.
 * @return array|null The entry, with its `key`.
 */
function lintel_latest_notice_of( $post_id ) {
	foreach ( array_reverse( lintel_notice_log(), true ) as $key => $entry ) {
		foreach ( $entry['changes'] as $change ) {
			$about = lintel_feed_kinds()[ $change['type'] ] ?? array();
			if ( isset( $about['post_type'] ) && (int) $change['id'] === $post_id ) {
				return array( 'key' => $key ) + $entry;
			}
		}
	}
	return null;
}
