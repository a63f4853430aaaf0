/**
 * Previews on the edit screen: "Preview" includes unsaved values, and shared links can be revoked.
 */
( function () {
	'use strict';

	var settings = window.lintelPreview;
	var apiFetch = window.wp.apiFetch;
	var formValues = window.lintelFormValues;

	/** Adds the values that are missing in an autosave, which the block editor sends before it opens a preview. */
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

	/** Adds the unsaved values to the form, which the classic editor submits to open a preview. */
	function sendWithForm() {
		var form = document.getElementById( 'post' );
		if ( ! form || document.body.classList.contains( 'block-editor-page' ) ) {
			return;
		}
		var input = document.createElement( 'input' );
		input.type = 'hidden';
		input.name = 'lintel_unsaved';
		// Use jQuery, because WordPress submits the form with jQuery.
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

	/**
	 * Makes "View Page" open the preview of a page that visitors cannot open. The page's own link is that of the preview,
	 * but the block editor builds the address from the slug.
	 */
	function openHiddenPages() {
		document.addEventListener(
			'click',
			function ( event ) {
				var link = event.target.closest ? event.target.closest( 'a[target="_blank"]' ) : null;
				var editor = link && window.wp.data ? window.wp.data.select( 'core/editor' ) : null;
				var post = editor ? editor.getCurrentPost() : null;
				if ( post && ( post.status === 'private' || post.password ) && link.href === editor.getPermalink() ) {
					link.href = post.link;
				}
			},
			true
		);
	}

	function sayWhetherShared() {
		var shared = document.querySelector( '.lintel-shares li' ) !== null;
		document.querySelectorAll( '[data-lintel-shared]' ).forEach( function ( text ) {
			text.hidden = ( text.dataset.lintelShared === 'some' ) !== shared;
		} );
	}

	/** Updates the list of shared links when the editor returns to this tab, because links are created in another one. */
	function startRefreshing() {
		document.addEventListener( 'visibilitychange', function () {
			var list = document.querySelector( '.lintel-shares' );
			if ( ! list || document.visibilityState !== 'visible' || list.contains( document.activeElement ) ) {
				return;
			}
			apiFetch( { path: '/lintel/v1/preview-links/' + settings.post } ).then(
				function ( shares ) {
					list.replaceChildren.apply(
						list,
						shares.map( function ( share ) {
							var item = document.createElement( 'li' );
							var button = document.createElement( 'button' );
							button.type = 'button';
							button.className = 'button-link button-link-delete';
							button.dataset.lintelRevoke = share.id;
							button.textContent = settings.revoke;
							item.append( share.label + ' ', button );
							return item;
						} )
					);
					sayWhetherShared();
				},
				function () {
					// The list stays unchanged until the editor returns the next time.
				}
			);
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
					sayWhetherShared();
					note.textContent = settings.revoked;
				},
				function () {
					button.disabled = false;
					note.textContent = settings.kept;
				}
			);
		} );
	}

	sendWithAutosave();
	sendWithForm();
	openHiddenPages();
	startRefreshing();
	startRevoking();
} )();
