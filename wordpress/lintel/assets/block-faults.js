/**
 * Makes the block editor list the content that visitors do not see: below its block, before publishing and in the
 * sidebar. Pictures of other hosts can be imported there.
 */
( function () {
	'use strict';

	var settings = window.lintelBodyFaults;
	var tools = window.lintelBodyCheck;
	var siteForm = window.lintelReplaceForm;
	var wp = window.wp;
	var el = wp.element.createElement;
	var STORE = 'lintel/body-faults';
	var NONE = [];
	/** Attributes with the id of a picture, by the attribute with its address. */
	var ID_OF = { url: 'id', mediaUrl: 'mediaId' };

	/** HTML by block object. Blocks are immutable, so each is serialized only once. */
	var serialized = new WeakMap();

	function textOf( block ) {
		if ( ! serialized.has( block ) ) {
			serialized.set( block, wp.blocks.serialize( [ block ] ) );
		}
		return serialized.get( block );
	}

	/** Returns the top-level blocks of the content. If the editor shows a template, they are within one of its blocks. */
	function topBlocks() {
		var editor = wp.data.select( 'core/block-editor' );
		// In WordPress before 6.5, which lacks `getBlocksByName`, the block editor never shows the template.
		var content = editor.getBlocksByName ? editor.getBlocksByName( 'core/post-content' ) : [];
		return editor.getBlocks( content[ 0 ] );
	}

	wp.data.register(
		wp.data.createReduxStore( STORE, {
			reducer: function ( state, action ) {
				return action.type === 'SHOW' ? action.state : state || { status: 'checking', reason: '', byBlock: {} };
			},
			actions: {
				show: function ( state ) {
					return { type: 'SHOW', state: state };
				},
			},
			selectors: {
				getState: function ( state ) {
					return state;
				},
				getFaults: function ( state, clientId ) {
					return state.byBlock[ clientId ] || NONE;
				},
			},
		} )
	);

	var checker = tools.createChecker(
		function () {
			return topBlocks().map( textOf );
		},
		function ( result ) {
			var byBlock = {};
			topBlocks().forEach( function ( block ) {
				var faults = result.faults.get( textOf( block ) );
				if ( faults && faults.length > 0 ) {
					byBlock[ block.clientId ] = faults;
				}
			} );
			wp.data.dispatch( STORE ).show( { status: result.status, reason: result.reason, byBlock: byBlock } );
		}
	);

	/** Returns an attribute in which a picture is replaced; the same value if it does not contain the picture. */
	function withPicture( value, url, media ) {
		var isRich = value && typeof value.toHTMLString === 'function';
		if ( typeof value !== 'string' && ! isRich ) {
			return value;
		}
		if ( ! isRich && tools.isSameAddress( value, url ) ) {
			return media.url;
		}
		var html = isRich ? value.toHTMLString() : value;
		if ( html.indexOf( '<img' ) < 0 ) {
			return value;
		}
		var holder = document.createElement( 'template' );
		holder.innerHTML = html;
		if ( ! tools.replaceInElement( holder.content, url, media ) ) {
			return value;
		}
		return isRich ? wp.richText.RichTextData.fromHTMLString( holder.innerHTML ) : holder.innerHTML;
	}

	/** Replaces a picture in a block and in the blocks within it. Returns whether the picture was found. */
	function replaceInBlock( block, url, media ) {
		var changed = {};
		Object.keys( block.attributes ).forEach( function ( name ) {
			var value = withPicture( block.attributes[ name ], url, media );
			if ( value !== block.attributes[ name ] ) {
				changed[ name ] = value;
				if ( ID_OF[ name ] ) {
					changed[ ID_OF[ name ] ] = media.id;
				}
			}
		} );
		var isHere = Object.keys( changed ).length > 0;
		if ( isHere ) {
			wp.data.dispatch( 'core/block-editor' ).updateBlockAttributes( block.clientId, changed );
		}
		return block.innerBlocks.reduce( function ( found, inner ) {
			return replaceInBlock( inner, url, media ) || found;
		}, isHere );
	}

	/** Returns the alternative text that a picture has in a block. */
	function altOf( block, url ) {
		if ( tools.isSameAddress( block.attributes.url || '', url ) ) {
			return block.attributes.alt || '';
		}
		return block.innerBlocks.reduce( function ( alt, inner ) {
			return alt || altOf( inner, url );
		}, '' );
	}

	function ImportButton( props ) {
		var state = wp.element.useState( { busy: false, error: '' } );
		var set = state[ 1 ];
		var url = props.fault.picture;

		function start() {
			var block = wp.data.select( 'core/block-editor' ).getBlock( props.clientId );
			set( { busy: true, error: '' } );
			tools.importPicture( url, altOf( block, url ) ).then(
				function ( media ) {
					var now = wp.data.select( 'core/block-editor' ).getBlock( props.clientId );
					var found = now && replaceInBlock( now, url, media );
					wp.data.dispatch( 'core/notices' ).createInfoNotice( found ? settings.imported : settings.notFound, { type: 'snackbar' } );
					// The button disappears with its warning, so the block gets the focus.
					if ( found ) {
						wp.data.dispatch( 'core/block-editor' ).selectBlock( props.clientId );
					}
					set( { busy: false, error: '' } );
				},
				function ( error ) {
					set( { busy: false, error: ( error && error.message ) || settings.failed } );
				}
			);
		}

		return el(
			wp.element.Fragment,
			null,
			el(
				wp.components.Button,
				{ variant: 'secondary', isBusy: state[ 0 ].busy, disabled: state[ 0 ].busy, onClick: start, accessibleWhenDisabled: true },
				state[ 0 ].busy ? settings.importing : settings.button
			),
			state[ 0 ].error && el( 'p', { className: 'lintel-fault-error', role: 'alert' }, state[ 0 ].error )
		);
	}

	/** The text that says how to fix a fault, with the button for pictures or forms. */
	function Fix( props ) {
		var canReplace = siteForm.isReplaceable( props.fault ) && siteForm.hasForm( props.clientId );
		return el(
			wp.element.Fragment,
			null,
			props.fault.fix,
			canReplace && el( 'div', null, el( siteForm.FormButton, { clientId: props.clientId } ) ),
			props.fault.picture && settings.mayImport && el( 'div', null, el( ImportButton, props ) )
		);
	}

	function BlockWarning( props ) {
		return el(
			'div',
			{ className: 'lintel-fault', role: 'note', contentEditable: false },
			props.faults.map( function ( fault ) {
				return el(
					'div',
					{ key: fault.what + fault.picture },
					el( 'p', null, el( 'strong', null, fault.what.charAt( 0 ).toUpperCase() + fault.what.slice( 1 ) ), ': ', el( Fix, { fault: fault, clientId: props.clientId } ) )
				);
			} )
		);
	}

	wp.hooks.addFilter( 'editor.BlockListBlock', STORE, function ( BlockListBlock ) {
		return function ( props ) {
			var faults = wp.data.useSelect(
				function ( select ) {
					return select( STORE ).getFaults( props.clientId );
				},
				[ props.clientId ]
			);
			// Always render the same element tree, so that the block keeps its cursor when a warning appears.
			return el(
				wp.element.Fragment,
				null,
				el( BlockListBlock, props ),
				faults.length > 0 && el( BlockWarning, { faults: faults, clientId: props.clientId } )
			);
		};
	} );

	function titleOf( clientId ) {
		var name = wp.data.select( 'core/block-editor' ).getBlockName( clientId );
		var type = name && wp.blocks.getBlockType( name );
		return type ? type.title : '';
	}

	function FaultsList() {
		var state = wp.data.useSelect( function ( select ) {
			return select( STORE ).getState();
		}, [] );
		var ids = topBlocks()
			.map( function ( block ) {
				return block.clientId;
			} )
			.filter( function ( clientId ) {
				return state.byBlock[ clientId ];
			} );
		var text = { checking: settings.checking, unchecked: settings.unchecked.replace( '%s', state.reason ), checked: ids.length === 0 ? settings.all : '' }[ state.status ];
		return el(
			'div',
			{ className: 'lintel-faults-panel' },
			el( 'p', { role: 'status' }, text ),
			state.status === 'unchecked' && el( wp.components.Button, { variant: 'secondary', onClick: checker.again }, settings.again ),
			ids.length > 0 &&
				el(
					'ul',
					{ className: 'lintel-faults-list' },
					ids.map( function ( clientId ) {
						return el(
							'li',
							{ key: clientId },
							el(
								wp.components.Button,
								{
									variant: 'link',
									onClick: function () {
										wp.data.dispatch( 'core/block-editor' ).selectBlock( clientId );
									},
								},
								titleOf( clientId )
							),
							state.byBlock[ clientId ].map( function ( fault ) {
								return el( 'div', { key: fault.what + fault.picture }, el( 'strong', null, fault.what ), ': ', el( Fix, { fault: fault, clientId: clientId } ) );
							} )
						);
					} )
				)
		);
	}

	// WordPress 6.6 moved the panels to wp.editor.
	var panels = wp.editor && wp.editor.PluginPrePublishPanel ? wp.editor : wp.editPost;
	wp.plugins.registerPlugin( 'lintel-body-faults', {
		icon: null,
		render: function () {
			return el(
				wp.element.Fragment,
				null,
				el( panels.PluginDocumentSettingPanel, { name: 'faults', title: settings.title }, el( FaultsList ) ),
				el( panels.PluginPrePublishPanel, { title: settings.title, initialOpen: true }, el( FaultsList ) )
			);
		},
	} );

	var before = null;
	wp.data.subscribe( function () {
		var blocks = topBlocks();
		if ( blocks !== before ) {
			before = blocks;
			checker.soon();
		}
	} );
} )();
