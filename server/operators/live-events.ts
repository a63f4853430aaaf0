import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { faultCode } from '../leads/store/store-fault.ts';
import { openSessions, type LiveSession } from './live-sessions.ts';
import { readLiveEvents, type LiveEntry } from './read-live-events.ts';

/** Milliseconds between two looks. */
const LOOK_EVERY = 1000;
/** And before one that was asked for: in a rush one look is for many. */
const SOON = 50;
/** A row can be seen this much later than its moment: its transaction took time, or another server's clock is off. */
export const LATE = 30_000;

/** Who listens. */
export interface LiveListener {
  session: LiveSession;
  /** What happened after this moment is news to it. */
  since: number;
  happened(entry: LiveEntry): void;
  /** Its session is over, or the server stops. */
  end(): void;
}

/** Tells signed-in operators what happens, on whichever server of the database it happens. */
export interface LiveHub {
  /** Answers the way to stop listening. */
  listen(listener: LiveListener): () => void;
  /** Something was stored here: looks at once. */
  look(): void;
  /** Ends every stream; later listeners end at once. */
  close(): void;
}

interface Options {
  database: { query: Kysely<Database> };
  log: Logger;
  now?: () => number;
}

/** Looks into the database each second while somebody listens, and not at all otherwise. */
export function createLiveHub({ database: { query }, log, now = Date.now }: Options): LiveHub {
  /** With the ids each has heard of, for in their time they come with every look; null: it has not heard yet. */
  const listeners = new Map<LiveListener, ReadonlySet<string> | null>();
  let lastLook = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let soon = false;
  let failing = false;
  let closed = false;

  function end(listener: LiveListener): void {
    if (listeners.delete(listener)) listener.end();
  }

  async function lookOnce(): Promise<void> {
    const at = now();
    const present = [...listeners];
    const sessions = present.map(([{ session }]) => session);
    const signedIn = await openSessions(query, sessions, at);
    for (const [listener] of present) if (!signedIn.has(listener.session)) end(listener);

    const inTime = Math.min(at, present.some(([, heard]) => heard) ? lastLook : at) - LATE;
    const missed = present.flatMap(([{ since }, heard]) => (heard ? [] : [since]));
    const entries = await readLiveEvents(query, Math.min(inTime, ...missed));
    lastLook = at;
    const ids = new Set(entries.map(({ id }) => id));
    for (const [listener, heard] of present) {
      if (!listeners.has(listener)) continue;
      listeners.set(listener, ids);
      const from = heard ? inTime : listener.since;
      for (const entry of entries) {
        if (entry.event.at > from && !heard?.has(entry.id)) listener.happened(entry);
      }
    }
  }

  async function look(): Promise<void> {
    if (looking || closed) return;
    soon = false;
    if (listeners.size === 0) return;
    looking = true;
    try {
      await lookOnce();
      failing = false;
    } catch (error) {
      if (!failing && !closed) log.warn({ event: 'live-events-not-read', code: faultCode(error) });
      failing = true;
    }
    looking = false;
    if (listeners.size > 0) lookIn(soon ? SOON : LOOK_EVERY);
  }

  function lookIn(rest: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), rest);
    timer.unref();
  }

  function lookSoon(): void {
    if (soon || listeners.size === 0) return;
    soon = true;
    if (!looking) lookIn(SOON);
  }

  return {
    listen(listener) {
      if (closed) {
        listener.end();
        return () => {};
      }
      listeners.set(listener, null);
      lookSoon();
      return () => {
        listeners.delete(listener);
      };
    },
    look: lookSoon,
    close() {
      closed = true;
      clearTimeout(timer);
      for (const listener of listeners.keys()) end(listener);
    },
  };
}
