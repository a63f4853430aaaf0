/**
 * The list of a page's sections: order, adding, removing with undo, duplicating, hiding and schedules. The state of
 * the list is written to a hidden input, which the form sends.
 */
( function () {
	'use strict';

	var $ = window.jQuery;
	var texts = window.lintelLayout;
	var settings = window.lintelSections;
	var fields = window.lintelLayoutFields;
	var richText = window.lintelRichText;
	var root, list, value, before, status;

	function find( selector ) {
		return root.querySelector( selector );
	}

	function items() {
		return Array.prototype.slice.call( list.querySelectorAll( '.lintel-placement' ) );
	}

	function placementOf( item ) {
		return JSON.parse( item.dataset.placement );
	}

	function nameOf( item ) {
		var headline = item.querySelector( '.lintel-headline' ).textContent;
		return item.querySelector( '.lintel-placement-name' ).textContent + ( headline && ': ' + headline );
	}

	/** Replaces %s, or %1$s and so on, with `parts`. */
	function format( text, parts ) {
		return text.replace( /%(?:(\d)\$)?s/g, function ( all, number ) {
			return parts[ ( number || 1 ) - 1 ];
		} );
	}

	function say( text ) {
		status.textContent = text;
	}

	/** Updates each item from its placement, and disables or hides the buttons that have no effect. */
	function refresh() {
		var all = items();
		var isSingle = root.dataset.single === '1';
		find( '[data-lintel-layout="catalogue"]' ).hidden = isSingle && all.length > 0;
		all.forEach( function ( item, index ) {
			var placement = placementOf( item );
			var tags = item.querySelector( '.lintel-tags' );
			var hide = item.querySelector( '[data-lintel-layout="hide"]' );
			tags.textContent = '';
			[
				placement.hidden && texts.hiddenTag,
				placement.region === 'aside' && texts.asideTag,
				placement.from && format( texts.fromTag, [ placement.from.replace( 'T', ' ' ) ] ),
				placement.until && format( texts.untilTag, [ placement.until.replace( 'T', ' ' ) ] ),
			]
				.filter( Boolean )
				.forEach( function ( text ) {
					var tag = document.createElement( 'span' );
					tag.className = 'lintel-tag';
					tag.textContent = text;
					tags.appendChild( tag );
				} );
			item.classList.toggle( 'lintel-is-hidden', Boolean( placement.hidden ) );
			hide.setAttribute( 'aria-pressed', placement.hidden ? 'true' : 'false' );
			hide.firstElementChild.className = 'dashicons dashicons-' + ( placement.hidden ? 'hidden' : 'visibility' );
			item.querySelector( '[data-lintel-layout="up"]' ).disabled = index === 0;
			item.querySelector( '[data-lintel-layout="down"]' ).disabled = index === all.length - 1;
			[ 'up', 'down', 'duplicate' ].forEach( function ( name ) {
				item.querySelector( '[data-lintel-layout="' + name + '"]' ).hidden = isSingle;
			} );
			item.querySelector( '.lintel-placement-buttons' ).hidden = false;
		} );
	}

	function removedKeys() {
		return Array.prototype.map.call( list.querySelectorAll( '.lintel-removed' ), function ( line ) {
			return line.dataset.key;
		} );
	}

	function layoutText() {
		return JSON.stringify( items().map( placementOf ) );
	}

	/** Writes the change to the form, so that it is submitted and the browser warns before it leaves the page. */
	function changed( builtIn ) {
		value.value = builtIn ? 'built-in' : layoutText();
		root.dataset.own = builtIn ? '0' : '1';
		find( '[data-lintel-layout="built-in"]' ).hidden = Boolean( builtIn ) || root.dataset.builtIn === '0';
		refresh();
		fields.arrange(
			items().map( function ( item ) {
				return placementOf( item ).key;
			} ),
			removedKeys()
		);
		$( value ).trigger( 'change' );
	}

	function write( item, property, content ) {
		var placement = placementOf( item );
		if ( content ) {
			placement[ property ] = content;
		} else {
			delete placement[ property ];
		}
		item.dataset.placement = JSON.stringify( placement );
		changed();
	}

	function sayMoved( item ) {
		var all = items();
		say( format( texts.moved, [ nameOf( item ), all.indexOf( item ) + 1, all.length ] ) );
	}

	/** Moves an item past the previous or next item. The lines of removed items in between are skipped. */
	function move( item, step, button ) {
		var all = items();
		var other = all[ all.indexOf( item ) + step ];
		if ( other ) {
			richText.stop( item );
			other[ step < 0 ? 'before' : 'after' ]( item );
			settings.refresh( item );
			changed();
			sayMoved( item );
			( button.disabled ? item.querySelector( '[data-lintel-layout="' + ( step < 0 ? 'down' : 'up' ) + '"]' ) : button ).focus();
		}
	}

	function remove( item ) {
		var line = document.createElement( 'li' );
		var undo = document.createElement( 'button' );
		var text = document.createElement( 'span' );
		line.className = 'lintel-removed';
		line.dataset.key = placementOf( item ).key;
		text.textContent = format( texts.removed, [ nameOf( item ) ] );
		undo.type = 'button';
		undo.className = 'button-link';
		undo.textContent = texts.undo;
		undo.setAttribute( 'aria-label', texts.undo + ': ' + text.textContent );
		undo.addEventListener( 'click', function () {
			line.replaceWith( item );
			settings.refresh( item );
			changed();
			say( format( texts.restored, [ nameOf( item ) ] ) );
			item.querySelector( '[data-lintel-layout="remove"]' ).focus();
		} );
		line.append( text, undo );
		richText.stop( item );
		item.replaceWith( line );
		changed();
		say( text.textContent );
		undo.focus();
	}

	/** Requests items and fields, which WordPress renders. Resolves to null if that fails. */
	function ask( action, body ) {
		body.append( 'action', action );
		body.append( 'post', settings.post );
		body.append( 'nonce', settings.nonce );
		root.setAttribute( 'aria-busy', 'true' );
		return window
			.fetch( settings.url, { method: 'POST', credentials: 'same-origin', body: body } )
			.then( function ( response ) {
				return response.json();
			} )
			.then( function ( answer ) {
				if ( ! answer.success ) {
					throw new Error( answer.data || texts.failed );
				}
				return answer.data;
			} )
			.catch( function ( error ) {
				say( error instanceof SyntaxError || error instanceof TypeError ? texts.failed : error.message );
				return null;
			} )
			.then( function ( answer ) {
				root.removeAttribute( 'aria-busy' );
				return answer;
			} );
	}

	/** Adds a section after an item, or at the end. `source` is { block }, { shared } or the placement to duplicate. */
	function place( source, after ) {
		var body = new FormData();
		var taken = items().map( placementOf );
		removedKeys().forEach( function ( key ) {
			// Undo may restore the section, so its key stays taken.
			taken.push( { block: 'page-content', key: key } );
		} );
		if ( source.key ) {
			body.append( 'typed', JSON.stringify( window.lintelFormValues().acf ) );
		}
		body.append( 'layout', JSON.stringify( taken ) );
		body.append( 'source', JSON.stringify( source ) );
		return ask( 'lintel_place_section', body ).then( function ( answer ) {
			if ( ! answer ) {
				return;
			}
			var item = fields.elementsOf( answer.item )[ 0 ];
			if ( after ) {
				after.after( item );
			} else {
				list.appendChild( item );
			}
			if ( answer.section ) {
				fields.add( answer.section );
			}
			settings.refresh( item );
			changed();
			say( format( source.key ? texts.copied : texts.added, [ nameOf( item ) ] ) );
			item.scrollIntoView( { block: 'nearest' } );
			item.querySelector( '.lintel-toggle, [data-lintel-layout="up"]:not(:disabled), [data-lintel-layout="down"]:not([hidden]), [data-lintel-layout="hide"]' ).focus();
		} );
	}

	function backToBuiltIn() {
		var body = new FormData();
		var path = document.querySelector( 'input[name="lintel[path]"]' );
		if ( path ) {
			body.append( 'path', path.value );
		}
		return ask( 'lintel_built_in_layout', body ).then( function ( answer ) {
			if ( ! answer ) {
				return;
			}
			var was = { value: value.value, items: Array.prototype.slice.call( list.children ), sections: null };
			var undo = document.createElement( 'button' );
			richText.stop( list );
			list.replaceChildren.apply( list, fields.elementsOf( answer.items ) );
			settings.refresh( list );
			if ( answer.sections !== null ) {
				was.sections = fields.replaceOthers( fields.elementsOf( answer.sections ) );
			}
			changed( true );
			say( texts.builtIn + ' ' );
			undo.type = 'button';
			undo.className = 'button-link';
			undo.textContent = texts.undo;
			undo.addEventListener( 'click', function () {
				richText.stop( list );
				list.replaceChildren.apply( list, was.items );
				settings.refresh( list );
				if ( was.sections ) {
					fields.replaceOthers( was.sections );
				}
				changed();
				value.value = was.value || layoutText();
				say( '' );
				find( '[data-lintel-layout="built-in"]' ).focus();
			} );
			status.appendChild( undo );
			undo.focus();
		} );
	}

	/** Adds the inputs for the dates and the region of a section. */
	function addWhen( item ) {
		var placement = placementOf( item );
		item.querySelector( '.lintel-placement-row' ).after( find( '.lintel-when-inputs' ).content.cloneNode( true ) );
		item.querySelectorAll( '[data-lintel-moment]' ).forEach( function ( input ) {
			input.value = placement[ input.dataset.lintelMoment ] || '';
		} );
		item.querySelector( '[data-lintel-region]' ).value = placement.region || 'main';
		return item.querySelector( '.lintel-when' );
	}

	var actions = {
		up: function ( item, button ) {
			move( item, -1, button );
		},
		down: function ( item, button ) {
			move( item, 1, button );
		},
		hide: function ( item ) {
			var hidden = ! placementOf( item ).hidden;
			write( item, 'hidden', hidden );
			say( format( hidden ? texts.hidden : texts.shown, [ nameOf( item ) ] ) );
		},
		when: function ( item, button ) {
			var panel = item.querySelector( '.lintel-when' ) || addWhen( item );
			panel.hidden = ! panel.hidden;
			button.setAttribute( 'aria-expanded', panel.hidden ? 'false' : 'true' );
			if ( ! panel.hidden ) {
				panel.querySelector( 'input' ).focus();
			}
		},
		duplicate: function ( item ) {
			void place( placementOf( item ), item );
		},
		remove: remove,
		catalogue: function ( item, button ) {
			var catalogue = find( '.lintel-catalogue' );
			catalogue.hidden = ! catalogue.hidden;
			button.setAttribute( 'aria-expanded', catalogue.hidden ? 'false' : 'true' );
			if ( ! catalogue.hidden ) {
				catalogue.querySelector( 'button' ).focus();
			}
		},
		add: function ( item, button ) {
			var opener = find( '[data-lintel-layout="catalogue"]' );
			actions.catalogue( null, opener );
			void place( button.dataset.shared ? { shared: Number( button.dataset.shared ) } : { block: button.dataset.block } ).then( function () {
				if ( document.activeElement === document.body ) {
					opener.focus();
				}
			} );
		},
		body: function ( item, button ) {
			void place( { block: button.dataset.block } ).then( function () {
				button.parentElement.hidden = root.dataset.own === '1';
			} );
		},
		'built-in': backToBuiltIn,
	};

	function start() {
		root = document.querySelector( '.lintel-layout' );
		if ( ! root ) {
			return;
		}
		list = find( '.lintel-placements' );
		value = find( '.lintel-layout-value' );
		before = find( '.lintel-layout-before' );
		status = find( '.lintel-layout-status' );
		find( '.lintel-layout-buttons' ).hidden = false;
		refresh();
		root.addEventListener( 'click', function ( event ) {
			var button = event.target.closest( '[data-lintel-layout]' );
			if ( button && root.getAttribute( 'aria-busy' ) !== 'true' ) {
				actions[ button.dataset.lintelLayout ]( button.closest( '.lintel-placement' ), button );
			}
		} );
		root.addEventListener( 'change', function ( event ) {
			var item = event.target.closest( '.lintel-placement' );
			if ( item && event.target.dataset.lintelMoment ) {
				write( item, event.target.dataset.lintelMoment, event.target.value );
			} else if ( item && 'lintelRegion' in event.target.dataset ) {
				write( item, 'region', event.target.value === 'aside' ? 'aside' : '' );
			}
		} );
		root.addEventListener( 'keydown', function ( event ) {
			var catalogue = find( '.lintel-catalogue' );
			if ( event.key === 'Escape' && ! catalogue.hidden ) {
				actions.catalogue( null, find( '[data-lintel-layout="catalogue"]' ) );
				find( '[data-lintel-layout="catalogue"]' ).focus();
			}
		} );
		$( list ).sortable( {
			items: '> .lintel-placement',
			handle: '.lintel-placement-row',
			cancel: '.lintel-placement-buttons',
			axis: 'y',
			tolerance: 'pointer',
			cursorAt: { top: 18 },
			// Called before the item follows the pointer. While it is dragged, all sections are closed, so that the list is short.
			helper: function ( event, item ) {
				richText.stop( item[ 0 ] );
				list.classList.add( 'lintel-is-sorting' );
				return item;
			},
			start: function () {
				$( list ).sortable( 'refreshPositions' );
			},
			stop: function ( event, ui ) {
				list.classList.remove( 'lintel-is-sorting' );
				settings.refresh( ui.item[ 0 ] );
			},
			update: function ( event, ui ) {
				changed();
				sayMoved( ui.item[ 0 ] );
			},
		} );
		document.addEventListener( 'lintel-saving', function ( event ) {
			event.detail.layout = value.value;
		} );
		// The next save may overwrite the layout that is stored now. That is the submitted one or, after a conflict, somebody
		// else's, which the error message mentions. Keep the input if the list was changed during the save.
		document.addEventListener( 'lintel-saved', function ( event ) {
			var submitted = event.detail.submitted.layout;
			var result = event.detail.result;
			if ( submitted !== '' ) {
				before.value = result.layout;
				if ( value.value === submitted && ! result.errors.page_layout ) {
					value.value = '';
				}
			}
		} );
	}

	if ( document.readyState === 'loading' ) {
		document.addEventListener( 'DOMContentLoaded', start );
	} else {
		start();
	}
} )();
