import { clickIdNames, utmNames, type Touch } from '../../../src/leads/attribution.ts';
import type { OwnStory } from './read-stories.ts';

type Column = readonly [header: string, value: (lead: OwnStory) => string | null];

/** The columns of a CSV export, in their order. Moments are ISO times. */
export const leadColumns: readonly Column[] = [
  ['id', (lead) => lead.id],
  ['created_at', (lead) => iso(lead.createdAt)],
  ['updated_at', (lead) => iso(lead.updatedAt)],
  ['status', (lead) => lead.status],
  ['delivery', (lead) => lead.delivery],
  ['first_name', (lead) => lead.firstName],
  ['last_name', (lead) => lead.lastName],
  ['email', (lead) => lead.email],
  ['phone', (lead) => lead.phone],
  ['phone_e164', (lead) => lead.phoneE164],
  ['contact_method', (lead) => lead.contactMethod],
  ['inquiry_type', (lead) => lead.inquiryType],
  ['message', (lead) => lead.message],
  ['notes', (lead) => lead.notes],
  ['areas', (lead) => lead.areas],
  ['heard_of_us', (lead) => lead.referralSource],
  ['form', (lead) => lead.form],
  ['progress', (lead) => lead.progress],
  ['page', (lead) => lead.page],
  ['source', (lead) => lead.source],
  ['tags', (lead) => lead.tags.join('; ')],
  ['suspicions', (lead) => lead.suspicions.join(' ')],
  ...consentColumns('service'),
  ...consentColumns('marketing'),
  ...touchColumns('first'),
  ...touchColumns('last'),
  ...(['crm', 'workflow', 'alert', 'confirmation'] as const).map((destination): Column => [
    `delivery_${destination}`,
    // The newest one is the first.
    (lead) => lead.deliveries.find((each) => each.destination === destination)?.state ?? null,
  ]),
  ['crm_location_id', (lead) => lead.crmLocationId],
  ['crm_contact_id', (lead) => lead.crmContactId],
];

/** What the visitor last said to a box, and the evidence of it. */
function consentColumns(kind: 'service' | 'marketing'): readonly Column[] {
  const latest = (lead: OwnStory) => lead.consents.findLast((each) => each.kind === kind);
  return [
    [
      `consent_${kind}`,
      (lead) => {
        const said = latest(lead);
        return said ? (said.given ? 'yes' : 'no') : 'not asked';
      },
    ],
    [`consent_${kind}_at`, (lead) => iso(latest(lead)?.at)],
    [`consent_${kind}_version`, (lead) => latest(lead)?.version ?? null],
    [`consent_${kind}_text`, (lead) => latest(lead)?.text ?? null],
    [`consent_${kind}_page`, (lead) => latest(lead)?.page ?? null],
    [`consent_${kind}_ip`, (lead) => latest(lead)?.ip ?? null],
    [`consent_${kind}_user_agent`, (lead) => latest(lead)?.userAgent ?? null],
  ];
}

function touchColumns(which: 'first' | 'last'): readonly Column[] {
  const names = [
    'at',
    'landing',
    'referrer',
    ...utmNames,
    ...clickIdNames,
  ] as const satisfies (keyof Touch)[];
  return names.map((name) => [`${which}_${name}`, (lead) => lead.attribution?.[which][name] ?? null]);
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
