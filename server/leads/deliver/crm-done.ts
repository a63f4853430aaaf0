import { z } from 'zod';

const done = z.object({
  locationId: z.string().optional(),
  contactId: z.string().optional(),
  /** The lead's, that the contact was written from. */
  revision: z.number().optional(),
  /** Keys of the values that custom fields took. */
  fields: z.array(z.string()).optional(),
  omitted: z.array(z.enum(['email', 'phone'])).optional(),
  /** As they were before. */
  tags: z.array(z.string()).nullish(),
  tagged: z.boolean().optional(),
  /** From here on a note may be there. */
  noteBegun: z.boolean().optional(),
  noteId: z.string().optional(),
});

/** What a delivery to the CRM has done so far, as `deliveries.done` keeps it. */
export type CrmDone = z.infer<typeof done>;

/** Reads it; what cannot be read counts as nothing done, for another location too. */
export function readCrmDone(json: string | null, locationId: string): CrmDone {
  if (json === null) return {};
  const read = done.safeParse(JSON.parse(json)).data;
  return read?.locationId === locationId ? read : {};
}

/** The location of the contact it made or changed; null: it has none. */
export function locationOfContact(json: string): string | null {
  const read = done.safeParse(JSON.parse(json)).data;
  return read?.contactId ? (read.locationId ?? null) : null;
}
