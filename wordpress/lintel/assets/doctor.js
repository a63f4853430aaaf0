/**
 * Shows the results of the site's checks as soon as they are ready, by fetching this screen repeatedly.
 */
( function () {
	/** Milliseconds between two requests, and milliseconds after which a request is aborted. */
	const WAIT = 1500;
	const LONGEST = 30000;
	const MOST_TRIES = 60;
	let tries = 0;

	async function show() {
		const shown = document.getElementById( 'lintel-doctor' );
		if ( ! shown || ! shown.querySelector( '.lintel-running' ) || tries === MOST_TRIES ) {
			return;
		}
		tries += 1;
		try {
			const response = await fetch( window.location.href, {
				credentials: 'same-origin',
				signal: AbortSignal.timeout( LONGEST ),
			} );
			const page = new DOMParser().parseFromString( await response.text(), 'text/html' );
			const next = page.getElementById( 'lintel-doctor' );
			if ( next && ! next.querySelector( '.lintel-running' ) ) {
				shown.replaceChildren( ...next.childNodes );
				return;
			}
		} catch {
			// The next try may succeed.
		}
		window.setTimeout( show, WAIT );
	}

	window.setTimeout( show, WAIT );
} )();
