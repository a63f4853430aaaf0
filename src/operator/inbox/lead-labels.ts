import type { DeliveryInfo, LeadListRow } from '../../contracts/operators/operator-leads.ts';
import { formatPhone } from '../../contracts/leads/format-phone.ts';
import { inquiryTypeTexts } from '../../contracts/leads/inquiry-types.ts';
import type { StatusKind } from '../../contracts/brand.ts';

export const leadStatusLabels: Readonly<Record<LeadListRow['status'], string>> = {
  open: 'Open',
  quarantined: 'Held back',
  resolved: 'Closed',
};

/** Labels for the overall delivery state of a lead, which is the worst state among its deliveries. */
export const leadDeliveryLabels: Readonly<
  Record<LeadListRow['delivery'], { label: string; state: StatusKind | null }>
> = {
  none: { label: 'Nothing to deliver', state: null },
  held: { label: 'Held back', state: 'warn' },
  waiting: { label: 'On its way', state: null },
  delivered: { label: 'Delivered', state: 'ok' },
  attention: { label: 'Needs you', state: 'fail' },
  cancelled: { label: 'Cancelled', state: null },
};

/** Returns the label and state of a lead's deliveries if an operator must act; otherwise null. */
export function leadDeliveryProblem(
  delivery: LeadListRow['delivery'],
): { label: string; state: 'warn' | 'fail' } | null {
  const { label, state } = leadDeliveryLabels[delivery];
  return state === 'warn' || state === 'fail' ? { label, state } : null;
}

/** Labels for the state of a single delivery. */
export const deliveryStateLabels: Readonly<
  Record<DeliveryInfo['state'], { label: string; state: StatusKind | null }>
> = {
  held: { label: 'Held back', state: 'warn' },
  waiting: { label: 'Waiting', state: null },
  sending: { label: 'On its way now', state: null },
  delivered: { label: 'Delivered', state: 'ok' },
  attention: { label: 'Needs you', state: 'fail' },
  cancelled: { label: 'Cancelled', state: null },
};

export const destinationLabels: Readonly<Record<DeliveryInfo['destination'], string>> = {
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
export function formLabel(form: string): string {
  return forms.get(form) ?? form;
}

/**
 * Returns the display name of a lead's form, and whether the visitor completed it: `Lead form, complete`. For leads
 * from other programs, returns only the name.
 */
export function formProgressLabel({ form, progress }: Pick<LeadListRow, 'form' | 'progress'>): string {
  if (form === 'api') return formLabel(form);
  return `${formLabel(form)}, ${progress === 'details' ? 'complete' : 'first step only'}`;
}

/** Returns the display name of an inquiry type, or the type itself if it is unknown. */
export function inquiryTypeLabel(type: string): string {
  return inquiryTypeTexts(type)?.label ?? type;
}

/** Returns a lead's name or, if missing, its email address, its phone number or “No name”. */
export function leadTitle(lead: Pick<LeadListRow, 'name' | 'email' | 'phone' | 'phoneE164'>): string {
  return lead.name ?? lead.email ?? formatPhone(lead.phone, lead.phoneE164) ?? 'No name';
}
