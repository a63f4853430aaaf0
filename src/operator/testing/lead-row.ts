import type { LeadListRow } from '../../contracts/operators/operator-leads.ts';

/** Returns a lead row for tests, with defaults for all values that are not given. */
export function testLeadRow(id: string, values: Partial<LeadListRow> = {}): LeadListRow {
  return {
    id,
    createdAt: 1_000,
    updatedAt: 1_000,
    name: null,
    email: null,
    phone: null,
    phoneE164: null,
    preview: null,
    form: 'lead-form',
    page: null,
    source: null,
    sourceText: null,
    progress: 'details',
    status: 'open',
    inquiryType: null,
    topic: null,
    delivery: 'delivered',
    stage: 'new',
    reminder: null,
    ...values,
  };
}

/** The parts of a lead's details that are empty for a new lead. */
export const EMPTY_LEAD_DETAIL = {
  tags: [],
  suspicions: [],
  attribution: null,
  crmContactId: null,
  crmContactUrl: null,
  crmLocationId: null,
  localOnly: false,
  deliveries: [],
  consents: [],
  submissions: [],
  subscription: null,
  others: [],
  privateNotes: [],
  events: [],
};
