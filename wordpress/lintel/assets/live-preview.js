/**
 * The live preview: a panel that shows the page next to the form while the editor types. Values are sent to the page
 * by postMessage. Nothing is stored.
 */
( function () {
	'use strict';

	var settings = window.lintelPreview;
	var apiFetch = window.wp.apiFetch;
	var formValues = window.lintelFormValues;
	var formFields = window.lintelFormFields;

	/** Creates the panel with the page in a frame. */
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
		var close = button( settings.close, onClose );
		close.classList.add( 'lintel-live-close' );

		/** Makes the page as wide as on the device, and scales it down if the panel is narrower. */
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
		/** Returns whether the panel covers the form, as it does on a phone. */
		function isInFront() {
			return panel.offsetWidth === document.documentElement.clientWidth;
		}
		if ( isInFront() ) {
			close.focus();
		}
		return {
			frame: frame,
			isInFront: isInFront,
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

	/** Closes the block editor's sidebar, because the form needs the width. Returns a function that opens it again. */
	function closeSidebar() {
		var store = window.wp.data && document.body.classList.contains( 'block-editor-page' ) ? window.wp.data.select( 'core/edit-post' ) : null;
		var name = store && store.isEditorSidebarOpened() ? store.getActiveGeneralSidebarName() : null;
		if ( ! name ) {
			return function () {};
		}
		window.wp.data.dispatch( 'core/edit-post' ).closeGeneralSidebar();
		return function () {
			window.wp.data.dispatch( 'core/edit-post' ).openGeneralSidebar( name );
		};
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
		var openSidebar = closeSidebar();
		var ready = false;
		// Whether the page has reported since the last check that it is running. It may report before the `load` event.
		var reported = false;
		var waiting = 0;
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
					reported = true;
					sent = '';
					sendValues();
					break;
				case 'lintel-field':
					if ( panel.isInFront() ) {
						stopLive();
					}
					formFields.focus( event.data );
					break;
				case 'lintel-expired':
					renew();
					break;
				case 'lintel-shown':
					panel.say( event.data.error || settings.shown );
			}
		}
		function focused( event ) {
			var placement = formFields.placementOf( event.target );
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
		// If the page does not report that it is running, the frame shows a browser error or a page of another site.
		panel.frame.addEventListener( 'load', function () {
			window.clearTimeout( waiting );
			waiting = window.setTimeout( function () {
				ready = reported;
				reported = false;
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
				openSidebar();
			},
		};
	}

	document.querySelectorAll( '[data-lintel-live]' ).forEach( function ( button ) {
		button.hidden = false;
		// Repeat the button where the sections are edited.
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
