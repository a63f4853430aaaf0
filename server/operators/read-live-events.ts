import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LiveEvent } from '../../src/operator/api-shapes.ts';
import type { Database } from '../database/schema.ts';

/** Something that happened, with an id that is the same on every server. */
export interface LiveEntry {
  id: string;
  event: LiveEvent;
}

/** Rows of either table: in a rush the screens read anew anyway, and need not hear of each. */
const MOST = 500;

/** Kinds of a lead's story that are about a delivery, with the state it is in then. */
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

/** What happened after a moment (epoch milliseconds), oldest first: leads, deliveries, and the CRM's events. */
export async function readLiveEvents(query: Kysely<Database>, after: number): Promise<LiveEntry[]> {
  const story = await query
    .selectFrom('lead_events')
    .select(['id', 'lead_id', 'at', 'kind', 'detail'])
    .where('at', '>', after)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  const events = await query
    .selectFrom('crm_events')
    .select(['id', 'type', 'lead_id', 'received_at'])
    .where('received_at', '>', after)
    .orderBy('received_at', 'desc')
    .limit(MOST)
    .execute();
  const entries = [
    // What the CRM told stands in both tables.
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

/** The moment of an entry's id, as a browser gives it back after a break; null when it is none of ours. */
export function momentOfId(id: string | undefined): number | null {
  const digits = /^(\d{1,15})-/.exec(id ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
