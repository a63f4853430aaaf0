import { leadReference } from './lead-reference.ts';
import type { LeadRow } from './delivery-rows.ts';
import type { LeadValue } from './lead-values.ts';

/** The line by which a lead's own note is found again among a contact's notes. */
export function noteMarker(leadId: string): string {
  return `Lead reference: ${leadReference(leadId)}`;
}

/**
 * The note of a lead: what the form said, then everything that found no custom field, in readable lines. The same
 * lead and lines always give the same text.
 */
export function leadNote(lead: LeadRow, lines: readonly LeadValue[]): string {
  const told = (value: string) => lead.notes?.includes(value) ?? false;
  const rest = lines
    // The forms' own notes often say some of it already; a single word there may be about something else.
    .filter(({ key, value }) => !(key === 'message' && told(value)))
    .map(({ label, value }) => `${label}: ${value}`);
  const said = new Set(lead.notes?.split('\n'));
  const facts = [...rest, ...(lead.page ? [`Page: ${lead.page}`] : [])];
  return [
    'Inquiry from the website',
    ...(lead.notes ? [lead.notes] : []),
    ...facts.filter((line) => !said.has(line)),
    `Received: ${new Date(lead.created_at).toISOString()}`,
    noteMarker(lead.id),
  ].join('\n');
}
