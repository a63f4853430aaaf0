import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { listenToPopup } from './connect-channel.ts';
import { invalidateCrmQueries } from './crm-queries.ts';
import { openConnectPopup, whenClosed } from './connect-popup.ts';

interface Connect {
  /** Whether a pop-up is open. */
  waiting: boolean;
  /** Opens the CRM's consent page. Without a location, the operator chooses one there. */
  connect: (locationId?: string) => void;
}

/** Connects the CRM through a pop-up. The CRM queries are refetched when it closes or reports a result. */
export function useConnect(): Connect {
  const answers = useQueryClient();
  const [waiting, setWaiting] = useState(false);
  const stop = useRef(() => {});
  const [check] = useState(() => () => {
    stop.current();
    setWaiting(false);
    invalidateCrmQueries(answers);
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
      stop.current = whenClosed(popup, check);
    },
  };
}
