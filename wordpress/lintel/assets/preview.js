/**
 * Previews on the edit screen: what was typed goes along with "Preview", and the live preview shows the page beside the
 * form while somebody types.
 */
( function () {
	'use strict';

	var settings = window.lintelPreview;
	var apiFetch = window.wp.apiFetch;
	var formValues = window.lintelFormValues;

	/** The block editor saves automatically before it opens a preview. What it does not know goes along. */
	function sendWithAutosave() {
		apiFetch.use( function ( options, next ) {
			var address = String( options.path || options.url || '' );
			if ( options.method === 'POST' && options.data && /\/(pages|posts)\/\d+\/autosaves(\?|&|$)/.test( address ) ) {
				options = Object.assign( {}, options, {
					data: Object.assign( { lintel_unsaved: JSON.stringify( formValues() ) }, options.data ),
				} );
			}
			return next( options );
		} );
	}

	/** The classic editor sends its form. */
	function sendWithForm() {
		var form = document.getElementById( 'post' );
		if ( ! form || document.body.classList.contains( 'block-editor-page' ) ) {
			return;
		}
		var input = document.createElement( 'input' );
		input.type = 'hidden';
		input.name = 'lintel_unsaved';
		// jQuery, because WordPress submits the form with it.
		window.jQuery( form ).on( 'submit', function () {
			var asked = document.getElementById( 'wp-preview' );
			if ( asked && asked.value === 'dopreview' ) {
				input.value = JSON.stringify( formValues() );
				form.append( input );
			} else {
				input.remove();
			}
		} );
	}

	function startRevoking() {
		document.addEventListener( 'click', function ( event ) {
			var button = event.target.closest ? event.target.closest( '[data-lintel-revoke]' ) : null;
			if ( ! button ) {
				return;
			}
			var note = document.querySelector( '.lintel-share-note' );
			button.disabled = true;
			apiFetch( { path: '/lintel/v1/preview-links/' + settings.post + '/' + button.dataset.lintelRevoke, method: 'DELETE' } ).then(
				function () {
					button.closest( 'li' ).remove();
					note.textContent = settings.revoked;
				},
				function () {
					button.disabled = false;
					note.textContent = settings.kept;
				}
			);
		} );
	}

	/** The panel with the page in a frame. */
	function createPanel( onClose ) {
		var panel = document.createElement( 'section' );
		panel.className = 'lintel-live';
		panel.setAttribute( 'aria-label', settings.title );
		var bar = document.createElement( 'div' );
		bar.className = 'lintel-live-bar';
		var state = document.createElement( 'p' );
		state.setAttribute( 'role', 'status' );
		var view = document.createElement( 'div' );
		view.className = 'lintel-live-view';
		var frame = document.createElement( 'iframe' );
		frame.title = settings.title;
		view.append( frame );

		function button( label, act ) {
			var made = document.createElement( 'button' );
			made.type = 'button';
			made.className = 'button';
			made.textContent = label;
			made.addEventListener( 'click', act );
			bar.append( made );
			return made;
		}
		var width = 390;
		var phone = button( settings.phone, function () {
			resize( 390 );
		} );
		var desktop = button( settings.desktop, function () {
			resize( 1280 );
		} );
		button( settings.close, onClose ).classList.add( 'lintel-live-close' );

		/** The page is as wide as on that device, and drawn smaller where the panel is narrower. */
		function resize( wanted ) {
			width = wanted;
			phone.setAttribute( 'aria-pressed', String( width === 390 ) );
			desktop.setAttribute( 'aria-pressed', String( width !== 390 ) );
			var scale = Math.min( 1, view.clientWidth / width );
			frame.style.width = width + 'px';
			frame.style.height = view.clientHeight / scale + 'px';
			frame.style.transform = 'scale(' + scale + ')';
		}
		bar.append( state );
		var adminBar = document.getElementById( 'wpadminbar' );
		panel.style.top = ( adminBar ? Math.max( 0, adminBar.getBoundingClientRect().bottom ) : 0 ) + 'px';
		panel.append( bar, view );
		document.body.append( panel );
		document.body.classList.add( 'lintel-has-live' );
		var watcher = new ResizeObserver( function () {
			resize( width );
		} );
		watcher.observe( view );
		resize( 390 );
		return {
			frame: frame,
			say: function ( text ) {
				state.textContent = text;
			},
			remove: function () {
				watcher.disconnect();
				panel.remove();
				document.body.classList.remove( 'lintel-has-live' );
			},
		};
	}

	/** The input of a field, or of a row of a list; null where the screen has none. */
	function fieldElement( id, row, column ) {
		var field = document.querySelector( '[data-lintel-path="' + CSS.escape( id ) + '"]' );
		if ( field ) {
			var own = row === undefined ? null : field.querySelectorAll( '.lintel-row' )[ row ];
			return ( own && own.querySelector( '[data-lintel-path$=".' + CSS.escape( column ) + '"]' ) ) || own || field;
		}
		field = document.querySelector( '.acf-field[data-name="' + CSS.escape( id ) + '"]' );
		if ( field && row !== undefined ) {
			var acfRow = field.querySelectorAll( '.acf-row:not(.acf-clone)' )[ row ];
			return ( acfRow && acfRow.querySelector( '[data-name="' + CSS.escape( column ) + '"]' ) ) || acfRow || field;
		}
		return field;
	}

	/** The title or text of the page itself, which the editor holds. */
	function textElement( name ) {
		var canvas = document.querySelector( 'iframe[name="editor-canvas"]' );
		var place = canvas ? canvas.contentDocument : document;
		var selector = name === 'title' ? '.wp-block-post-title, .editor-post-title__input' : '.block-editor-rich-text__editable';
		return document.querySelector( name === 'title' ? '#title' : '#content' ) || place.querySelector( selector );
	}

	/** Opens what hides a field: its section, an accordion of ACF, a closed box, the block editor's pane of boxes. */
	function reveal( element ) {
		if ( document.body.classList.contains( 'block-editor-page' ) && element.closest( '.edit-post-meta-boxes-main, .edit-post-layout__metaboxes' ) ) {
			window.wp.data.dispatch( 'core/preferences' ).set( 'core/edit-post', 'metaBoxesMainIsOpen', true );
		}
		for ( var at = element; at; at = at.parentElement ) {
			if ( at.localName === 'details' ) {
				at.open = true;
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
		// A section that was added a moment ago has no entry yet.
		var section = document.querySelector( 'details[data-lintel-key="' + CSS.escape( message.placement ) + '"]' );
		var element =
			id === undefined
				? section || textElement( message.field )
				: fieldElement( id, named ? message.row : undefined, message.column );
		if ( ! element ) {
			return;
		}
		reveal( element );
		var inputs = 'input:not([type="hidden"]), textarea, select, button, a[href]';
		var input = element.matches( inputs + ', [contenteditable]' )
			? element
			: Array.prototype.find.call( element.querySelectorAll( inputs ), function ( each ) {
					return each.offsetParent !== null && ! each.closest( '.acf-clone' );
			  } );
		// After the block editor has opened its pane.
		window.setTimeout( function () {
			( input || element ).scrollIntoView( { block: 'center' } );
			if ( input ) {
				input.focus( { preventScroll: true } );
			}
		} );
	}

	/** The key of the section that an input belongs to. */
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

	var live = null;

	var opener = null;

	function stopLive() {
		live.stop();
		live = null;
		opener.setAttribute( 'aria-expanded', 'false' );
		opener.focus();
	}

	function askAddress() {
		return apiFetch( { path: '/lintel/v1/preview-url/' + settings.post, method: 'POST' } ).then( function ( answer ) {
			return new URL( answer.url );
		} );
	}

	function startLive() {
		var panel = createPanel( stopLive );
		var ready = false;
		var sent = '';
		var timer = 0;
		var renewing = false;

		function send( message ) {
			panel.frame.contentWindow.postMessage( message, settings.origin );
		}
		function sendValues() {
			var values = formValues();
			var text = JSON.stringify( values );
			if ( ready && text !== sent ) {
				sent = text;
				send( { type: 'lintel-values', values: values } );
			}
		}
		function schedule() {
			window.clearTimeout( timer );
			timer = window.setTimeout( sendValues, 150 );
		}
		function renew() {
			if ( renewing ) {
				return;
			}
			renewing = true;
			askAddress()
				.then(
					function ( address ) {
						send( { type: 'lintel-token', token: address.searchParams.get( 'token' ) } );
					},
					function () {
						panel.say( settings.failed );
					}
				)
				.then( function () {
					renewing = false;
				} );
		}
		function receive( event ) {
			if ( event.origin !== settings.origin || event.source !== panel.frame.contentWindow || ! event.data ) {
				return;
			}
			switch ( event.data.type ) {
				case 'lintel-ready':
					ready = true;
					sent = '';
					sendValues();
					break;
				case 'lintel-field':
					focusField( event.data );
					break;
				case 'lintel-expired':
					renew();
					break;
				case 'lintel-shown':
					panel.say( event.data.error || settings.shown );
			}
		}
		function focused( event ) {
			var placement = placementOf( event.target );
			if ( ready && placement ) {
				send( { type: 'lintel-focus', placement: placement } );
			}
		}
		function watchEditor( event ) {
			event.editor.on( 'input change keyup undo redo', schedule );
		}

		var events = [ 'input', 'change', 'click', 'keyup', 'drop', 'dragend', 'pointerup' ];
		events.forEach( function ( type ) {
			document.addEventListener( type, schedule, true );
		} );
		document.addEventListener( 'focusin', focused );
		window.addEventListener( 'message', receive );
		var unsubscribe = window.wp.data && document.body.classList.contains( 'block-editor-page' ) ? window.wp.data.subscribe( schedule ) : null;
		if ( window.tinymce ) {
			window.tinymce.on( 'AddEditor', watchEditor );
			window.tinymce.get().forEach( function ( editor ) {
				watchEditor( { editor: editor } );
			} );
		}
		panel.say( settings.loading );
		askAddress().then(
			function ( address ) {
				address.searchParams.set( 'live', '1' );
				panel.frame.src = address.href;
			},
			function () {
				panel.say( settings.failed );
			}
		);
		// A page that does not say that it runs is the browser's own error page, or one of another site.
		panel.frame.addEventListener( 'load', function () {
			ready = false;
			window.setTimeout( function () {
				if ( ! ready && live ) {
					panel.say( settings.failed );
				}
			}, 10000 );
		} );
		return {
			stop: function () {
				window.clearTimeout( timer );
				events.forEach( function ( type ) {
					document.removeEventListener( type, schedule, true );
				} );
				document.removeEventListener( 'focusin', focused );
				window.removeEventListener( 'message', receive );
				if ( unsubscribe ) {
					unsubscribe();
				}
				if ( window.tinymce ) {
					window.tinymce.off( 'AddEditor', watchEditor );
				}
				panel.remove();
			},
		};
	}

	sendWithAutosave();
	sendWithForm();
	startRevoking();
	document.querySelectorAll( '[data-lintel-live]' ).forEach( function ( button ) {
		button.hidden = false;
		// Also where the sections are filled in.
		document.querySelectorAll( '#lintel-sections > .inside, [id^="acf-group_lintel_"] > .inside' ).forEach( function ( box ) {
			var place = document.createElement( 'p' );
			place.className = 'lintel-live-opener';
			place.append( button.cloneNode( true ) );
			box.before( place );
		} );
	} );
	document.addEventListener( 'click', function ( event ) {
		var button = event.target.closest ? event.target.closest( '[data-lintel-live]' ) : null;
		if ( ! button ) {
			return;
		}
		if ( live ) {
			stopLive();
			return;
		}
		live = startLive();
		opener = button;
		opener.setAttribute( 'aria-expanded', 'true' );
	} );
} )();
