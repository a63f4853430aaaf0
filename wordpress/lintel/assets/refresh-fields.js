/**
 * After a save in the block editor, reloads the fields whose stored values somebody else changed. The save kept these
 * values, because the editor had not changed the fields, but the form still shows the former ones.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	var $ = window.jQuery;

	/** Returns the element of a section's field, whether this plugin shows it or ACF does; undefined if it is not there. */
	function fieldIn( root, id ) {
		var name = CSS.escape( id );
		var own = root.querySelector( '.lintel-section [data-lintel-path="' + name + '"], .lintel-panel [data-lintel-path="' + name + '"]' );
		return (
			own ||
			Array.prototype.find.call( root.querySelectorAll( '.acf-field[data-name="' + name + '"]' ), function ( field ) {
				return field.parentElement.closest( '.acf-field[data-name]' ) === null;
			} )
		);
	}

	function valueOf( values, id ) {
		return JSON.stringify( values[ id ] );
	}

	/** Replaces a field of ACF. Recreates the conditions of other fields, because they refer to the old field's object. */
	function replaceAcf( old, fresh ) {
		var acf = window.acf;
		var section = $( old.closest( '[data-lintel-key]' ) );
		var holder = document.createElement( 'div' );
		acf.doAction( 'remove', $( old ) );
		acf.doAction( 'remove_field', acf.getField( $( old ) ) );
		old.replaceWith( holder );
		holder.append( fresh );
		// ACF initializes the fields inside an element.
		acf.doAction( 'append', $( holder ) );
		holder.replaceWith( fresh );
		acf.getFields( { parent: section } ).forEach( function ( field ) {
			if ( field.has( 'conditions' ) && JSON.stringify( field.get( 'conditions' ) ).indexOf( fresh.dataset.key ) !== -1 ) {
				field.conditions = null;
				field.getConditions().render();
			}
		} );
	}

	function replace( old, fresh ) {
		var section = old.closest( '[data-lintel-key]' );
		var hadFocus = old.contains( document.activeElement );
		if ( old.classList.contains( 'acf-field' ) ) {
			replaceAcf( old, fresh );
		} else {
			window.lintelRichText.stop( old );
			old.replaceWith( fresh );
		}
		settings.refresh( section );
		var input = fresh.querySelector( 'input:not([type="hidden"]), textarea, select' );
		if ( input ) {
			// The list of sections and the live preview follow the inputs.
			input.dispatchEvent( new Event( 'input', { bubbles: true } ) );
			if ( hadFocus ) {
				window.lintelRichText.focus( input );
			}
		}
	}

	/** Shows the stored values of fields of a section, except those that the editor has changed since the save. */
	function refreshSection( key, ids, submitted ) {
		return settings.request( key ).then( function ( answer ) {
			if ( ! answer.success ) {
				return;
			}
			var holder = document.createElement( 'div' );
			holder.innerHTML = answer.data;
			var hashes = {};
			holder.querySelectorAll( '[name="lintel[opened][]"]' ).forEach( function ( input ) {
				Object.assign( hashes, JSON.parse( input.value ) );
			} );
			var values = window.lintelFormValues().acf;
			var shown = {};
			ids.forEach( function ( id ) {
				var old = fieldIn( document, id );
				var fresh = fieldIn( holder, id );
				// If the page's path has changed, so has the ACF key, which other fields' conditions contain. Keep the field.
				var isSame = old && fresh && old.dataset.key === fresh.dataset.key;
				if ( isSame && hashes[ id ] && valueOf( values, id ) === valueOf( submitted, id ) ) {
					replace( old, fresh );
					shown[ id ] = hashes[ id ];
				}
			} );
			settings.noteStored( shown );
		} );
	}

	document.addEventListener( 'lintel-saving', function ( event ) {
		event.detail.values = window.lintelFormValues().acf;
	} );
	document.addEventListener( 'lintel-saved', function ( event ) {
		var bySection = new Map();
		event.detail.result.theirs.forEach( function ( id ) {
			var field = fieldIn( document, id );
			var section = field && field.closest( '[data-lintel-key]' );
			if ( section ) {
				var key = section.dataset.lintelKey;
				bySection.set( key, ( bySection.get( key ) || [] ).concat( id ) );
			}
		} );
		bySection.forEach( function ( ids, key ) {
			void refreshSection( key, ids, event.detail.submitted.values );
		} );
	} );
} )();
