/**
 * The block of the site's contact form, and the button that replaces a form of Contact Form 7, WPForms, Gravity Forms or
 * Ninja Forms with that block, because visitors do not see the other form. The block stores a link to the contact page,
 * which is useful without this plugin, too. The site shows its form below the text.
 */
( function () {
	'use strict';

	var settings = window.lintelReplaceForm;
	var wp = window.wp;
	var BLOCK = 'lintel/contact-form';
	var CLASS = 'lintel-contact-form';
	var FORM_BLOCKS = [ 'contact-form-7/contact-form-selector', 'wpforms/form-selector', 'gravityforms/form', 'ninja-forms/form' ];
	var NAMES = 'contact-form-7|wpforms|gravityforms?|ninja_forms?';
	var SHORTCODE = new RegExp( '\\[(' + NAMES + ')\\b[^\\]]*\\](?:\\s*\\[/\\1\\])?' );
	/** The shortcode with the paragraph around it, because the site's form is a paragraph, which cannot be inside another. */
	var PLACE = new RegExp( '(?:<p>\\s*' + SHORTCODE.source + '\\s*</p>)|' + SHORTCODE.source.replace( '\\1', '\\2' ) );

	/** Returns the HTML that marks the place of the site's form. */
	function html() {
		var holder = document.createElement( 'div' );
		var place = document.createElement( 'p' );
		var link = document.createElement( 'a' );
		place.className = CLASS;
		link.setAttribute( 'href', settings.url );
		link.textContent = settings.text;
		place.append( link );
		holder.append( place );
		return holder.innerHTML;
	}

	/** Returns whether a fault is about a form that the site's form can replace, if `findInText` or `hasForm` finds it. */
	function isReplaceable( fault ) {
		return fault.kind === 'form' || ( fault.kind === 'shortcode' && new RegExp( '\\[(?:' + NAMES + ')\\]' ).test( fault.what ) );
	}

	/** Returns the start and end of the first form in HTML; null if there is none. */
	function findInText( text ) {
		var found = PLACE.exec( text );
		return found && { start: found.index, end: found.index + found[ 0 ].length };
	}

	/** Returns the text of a block that can contain a shortcode. */
	function textOf( block ) {
		var value = block.attributes.content || block.attributes.text || '';
		return typeof value === 'string' ? value : String( value );
	}

	/** Whether a block is that of a form plugin, which may be inactive. */
	function isFormBlock( block ) {
		return FORM_BLOCKS.indexOf( block.attributes.originalName || block.name ) >= 0;
	}

	/** Returns the first block with a form, among a block and those within it; null if there is none. */
	function findBlock( block ) {
		if ( isFormBlock( block ) || SHORTCODE.test( textOf( block ) ) ) {
			return block;
		}
		return block.innerBlocks.reduce( function ( found, inner ) {
			return found || findBlock( inner );
		}, null );
	}

	/** Returns the blocks that replace a block with a form: the content before it, the site's form, and the content after it. */
	function replacements( block ) {
		var text = textOf( block );
		var place = isFormBlock( block ) ? null : findInText( text );
		var name = block.attributes.content === undefined ? 'text' : 'content';
		var rest = function ( part ) {
			var changed = {};
			changed[ name ] = part.trim();
			return changed[ name ] === '' ? [] : [ wp.blocks.cloneBlock( block, changed ) ];
		};
		var form = wp.blocks.createBlock( BLOCK );
		if ( ! place ) {
			return [ form ];
		}
		var before = text.slice( 0, place.start );
		var after = text.slice( place.end );
		var isMarkup = ( block.name === 'core/html' || block.name === 'core/freeform' ) && ( before + after ).trim() !== '';
		// In a Custom HTML or Classic block, the form may be inside an element, so the block is not divided.
		return isMarkup ? rest( before + html() + after ) : rest( before ).concat( form, rest( after ) );
	}

	/** The button beside the warning of a block. */
	function FormButton( props ) {
		var start = function () {
			var block = findBlock( wp.data.select( 'core/block-editor' ).getBlock( props.clientId ) );
			if ( block ) {
				wp.data.dispatch( 'core/block-editor' ).replaceBlocks( block.clientId, replacements( block ) );
				wp.data.dispatch( 'core/notices' ).createInfoNotice( settings.replaced, { type: 'snackbar' } );
			}
		};
		return wp.element.createElement( wp.components.Button, { variant: 'secondary', onClick: start }, settings.button );
	}

	/** Returns whether the site's form can take the place of a form in a block. */
	function hasForm( clientId ) {
		var block = wp.data.select( 'core/block-editor' ).getBlock( clientId );
		return Boolean( block && findBlock( block ) );
	}

	window.lintelReplaceForm = Object.assign( settings, {
		html: html,
		findInText: findInText,
		isReplaceable: isReplaceable,
		hasForm: hasForm,
		FormButton: FormButton,
	} );

	// The classic editor has no blocks.
	if ( ! wp || ! wp.blocks || ! wp.blockEditor ) {
		return;
	}
	var el = wp.element.createElement;
	wp.blocks.registerBlockType( BLOCK, {
		apiVersion: 3,
		title: settings.title,
		description: settings.description,
		category: 'widgets',
		icon: 'email',
		attributes: {
			url: { type: 'string', source: 'attribute', selector: 'a', attribute: 'href', default: settings.url },
			text: { type: 'string', source: 'html', selector: 'a', default: settings.text },
		},
		supports: { html: false },
		edit: function ( props ) {
			return el(
				'div',
				wp.blockEditor.useBlockProps( { className: CLASS } ),
				el( wp.blockEditor.RichText, {
					tagName: 'p',
					allowedFormats: [],
					'aria-label': settings.label,
					value: props.attributes.text,
					onChange: function ( text ) {
						props.setAttributes( { text: text } );
					},
				} ),
				el( 'p', { className: 'lintel-fault-note', contentEditable: false }, settings.description )
			);
		},
		save: function ( props ) {
			return el(
				'p',
				wp.blockEditor.useBlockProps.save( { className: CLASS } ),
				el( wp.blockEditor.RichText.Content, { tagName: 'a', href: props.attributes.url, value: props.attributes.text } )
			);
		},
	} );
} )();
