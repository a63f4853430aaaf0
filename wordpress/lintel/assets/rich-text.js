/**
 * WordPress's text editor for formatted fields. An editor starts when its field comes near the viewport, because each one
 * takes a tenth of a second. It stops before its field is moved, because a moved frame loses its document.
 */
( function () {
	'use strict';

	var TOOLBAR = 'formatselect,bold,italic,bullist,numlist,link,undo,redo';
	// There is no Heading 1, because that is the title of the page.
	var FORMATS = 'Paragraph=p;Heading 2=h2;Heading 3=h3;Heading 4=h4';
	var STYLE =
		'body.mce-content-body{margin:8px 10px;font:14px/1.5 sans-serif}' +
		'body[data-lintel-hint]::before{content:attr(data-lintel-hint);position:absolute;color:#646970;pointer-events:none}';

	function labelOf( area ) {
		var label = document.querySelector( 'label[for="' + CSS.escape( area.id ) + '"]' );
		return label ? label.textContent : '';
	}

	/** Shows what visitors see while the field is empty. */
	function showHint( editor, area ) {
		var body = editor.getBody();
		if ( body && editor.getContent() === '' && area.placeholder !== '' ) {
			body.setAttribute( 'data-lintel-hint', area.placeholder );
		} else if ( body ) {
			body.removeAttribute( 'data-lintel-hint' );
		}
	}

	/** Returns an input's HTML without the cursor bookmarks that WordPress adds when it switches to the visual editor. */
	function withoutMarks( html ) {
		return html.replace( /<span[^>]*data-mce-type="bookmark"[^>]*>\uFEFF?<\/span>/g, '' );
	}

	function set( editor, area ) {
		var stored = area.value;
		var typed = false;
		// ACF stores a blank line between paragraphs, and the editor would join the lines. Text with paragraphs stays as it is.
		editor.on( 'BeforeSetContent', function ( event ) {
			if ( event.load && event.format !== 'raw' && event.content.indexOf( '\n' ) !== -1 && ! /<p[\s>]/i.test( event.content ) ) {
				event.content = window.switchEditors.wpautop( event.content );
			}
		} );
		// HTML may have been typed in the input before the visual editor is shown again. That is no change in the editor.
		editor.on( 'LoadContent', function () {
			stored = withoutMarks( area.value );
			typed = false;
			editor.undoManager.clear();
		} );
		// Update the input and send its event, for the live preview and the warning before unsaved changes are left.
		editor.on( 'input change undo redo', function () {
			typed = true;
			showHint( editor, area );
			editor.save();
			area.dispatchEvent( new Event( 'input', { bubbles: true } ) );
		} );
		editor.on( 'keyup SetContent', function () {
			showHint( editor, area );
		} );
		// The editor may write the same HTML in another way. A text that nobody changed stays as it was stored.
		editor.on( 'SaveContent', function ( event ) {
			if ( ! typed ) {
				event.content = stored;
			}
		} );
		editor.on( 'init', function () {
			var label = labelOf( area );
			var frame = editor.iframeElement;
			editor.getBody().setAttribute( 'aria-label', label );
			frame.title = label;
			showHint( editor, area );
			// WordPress moves the whole box without an event. The frame then loads again and is empty, so restart the editor.
			frame.addEventListener( 'load', function () {
				if ( frame.contentDocument !== editor.getDoc() ) {
					stop( area );
					nearby.observe( area );
				}
			} );
		} );
	}

	function start( area ) {
		if ( ! area.isConnected || area.dataset.lintelStarted === '1' || ! window.wp || ! window.wp.editor || ! window.tinymce ) {
			return;
		}
		area.dataset.lintelStarted = '1';
		window.wp.editor.initialize( area.id, {
			tinymce: {
				wpautop: false,
				plugins: 'lists,paste,wordpress,wplink,wpautoresize',
				toolbar1: TOOLBAR,
				toolbar2: '',
				block_formats: FORMATS,
				content_style: STYLE,
				wp_autoresize_on: true,
				autoresize_min_height: 90,
				entity_encoding: 'raw',
				setup: function ( editor ) {
					set( editor, area );
				},
			},
			quicktags: { buttons: 'strong,em,link,ul,ol,li' },
		} );
	}

	function stop( area ) {
		if ( area.dataset.lintelStarted === '1' ) {
			delete area.dataset.lintelStarted;
			window.wp.editor.remove( area.id );
		}
	}

	var nearby = new IntersectionObserver(
		function ( entries ) {
			entries.forEach( function ( entry ) {
				if ( entry.isIntersecting ) {
					nearby.unobserve( entry.target );
					start( entry.target );
				}
			} );
		},
		// An editor is some pixels higher than its input. It starts far outside the viewport, so that no visible button moves.
		{ rootMargin: '1500px', scrollMargin: '1500px' }
	);

	// With the keyboard, the plain input can get the focus before its editor has started.
	document.addEventListener( 'focusin', function ( event ) {
		if ( event.target.matches( 'textarea.lintel-html' ) && event.target.dataset.lintelStarted !== '1' ) {
			window.lintelRichText.focus( event.target );
		}
	} );

	window.lintelRichText = {
		/** Starts the editors in an element, each before it comes into view. */
		start: function ( root ) {
			root.querySelectorAll( 'textarea.lintel-html' ).forEach( function ( area ) {
				nearby.observe( area );
			} );
		},
		/** Stops the editors in an element before it is moved. Their texts are then in the inputs. */
		stop: function ( root ) {
			root.querySelectorAll( 'textarea.lintel-html' ).forEach( stop );
		},
		/** Focuses an input, or the editor of a formatted one. */
		focus: function ( input ) {
			if ( ! input.classList.contains( 'lintel-html' ) ) {
				input.focus( { preventScroll: true } );
				return;
			}
			start( input );
			var editor = window.tinymce && window.tinymce.get( input.id );
			if ( editor && editor.initialized ) {
				editor.focus();
			} else if ( editor ) {
				editor.on( 'init', function () {
					editor.focus();
				} );
			} else {
				input.focus( { preventScroll: true } );
			}
		},
	};
} )();
