import type { DeliveryInfo, LeadRow } from '../api-shapes.ts';
import type { StatusKind } from '../parts/status-colors.ts';

/** How a lead stands, in words. */
export const statusWords: Readonly<Record<LeadRow['status'], string>> = {
  open: 'Open',
  quarantined: 'Held back',
  resolved: 'Resolved',
};

/** How a lead's deliveries stand: the worst of them. */
export const standingWords: Readonly<
  Record<LeadRow['delivery'], { words: string; state: StatusKind | null }>
> = {
  none: { words: 'Nothing to deliver', state: null },
  held: { words: 'Held back', state: 'warn' },
  waiting: { words: 'On its way', state: null },
  delivered: { words: 'Delivered', state: 'ok' },
  attention: { words: 'Needs you', state: 'fail' },
  cancelled: { words: 'Cancelled', state: null },
};

/** How one delivery stands. */
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

/** Where deliveries go. */
export const destinationWords: Readonly<Record<DeliveryInfo['destination'], string>> = {
  crm: 'CRM contact',
  workflow: 'CRM workflow',
  alert: 'Alert to your mailbox',
  confirmation: 'Confirmation to the visitor',
};

const forms: ReadonlyMap<string, string> = new Map([
  ['lead-form', 'Lead form'],
  ['quick-lead-form', 'Quick lead form'],
  ['contact-form', 'Contact form'],
  ['market-report-form', 'Market report'],
  ['api', 'Other program'],
]);

/** A form by its name for people. */
export function formWords(form: string): string {
  return forms.get(form) ?? form;
}

const inquiries: ReadonlyMap<string, string> = new Map([
  ['buying', 'Buying'],
  ['selling', 'Selling'],
  ['both', 'Buying and selling'],
  ['general', 'A general question'],
]);

/** What an inquiry is about. */
export function inquiryWords(type: string): string {
  return inquiries.get(type) ?? type;
}

/** What a lead is called where it has no name. */
export function leadTitle({ name, email, phone }: Pick<LeadRow, 'name' | 'email' | 'phone'>): string {
  return name ?? email ?? phone ?? 'No name';
}
