import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { invalidateCrmQueries } from './crm-queries.ts';

interface Connect {
  /** Whether a pop-up was opened that has neither reported a result nor been closed. */
  waiting: boolean;
  /** Opens the CRM's consent page in a pop-up. Without a location, the operator chooses one there. */
  connect: (locationId?: string) => void;
}

/**
 * Returns a function that connects the CRM through a pop-up. The CRM queries are refetched when the pop-up reports a
 * result, or one second after it was closed.
 */
export function useCrmConnect(): Connect {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState(false);
  const stop = useRef(() => {});
  const [check] = useState(() => () => {
    stop.current();
    setWaiting(false);
    invalidateCrmQueries(queryClient);
  });
  useEffect(() => {
    const deafen = listenToPopup(check);
    return () => {
      deafen();
      stop.current();
    };
  }, [check]);
  return {
    waiting,
    connect: (locationId) => {
      stop.current();
      const popup = openConnectPopup(locationId);
      if (!popup) {
        setWaiting(false);
        showToast({
          kind: 'error',
          title: 'Pop-up Blocked',
          text: 'Please allow pop-ups for this site in the browser, then connect again.',
        });
        return;
      }
      popup.focus();
      setWaiting(true);
      stop.current = onPopupClosed(popup, check);
    },
  };
}

/** The pop-up's size in CSS pixels, as specified. */
const SIZE = { width: 800, height: 700 } as const;
/** Milliseconds between two checks whether the pop-up is closed. As specified. */
export const POPUP_POLL_MS = 500;
/** Milliseconds from the closing of the pop-up to the refetch. As specified. */
export const POPUP_REFETCH_DELAY_MS = 1_000;

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

/** Calls `done` `POPUP_REFETCH_DELAY_MS` after the pop-up is closed. Returns a function that cancels the call. */
export function onPopupClosed(popup: Pick<Window, 'closed'>, done: () => void): () => void {
  let settle: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(poll);
    settle = setTimeout(done, POPUP_REFETCH_DELAY_MS);
  }, POPUP_POLL_MS);
  return () => {
    clearInterval(poll);
    clearTimeout(settle);
  };
}

/** The message that the pop-up sends to the open pages of this site. */
type ConnectResult = 'success' | 'failed';

const NAME = 'crm-authorization';

/**
 * Sends the result from the pop-up to the page that opened it. All other open pages that use `useCrmConnect` receive it
 * as well.
 */
export function sendResultToOpener(result: ConnectResult): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(result);
  channel.close();
}

/** Listens for a message from the pop-up. Returns a function that stops listening. */
function listenToPopup(onResult: (result: ConnectResult) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'success' || data === 'failed') onResult(data);
  });
  return () => channel.close();
}
