/**
 * Asks the site, through WordPress, which parts of a text visitors do not see. Shared by the block editor and the classic
 * editor.
 */
( function () {
	'use strict';

	var settings = window.lintelBodyFaults;
	/** Milliseconds after the last change until the text is checked. */
	var AFTER_TYPING = 1200;
	/** Milliseconds until a failed check is repeated. */
	var AGAIN_AFTER = 30000;
	/** Maximum characters of the parts in one request. The server accepts two million bytes. */
	var MAX_CHARACTERS = 500000;

	/** Divides parts among requests with at most `settings.most` parts and `MAX_CHARACTERS` each. A longer part is sent alone. */
	function inRequests( parts ) {
		var requests = [];
		var characters = 0;
		parts.forEach( function ( part ) {
			var last = requests[ requests.length - 1 ];
			if ( ! last || last.length >= settings.most || characters + part.length > MAX_CHARACTERS ) {
				requests.push( [ part ] );
				characters = 0;
			} else {
				last.push( part );
			}
			characters += part.length;
		} );
		return requests;
	}

	/**
	 * Creates a checker. `read` returns the current parts of the text. `show` gets { status, reason, faults }: the status is
	 * "checking", "checked" or "unchecked", and `faults` is a Map from each checked part to its faults.
	 */
	function createChecker( read, show ) {
		var known = new Map();
		var timer = 0;
		var latest = 0;

		function publish( status, reason ) {
			show( { status: status, reason: reason, faults: known } );
		}

		function check() {
			var mine = ( latest += 1 );
			window.clearTimeout( timer );
			var unknown = Array.from( new Set( read() ) ).filter( function ( part ) {
				return part.trim() !== '' && ! known.has( part );
			} );
			if ( unknown.length === 0 ) {
				publish( 'checked', '' );
				return;
			}
			publish( 'checking', '' );
			var reason = '';
			inRequests( unknown )
				.reduce( function ( before, parts ) {
					return before.then( function () {
						return window.wp.apiFetch( { path: settings.check, method: 'POST', data: { parts: parts } } ).then( function ( answer ) {
							parts.forEach( function ( part, index ) {
								if ( answer.parts[ index ] ) {
									known.set( part, answer.parts[ index ] );
								}
							} );
							reason = answer.reason || reason;
						} );
					} );
				}, Promise.resolve() )
				.catch( function ( error ) {
					reason = ( error && error.message ) || settings.failed;
				} )
				.then( function () {
					if ( mine !== latest ) {
						return;
					}
					publish( reason === '' ? 'checked' : 'unchecked', reason );
					if ( reason !== '' ) {
						timer = window.setTimeout( check, AGAIN_AFTER );
					}
				} );
		}

		return {
			/** Checks `AFTER_TYPING` milliseconds after the last call. */
			soon: function () {
				window.clearTimeout( timer );
				timer = window.setTimeout( check, AFTER_TYPING );
			},
			/** Discards the known results, and checks everything now. */
			again: function () {
				known.clear();
				check();
			},
		};
	}

	/** Copies a picture into the media library. Resolves to { id, url, alt }. */
	function importPicture( url, alt ) {
		return window.wp.apiFetch( { path: settings.import, method: 'POST', data: { url: url, alt: alt || '' } } );
	}

	/** Returns whether an address in a text leads to `url`. The browser resolves it as it does for a link. */
	function isSameAddress( written, url ) {
		var link = document.createElement( 'a' );
		link.href = written;
		return link.href === url;
	}

	/** Replaces a picture in an element. Returns whether the picture was found. */
	function replaceInElement( element, url, media ) {
		var images = Array.from( element.querySelectorAll( 'img' ) ).filter( function ( image ) {
			return isSameAddress( image.getAttribute( 'src' ) || '', url );
		} );
		images.forEach( function ( image ) {
			image.setAttribute( 'src', media.url );
			if ( image.hasAttribute( 'data-mce-src' ) ) {
				image.setAttribute( 'data-mce-src', media.url );
			}
			image.removeAttribute( 'srcset' );
			image.removeAttribute( 'sizes' );
			image.className = ( image.className.replace( /\bwp-image-\d+\b/g, '' ) + ' wp-image-' + media.id ).trim();
		} );
		return images.length > 0;
	}

	window.lintelBodyCheck = {
		createChecker: createChecker,
		importPicture: importPicture,
		isSameAddress: isSameAddress,
		replaceInElement: replaceInElement,
	};
} )();
