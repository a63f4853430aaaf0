import { z } from 'zod';

/* Data that the server and the operators' screens share, apart from the calls of the operators' API. */

/**
 * An event of the live stream, GET /api/admin/live (server-sent events; the event name is `kind`). It means that data
 * must be refetched. After a reconnect, an event can arrive twice, with the same `lastEventId`. `at` is in epoch
 * milliseconds.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead'), leadId: z.string(), at: z.number() }),
  z.object({
    kind: z.literal('delivery'),
    leadId: z.string(),
    destination: z.string(),
    state: z.string(),
    at: z.number(),
  }),
  z.object({
    kind: z.literal('crm-event'),
    id: z.string(),
    type: z.string(),
    leadId: z.string().nullable(),
    at: z.number(),
  }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** The id of the element that holds `OperatorData`. */
export const OPERATOR_DATA_ID = 'operator-data';

/** The data that the server sends with the operator application's document. It contains no secrets. */
export const operatorData = z.object({
  /** The public origin of the site, without a path. */
  origin: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  /** Whether people can sign in with their WordPress account. */
  hasWordPress: z.boolean(),
  /** On /sign-in: whether there is no account yet, so that nobody can sign in. */
  isNew: z.boolean(),
  /** On /oauth/success: whether this browser has just made the connection that the query describes. */
  hasJustConnected: z.boolean(),
});
export type OperatorData = z.infer<typeof operatorData>;

/** Header of requests that an open screen sends in the background. They do not count as session activity. */
export const BACKGROUND_REQUEST_HEADER = 'X-Background';
