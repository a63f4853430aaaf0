/**
 * The settings form: pictures from the media library, and a warning before unsaved input is left.
 */
( function () {
	'use strict';

	const form = document.getElementById( 'lintel-settings' );
	if ( ! form ) {
		return;
	}
	let isChanged = false;
	form.addEventListener( 'input', () => ( isChanged = true ) );
	form.addEventListener( 'submit', () => ( isChanged = false ) );
	window.addEventListener( 'beforeunload', ( event ) => {
		if ( isChanged ) {
			event.preventDefault();
		}
	} );

	for ( const picture of form.querySelectorAll( '[data-lintel-picture]' ) ) {
		connect( picture );
	}

	function connect( picture ) {
		const input = document.getElementById( picture.dataset.lintelPicture );
		const image = picture.querySelector( 'img' );
		const choose = picture.querySelector( '[data-lintel-do="choose"]' );
		const remove = picture.querySelector( '[data-lintel-do="remove"]' );

		/** Shows the picture at the typed address. A path belongs to the site. */
		function show() {
			const { lintelSite: site } = picture.dataset;
			const address = input.value.trim();
			const src = address.startsWith( '/' ) ? site && site + address : /^https?:\/\//i.test( address ) && address;
			image.hidden = ! src;
			if ( src && image.getAttribute( 'src' ) !== src ) {
				image.src = src;
			}
			remove.hidden = address === '';
		}

		function set( address ) {
			input.value = address;
			input.dispatchEvent( new Event( 'input', { bubbles: true } ) );
		}

		image.addEventListener( 'error', () => ( image.hidden = true ) );
		input.addEventListener( 'input', show );
		remove.addEventListener( 'click', () => {
			set( '' );
			input.focus();
		} );
		if ( window.wp && window.wp.media ) {
			choose.hidden = false;
			choose.addEventListener( 'click', () => {
				const frame = window.wp.media( {
					title: picture.dataset.lintelTitle,
					library: { type: 'image' },
					multiple: false,
				} );
				frame.on( 'select', () => set( frame.state().get( 'selection' ).first().get( 'url' ) ) );
				frame.on( 'close', () => choose.focus() );
				frame.open();
			} );
		}
		show();
	}
} )();
