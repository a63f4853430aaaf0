/**
 * The box "Sections of this page": list rows, the media library, and in the block editor the errors of values that were
 * not saved.
 */
( function () {
	'use strict';

	var settings = window.lintelSections;
	var added = 0;

	function closest( element, selector ) {
		return element.closest ? element.closest( selector ) : null;
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

	/** Keeps the focus on the button that moved a row; on the other one, if the row is now the first or last. */
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
			// The button is hidden while the list has its maximum of rows.
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

	/** Shows each error at its field, and opens the section of the field. */
	function showErrors( box, errors ) {
		box.querySelectorAll( '[data-lintel-path]' ).forEach( function ( field ) {
			var message = errors[ field.dataset.lintelPath ] || '';
			var errorLine = document.getElementById( 'lintel-' + field.dataset.lintelPath.replace( /\./g, '-' ) + '-error' );
			errorLine.textContent = message;
			errorLine.hidden = message === '';
			if ( message !== '' ) {
				var section = closest( field, '.lintel-section' );
				if ( section ) {
					void settings.open( section );
				}
			}
		} );
	}

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

	/** Requests the errors of rejected values after each save in the block editor, which does not reload the box. */
	function watchBlockEditor( box ) {
		var editor = window.wp && window.wp.data && window.wp.data.select( 'core/edit-post' );
		if ( ! editor || ! document.body.classList.contains( 'block-editor-page' ) ) {
			return;
		}
		var notices = window.wp.data.dispatch( 'core/notices' );
		var saving = false;
		window.wp.data.subscribe( function () {
			var before = saving;
			saving = editor.isSavingMetaBoxes();
			if ( ! before || saving ) {
				return;
			}
			var address = settings.url + '?action=lintel_refused_sections&post=' + settings.post + '&nonce=' + settings.nonce;
			window
				.fetch( address, { credentials: 'same-origin' } )
				.then( function ( response ) {
					return response.json();
				} )
				.then( function ( answer ) {
					if ( ! answer.success ) {
						throw new Error( 'refused' );
					}
					var errors = answer.data;
					showErrors( box, errors );
					if ( Object.keys( errors ).length > 0 ) {
						notices.createErrorNotice( errors[ '' ] || settings.refused, { id: 'lintel-refused' } );
					} else {
						notices.removeNotice( 'lintel-refused' );
						document.dispatchEvent( new CustomEvent( 'lintel-saved' ) );
					}
				} )
				.catch( function () {
					notices.createErrorNotice( settings.unknown, { id: 'lintel-refused' } );
				} );
		} );
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
		watchBlockEditor( box );
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
