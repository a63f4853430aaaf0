/**
 * Says in the site editor and in the block editor for widgets that visitors see the connected site, not this theme.
 */
( function () {
	'use strict';

	var settings = window.lintelTheme;

	window.wp.domReady( function () {
		window.wp.data.dispatch( 'core/notices' ).createInfoNotice( settings.notice, {
			id: 'lintel-theme',
			// The site editor shows other notices only while a template is edited. This one stays until it is closed.
			type: 'snackbar',
			explicitDismiss: true,
			actions: [ { label: settings.open, url: settings.site } ],
		} );
	} );
} )();
