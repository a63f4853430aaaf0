import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore, useRef } from 'react';
import { liveEvent, type LiveEvent } from '../contracts/operators/operator-api.ts';

/**
 * The state of the stream of live events: `live` while it is open, otherwise `connecting`. While the tab is hidden,
 * the stream is closed, so the state is `connecting`.
 */
export type LiveStreamState = 'connecting' | 'live';

const PATH = '/api/admin/live';
const KINDS: readonly LiveEvent['kind'][] = ['lead', 'delivery', 'crm-event'];
/** Milliseconds before a refused stream is retried. The wait doubles from the first value to the maximum. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

interface Watcher {
  /** Called with each event; with `null` if events may have been missed, or for an event in an unknown format. */
  event?: (event: LiveEvent | null) => void;
  /** Called when the state changes. `liveState` then returns the new state. */
  state?: () => void;
}

const watchers = new Set<Watcher>();
let source: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_RETRY_MS;
let state: LiveStreamState = 'connecting';
/** Whether the stream was interrupted or closed since the last `open` event, so that events may have been missed. */
let missed = false;

function become(next: LiveStreamState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher.state?.();
}

function notify(event: LiveEvent | null): void {
  for (const watcher of watchers) watcher.event?.(event);
}

function open(): void {
  const opened = new EventSource(PATH);
  source = opened;
  opened.addEventListener('open', () => {
    wait = FIRST_RETRY_MS;
    become('live');
    if (missed) notify(null);
    missed = false;
  });
  opened.addEventListener('error', () => {
    missed = true;
    become('connecting');
    // After a lost connection, the browser reconnects on its own, with `Last-Event-ID`. After an error response it
    // does not, so retry here.
    if (opened.readyState !== EventSource.CLOSED) return;
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, MAX_RETRY_MS);
  });
  for (const kind of KINDS) {
    opened.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      const read = liveEvent.safeParse(JSON.parse(data));
      // An event in an unknown format, for example of another server version, still means that something changed.
      notify(read.success ? read.data : null);
    });
  }
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = null;
  wait = FIRST_RETRY_MS;
}

/**
 * Closes the stream while the tab is hidden, and opens it again afterwards. Over HTTP/1.1, all tabs of a browser share
 * six connections per server.
 */
function followTab(): void {
  if (document.hidden) {
    close();
    missed = true;
    become('connecting');
  } else if (source === null) {
    open();
  }
}

/**
 * Listens for live events while the tab is visible. All watchers share one stream. Returns a function that stops
 * listening.
 */
function watchLive(watcher: Watcher): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    document.addEventListener('visibilitychange', followTab);
    followTab();
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    document.removeEventListener('visibilitychange', followTab);
    close();
    missed = false;
    state = 'connecting';
  };
}

function liveState(): LiveStreamState {
  return state;
}

/**
 * Calls `onEvent` with every live event while the component is mounted, and with `null` if events may have been missed
 * or an event has an unknown format: then data must be refetched. Returns the state of the stream.
 */
export function useLiveEvents(onEvent: (event: LiveEvent | null) => void): LiveStreamState {
  const notify = useEffectEvent(onEvent);
  useEffect(() => watchLive({ event: (event) => notify(event) }), []);
  return useSyncExternalStore(watchState, liveState);
}

function watchState(state: () => void): () => void {
  return watchLive({ state });
}

/** Milliseconds to wait after an event before refetching, so that several events cause only one refetch. */
const GATHER_MS = 400;

/**
 * Refetches a query when a live event of one of these kinds arrives or may have been missed. Returns the state of the
 * live stream.
 */
export function useRefetchOnLiveEvents(
  queryKey: QueryKey,
  kinds: readonly LiveEvent['kind'][] = ['lead', 'delivery', 'crm-event'],
): LiveStreamState {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useLiveEvents((event) => {
    if (timer.current !== undefined || (event && !kinds.includes(event.kind))) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey });
    }, GATHER_MS);
  });
}
