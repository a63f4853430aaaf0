/**
 * Loads the fields of a long page's sections when they are opened.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	/** The pending requests, by key. */
	var asked = {};

	function request( key ) {
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
	}

	/** Opens a section and loads its fields if necessary. Resolves when they are shown, or a message if that fails. */
	settings.open = function ( section ) {
		var key = section.dataset.lintelKey;
		section.open = true;
		if ( section.dataset.lintelLater === undefined ) {
			return Promise.resolve();
		}
		asked[ key ] =
			asked[ key ] ||
			request( key ).then( function ( answer ) {
				delete asked[ key ];
				if ( ! answer.success ) {
					section.querySelector( '[role="status"]' ).textContent = answer.message;
					return;
				}
				var holder = document.createElement( 'div' );
				holder.innerHTML = answer.data;
				section.querySelector( '.lintel-fields' ).replaceWith( holder.querySelector( '.lintel-fields' ) );
				delete section.dataset.lintelLater;
				settings.refresh( section );
			} );
		return asked[ key ];
	};

	/** Focuses the field that the URL's fragment names, after opening its section. The list of faults has such links. */
	function followAddress() {
		var id = window.location.hash.replace( /^#lintel-/, '' ).split( '-' )[ 0 ];
		var section = id && document.querySelector( '[data-lintel-later~="' + CSS.escape( id ) + '"]' );
		if ( section ) {
			void settings.open( section ).then( function () {
				var field = document.getElementById( 'lintel-' + id );
				if ( field ) {
					field.scrollIntoView( { block: 'center' } );
					field.focus( { preventScroll: true } );
				}
			} );
		}
	}

	// `toggle` does not bubble, so listen in the capture phase.
	document.addEventListener(
		'toggle',
		function ( event ) {
			if ( event.target.open && event.target.matches( '[data-lintel-later]' ) ) {
				void settings.open( event.target );
			}
		},
		true
	);
	window.addEventListener( 'hashchange', followAddress );
	window.addEventListener( 'load', followAddress );
} )();
