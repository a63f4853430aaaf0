import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEvent } from '../contracts/operators/operator-api.ts';
import type { LiveState } from './live-stream.ts';
import { useLive } from './use-live.ts';

/** Milliseconds within which several events cause only one refetch. */
const GATHER = 400;

/**
 * Refetches a query when a live event of one of these kinds arrives or may have been missed. Returns the state of the
 * live stream.
 */
export function useRefreshOnLive(
  queryKey: QueryKey,
  kinds: readonly LiveEvent['kind'][] = ['lead', 'delivery', 'crm-event'],
): LiveState {
  const answers = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useLive((event) => {
    if (timer.current !== undefined || (event && !kinds.includes(event.kind))) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void answers.invalidateQueries({ queryKey });
    }, GATHER);
  });
}
