/**
 * Shows after saving whether the page is live on the site, with the time it took, or why not.
 */
( function () {
	'use strict';

	var settings = window.lintelLiveStatus;
	var wp = window.wp;
	/** While the site works on the change: milliseconds between two requests for the state, and until they stop. */
	var AGAIN = 400;
	var TIMEOUT = 60000;
	/** The same while the change waits for the site. These requests also send the change again. */
	var AGAIN_WAITING = 5000;
	var TIMEOUT_WAITING = 600000;
	/** Number of the latest save. Responses about earlier saves are ignored. */
	var latest = 0;

	function isFinal( state ) {
		return state !== 'sending' && state !== 'reading' && state !== 'waiting';
	}

	/** Shows that the change is being sent. Then requests the state until it is final, and shows its message. */
	function follow( show ) {
		var mine = ( latest += 1 );
		var began = Date.now();
		var shown = '';

		function ask() {
			wp.apiFetch( { path: settings.path } ).then(
				function ( answer ) {
					if ( mine !== latest ) {
						return;
					}
					var isWaiting = answer.state === 'waiting';
					// Shown once, because a screen reader speaks it each time.
					if ( ( isFinal( answer.state ) || isWaiting ) && answer.message !== shown ) {
						shown = answer.message;
						show( answer.state, answer.message );
					}
					if ( isFinal( answer.state ) ) {
						return;
					}
					if ( Date.now() - began < ( isWaiting ? TIMEOUT_WAITING : TIMEOUT ) ) {
						window.setTimeout( ask, isWaiting ? AGAIN_WAITING : AGAIN );
					} else if ( ! isWaiting ) {
						show( 'waiting', settings.unknown );
					}
				},
				function () {
					if ( mine === latest ) {
						show( 'waiting', settings.unknown );
					}
				}
			);
		}

		show( 'sending', settings.sending );
		ask();
	}

	/** Shows the state after each save in the block editor, which does not reload the screen. */
	function watchBlockEditor() {
		var editor = wp.data.select( 'core/editor' );
		var boxes = wp.data.select( 'core/edit-post' );
		var notices = wp.data.dispatch( 'core/notices' );
		var wasSaving = false;

		function show( state, message ) {
			var isWarning = state === 'waiting' || state === 'failed';
			notices.removeNotice( 'lintel-live' );
			if ( state === 'none' ) {
				return;
			}
			notices.createNotice( isWarning ? 'warning' : 'info', message, {
				id: 'lintel-live',
				// A snackbar disappears by itself. A message that requires action stays.
				type: isWarning ? 'default' : 'snackbar',
				speak: state !== 'sending',
			} );
		}

		wp.data.subscribe( function () {
			// The meta boxes are saved after the page, in a separate request.
			var isSaving = ( editor.isSavingPost() && ! editor.isAutosavingPost() ) || ( boxes && boxes.isSavingMetaBoxes() );
			var hasSaved = wasSaving && ! isSaving && editor.didPostSaveRequestSucceed();
			wasSaving = isSaving;
			if ( hasSaved ) {
				follow( show );
			}
		} );
	}

	/** Updates the notice on the classic edit screen, which each save reloads. */
	function updateNotice( box ) {
		var classes = { live: 'notice-success', waiting: 'notice-warning', failed: 'notice-warning' };
		follow( function ( state, message ) {
			box.className = 'notice ' + ( classes[ state ] || 'notice-info' );
			box.hidden = state === 'none';
			box.querySelector( 'p' ).textContent = message;
			if ( state !== 'sending' && state !== 'reading' ) {
				wp.a11y.speak( message );
			}
		} );
	}

	function start() {
		var box = document.getElementById( 'lintel-live-status' );
		if ( document.body.classList.contains( 'block-editor-page' ) ) {
			watchBlockEditor();
		} else if ( box && ! isFinal( box.dataset.state ) ) {
			updateNotice( box );
		}
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
