import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LiveEvent } from '../../../src/contracts/operators/operator-api.ts';
import type { Database } from '../../database/schema/schema.ts';
import { databaseErrorCode } from '../../database/engines/database-error.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { SESSION_TTL_MS } from '../sign-in/operator-session.ts';

/** Milliseconds between queries. */
const LOOK_INTERVAL_MS = 1000;
/** Milliseconds to wait before a requested query, so that one query serves several requests. */
const REQUEST_DELAY_MS = 50;
/**
 * Maximum milliseconds from a row's timestamp until the row is visible: transactions take time, and clocks differ.
 */
export const MAX_EVENT_LAG_MS = 30_000;

interface LiveListener {
  session: StreamSession;
  /** The listener receives events after this time (epoch milliseconds). */
  since: number;
  happened(entry: LiveEntry): void;
  /** Called when the session ends or the server stops. */
  end(): void;
}

/** Sends live events to signed-in operators, including events from other servers on the same database. */
export interface LiveEventHub {
  /** Adds a listener, and returns a function that removes it. */
  listen(listener: LiveListener): () => void;
  /** Schedules a query within milliseconds. Call this after storing something on this server. */
  look(): void;
  /** Ends all streams. Listeners added later end at once. */
  close(): void;
}

interface Options {
  database: { query: Kysely<Database> };
  log: Logger;
  now: () => number;
}

/** Creates the hub. It queries the database every second while there are listeners. */
export function createLiveEventHub({ database: { query }, log, now }: Options): LiveEventHub {
  /** The event ids of each listener's last query, because queries overlap; null before its first query. */
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

    const windowStart = Math.min(at, present.some(([, heard]) => heard) ? lastLook : at) - MAX_EVENT_LAG_MS;
    const missed = present.flatMap(([{ since }, heard]) => (heard ? [] : [since]));
    const entries = await readLiveEvents(query, Math.min(windowStart, ...missed));
    lastLook = at;
    const ids = new Set(entries.map(({ id }) => id));
    for (const [listener, heard] of present) {
      if (!listeners.has(listener)) continue;
      listeners.set(listener, ids);
      const from = heard ? windowStart : listener.since;
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
      if (!failing && !closed) log.warn({ event: 'live-events-not-read', code: databaseErrorCode(error) });
      failing = true;
    }
    looking = false;
    if (listeners.size > 0) lookIn(soon ? REQUEST_DELAY_MS : LOOK_INTERVAL_MS);
    // No query is scheduled now. If `soon` stayed true, `lookSoon` would schedule none for the next listener.
    else soon = false;
  }

  function lookIn(rest: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => runInBackground(log, 'live-events-not-read', look), rest);
    timer.unref();
  }

  function lookSoon(): void {
    if (soon || listeners.size === 0) return;
    soon = true;
    if (!looking) lookIn(REQUEST_DELAY_MS);
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

/** A session as it was when its stream began. */
export interface StreamSession {
  /** The SHA-256 hash of its id, as stored. */
  sidHash: string;
  epoch: number;
  signedInAt: number;
}

/**
 * Returns the sessions that are still valid: not expired, and not ended by a sign-out, a new password or the removal of
 * the account.
 */
async function openSessions(
  query: Kysely<Database>,
  sessions: readonly StreamSession[],
  now: number,
): Promise<ReadonlySet<StreamSession>> {
  if (sessions.length === 0) return new Set();
  const rows = await query
    .selectFrom('sessions')
    .innerJoin('operators', 'operators.id', 'sessions.operator_id')
    .select(['sessions.sid_hash', 'operators.session_epoch'])
    .where('sessions.sid_hash', 'in', [...new Set(sessions.map(({ sidHash }) => sidHash))])
    .where('sessions.expires_at', '>', now)
    .execute();
  const epochs = new Map(rows.map((row) => [row.sid_hash, row.session_epoch]));
  return new Set(
    sessions.filter(
      ({ sidHash, epoch, signedInAt }) => epochs.get(sidHash) === epoch && signedInAt + SESSION_TTL_MS > now,
    ),
  );
}

/** An event with an id that is the same on every server. */
interface LiveEntry {
  id: string;
  event: LiveEvent;
}

/** Maximum rows read from each table. Older rows are dropped: the screens reload their data after any event. */
const MAX_ROWS = 500;

/** The delivery state that results from each kind of delivery event. */
const deliveryStates: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  'delivery-superseded': 'delivered',
  'delivery-failed': 'waiting',
  'delivery-waits': 'waiting',
  'delivery-retried': 'waiting',
  'delivery-attention': 'attention',
  'delivery-cancelled': 'cancelled',
};

const about = z.object({ destination: z.string() });

/** Reads the events of leads, deliveries and the CRM, and deletions of leads, after a time (epoch ms), oldest first. */
async function readLiveEvents(query: Kysely<Database>, after: number): Promise<LiveEntry[]> {
  const story = await query
    .selectFrom('lead_events')
    .select(['id', 'lead_id', 'at', 'kind', 'detail'])
    .where('at', '>', after)
    .orderBy('at', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const events = await query
    .selectFrom('crm_events')
    .select(['id', 'type', 'lead_id', 'received_at'])
    .where('received_at', '>', after)
    .orderBy('received_at', 'desc')
    .limit(MAX_ROWS)
    .execute();
  // The events of a lead are deleted with it, so its deletion is read from the audit log.
  const deletions = await query
    .selectFrom('audit')
    .select(['id', 'subject', 'at'])
    .where('at', '>', after)
    .where('action', '=', 'lead-deleted')
    .orderBy('at', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const entries = [
    ...deletions.map(({ id, subject, at }): LiveEntry => ({
      id: `${at}-${id}`,
      event: { kind: 'lead', leadId: subject ?? '', at },
    })),
    // CRM events are in both tables, so skip them here.
    ...story.filter(({ kind }) => !kind.startsWith('crm-')).map(storyEntry),
    ...events.map((row): LiveEntry => {
      const { id, type, lead_id: leadId, received_at: at } = row;
      return { id: `${at}-${id}`, event: { kind: 'crm-event', id, type, leadId, at } };
    }),
  ];
  return entries.toSorted((a, b) => a.event.at - b.event.at);
}

type StoryRow = Pick<Database['lead_events'], 'id' | 'lead_id' | 'at' | 'kind' | 'detail'>;

function storyEntry({ id, lead_id: leadId, at, kind, detail }: StoryRow): LiveEntry {
  const state = deliveryStates[kind];
  const read = state === undefined ? null : about.safeParse(JSON.parse(detail ?? '{}'));
  return {
    id: `${at}-${id}`,
    event:
      state !== undefined && read?.success
        ? { kind: 'delivery', leadId, destination: read.data.destination, state, at }
        : { kind: 'lead', leadId, at },
  };
}

/**
 * Returns the time (epoch milliseconds) in an event id that a browser sends when it reconnects; null if the id is not
 * ours.
 */
export function eventTimeOfId(id: string | undefined): number | null {
  const digits = /^(\d{1,15})-/.exec(id ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
