import { z } from 'zod';
import { createHash } from 'node:crypto';
import { clickIdNames, utmNames, type Touch } from '../../../src/contracts/attribution.ts';
import { leadTextColumns } from '../../database/lead-columns.ts';
import { typedPhone } from '../../../src/contracts/phone-words.ts';
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

/**
 * Returns the lead's non-empty values for custom fields or the note. Excludes tags and the contact's own fields, such
 * as name and e-mail address.
 */
export function leadValues(
  lead: LeadRow,
  consents: readonly ConsentRow[],
  unsubscribeLink: string | null,
): LeadValue[] {
  const { first, last } = readAttribution(lead.attribution);
  const consent = (kind: ConsentRow['kind']) => consents.findLast((row) => row.kind === kind);
  const marketing = consent('marketing');
  const service = consent('service');
  const latest = consents.at(-1);
  const values: [key: string, label: string, value: string | null | undefined, inNote?: boolean][] = [
    ['phone_as_typed', 'Number as typed', typedPhone(lead.phone, lead.phone_e164)],
    ...leadTextColumns.flatMap((each): [string, string, string | null, boolean][] =>
      'crm' in each ? [[each.crm.key, each.crm.label, lead[each.column], 'inNote' in each.crm]] : [],
    ),
    ['campaign', 'Campaign', last?.utm_campaign],
    ...utmNames.map((name) => [name, UTM_LABELS[name], last?.[name]] satisfies [string, string, unknown]),
    ...clickIdNames.map((name) => [name, name, last?.[name]] satisfies [string, string, unknown]),
    ['landing_page', 'Landing page', last?.landing],
    ['referrer', 'Came from', last?.referrer],
    ['first_touch', 'First visit', first && describeTouch(first)],
    ['consent_marketing', 'Agreed to marketing texts and calls', marketing && yesOrNo(marketing)],
    ['consent_service', 'Agreed to service texts', service && yesOrNo(service)],
    ['consent_version', 'Consent wording', latest?.version],
    ['consent_at', 'Consent asked at', latest && new Date(latest.at).toISOString()],
    ['unsubscribe_link', 'Unsubscribe link', unsubscribeLink],
  ];
  return values.flatMap(([key, label, value, inNote = false]) =>
    value ? [{ key, label, value, inNote }] : [],
  );
}

const UTM_LABELS = {
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
} as const;

function readAttribution(json: string | null): { first?: Touch; last?: Touch } {
  if (json === null) return {};
  const read = attributionShape.safeParse(JSON.parse(json));
  return read.success ? { first: tidy(read.data.first), last: tidy(read.data.last) } : {};
}

/** Removes undefined properties. */
function tidy(read: z.infer<typeof touch>): Touch {
  const given = Object.entries(read).filter(([, value]) => value !== undefined);
  return { landing: read.landing, at: read.at ?? '', ...Object.fromEntries(given) };
}

function describeTouch(touch: Touch): string {
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
