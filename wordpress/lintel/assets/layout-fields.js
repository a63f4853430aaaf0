/**
 * Makes the sections with their fields match the list: its order, and added and removed sections. A section is an
 * element of this plugin or an ACF accordion.
 */
( function () {
	'use strict';

	var $ = window.jQuery;

	function box() {
		return document.querySelector( '#lintel-sections .lintel-sections, [id^="acf-group_lintel_"] .acf-fields' );
	}

	function sectionOf( key ) {
		return box().querySelector( ':scope > [data-lintel-key="' + key + '"]' );
	}

	/** Moves a section. Moving breaks visual editors, so ACF stops them before and starts them again afterwards. */
	function move( section, after ) {
		var fields = box();
		var acf = fields.classList.contains( 'acf-fields' ) ? window.acf : null;
		if ( after ? after.nextElementSibling === section : fields.firstElementChild === section ) {
			return;
		}
		if ( acf ) {
			acf.doAction( 'unmount', $( section ) );
		}
		if ( after ) {
			after.after( section );
		} else {
			fields.prepend( section );
		}
		if ( acf ) {
			acf.doAction( 'remount', $( section ) );
		}
	}

	function elementsOf( html ) {
		var holder = document.createElement( 'div' );
		holder.innerHTML = html;
		return Array.prototype.slice.call( holder.children );
	}

	window.lintelLayoutFields = {
		elementsOf: elementsOf,
		/** Puts the sections into the order of these keys, and hides the sections with removed keys. */
		arrange: function ( keys, removed ) {
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
		add: function ( html ) {
			var fields = box();
			var holder = document.createElement( 'div' );
			holder.innerHTML = html;
			fields.append( holder );
			if ( fields.classList.contains( 'acf-fields' ) ) {
				// ACF initializes the fields inside the holder, and moves them into their accordion.
				window.acf.doAction( 'append', $( holder ) );
			}
			window.lintelSections.refresh( holder );
			holder.replaceWith.apply( holder, holder.childNodes );
		},
		/** Replaces all sections and returns the previous ones, for undo. */
		replace: function ( sections ) {
			var fields = box();
			var were = Array.prototype.slice.call( fields.children );
			fields.replaceChildren.apply( fields, sections );
			window.lintelSections.refresh( fields );
			return were;
		},
	};
} )();
