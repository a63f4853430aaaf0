import type { LeadRow } from './delivery-rows.ts';

/** What of a lead must not be in a log, nor in an error's words: whoever answers may repeat it. */
export function personalValues(lead: LeadRow): (string | null)[] {
  const { first_name, last_name, email, phone, phone_e164, message, notes } = lead;
  return [first_name, last_name, email, phone, phone_e164, message, notes];
}
