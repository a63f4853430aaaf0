import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../ui/toast-store.ts';
import { hearPopup } from './connect-channel.ts';
import { readCrmAnew } from './crm-queries.ts';
import { openConnectPopup, whenClosed } from './connect-popup.ts';

interface Connect {
  /** A pop-up is open. */
  waiting: boolean;
  /** Opens the CRM's consent; for one location, or to choose there. */
  connect: (locationId?: string) => void;
}

/** Connecting by pop-up: when it closes, or says how it went, the statuses are read anew. */
export function useConnect(): Connect {
  const answers = useQueryClient();
  const [waiting, setWaiting] = useState(false);
  const stop = useRef(() => {});
  const [check] = useState(() => () => {
    stop.current();
    setWaiting(false);
    readCrmAnew(answers);
  });
  useEffect(() => {
    const deafen = hearPopup(check);
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
