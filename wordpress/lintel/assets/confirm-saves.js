/**
 * Checks in the block editor whether each save has stored the sections, and shows the errors of refused values. The block
 * editor does not reload the form. It saves the form in a second request after the post, and does not report if that fails.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	/** Whether the server may lack something that is typed in the form. */
	var isUnconfirmed = false;

	/** Shows each error at its field, and opens the section of the field. */
	function showErrors( box, errors ) {
		if ( settings.showCustomFieldErrors ) {
			settings.showCustomFieldErrors( errors );
		}
		box.querySelectorAll( '[data-lintel-path]' ).forEach( function ( field ) {
			var message = errors[ field.dataset.lintelPath ] || '';
			var errorLine = document.getElementById( 'lintel-' + field.dataset.lintelPath.replace( /\./g, '-' ) + '-error' );
			errorLine.textContent = message;
			errorLine.hidden = message === '';
			if ( message !== '' ) {
				var section = field.closest( '.lintel-section' );
				if ( section ) {
					void settings.open( section );
				}
			}
		} );
	}

	/** Stores hashes in the hidden inputs, so that the next save may overwrite the stored values that have these hashes. */
	settings.noteStored = function ( hashes ) {
		document.querySelectorAll( '[name="lintel[opened][]"]' ).forEach( function ( input ) {
			var opened = JSON.parse( input.value );
			Object.keys( opened ).forEach( function ( id ) {
				opened[ id ] = hashes[ id ] || opened[ id ];
			} );
			input.value = JSON.stringify( opened );
		} );
	};

	/** Adds the input with the id of a save. It comes first, so that PHP's limit of inputs does not cut it off. */
	function addSaveInput( box ) {
		var input = document.createElement( 'input' );
		input.type = 'hidden';
		input.name = 'lintel_save';
		box.prepend( input );
		return input;
	}

	/**
	 * Resolves to the result of a save: its errors by path, the hashes of the stored values, the section ids of values that
	 * only somebody else changed, and the stored layout. Rejects unless the server confirms that it processed the form.
	 */
	function readResult( save ) {
		var address = settings.url + '?action=lintel_refused_sections&post=' + settings.post + '&save=' + save + '&nonce=' + settings.nonce;
		return window
			.fetch( address, { credentials: 'same-origin' } )
			.then( function ( response ) {
				return response.json();
			} )
			.then( function ( answer ) {
				if ( ! answer.success ) {
					throw new Error( settings.unconfirmed );
				}
				return answer.data;
			} );
	}

	/** Shows the errors after each save. Dispatches "lintel-saved" with the result, unless the request for it fails. */
	function watchBlockEditor( box, editor ) {
		var notices = window.wp.data.dispatch( 'core/notices' );
		var input = addSaveInput( box );
		var saving = false;
		var submitted = null;
		window.wp.data.subscribe( function () {
			var before = saving;
			saving = editor.isSavingMetaBoxes();
			if ( saving && ! before ) {
				// Listeners of "lintel-saving" record in `submitted` what this save sends. Then the editor reads the form.
				submitted = {};
				input.value = Date.now().toString( 36 ) + Math.random().toString( 36 ).slice( 2 );
				document.dispatchEvent( new CustomEvent( 'lintel-saving', { detail: submitted } ) );
			}
			if ( ! before || saving ) {
				return;
			}
			var saved = submitted;
			readResult( input.value ).then(
				function ( result ) {
					var errors = result.errors;
					settings.noteStored( result.opened );
					// The error without a path means that PHP cut off the form, so its values are not stored.
					isUnconfirmed = Boolean( errors[ '' ] );
					showErrors( box, errors );
					if ( Object.keys( errors ).length > 0 ) {
						notices.createErrorNotice( errors[ '' ] || settings.refused, { id: 'lintel-refused' } );
					} else {
						notices.removeNotice( 'lintel-refused' );
					}
					document.dispatchEvent( new CustomEvent( 'lintel-saved', { detail: { submitted: saved, result: result } } ) );
				},
				function () {
					isUnconfirmed = true;
					notices.createErrorNotice( settings.unconfirmed, { id: 'lintel-refused' } );
				}
			);
		} );
		// The block editor itself asks only if the post has changes.
		window.addEventListener( 'beforeunload', function ( event ) {
			if ( isUnconfirmed ) {
				event.preventDefault();
			}
		} );
	}

	function start() {
		var box = document.querySelector( '#lintel-sections, .postbox[id^="acf-group_lintel_"]' );
		var editor = window.wp && window.wp.data && window.wp.data.select( 'core/edit-post' );
		if ( box && editor && document.body.classList.contains( 'block-editor-page' ) ) {
			watchBlockEditor( box, editor );
		}
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
