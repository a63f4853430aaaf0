import { z } from 'zod';
import {
  leadStages,
  MAX_PRIVATE_NOTE_CHARACTERS,
  MAX_RELEASED_LEADS,
  MAX_REMINDER_CHARACTERS,
} from '../leads/lead-stage.ts';
import { leadCounts, leadDeletion, leadListResponse, leadDetail, todayData } from './operator-leads.ts';
import { okResponseSchema, noInput, type OperatorCall } from './operator-call.ts';

/* The inbox, the leads, and the agent's work on them. */

/** The format of our ids. PostgreSQL refuses some texts of other formats, such as those that contain NUL. */
const ID = /^[\w-]{1,100}$/;

/** The id of a lead, a delivery or a note in a path. An invalid id becomes an empty text, so that nothing is found. */
const id = z.string().regex(ID).catch('');
const ofLead = z.object({ id: z.string().pipe(id) });

/** A trimmed line of text. Control characters become spaces, because PostgreSQL does not accept NUL. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .transform((value) => value.replace(/\p{Cc}+/gu, ' ').trim());

/** Text typed by an operator, without control characters except line breaks and tabs. PostgreSQL refuses NUL. */
const typed = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim())
    .refine((text) => text.length <= most);

/** Creates a schema for one of the given values in a URL. */
const choice = <const Values extends readonly string[]>(values: Values) => z.string().pipe(z.enum(values));

/**
 * A cursor in the list of leads: the time by which a lead is sorted, and the lead's id. It stays valid when other leads
 * arrive or are deleted. If the list is sorted by name, the time is empty: names are personal data, not for URLs.
 */
const cursor = z.string().regex(/^\d{0,15}\.[\w-]{1,100}$/);

/** The filters of the inbox and of its exports, as they are in the URL. Days are YYYY-MM-DD in the site's time zone. */
export const leadQuery = z.object({
  q: line(200).optional(),
  status: choice(['open', 'quarantined', 'resolved']).optional(),
  stage: choice(leadStages).optional(),
  delivery: choice(['none', 'held', 'waiting', 'delivered', 'attention', 'cancelled']).optional(),
  form: line(100).optional(),
  source: line(300).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: choice(['newest', 'oldest', 'updated', 'name']).default('newest'),
  after: cursor.optional(),
  before: cursor.optional(),
});
export type LeadQuery = z.input<typeof leadQuery>;

const FILTER_FIXES: Readonly<Record<string, string>> = {
  q: 'Search for at most 200 characters.',
  from: 'Write the day as YYYY-MM-DD.',
  to: 'Write the day as YYYY-MM-DD.',
  after: 'Go back to the first page.',
  before: 'Go back to the first page.',
};

/** Returns the error message for an invalid filter: its name, and how to fix it. */
export function invalidFilterMessage({ path }: { path: readonly PropertyKey[] }): string {
  const name = path.join('.');
  return `The filter "${name}" cannot be read. ${FILTER_FIXES[name] ?? 'Clear the filters, then try again.'}`;
}

export const leadCalls = {
  today: { method: 'GET', path: '/api/admin/today', role: 'operator', input: noInput, output: todayData },
  list: {
    method: 'GET',
    path: '/api/admin/leads',
    role: 'operator',
    input: leadQuery,
    invalid: invalidFilterMessage,
    output: leadListResponse,
  },
  /** Must come before `read`, whose path also matches this URL. */
  counts: {
    method: 'GET',
    path: '/api/admin/leads/counts',
    role: 'operator',
    input: noInput,
    output: leadCounts,
  },
  read: {
    method: 'GET',
    path: '/api/admin/leads/:id',
    role: 'operator',
    input: ofLead,
    output: leadDetail,
  },
  release: {
    method: 'POST',
    path: '/api/admin/leads/:id/release',
    role: 'operator',
    input: ofLead,
    output: okResponseSchema,
  },
  resolve: {
    method: 'POST',
    path: '/api/admin/leads/:id/resolve',
    role: 'operator',
    input: ofLead,
    output: okResponseSchema,
  },
  reopen: {
    method: 'POST',
    path: '/api/admin/leads/:id/reopen',
    role: 'operator',
    input: ofLead,
    output: okResponseSchema,
  },
  delete: {
    method: 'POST',
    path: '/api/admin/leads/:id/delete',
    role: 'operator',
    input: ofLead,
    output: leadDeletion,
  },
  retryDelivery: {
    method: 'POST',
    path: '/api/admin/deliveries/:id/retry',
    role: 'operator',
    input: ofLead,
    output: okResponseSchema,
  },
  cancelDelivery: {
    method: 'POST',
    path: '/api/admin/deliveries/:id/cancel',
    role: 'operator',
    input: ofLead,
    output: okResponseSchema,
  },
  setStage: {
    method: 'POST',
    path: '/api/admin/leads/:id/stage',
    role: 'operator',
    input: ofLead.extend({ stage: z.enum(leadStages) }),
    invalid: `Choose one of: ${leadStages.join(', ')}.`,
    output: okResponseSchema,
  },
  setReminder: {
    method: 'POST',
    path: '/api/admin/leads/:id/reminder',
    role: 'operator',
    /** `day` is YYYY-MM-DD in the site's time zone; null clears the reminder. */
    input: ofLead.extend({ day: z.iso.date().nullable(), about: typed(MAX_REMINDER_CHARACTERS).default('') }),
    invalid: `Choose a day, and write at most ${MAX_REMINDER_CHARACTERS} characters.`,
    output: okResponseSchema,
  },
  addNote: {
    method: 'POST',
    path: '/api/admin/leads/:id/notes',
    role: 'operator',
    input: ofLead.extend({ text: typed(MAX_PRIVATE_NOTE_CHARACTERS).refine((text) => text !== '') }),
    invalid: `Write a note of at most ${MAX_PRIVATE_NOTE_CHARACTERS.toLocaleString('en-US')} characters.`,
    output: okResponseSchema,
  },
  removeNote: {
    method: 'POST',
    path: '/api/admin/leads/:id/notes/:note/delete',
    role: 'operator',
    input: ofLead.extend({ note: z.string().pipe(id) }),
    output: okResponseSchema,
  },
  releaseMany: {
    method: 'POST',
    path: '/api/admin/leads/release',
    role: 'operator',
    input: z.object({ ids: z.array(z.string().regex(ID)).min(1).max(MAX_RELEASED_LEADS) }),
    invalid: `Choose between 1 and ${MAX_RELEASED_LEADS} leads.`,
    /** `skipped` were not released, because they were no longer held back. */
    output: z.object({ released: z.number(), skipped: z.number() }),
  },
} satisfies Record<string, OperatorCall>;
