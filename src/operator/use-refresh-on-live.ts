import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEvent } from '../contracts/operator-api.ts';
import type { LiveState } from './live-stream.ts';
import { useLive } from './use-live.ts';

/** Milliseconds during which several events are combined into one refetch. */
const GATHER = 400;

/** Refetches a query when a live event affects it. Returns whether events are arriving. */
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
