/**
 * Hides the text editor of a page whose text visitors do not see, in the classic and in the block editor. Also opens
 * the block editor's meta boxes, so that the sections are visible.
 */
( function () {
	'use strict';

	var settings = window.lintelBody;

	/** Opens the block editor's meta boxes, which contain the sections, unless the user has opened or closed them before. */
	function openBoxes() {
		var store = window.wp.data.select( 'core/preferences' );
		if ( store && store.get( 'core/edit-post', 'metaBoxesMainIsOpen' ) === undefined ) {
			var set = window.wp.data.dispatch( 'core/preferences' ).set;
			set( 'core/edit-post', 'metaBoxesMainIsOpen', true );
			set( 'core/edit-post', 'metaBoxesMainOpenHeight', Math.round( window.innerHeight * 0.4 ) );
		}
	}

	/** Creates an input for the title, because the canvas that contains the title is hidden. */
	function titleInput() {
		var label = document.createElement( 'label' );
		var input = document.createElement( 'input' );
		label.className = 'lintel-page-title';
		label.append( settings.title, input );
		input.type = 'text';
		function show() {
			var title = window.wp.data.select( 'core/editor' ).getEditedPostAttribute( 'title' );
			if ( typeof title === 'string' && title !== input.value ) {
				input.value = title;
			}
		}
		input.addEventListener( 'input', function () {
			window.wp.data.dispatch( 'core/editor' ).editPost( { title: input.value } );
		} );
		window.wp.data.subscribe( show );
		show();
		return label;
	}

	function foldBlockEditor() {
		var box = document.querySelector( '#lintel-layout .inside, #lintel-sections .inside' );
		if ( ! box ) {
			return;
		}
		var head = document.createElement( 'div' );
		var note = document.createElement( 'p' );
		var button = document.createElement( 'button' );
		head.className = 'lintel-page-head';
		button.type = 'button';
		button.className = 'button-link';
		button.textContent = settings.show;
		note.append( settings.note + ' ', button );
		button.addEventListener( 'click', function () {
			var folded = document.body.classList.toggle( 'lintel-folded' );
			button.textContent = folded ? settings.show : settings.hide;
		} );
		head.append( titleInput(), note );
		box.prepend( head );
	}

	function foldClassicEditor() {
		var body = document.getElementById( 'postdivrich' );
		var button = document.querySelector( '.lintel-body-note button' );
		if ( ! body || ! button || ! settings.folded ) {
			return;
		}
		body.hidden = true;
		button.hidden = false;
		button.addEventListener( 'click', function () {
			body.hidden = false;
			button.hidden = true;
			// The editor has measured its size while it was hidden, so make it measure again.
			window.dispatchEvent( new Event( 'resize' ) );
		} );
	}

	function start() {
		if ( ! document.body.classList.contains( 'block-editor-page' ) ) {
			foldClassicEditor();
			return;
		}
		if ( settings.folded ) {
			foldBlockEditor();
		} else if ( settings.note ) {
			window.wp.data.dispatch( 'core/notices' ).createInfoNotice( settings.note, { id: 'lintel-body', isDismissible: false } );
		}
		openBoxes();
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
