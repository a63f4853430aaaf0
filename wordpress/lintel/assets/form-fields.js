/**
 * Finds fields on the edit screen: opens the field of an element that was clicked in the live preview, and finds the
 * section of an input.
 */
( function () {
	'use strict';

	var settings = window.lintelPreview;

	/** Returns the element of a field, of a list's row, of a column in the row, or of a field in a group; null if the screen lacks the field. */
	function fieldElement( id, row, column ) {
		var field = document.querySelector( '[data-lintel-path="' + CSS.escape( id ) + '"]' );
		if ( field ) {
			var own = row === undefined ? field : field.querySelectorAll( '.lintel-row' )[ row ];
			return ( own && column !== undefined && own.querySelector( '[data-lintel-path$=".' + CSS.escape( column ) + '"]' ) ) || own || field;
		}
		field = document.querySelector( '.acf-field[data-name="' + CSS.escape( id ) + '"]' );
		if ( field && row === undefined && column !== undefined ) {
			return field.querySelector( '[data-name="' + CSS.escape( column ) + '"]' ) || field;
		}
		if ( field && row !== undefined ) {
			var acfRow = field.querySelectorAll( '.acf-row:not(.acf-clone)' )[ row ];
			return ( acfRow && acfRow.querySelector( '[data-name="' + CSS.escape( column ) + '"]' ) ) || acfRow || field;
		}
		return field;
	}

	/** Returns the editor's element for the title or the text of the page itself. */
	function textElement( name ) {
		var canvas = document.querySelector( 'iframe[name="editor-canvas"]' );
		var place = canvas ? canvas.contentDocument : document;
		var selector = name === 'title' ? '.wp-block-post-title, .editor-post-title__input' : '.block-editor-rich-text__editable';
		return document.querySelector( name === 'title' ? '#title' : '#content' ) || place.querySelector( selector );
	}

	/**
	 * Opens everything that hides a field: its section, an ACF accordion, a closed box, the block editor's pane of meta
	 * boxes.
	 */
	function reveal( element ) {
		if ( document.body.classList.contains( 'block-editor-page' ) && element.closest( '.edit-post-meta-boxes-main, .edit-post-layout__metaboxes' ) ) {
			window.wp.data.dispatch( 'core/preferences' ).set( 'core/edit-post', 'metaBoxesMainIsOpen', true );
		}
		for ( var at = element; at; at = at.parentElement ) {
			if ( at.classList.contains( 'lintel-section' ) ) {
				void window.lintelSections.open( at );
			} else if ( at.classList.contains( 'acf-accordion' ) && ! at.classList.contains( '-open' ) ) {
				at.querySelector( '.acf-accordion-title' ).click();
			} else if ( at.classList.contains( 'postbox' ) && at.classList.contains( 'closed' ) ) {
				at.querySelector( '.handlediv' ).click();
			}
		}
	}

	function focusField( message ) {
		var ids = settings.sections[ message.placement ] || {};
		var named = Object.prototype.hasOwnProperty.call( ids, message.field );
		var id = named ? ids[ message.field ] : Object.values( ids )[ 0 ];
		// A section that was just added has no entry in `settings.sections`.
		var section = document.querySelector( '[data-lintel-key="' + CSS.escape( message.placement ) + '"]' );
		if ( section && section.dataset.lintelLater !== undefined ) {
			void window.lintelSections.open( section ).then( function () {
				// Without a response from WordPress, there is no field to open.
				if ( section.dataset.lintelLater === undefined ) {
					focusField( message );
				}
			} );
			return;
		}
		var element =
			id === undefined
				? section || textElement( message.field )
				: fieldElement( id, named ? message.row : undefined, named ? message.column : undefined );
		if ( ! element ) {
			return;
		}
		reveal( element );
		var formatted = element.querySelector( 'textarea.lintel-html' );
		var inputs = 'input:not([type="hidden"]), textarea, select, button, a[href]';
		var input = element.matches( inputs + ', [contenteditable]' )
			? element
			: Array.prototype.find.call( element.querySelectorAll( inputs ), function ( each ) {
					return each.offsetParent !== null && ! each.closest( '.acf-clone' );
			  } );
		// Wait until the block editor has opened its pane.
		window.setTimeout( function () {
			( input || element ).scrollIntoView( { block: 'center' } );
			if ( formatted && ! element.matches( '.lintel-row' ) ) {
				window.lintelRichText.focus( formatted );
			} else if ( input ) {
				input.focus( { preventScroll: true } );
			}
		} );
	}

	/** Returns the key of the section that an input belongs to; undefined if it belongs to none. */
	function placementOf( element ) {
		var section = element.closest ? element.closest( '[data-lintel-key]' ) : null;
		if ( section ) {
			return section.dataset.lintelKey;
		}
		var field = element.closest ? element.closest( '[data-lintel-path], .acf-field[data-name]' ) : null;
		var id = '';
		for ( ; field; field = field.parentElement.closest( '[data-lintel-path], .acf-field[data-name]' ) ) {
			id = field.dataset.lintelPath ? field.dataset.lintelPath.split( '.' )[ 0 ] : field.dataset.name;
		}
		return Object.keys( settings.sections ).find( function ( key ) {
			return Object.values( settings.sections[ key ] ).indexOf( id ) !== -1;
		} );
	}

	window.lintelFormFields = { focus: focusField, placementOf: placementOf };
} )();
