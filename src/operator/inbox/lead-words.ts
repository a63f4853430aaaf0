import type { DeliveryInfo, LeadRow } from '../../contracts/operators/operator-leads.ts';
import { phoneWords } from '../../contracts/leads/phone-words.ts';
import type { StatusKind } from '../parts/states/status-colors.ts';

/** Labels for a lead's status. */
export const statusWords: Readonly<Record<LeadRow['status'], string>> = {
  open: 'Open',
  quarantined: 'Held back',
  resolved: 'Closed',
};

/** Labels for the overall state of a lead's deliveries: the worst state among them. */
export const leadDeliveryWords: Readonly<
  Record<LeadRow['delivery'], { words: string; state: StatusKind | null }>
> = {
  none: { words: 'Nothing to deliver', state: null },
  held: { words: 'Held back', state: 'warn' },
  waiting: { words: 'On its way', state: null },
  delivered: { words: 'Delivered', state: 'ok' },
  attention: { words: 'Needs you', state: 'fail' },
  cancelled: { words: 'Cancelled', state: null },
};

/** Returns the state of a lead's deliveries if an operator must look at it, otherwise null. */
export function deliveryFault(
  delivery: LeadRow['delivery'],
): { words: string; state: 'warn' | 'fail' } | null {
  const { words, state } = leadDeliveryWords[delivery];
  return state === 'warn' || state === 'fail' ? { words, state } : null;
}

/** Labels for the state of a single delivery. */
export const deliveryWords: Readonly<
  Record<DeliveryInfo['state'], { words: string; state: StatusKind | null }>
> = {
  held: { words: 'Held back', state: 'warn' },
  waiting: { words: 'Waiting', state: null },
  sending: { words: 'On its way now', state: null },
  delivered: { words: 'Delivered', state: 'ok' },
  attention: { words: 'Needs you', state: 'fail' },
  cancelled: { words: 'Cancelled', state: null },
};

/** Labels for the destinations of deliveries. */
export const destinationWords: Readonly<Record<DeliveryInfo['destination'], string>> = {
  crm: 'CRM contact',
  subscription: 'Market report subscription in the CRM',
  workflow: 'CRM workflow',
  alert: 'Alert to your mailbox',
  identity: 'Identity check to your mailbox',
  confirmation: 'Confirmation to the visitor',
};

const forms: ReadonlyMap<string, string> = new Map([
  ['lead-form', 'Lead form'],
  ['quick-lead-form', 'Quick lead form'],
  ['contact-form', 'Contact form'],
  ['market-report-form', 'Market report'],
  ['api', 'Other program'],
]);

/** Returns a form's display name, or its id if it is unknown. */
export function formWords(form: string): string {
  return forms.get(form) ?? form;
}

const inquiries: ReadonlyMap<string, string> = new Map([
  ['buying', 'Buying'],
  ['selling', 'Selling'],
  ['both', 'Buying and selling'],
  ['general', 'A general question'],
]);

/** Returns the display name of an inquiry type, or the type itself if it is unknown. */
export function inquiryWords(type: string): string {
  return inquiries.get(type) ?? type;
}

/** Returns a lead's name, or its email or phone number if it has no name. */
export function leadTitle(lead: Pick<LeadRow, 'name' | 'email' | 'phone' | 'phoneE164'>): string {
  return lead.name ?? lead.email ?? phoneWords(lead.phone, lead.phoneE164) ?? 'No name';
}
