/**
 * Opens and closes the sections. The fields of a section are loaded when it is opened for the first time.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	/** The pending requests, by key. */
	var asked = {};

	/** Requests the fields of a section. Resolves to { success: true, data: HTML }, or to { message } after a failure. */
	settings.request = function ( key ) {
		var body = new FormData();
		var path = document.querySelector( 'input[name="lintel[path]"]' );
		body.append( 'action', 'lintel_section_fields' );
		body.append( 'post', settings.post );
		body.append( 'nonce', settings.nonce );
		body.append( 'path', path ? path.value : '' );
		body.append( 'key', key );
		return window
			.fetch( settings.url, { method: 'POST', credentials: 'same-origin', body: body } )
			.then( function ( response ) {
				return response.json();
			} )
			.then(
				function ( answer ) {
					return answer.success ? answer : { message: answer.data || settings.late };
				},
				function () {
					return { message: settings.late };
				}
			);
	};

	function panelOf( section ) {
		return section.querySelector( ':scope > .lintel-panel' );
	}

	function toggleOf( section ) {
		return section.querySelector( ':scope > .lintel-placement-row > .lintel-toggle' );
	}

	/** Opens a section and loads its fields if necessary. Resolves when the fields, or an error message, are shown. */
	settings.open = function ( section ) {
		var key = section.dataset.lintelKey;
		toggleOf( section ).setAttribute( 'aria-expanded', 'true' );
		panelOf( section ).hidden = false;
		if ( section.dataset.lintelLater === undefined ) {
			settings.refresh( section );
			return Promise.resolve();
		}
		asked[ key ] =
			asked[ key ] ||
			settings.request( key ).then( function ( answer ) {
				delete asked[ key ];
				if ( ! answer.success ) {
					panelOf( section ).querySelector( '[role="status"]' ).textContent = answer.message;
					return;
				}
				var holder = document.createElement( 'div' );
				holder.innerHTML = answer.data;
				holder.firstElementChild.hidden = panelOf( section ).hidden;
				panelOf( section ).replaceWith( holder.firstElementChild );
				delete section.dataset.lintelLater;
				settings.refresh( section );
			} );
		return asked[ key ];
	};

	function close( section ) {
		toggleOf( section ).setAttribute( 'aria-expanded', 'false' );
		panelOf( section ).hidden = true;
	}

	/** Focuses the field that the URL's fragment names, after opening its section. The list of faults has such links. */
	function followAddress() {
		var id = window.location.hash.replace( /^#lintel-/, '' ).split( '-' )[ 0 ];
		var field = id && document.querySelector( '[data-lintel-path="' + CSS.escape( id ) + '"]' );
		var section = field ? field.closest( '.lintel-section' ) : id && document.querySelector( '[data-lintel-later~="' + CSS.escape( id ) + '"]' );
		if ( section ) {
			void settings.open( section ).then( function () {
				var input = document.getElementById( 'lintel-' + id );
				if ( input ) {
					keepFocus( input );
				}
			} );
		}
	}

	/**
	 * Focuses an input. While the block editor starts, it moves the form, which takes the focus away, so this tries again for
	 * ten seconds, or until somebody does something else.
	 */
	function keepFocus( input ) {
		var field = input.closest( '.lintel-field' );
		var tries = 40;
		var timer = window.setInterval( focus, 250 );
		function stop() {
			window.clearInterval( timer );
			document.removeEventListener( 'pointerdown', stop, true );
			document.removeEventListener( 'keydown', stop, true );
		}
		function focus() {
			tries -= 1;
			if ( tries < 0 ) {
				stop();
			} else if ( ! field.contains( document.activeElement ) ) {
				field.scrollIntoView( { block: 'center' } );
				window.lintelRichText.focus( input );
			}
		}
		document.addEventListener( 'pointerdown', stop, true );
		document.addEventListener( 'keydown', stop, true );
		focus();
	}

	document.addEventListener( 'click', function ( event ) {
		var toggle = event.target.closest ? event.target.closest( '.lintel-toggle' ) : null;
		if ( ! toggle ) {
			return;
		}
		var section = toggle.closest( '.lintel-section' );
		if ( panelOf( section ).hidden ) {
			void settings.open( section );
		} else {
			close( section );
		}
	} );
	window.addEventListener( 'hashchange', followAddress );
	window.addEventListener( 'load', followAddress );
} )();
