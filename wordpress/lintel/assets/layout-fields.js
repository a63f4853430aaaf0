/**
 * Makes ACF's fields match the list of sections: its order, and added and removed sections. Each section is an accordion
 * of ACF. Without ACF, the fields are in the list itself.
 */
( function () {
	'use strict';

	var $ = window.jQuery;

	function accordions() {
		return document.querySelector( '[id^="acf-group_lintel_"] .acf-fields' );
	}

	function sectionOf( key ) {
		return accordions().querySelector( ':scope > [data-lintel-key="' + key + '"]' );
	}

	/** Moves an accordion. Moving breaks visual editors, so ACF stops them before and starts them again afterwards. */
	function move( section, after ) {
		var fields = accordions();
		if ( after ? after.nextElementSibling === section : fields.firstElementChild === section ) {
			return;
		}
		window.acf.doAction( 'unmount', $( section ) );
		if ( after ) {
			after.after( section );
		} else {
			fields.prepend( section );
		}
		window.acf.doAction( 'remount', $( section ) );
	}

	function elementsOf( html ) {
		var holder = document.createElement( 'div' );
		holder.innerHTML = html;
		return Array.prototype.slice.call( holder.children );
	}

	window.lintelLayoutFields = {
		elementsOf: elementsOf,
		/** Puts the accordions into the order of these keys, and hides those with removed keys. */
		arrange: function ( keys, removed ) {
			if ( ! accordions() ) {
				return;
			}
			var last = sectionOf( 'layout' );
			keys.forEach( function ( key ) {
				var section = sectionOf( key );
				if ( section ) {
					section.hidden = false;
					move( section, last );
					last = section;
				}
			} );
			removed.map( sectionOf ).forEach( function ( section ) {
				if ( section ) {
					section.hidden = true;
				}
			} );
		},
		/** Adds the accordion of a new section. */
		add: function ( html ) {
			var holder = document.createElement( 'div' );
			holder.innerHTML = html;
			accordions().append( holder );
			// ACF initializes the fields inside the holder, and moves them into their accordion.
			window.acf.doAction( 'append', $( holder ) );
			window.lintelSections.refresh( holder );
			holder.replaceWith.apply( holder, holder.childNodes );
		},
		/** Replaces the sections outside the list, and returns the previous ones, for undo. Not called with ACF. */
		replaceOthers: function ( sections ) {
			var others = document.querySelector( '#lintel-sections .lintel-sections' );
			var were = Array.prototype.slice.call( others.children );
			window.lintelRichText.stop( others );
			others.replaceChildren.apply( others, sections );
			window.lintelSections.refresh( others );
			return were;
		},
	};
} )();
