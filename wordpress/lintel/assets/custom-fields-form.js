/**
 * Shows what the last save refused at the fields of Advanced Custom Fields or Secure Custom Fields, in the way in which
 * these show the faults that they find themselves.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	/** The section ids of the fields that have an error. */
	var shown = [];

	/** Returns ACF's object for the field of a section, not for one in a row or a group; null if ACF does not show it. */
	function fieldOf( id ) {
		var elements = document.querySelectorAll( '[id^="acf-group_lintel_"] .acf-field[data-name="' + CSS.escape( id ) + '"]' );
		var own = Array.prototype.find.call( elements, function ( element ) {
			// This plugin shows a `lintel_rows` list and its errors itself.
			return element.dataset.type !== 'lintel_rows' && element.parentElement.closest( '.acf-field[data-name]' ) === null;
		} );
		return own ? window.acf.getField( window.jQuery( own ) ) : null;
	}

	function open( accordion ) {
		if ( accordion && ! accordion.classList.contains( '-open' ) ) {
			accordion.querySelector( ':scope > .acf-accordion-title' ).click();
		}
	}

	/** Shows each error at its field, opens the section of the field, and removes the errors of the save before. */
	settings.showCustomFieldErrors = function ( errors ) {
		shown.concat( Object.keys( errors ) ).forEach( function ( id ) {
			var field = fieldOf( id );
			if ( field && errors[ id ] ) {
				field.showError( errors[ id ] );
				open( field.$el[ 0 ].closest( '.acf-accordion' ) );
			} else if ( field ) {
				field.removeError();
			}
		} );
		shown = Object.keys( errors );
	};

	window.acf.addAction( 'ready', function () {
		settings.showCustomFieldErrors( settings.errors );
	} );
} )();
