import type { LiveEvent } from './api-shapes.ts';

/** `connecting` also after a break; `live` while events come. */
export type LiveState = 'connecting' | 'live';

const PATH = '/api/admin/live';
const KINDS: readonly LiveEvent['kind'][] = ['lead', 'delivery', 'crm-event'];
/** Milliseconds before a refused stream is asked for again: the first time, and the longest. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

interface Watcher {
  event?: (event: LiveEvent) => void;
  /** It changed; `liveState` has it. */
  state?: () => void;
}

const watchers = new Set<Watcher>();
let source: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT;
let state: LiveState = 'connecting';

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher.state?.();
}

function open(): void {
  const opened = new EventSource(PATH);
  source = opened;
  opened.addEventListener('open', () => {
    wait = FIRST_WAIT;
    become('live');
  });
  opened.addEventListener('error', () => {
    become('connecting');
    // The browser itself comes back after a break, with `Last-Event-ID`. A refusal is final for it, not for us.
    if (opened.readyState !== EventSource.CLOSED) return;
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  });
  for (const kind of KINDS) {
    opened.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      const event: LiveEvent = JSON.parse(data);
      for (const watcher of watchers) watcher.event?.(event);
    });
  }
}

/** Listens to what happens on the server. All who listen share one stream; answers the way to stop. */
export function watchLive(watcher: Watcher): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) open();
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearTimeout(timer);
    source?.close();
    source = null;
    wait = FIRST_WAIT;
    state = 'connecting';
  };
}

/** Whether events come right now. */
export function liveState(): LiveState {
  return state;
}
