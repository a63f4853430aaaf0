/**
 * The box "Sections of this page": list rows, the media library, fields that are shown only with certain values of others,
 * and the search for pages and posts.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	var added = 0;

	function closest( element, selector ) {
		return element.closest ? element.closest( selector ) : null;
	}

	function fieldAt( path ) {
		return document.querySelector( '[data-lintel-path="' + CSS.escape( path ) + '"]' );
	}

	/** Returns the value of a select or a checkbox. For a select without a value, returns the value that the site shows. */
	function decidingValue( field ) {
		var input = field.querySelector( 'select, input[type="checkbox"]' );
		if ( ! input ) {
			return '';
		}
		return input.type === 'checkbox' ? input.checked : input.value || field.dataset.lintelKnown || '';
	}

	/** Shows each field that depends on another one, or hides it. Hidden inputs are sent, so that they keep their values. */
	function showFields( root ) {
		root.querySelectorAll( '[data-lintel-beside]' ).forEach( function ( field ) {
			var other = fieldAt( field.dataset.lintelBeside );
			field.hidden = other !== null && JSON.parse( field.dataset.lintelIs ).indexOf( decidingValue( other ) ) === -1;
		} );
	}

	/** Milliseconds after the last key until the search. */
	var TYPING_PAUSE = 250;
	var searching = 0;

	/** Shows the title of the suggestion that the input names. */
	function showChosen( input ) {
		var option = Array.prototype.find.call( input.list.options, function ( each ) {
			return each.value === input.value;
		} );
		closest( input, '.lintel-reference' ).querySelector( '.lintel-chosen' ).textContent = option ? option.label : '';
	}

	/** Suggests the pages and posts that WordPress finds. */
	function suggestEntries( input ) {
		window.clearTimeout( searching );
		showChosen( input );
		var words = input.value.replace( /[/-]+/g, ' ' ).trim();
		if ( words === '' || ! window.wp || ! window.wp.apiFetch ) {
			return;
		}
		searching = window.setTimeout( function () {
			var typed = input.value;
			var query = '/wp/v2/search?type=post&subtype=page,post&per_page=20&_fields=title,url&search=' + encodeURIComponent( words );
			window.wp.apiFetch( { path: query } ).then( function ( found ) {
				// Ignore the response if the text has changed since the request.
				if ( input.value !== typed ) {
					return;
				}
				input.list.querySelectorAll( '[label]' ).forEach( function ( option ) {
					option.remove();
				} );
				found.forEach( function ( entry ) {
					var option = document.createElement( 'option' );
					option.value = entry.url.slice( settings.home.length ).replace( /\/$/, '' ) || '/';
					option.label = new DOMParser().parseFromString( entry.title, 'text/html' ).body.textContent;
					input.list.prepend( option );
				} );
				showChosen( input );
			}, function () {
				// Without suggestions, a path can still be typed.
			} );
		}, TYPING_PAUSE );
	}

	/** Shows the buttons that need this script, and hides or disables those that have no effect. */
	function refresh( root ) {
		root.querySelectorAll( '[data-lintel-do]' ).forEach( function ( button ) {
			button.hidden = false;
		} );
		root.querySelectorAll( '.lintel-list' ).forEach( function ( list ) {
			var rows = list.querySelectorAll( ':scope > .lintel-rows > .lintel-row' );
			list.querySelector( ':scope > [data-lintel-do="add"]' ).hidden = rows.length >= Number( list.dataset.lintelMax );
			rows.forEach( function ( row, index ) {
				row.querySelector( '[data-lintel-do="up"]' ).disabled = index === 0;
				row.querySelector( '[data-lintel-do="down"]' ).disabled = index === rows.length - 1;
			} );
		} );
		root.querySelectorAll( '.lintel-image' ).forEach( function ( field ) {
			if ( window.wp && window.wp.media ) {
				field.classList.add( 'has-library' );
			}
			field.querySelector( '[data-lintel-do="clear"]' ).hidden = field.querySelector( 'input' ).value === '';
		} );
		showFields( root );
		window.lintelRichText.start( root );
	}

	function showPicture( field, id, address ) {
		var picture = field.querySelector( 'img' );
		field.querySelector( 'input' ).value = id;
		picture.hidden = address === '';
		picture.src = address;
	}

	function choosePicture( field, done ) {
		var frame = window.wp.media( { title: settings.choose, library: { type: 'image' }, multiple: false } );
		frame.on( 'select', function () {
			var chosen = frame.state().get( 'selection' ).first().toJSON();
			showPicture( field, chosen.id, ( chosen.sizes && chosen.sizes.medium ? chosen.sizes.medium : chosen ).url );
			done();
		} );
		frame.open();
	}

	/** Keeps the focus on the button that moved a row. If it is now disabled, focuses the button for the other direction. */
	function focusMoved( row, button, other ) {
		refresh( closest( row, '.lintel-list' ).parentNode );
		( button.disabled ? row.querySelector( '[data-lintel-do="' + other + '"]' ) : button ).focus();
	}

	var actions = {
		add: function ( button ) {
			var list = closest( button, '.lintel-list' );
			var holder = document.createElement( 'div' );
			added += 1;
			holder.innerHTML = list.querySelector( ':scope > template' ).innerHTML.replace( /lintelrow/g, 'n' + Date.now() + added );
			var row = holder.firstElementChild;
			list.querySelector( ':scope > .lintel-rows' ).appendChild( row );
			row.scrollIntoView( { block: 'nearest' } );
			window.lintelRichText.focus( row.querySelector( 'input:not([type="hidden"]), textarea, select' ) );
		},
		remove: function ( button ) {
			var list = closest( button, '.lintel-list' );
			window.lintelRichText.stop( closest( button, '.lintel-row' ) );
			closest( button, '.lintel-row' ).remove();
			// Shows the button that adds a row. It is hidden while the list has its maximum of rows.
			refresh( list.parentNode );
			list.querySelector( ':scope > [data-lintel-do="add"]' ).focus();
		},
		up: function ( button ) {
			var row = closest( button, '.lintel-row' );
			window.lintelRichText.stop( row );
			row.previousElementSibling.before( row );
			focusMoved( row, button, 'down' );
		},
		down: function ( button ) {
			var row = closest( button, '.lintel-row' );
			window.lintelRichText.stop( row );
			row.nextElementSibling.after( row );
			focusMoved( row, button, 'up' );
		},
		choose: function ( button, box ) {
			choosePicture( closest( button, '.lintel-image' ), function () {
				refresh( box );
			} );
		},
		clear: function ( button ) {
			showPicture( closest( button, '.lintel-image' ), '', '' );
		},
	};

	/** Keeps the headline in the list of sections the same as the one in the form. */
	function followHeadline( event ) {
		var field = closest( event.target, '[data-lintel-path]' );
		var section = field && closest( field, '[data-lintel-headline]' );
		if ( ! section || field.dataset.lintelPath !== section.dataset.lintelHeadline ) {
			return;
		}
		var text = event.target.value;
		if ( event.target.classList.contains( 'lintel-html' ) ) {
			var template = document.createElement( 'template' );
			template.innerHTML = text;
			text = template.content.textContent;
		}
		section.querySelector( '.lintel-headline' ).textContent = text.trim() || event.target.placeholder;
	}

	/** Uses the new nonce that WordPress sends by heartbeat. With an expired one, nothing would be saved. */
	function refreshNonce( event, data ) {
		var nonces = data[ 'wp-refresh-metabox-loader-nonces' ] || data[ 'wp-refresh-post-nonces' ];
		var nonce = nonces && nonces.replace && nonces.replace.lintel_sections_nonce;
		if ( nonce ) {
			settings.nonce = nonce;
			document.querySelectorAll( '[name="lintel_sections_nonce"]' ).forEach( function ( input ) {
				input.value = nonce;
			} );
		}
	}

	function start() {
		var box = document.querySelector( '#lintel-sections, .postbox[id^="acf-group_lintel_"]' );
		if ( ! box ) {
			return;
		}
		refresh( box );
		// Other scripts call this for fields that are added later.
		settings.refresh = refresh;
		box.addEventListener( 'click', function ( event ) {
			var button = closest( event.target, '[data-lintel-do]' );
			if ( button ) {
				actions[ button.dataset.lintelDo ]( button, box );
				refresh( box );
			}
		} );
		box.addEventListener( 'input', followHeadline );
		window.jQuery( document ).on( 'heartbeat-tick', refreshNonce );
		box.addEventListener( 'change', function () {
			showFields( box );
		} );
		box.addEventListener( 'input', function ( event ) {
			if ( closest( event.target, '.lintel-reference' ) ) {
				suggestEntries( event.target );
			}
		} );
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
