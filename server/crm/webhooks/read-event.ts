import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';

/** The event data that we use. */
export interface CrmEvent {
  /** The kind of event, as HighLevel names it, for example `ContactCreate` or `INSTALL`. */
  type: string;
  /** Deduplication key, which is the same for repeats of an event. */
  onceKey: string;
  /** Epoch milliseconds; null if the payload has no `timestamp`. */
  occurredAt: number | null;
  locationId: string | null;
  /** Id of the contact that the event is about. */
  contactId: string | null;
  contact: CrmEventContact | null;
  appointment: CrmEventAppointment | null;
  /** The raw body. */
  text: string;
}

const id = z
  .string()
  .regex(/^[\w.:-]{1,200}$/)
  .nullable()
  .catch(null);
/** PostgreSQL text cannot contain NUL, so a value that contains it is read as null. */
const storableText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\0]*$/)
  .nullable()
  .catch(null);

const contact = z.object({
  firstName: storableText,
  lastName: storableText,
  email: storableText,
  phone: storableText,
  tags: z.array(z.string()).nullable().catch(null),
});
/** The contact fields that we use. Absent fields are null. */
export type CrmEventContact = z.infer<typeof contact>;

const appointment = z.object({
  id,
  contactId: id,
  appointmentStatus: storableText,
  startTime: storableText,
  endTime: storableText,
});
/** The appointment fields that we use. Absent fields are null. */
export type CrmEventAppointment = z.infer<typeof appointment>;

const payload = z.looseObject({
  type: z
    .string({ error: 'It has no "type".' })
    .regex(/^[\w.-]{1,100}$/, { error: 'Its "type" is no event’s name.' }),
  timestamp: z.union([z.string(), z.number()], { error: 'Its "timestamp" is no time.' }).nullish(),
  webhookId: z.unknown().optional(),
  locationId: id,
  id,
  contactId: id,
  appointment: appointment.nullable().catch(null),
});

/**
 * Parses the body of an event, whose signature must already have been checked. Throws an `AppError`
 * (`event-unreadable`) that says why if the body is not an event.
 */
export function parseCrmEvent(body: Buffer): CrmEvent {
  const text = body.toString('utf8');
  const read = payload.safeParse(parse(text));
  if (!read.success)
    throw new AppError('event-unreadable', read.error.issues[0]?.message ?? 'It is no event.');
  const { type, timestamp, webhookId, locationId, appointment } = read.data;
  const isContact = type.startsWith('Contact');
  return {
    type,
    onceKey: onceKeyOf(webhookId, body),
    occurredAt: timestamp === undefined || timestamp === null ? null : momentOf(timestamp),
    locationId,
    contactId: (isContact ? read.data.id : appointment?.contactId) ?? read.data.contactId,
    contact: isContact ? contact.parse(read.data) : null,
    appointment,
    text,
  };
}

function parse(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('event-unreadable', 'It is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('event-unreadable', 'It is no JSON object.');
  }
  return value;
}

function onceKeyOf(webhookId: unknown, body: Buffer): string {
  const named = z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .safeParse(webhookId);
  return named.success
    ? `id:${named.data}`
    : `sha256:${createHash('sha256').update(body).digest('base64url')}`;
}

/** Parses an ISO time or a number of epoch milliseconds. A number below 1e12 counts as seconds. */
function momentOf(timestamp: string | number): number {
  const number = typeof timestamp === 'number' ? timestamp : Number(timestamp);
  const moment = Number.isFinite(number)
    ? number < 1e12
      ? number * 1000
      : number
    : Date.parse(String(timestamp));
  if (Number.isFinite(moment) && Math.abs(moment) < 8.64e15) return Math.trunc(moment);
  throw new AppError('event-unreadable', 'Its "timestamp" is no time.');
}
