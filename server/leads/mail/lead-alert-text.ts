import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Database } from '../../database/schema/schema.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';
import {
  reportAreaPhrase,
  consentMailRows,
  inquiryPhrase,
  replyDueText,
  formatDateTime,
} from './mail-phrases.ts';
import {
  emailLine,
  type MailLine,
  type MailPart,
  type MailText,
  sanitiseLines,
  sanitiseLine,
  phoneLine,
} from './mail-text.ts';
import { formatLeadSource } from '../../../src/contracts/leads/lead-source.ts';
import { phoneAsTypedIfDifferent } from '../../../src/contracts/leads/format-phone.ts';
import { leadFieldTexts } from '../../database/schema/lead-columns.ts';
import { shownLeadFields } from '../../../src/contracts/leads/lead-fields.ts';
import { formatIdentityParts } from './identity-text.ts';
import type { LeadAlertContext } from './lead-alert-context.ts';
import { clickIdNames, utmNames } from '../../../src/contracts/leads/attribution.ts';

type Lead = Selectable<Database['leads']>;

/** The data for the alert about a lead. `now` is in epoch milliseconds. */
export interface LeadAlertData {
  lead: Lead;
  /** Oldest first. */
  consents: readonly Selectable<Database['consents']>[];
  history: LeadAlertContext;
  settings: Pick<SiteSettings, 'hours' | 'site'>;
  /** The site's URL without a trailing slash. */
  origin: string;
  now: number;
}

/** Composes the alert for the agent, starting with the contact details that the agent needs to call back. */
export function leadAlertMailText({
  lead,
  consents,
  history,
  settings,
  origin,
  now,
}: LeadAlertData): MailText {
  const phone = phoneLine(lead.phone, lead.phone_e164);
  const email = emailLine(lead.email);
  const name = nameOf(lead);
  const about = aboutOf(lead);
  const typed = phoneAsTypedIfDifferent(lead.phone, lead.phone_e164);
  const typedLine = typed === null ? null : { text: sanitiseLine(`Number as typed: ${typed}`) };
  const contactLines = [phone, typedLine, email].filter((line) => line !== null);
  const who = [name, (phone ?? email)?.text].filter(Boolean).join(', ') || 'no name yet';
  const where = [about, sanitiseLine(formatLeadSource(lead.source, lead.page) ?? '', 120)]
    .filter(Boolean)
    .join(', ');
  const due = replyDueText(settings, lead.created_at, now);
  const message = sanitiseLines(lead.message ?? '');
  const parts: MailPart[] = [
    {
      kind: 'lead',
      lines: [
        ...contactLines,
        ...(name ? [{ text: name }] : []),
        ...(about ? [{ text: sentence(about) }] : []),
      ],
    },
    ...(message ? [{ kind: 'quote', text: message } as const] : []),
    { kind: 'paragraph', text: `${due}. ${progressText(lead, phone, email)}` },
    {
      kind: 'facts',
      rows: [
        ...fieldRows('answers', lead),
        ...identityRows(history),
        ...consentMailRows(consents),
        ...earlierRows(history, settings.site.timeZone),
      ],
    },
    { kind: 'heading', text: 'Where they came from' },
    { kind: 'facts', rows: [...originRows(lead, origin), ...momentRows(lead, settings.site.timeZone)] },
  ];
  return {
    subject: sanitiseLine(
      `${history.announced ? 'Update' : 'New lead'}: ${who}${where ? ` — ${where}` : ''}`,
    ),
    preview: message ? sanitiseLine(message, 120) : due,
    parts,
  };
}

function nameOf({ first_name: first, last_name: last }: Lead): string {
  return sanitiseLine(`${first ?? ''} ${last ?? ''}`, 120);
}

function aboutOf({ inquiry_type: type, topic, form, areas }: Lead): string {
  if (form === 'market-report-form') {
    const area = reportAreaPhrase(areas);
    return area ? `market report for ${area}` : 'market report';
  }
  return sanitiseLine(topic ?? '', 100) || (inquiryPhrase(type) ?? '');
}

/**
 * Returns a sentence that says whether the visitor finished the form. The agent calls differently if the visitor did
 * not.
 */
function progressText({ progress }: Lead, phone: MailLine | null, email: MailLine | null): string {
  if (progress === 'details') return 'They finished the form.';
  const left = [phone && 'a number', email && 'an e-mail address'].filter(Boolean).join(' and ');
  return `They left ${left || 'a way to reach them'} and did not finish the form so far.`;
}

/** Returns the rows of the lead fields that `leadFields` shows in the group `place`, without those that are empty. */
function fieldRows(
  place: Parameters<typeof shownLeadFields>[0],
  lead: Lead,
): (readonly [string, MailLine])[] {
  return shownLeadFields(place, leadFieldTexts(lead)).flatMap(([label, text]) =>
    row(label, sanitiseLine(text ?? '', 200)),
  );
}

function identityRows({ differs }: LeadAlertContext): (readonly [string, MailLine])[] {
  if (differs.length === 0) return [];
  return row('Check identity', `The contact in the CRM has another ${formatIdentityParts(differs)}`);
}

function earlierRows({ earlier }: LeadAlertContext, timeZone: string): (readonly [string, MailLine])[] {
  if (earlier.count === 0 || earlier.last === null) return [];
  const times = earlier.count === 1 ? 'once' : `${earlier.count} times`;
  return [['Wrote before', { text: `${times}, last ${formatDateTime(earlier.last, timeZone)}` }]];
}

function originRows(lead: Lead, origin: string): (readonly [string, MailLine])[] {
  const page = sanitiseLine(lead.page ?? '', 300);
  // Only a path on this site becomes a link, because the value is untrusted.
  const href = /^\/(?!\/)[\w\-./~%]*$/.test(page) ? `${origin}${page}` : undefined;
  const tags = parseStringArray(lead.tags);
  const notes = sanitiseLine(lead.notes ?? '', 500);
  return [
    ...row('Page', page, href),
    ...row('Source', sanitiseLine(formatLeadSource(lead.source, lead.page) ?? '')),
    ...fieldRows('origin', lead),
    ...row('Prefers', lead.contact_method ? sanitiseLine(lead.contact_method, 40) : ''),
    ...campaignRows(lead.attribution),
    ...row('Tags', tags.map((tag) => sanitiseLine(tag, 80)).join(', ')),
    ...row('Notes', notes),
  ];
}

function momentRows(lead: Lead, timeZone: string): (readonly [string, MailLine])[] {
  const received = formatDateTime(lead.created_at, timeZone);
  const changed = formatDateTime(lead.updated_at, timeZone);
  return [...row('Received', received), ...(changed === received ? [] : row('Changed', changed))];
}

function row(label: string, text: string, href?: string): (readonly [string, MailLine])[] {
  return text === '' ? [] : [[label, href === undefined ? { text } : { text, href }]];
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const touch = z.record(z.string(), z.string());
const attribution = z.object({ first: touch, last: touch });
type Touch = z.infer<typeof touch>;

/** Ad networks, keyed by the click id parameter that they add to links. */
const NETWORKS = {
  gclid: 'Google Ads',
  gbraid: 'Google Ads',
  wbraid: 'Google Ads',
  fbclid: 'Facebook',
} as const;

/** Returns rows that say how the visitor found the site, or no rows if the attribution is missing or invalid. */
function campaignRows(stored: string | null): (readonly [string, MailLine])[] {
  const parsed = attribution.safeParse(readJson(stored));
  if (!parsed.success) return [];
  const first = touchText(parsed.data.first);
  const last = touchText(parsed.data.last);
  if (first === '' && last === '') return [];
  if (first === '' || first === last) return [['Campaign', { text: last }]];
  if (last === '') return [['Campaign', { text: first }]];
  return [
    ['First came by', { text: first }],
    ['Last came by', { text: last }],
  ];
}

function touchText(given: Touch): string {
  const campaign = utmNames.flatMap((name) => sanitiseLine(given[name] ?? '', 80) || []).join(' / ');
  const network = clickIdNames.find((name) => given[name]);
  const paid = network && !campaign ? NETWORKS[network] : '';
  const referrer = sanitiseLine(given['referrer'] ?? '', 120);
  const landing = sanitiseLine(given['landing'] ?? '', 120);
  const from = campaign || paid || referrer;
  return from && landing ? `${from}, first page ${landing}` : from;
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
