import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEvent } from './api-shapes.ts';
import type { LiveState } from './live-stream.ts';
import { useLive } from './use-live.ts';

/** Milliseconds in which events that come together make one question. */
const GATHER = 400;

/** Reads an answer anew when something happens on the server that changes it. Answers whether events come. */
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
