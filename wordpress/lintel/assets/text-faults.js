/**
 * Lists, below the classic editor, the content that visitors do not see. Pictures of other hosts can be imported there.
 */
( function () {
	'use strict';

	var settings = window.lintelBodyFaults;
	var tools = window.lintelBodyCheck;
	var siteForm = window.lintelReplaceForm;

	function start() {
		var box = document.getElementById( 'lintel-body-faults' );
		var area = document.getElementById( 'content' );
		if ( ! box || ! area ) {
			return;
		}
		var list = box.querySelector( '[role="status"]' );

		/** Returns the visual editor (TinyMCE) if it is shown, otherwise null. */
		function visual() {
			var editor = window.tinymce ? window.tinymce.get( 'content' ) : null;
			return editor && ! editor.isHidden() ? editor : null;
		}

		function text() {
			var editor = visual();
			return editor ? editor.getContent() : area.value;
		}

		/** Replaces a picture in the text. Returns whether the picture was found. */
		function replace( url, media ) {
			var editor = visual();
			if ( editor ) {
				var isThere = tools.replaceInElement( editor.getBody(), url, media );
				editor.undoManager.add();
				return isThere;
			}
			// Replaces text, because parsing and serializing the HTML would change other parts of it.
			var written = [ url, url.replace( /&/g, '&amp;' ), url.replace( /^https?:/, '' ) ].find( function ( address ) {
				return area.value.indexOf( address ) >= 0;
			} );
			if ( written === undefined ) {
				return false;
			}
			area.value = area.value.split( written ).join( media.url );
			return true;
		}

		function importButton( fault ) {
			var button = document.createElement( 'button' );
			button.type = 'button';
			button.className = 'button';
			button.textContent = settings.button;
			button.addEventListener( 'click', function () {
				button.disabled = true;
				button.textContent = settings.importing;
				tools.importPicture( fault.picture ).then(
					function ( media ) {
						button.replaceWith( replace( fault.picture, media ) ? settings.imported : settings.notFound );
						checker.soon();
					},
					function ( error ) {
						var note = document.createElement( 'span' );
						note.className = 'lintel-fault-error';
						note.setAttribute( 'role', 'alert' );
						note.textContent = ' ' + ( ( error && error.message ) || settings.failed );
						button.disabled = false;
						button.textContent = settings.button;
						while ( button.nextSibling ) {
							button.nextSibling.remove();
						}
						button.after( note );
					}
				);
			} );
			return button;
		}

		/** Replaces the first form with the site's form. The undo of the editor reverts this. */
		function replaceForm() {
			var place = siteForm.findInText( text() );
			var editor = visual();
			if ( ! place ) {
				return;
			}
			if ( editor ) {
				var content = text();
				editor.undoManager.transact( function () {
					editor.setContent( content.slice( 0, place.start ) + siteForm.html() + content.slice( place.end ) );
				} );
				editor.focus();
			} else {
				area.focus();
				area.setSelectionRange( place.start, place.end );
				// A value that a script sets directly could not be undone.
				document.execCommand( 'insertText', false, siteForm.html() );
			}
			checker.soon();
		}

		function formButton() {
			var button = document.createElement( 'button' );
			button.type = 'button';
			button.className = 'button';
			button.textContent = siteForm.button;
			button.addEventListener( 'click', replaceForm );
			return button;
		}

		function item( fault ) {
			var entry = document.createElement( 'li' );
			var what = document.createElement( 'strong' );
			what.textContent = fault.what;
			entry.append( what, ': ' + fault.fix + ' ' );
			if ( siteForm.isReplaceable( fault ) && siteForm.findInText( text() ) ) {
				entry.append( formButton() );
			}
			if ( fault.picture && settings.mayImport ) {
				entry.append( importButton( fault ) );
			}
			return entry;
		}

		var checker = tools.createChecker(
			function () {
				return [ text() ];
			},
			function ( result ) {
				var faults = result.faults.get( text() ) || [];
				if ( result.status === 'checking' && list.firstChild ) {
					return;
				}
				var words = { checking: settings.checking, unchecked: settings.unchecked.replace( '%s', result.reason ), checked: faults.length === 0 ? settings.all : '' }[ result.status ];
				box.hidden = false;
				box.classList.toggle( 'is-fine', result.status === 'checked' && faults.length === 0 );
				list.replaceChildren();
				if ( words ) {
					var note = document.createElement( 'p' );
					note.textContent = words;
					list.append( note );
				}
				if ( result.status === 'unchecked' ) {
					var again = document.createElement( 'button' );
					again.type = 'button';
					again.className = 'button';
					again.textContent = settings.again;
					again.addEventListener( 'click', checker.again );
					list.append( again );
				}
				if ( faults.length > 0 ) {
					var entries = document.createElement( 'ul' );
					entries.className = 'lintel-faults-list';
					entries.append.apply( entries, faults.map( item ) );
					list.append( entries );
				}
			}
		);

		area.addEventListener( 'input', checker.soon );
		if ( window.jQuery ) {
			window.jQuery( document ).on( 'tinymce-editor-init', function ( event, editor ) {
				if ( editor.id === 'content' ) {
					editor.on( 'input change undo redo SetContent', checker.soon );
				}
			} );
		}
		checker.soon();
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
