import { z } from 'zod';

/** The lead fields for which the CRM has no custom field. */
export const missingCrmFieldsResult = z.object({
  /** The location that gets the leads, also if its fields could not be read; null if there is none. */
  locationId: z.string().nullable(),
  /** Until the CRM has these fields, their values are only in the contact's note. `key` has no prefix `contact.`. */
  missing: z.array(z.object({ key: z.string(), label: z.string() })).readonly(),
  /** Why the fields could not be read; null if they were. */
  problem: z.string().nullable(),
  /** Whether the location must be connected again, because the site has no permission to create fields. */
  needsReconnect: z.boolean(),
});
export type MissingCrmFieldsResult = z.infer<typeof missingCrmFieldsResult>;

/** The result of creating the missing fields. */
export const createdCrmFieldsResult = z.object({
  /** The keys of the created fields, without the prefix `contact.`. */
  created: z.array(z.string()).readonly(),
  /** Fields to which HighLevel gave a key other than expected, so that they stay empty. */
  otherKeys: z.array(z.object({ key: z.string(), fieldKey: z.string() })).readonly(),
  /** Why not all missing fields were created; null if they were. */
  problem: z.string().nullable(),
});
export type CreatedCrmFieldsResult = z.infer<typeof createdCrmFieldsResult>;
