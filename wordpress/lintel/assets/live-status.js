/**
 * Shows after saving whether the page is live on the site, with the time it took, or why not.
 */
( function () {
	'use strict';

	var settings = window.lintelLiveStatus;
	var wp = window.wp;
	/** Milliseconds between two requests for the state, and milliseconds after which the requests stop. */
	var AGAIN = 400;
	var TIMEOUT = 60000;
	/** Number of the latest save. Responses about earlier saves are ignored. */
	var latest = 0;

	function isFinal( state ) {
		return state !== 'sending' && state !== 'reading';
	}

	/** Shows that the change is being sent, requests the state until it is final, and shows it. */
	function follow( show ) {
		var mine = ( latest += 1 );
		var until = Date.now() + TIMEOUT;

		function ask() {
			wp.apiFetch( { path: settings.path } ).then(
				function ( answer ) {
					if ( mine !== latest ) {
						return;
					}
					if ( isFinal( answer.state ) ) {
						show( answer.state, answer.message );
					} else if ( Date.now() > until ) {
						show( 'waiting', settings.unknown );
					} else {
						window.setTimeout( ask, AGAIN );
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
			if ( isFinal( state ) ) {
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
