/**
 * Polls the state of the connected site, shows it on the connection tab, and announces changes to screen readers.
 */
( function () {
	'use strict';

	const POLL_INTERVAL_MS = 1500;
	const REQUEST_TIMEOUT_MS = 30000;
	const MAX_FAULTS = 20;
	let faults = 0;
	const shown = document.getElementById( 'lintel-connection-progress' );
	const news = document.getElementById( 'lintel-connection-news' );
	if ( ! shown ) {
		return;
	}
	const stateOf = () => shown.querySelector( '[data-lintel-state]' )?.dataset.lintelState;

	async function follow() {
		if ( ! shown.querySelector( '[data-lintel-running]' ) || faults >= MAX_FAULTS ) {
			return;
		}
		try {
			const body = new URLSearchParams( { action: 'lintel_connection', nonce: shown.dataset.nonce } );
			const response = await fetch( window.ajaxurl, {
				method: 'POST',
				credentials: 'same-origin',
				body,
				signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
			} );
			const answer = await response.json();
			if ( answer.success ) {
				show( answer.data );
			}
		} catch {
			// The next try may succeed.
		}
		window.setTimeout( follow, POLL_INTERVAL_MS );
	}

	/** Replaces what is shown. A button that has the focus keeps it. */
	function show( html ) {
		const before = stateOf();
		const focused = shown.contains( document.activeElement ) ? document.activeElement.id : '';
		const holder = document.createElement( 'div' );
		holder.innerHTML = html;
		// The site may fail to respond for a moment. Until it has failed `MAX_FAULTS` times, the last state stays.
		faults = holder.querySelector( '[data-lintel-state="unknown"]' ) ? faults + 1 : 0;
		if ( faults > 0 && faults < MAX_FAULTS ) {
			return;
		}
		shown.replaceChildren( ...holder.childNodes );
		if ( focused ) {
			document.getElementById( focused )?.focus();
		}
		const state = shown.querySelector( '[data-lintel-state]' );
		if ( state && stateOf() !== before ) {
			news.textContent = state.textContent.trim();
		}
	}

	window.setTimeout( follow, POLL_INTERVAL_MS );
} )();
