import { z } from 'zod';

/** The values of leads for which the CRM has no custom field. */
export const crmFields = z.object({
  /** The location that gets the leads; null if there is none, or if it cannot be read. */
  locationId: z.string().nullable(),
  /** `key` is the field's key without `contact.`. These values reach the contact's note only. */
  missing: z.array(z.object({ key: z.string(), label: z.string() })).readonly(),
  /** Why the fields cannot be read; null if they were. */
  problem: z.string().nullable(),
  /** Whether the connection does not include the right to create fields. */
  needsReconnect: z.boolean(),
});
export type CrmFields = z.infer<typeof crmFields>;

/** The result of creating the missing fields. */
export const crmFieldsCreated = z.object({
  /** Keys without `contact.`. */
  created: z.array(z.string()).readonly(),
  /** Fields that HighLevel gave another key than expected, so that they stay empty. */
  otherKeys: z.array(z.object({ key: z.string(), fieldKey: z.string() })).readonly(),
  /** Why not all missing fields were created; null if they were. */
  problem: z.string().nullable(),
});
export type CrmFieldsCreated = z.infer<typeof crmFieldsCreated>;
