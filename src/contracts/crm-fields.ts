/** GET /api/ghl/custom-fields: the values of leads for which the CRM has no custom field. */
export interface CrmFields {
  /** The location that gets the leads; null if there is none, or if it cannot be read. */
  locationId: string | null;
  /** `key` is the field's key without `contact.`. These values reach the contact's note only. */
  missing: readonly { key: string; label: string }[];
  /** Why the fields cannot be read; null if they were. */
  problem: string | null;
  /** Whether the connection does not include the right to create fields. */
  needsReconnect: boolean;
}

/** POST /api/ghl/custom-fields: the result of creating the missing fields. */
export interface CrmFieldsCreated {
  /** Keys without `contact.`. */
  created: readonly string[];
  /** Fields that HighLevel gave another key than expected, so that they stay empty. */
  otherKeys: readonly { key: string; fieldKey: string }[];
  /** Why not all missing fields were created; null if they were. */
  problem: string | null;
}
