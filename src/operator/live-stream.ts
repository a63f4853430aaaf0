import type { LiveEvent } from './api-shapes.ts';

/** `connecting` also after a break; `live` while events come. */
export type LiveState = 'connecting' | 'live';

const PATH = '/api/admin/live';
const KINDS: readonly LiveEvent['kind'][] = ['lead', 'delivery', 'crm-event'];
/** Milliseconds before a refused stream is asked for again: the first time, and the longest. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

interface Watcher {
  /** `null`: what happened for a while is unknown. */
  event?: (event: LiveEvent | null) => void;
  /** It changed; `liveState` has it. */
  state?: () => void;
}

const watchers = new Set<Watcher>();
let source: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT;
let state: LiveState = 'connecting';
/** Whether something can have happened that nobody was told. */
let missed = false;

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher.state?.();
}

function tell(event: LiveEvent | null): void {
  for (const watcher of watchers) watcher.event?.(event);
}

function open(): void {
  const opened = new EventSource(PATH);
  source = opened;
  opened.addEventListener('open', () => {
    wait = FIRST_WAIT;
    become('live');
    if (missed) tell(null);
    missed = false;
  });
  opened.addEventListener('error', () => {
    missed = true;
    become('connecting');
    // The browser itself comes back after a break, with `Last-Event-ID`. A refusal is final for it, not for us.
    if (opened.readyState !== EventSource.CLOSED) return;
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  });
  for (const kind of KINDS) {
    opened.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      const event: LiveEvent = JSON.parse(data);
      tell(event);
    });
  }
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = null;
  wait = FIRST_WAIT;
}

/** A browser has six connections to a server that speaks HTTP/1.1, for all tabs: those that nobody sees have none. */
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
 * Listens to what happens on the server while the tab is shown. All who listen share one stream; answers the way to
 * stop.
 */
export function watchLive(watcher: Watcher): () => void {
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

/** Whether events come right now. */
export function liveState(): LiveState {
  return state;
}
