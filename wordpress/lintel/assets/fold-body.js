/**
 * Collapses the text editor of a page whose text visitors do not see, in the classic and in the block editor. Also
 * opens the block editor's meta boxes, so that the sections are visible.
 */
( function () {
	'use strict';

	var settings = window.lintelBody;

	/**
	 * By default, the block editor keeps its meta boxes closed, but here they contain most of the page. If visitors
	 * see the text, the editor gets more of the window than the boxes.
	 */
	function openBoxes() {
		var store = window.wp.data.select( 'core/preferences' );
		if ( store && store.get( 'core/edit-post', 'metaBoxesMainIsOpen' ) === undefined ) {
			var set = window.wp.data.dispatch( 'core/preferences' ).set;
			set( 'core/edit-post', 'metaBoxesMainIsOpen', true );
			set( 'core/edit-post', 'metaBoxesMainOpenHeight', Math.round( window.innerHeight * ( settings.folded ? 0.65 : 0.4 ) ) );
		}
	}

	function unfoldBlocks() {
		var styles = window.wp.data.select( 'core/editor' ).getEditorSettings().styles || [];
		window.wp.data.dispatch( 'core/editor' ).updateEditorSettings( {
			styles: styles.filter( function ( style ) {
				return style.css !== settings.folded;
			} ),
		} );
		window.wp.data.dispatch( 'core/notices' ).removeNotice( 'lintel-body' );
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
		if ( settings.note ) {
			window.wp.data.dispatch( 'core/notices' ).createInfoNotice( settings.note, {
				id: 'lintel-body',
				isDismissible: false,
				actions: settings.folded ? [ { label: settings.show, onClick: unfoldBlocks } ] : [],
			} );
		}
		openBoxes();
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
