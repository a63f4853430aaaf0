/** The pop-up's size in CSS pixels, as specified. */
const SIZE = { width: 800, height: 700 } as const;
/**
 * Milliseconds between checks for whether the pop-up is closed, and between its closing and the status refetch. As
 * specified.
 */
export const POLL_MS = 500;
export const SETTLE_MS = 1_000;

/** Opens the CRM's consent page in a pop-up centered on this window. Returns null if the browser blocked it. */
export function openConnectPopup(locationId?: string): Window | null {
  const address = locationId
    ? `/api/oauth/start?locationId=${encodeURIComponent(locationId)}`
    : '/api/oauth/start';
  const left = Math.round(window.screenX + (window.outerWidth - SIZE.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - SIZE.height) / 2);
  const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
  return window.open(address, 'crm-authorization', features);
}

/** Calls `done` one second after the pop-up is closed. Returns a function that cancels the call. */
export function whenClosed(popup: Pick<Window, 'closed'>, done: () => void): () => void {
  let settle: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(poll);
    settle = setTimeout(done, SETTLE_MS);
  }, POLL_MS);
  return () => {
    clearInterval(poll);
    clearTimeout(settle);
  };
}
