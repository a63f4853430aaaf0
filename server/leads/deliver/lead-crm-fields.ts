import { z } from 'zod';
import { createHash } from 'node:crypto';
import { clickIdNames, utmNames, type AttributionTouch } from '../../../src/contracts/leads/attribution.ts';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import { phoneAsTypedIfDifferent } from '../../../src/contracts/leads/format-phone.ts';
import type { ConsentRow, LeadRow } from './delivery.ts';

/** A value of a lead, with the key of its custom field in the CRM. */
export interface LeadValue {
  key: string;
  /** Label of the value in the CRM note. */
  label: string;
  value: string;
  /** Whether the note contains the value even if the value has a custom field. */
  inNote: boolean;
}

const text = z.string().optional().catch(undefined);
const touch = z.object({
  landing: z.string().catch(''),
  referrer: text,
  at: text,
  ...Object.fromEntries([...utmNames, ...clickIdNames].map((name) => [name, text])),
});
const attributionShape = z.object({ first: touch, last: touch });

const UTM_LABELS = {
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
} as const;

/** The data from which the values of a lead are read. */
interface LeadFacts {
  lead: LeadRow;
  first: AttributionTouch | undefined;
  last: AttributionTouch | undefined;
  marketing: ConsentRow | undefined;
  service: ConsentRow | undefined;
  latest: ConsentRow | undefined;
  unsubscribeLink: string | null;
}

/** A value that leads can have, and its custom field in the CRM. */
export interface LeadCrmField {
  /** The field's key in the CRM, without `contact.`. */
  key: string;
  label: string;
  /** Whether the note contains the value even if the value has a custom field. */
  inNote?: boolean;
  /** Whether the value may have several lines or be long, so that its custom field must be of the type `LARGE_TEXT`. */
  isLong?: boolean;
  /**
   * Whether the note's first lines or another field already contain the value. It then needs no custom field and no
   * line of its own in the note.
   */
  isRepeated?: boolean;
  read: (facts: LeadFacts) => string | null | undefined;
}

/** All values of leads that can be stored in a custom field of the CRM. */
export const leadCrmFields: readonly LeadCrmField[] = [
  {
    key: 'phone_as_typed',
    label: 'Number as typed',
    isRepeated: true,
    read: ({ lead }) => phoneAsTypedIfDifferent(lead.phone, lead.phone_e164),
  },
  ...leadFields.flatMap(({ column, label = column, crm }): LeadCrmField[] =>
    crm ? [{ key: column, label, ...crm, read: ({ lead }) => lead[column] }] : [],
  ),
  { key: 'campaign', label: 'Campaign', isRepeated: true, read: ({ last }) => last?.utm_campaign },
  ...utmNames.map((name): LeadCrmField => ({
    key: name,
    label: UTM_LABELS[name],
    read: ({ last }) => last?.[name],
  })),
  ...clickIdNames.map((name): LeadCrmField => ({ key: name, label: name, read: ({ last }) => last?.[name] })),
  { key: 'landing_page', label: 'Landing page', isLong: true, read: ({ last }) => last?.landing },
  { key: 'referrer', label: 'Came from', isLong: true, read: ({ last }) => last?.referrer },
  {
    key: 'first_touch',
    label: 'First visit',
    isLong: true,
    read: ({ first }) => first && describeTouch(first),
  },
  {
    key: 'consent_marketing',
    label: 'Agreed to marketing texts and calls',
    read: ({ marketing }) => marketing && yesOrNo(marketing),
  },
  {
    key: 'consent_service',
    label: 'Agreed to service texts',
    read: ({ service }) => service && yesOrNo(service),
  },
  { key: 'consent_version', label: 'Consent wording', read: ({ latest }) => latest?.version },
  {
    key: 'consent_at',
    label: 'Consent asked at',
    read: ({ latest }) => latest && new Date(latest.at).toISOString(),
  },
  { key: 'unsubscribe_link', label: 'Unsubscribe link', read: ({ unsubscribeLink }) => unsubscribeLink },
];

/**
 * Returns the lead's non-empty values for custom fields or the note. Excludes tags and the contact's own fields, such
 * as name and e-mail address.
 */
export function leadValues(
  lead: LeadRow,
  consents: readonly ConsentRow[],
  unsubscribeLink: string | null,
): LeadValue[] {
  const consent = (kind: ConsentRow['kind']) => consents.findLast((row) => row.kind === kind);
  const { first, last } = readAttribution(lead.attribution);
  const facts: LeadFacts = {
    lead,
    first,
    last,
    marketing: consent('marketing'),
    service: consent('service'),
    latest: consents.at(-1),
    unsubscribeLink,
  };
  return leadCrmFields.flatMap(({ key, label, inNote = false, read }) => {
    const value = read(facts);
    return value ? [{ key, label, value, inNote }] : [];
  });
}

/** The keys of the values that come from the visitor's address bar and browser. */
export const attributionKeys: ReadonlySet<string> = new Set([
  ...utmNames,
  ...clickIdNames,
  'landing_page',
  'referrer',
  'first_touch',
]);

function readAttribution(json: string | null): { first?: AttributionTouch; last?: AttributionTouch } {
  if (json === null) return {};
  const read = attributionShape.safeParse(JSON.parse(json));
  return read.success ? { first: tidy(read.data.first), last: tidy(read.data.last) } : {};
}

/** Removes undefined properties. */
function tidy(read: z.infer<typeof touch>): AttributionTouch {
  const given = Object.entries(read).filter(([, value]) => value !== undefined);
  return { landing: read.landing, at: read.at ?? '', ...Object.fromEntries(given) };
}

function describeTouch(touch: AttributionTouch): string {
  const campaign = [touch.utm_source, touch.utm_medium, touch.utm_campaign].filter(Boolean).join(' / ');
  return [touch.at, touch.landing, campaign, touch.referrer].filter(Boolean).join(' · ');
}

function yesOrNo(consent: ConsentRow): string {
  return consent.given ? 'yes' : 'no';
}

/** Returns a short lead reference that is safe to show. Unlike the lead's id, it grants no access. */
export function leadReference(leadId: string): string {
  return createHash('sha256').update(leadId).digest('hex').slice(0, 10).toUpperCase();
}
