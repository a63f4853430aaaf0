/**
 * Reads the current values of the edit screen's form, saved or not: title, text, excerpt, featured image and section
 * values. The values have the format of the inputs; the site normalizes them as it does saved ones.
 */
( function () {
	'use strict';

	/** Returns the value of an input; of a formatted field also while its visual editor is open. */
	function textOf( input ) {
		var editor = window.tinymce && input.id ? window.tinymce.get( input.id ) : null;
		if ( ! editor || ! editor.initialized || editor.isHidden() ) {
			return input.value;
		}
		if ( input.classList.contains( 'lintel-html' ) ) {
			// A text that nobody changed stays as it was stored.
			editor.save();
			return input.value;
		}
		return editor.getContent();
	}

	/** Puts an input's value into a tree of Maps. An object would sort rows with numeric keys; a Map keeps their order. */
	function place( tree, path, value ) {
		var at = tree;
		path.slice( 0, -1 ).forEach( function ( part ) {
			if ( ! ( at.get( part ) instanceof Map ) ) {
				at.set( part, new Map() );
			}
			at = at.get( part );
		} );
		at.set( path[ path.length - 1 ], value );
	}

	/** Converts a tree of Maps to a value: a link if it has a URL, a list or the HTML of a list, otherwise a group. */
	function plain( node ) {
		if ( ! ( node instanceof Map ) ) {
			return node;
		}
		if ( node.has( 'url' ) ) {
			return { url: node.get( 'url' ), title: node.get( 'title' ), target: node.get( 'target' ) ? '_blank' : '' };
		}
		// A list always sends its HTML, even if it is empty.
		if ( ! node.has( 'html' ) ) {
			return byName( node );
		}
		if ( node.get( 'html' ) ) {
			return node.get( 'html' );
		}
		var rows = [];
		node.forEach( function ( row, key ) {
			if ( key !== 'html' && row instanceof Map ) {
				rows.push( byName( row ) );
			}
		} );
		return rows;
	}

	/** Converts the values of a row or a group. */
	function byName( node ) {
		var values = {};
		node.forEach( function ( value, name ) {
			values[ name ] = plain( value );
		} );
		return values;
	}

	/** Adds the values of this plugin's own inputs, named lintel[sections][id]… */
	function ownValues( values ) {
		var tree = new Map();
		document.querySelectorAll( '[name^="lintel[sections]["]' ).forEach( function ( input ) {
			var path = ( input.name.match( /\[[^\]]*\]/g ) || [] ).slice( 1 ).map( function ( part ) {
				return part.slice( 1, -1 );
			} );
			if ( ! input.disabled && path.length > 0 ) {
				place( tree, path, input.type === 'checkbox' ? input.checked : textOf( input ) );
			}
		} );
		tree.forEach( function ( node, id ) {
			values[ id ] = plain( node );
		} );
		// The layout from the list of sections; empty if the list is unchanged.
		var layout = document.querySelector( '[name="lintel[layout][value]"]' );
		if ( layout && layout.value !== '' ) {
			values.page_layout = layout.value === 'built-in' ? '' : layout.value;
		}
	}

	/** Returns the fields of an ACF box, group or row, without the fields that are nested in one of these fields. */
	function acfFields( element ) {
		return Array.prototype.filter.call( element.querySelectorAll( '.acf-field[data-name]' ), function ( field ) {
			var outer = field.parentElement.closest( '.acf-field[data-name], .acf-row' );
			return ( outer === null || ! element.contains( outer ) || outer === element ) && field.dataset.name !== '';
		} );
	}

	function acfGroup( element ) {
		var values = {};
		acfFields( element ).forEach( function ( field ) {
			var value = acfValue( field );
			if ( value !== undefined ) {
				values[ field.dataset.name ] = value;
			}
		} );
		return values;
	}

	/** Returns the value of an ACF or SCF field; undefined if it has no input, and for `lintel_rows` (see `ownValues`). */
	function acfValue( field ) {
		var input;
		switch ( field.dataset.type ) {
			case 'accordion':
			case 'tab':
			case 'message':
			case 'lintel_rows':
				return undefined;
			case 'group':
				return acfGroup( field );
			case 'repeater':
				return Array.prototype.filter
					.call( field.querySelectorAll( '.acf-row:not(.acf-clone)' ), function ( row ) {
						return row.parentElement.closest( '.acf-field[data-name]' ) === field;
					} )
					.map( acfGroup );
			case 'link':
				input = {};
				[ 'url', 'title', 'target' ].forEach( function ( part ) {
					var one = field.querySelector( '[name$="[' + part + ']"]' );
					input[ part ] = one ? one.value : '';
				} );
				return input;
			case 'true_false':
				input = field.querySelector( 'input[type="checkbox"]' );
				return input ? input.checked : undefined;
			case 'radio':
				input = field.querySelector( 'input:checked' );
				return input ? input.value : '';
			case 'image':
			case 'date_picker':
				input = field.querySelector( 'input[type="hidden"]' );
				return input ? input.value : undefined;
		}
		input = field.querySelector( 'textarea[name], select[name], input[name]:not([type="hidden"])' );
		return input ? textOf( input ) : undefined;
	}

	function blockEditor() {
		var editor = window.wp && window.wp.data && window.wp.data.select( 'core/editor' );
		return editor && document.body.classList.contains( 'block-editor-page' ) && editor.getCurrentPostId() ? editor : null;
	}

	function ownTexts() {
		var editor = blockEditor();
		if ( editor ) {
			return {
				title: editor.getEditedPostAttribute( 'title' ) || '',
				content: editor.getEditedPostContent(),
				excerpt: editor.getEditedPostAttribute( 'excerpt' ) || '',
				featured_media: Number( editor.getEditedPostAttribute( 'featured_media' ) ) || 0,
			};
		}
		var texts = {};
		[ 'title', 'content', 'excerpt' ].forEach( function ( id ) {
			var input = document.getElementById( id );
			if ( input && 'value' in input ) {
				texts[ id ] = textOf( input );
			}
		} );
		var picture = document.getElementById( '_thumbnail_id' );
		if ( picture ) {
			texts.featured_media = Math.max( 0, Number( picture.value ) || 0 );
		}
		return texts;
	}

	var first = null;

	/**
	 * Returns the page's own texts. Omits an unchanged content or excerpt, so that it stays as WordPress renders it, with
	 * its shortcodes.
	 */
	function changedTexts() {
		var texts = ownTexts();
		// The block editor does not have its texts immediately after it starts.
		if ( first === null && ( blockEditor() || ! document.body.classList.contains( 'block-editor-page' ) ) ) {
			first = texts;
		}
		[ 'content', 'excerpt' ].forEach( function ( name ) {
			if ( first && first[ name ] === texts[ name ] ) {
				delete texts[ name ];
			}
		} );
		return texts;
	}

	window.lintelFormValues = function () {
		var values = changedTexts();
		values.acf = {};
		document.querySelectorAll( '.acf-postbox, .acf-fields' ).forEach( function ( box ) {
			if ( ! box.parentElement.closest( '.acf-postbox, .acf-fields' ) ) {
				Object.assign( values.acf, acfGroup( box ) );
			}
		} );
		ownValues( values.acf );
		return values;
	};

	if ( document.body.classList.contains( 'block-editor-page' ) && window.wp && window.wp.data ) {
		var stop = window.wp.data.subscribe( function () {
			if ( blockEditor() ) {
				stop();
				changedTexts();
			}
		} );
	} else {
		changedTexts();
	}
} )();
