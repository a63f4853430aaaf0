import type { Selectable } from 'kysely';
import type { SiteSettings } from '../../../src/content/site-settings.ts';
import type { Database } from '../../database/schema.ts';
import { typedPhone } from '../accept/typed-phone.ts';
import { areaWords } from './area-words.ts';
import { campaignRows } from './campaign-rows.ts';
import { consentRows } from './consent-words.ts';
import { emailLine } from './email-line.ts';
import { inquiryWords } from './inquiry-words.ts';
import type { LeadHistory } from './lead-history.ts';
import type { MailLine, MailPart, MailText } from './mail-text.ts';
import { manyLines, oneLine } from './one-line.ts';
import { phoneLine } from './phone-words.ts';
import { dueWords, momentWords } from './promise-words.ts';

type Lead = Selectable<Database['leads']>;

/** What an alert is written from. */
export interface AlertFacts {
  lead: Lead;
  /** Oldest first. */
  consents: readonly Selectable<Database['consents']>[];
  history: LeadHistory;
  settings: Pick<SiteSettings, 'hours' | 'site'>;
  /** The site's address, without a slash at the end. */
  origin: string;
  now: number;
}

/** The announcement of a lead to the agent: what a caller needs first, then what is good to know. */
export function alertText({ lead, consents, history, settings, origin, now }: AlertFacts): MailText {
  const phone = phoneLine(lead.phone, lead.phone_e164);
  const email = emailLine(lead.email);
  const name = nameOf(lead);
  const about = aboutOf(lead);
  const typed = typedPhone(lead);
  const typedLine = typed === null ? null : { text: oneLine(`Number as typed: ${typed}`) };
  const ways = [phone, typedLine, email].filter((line) => line !== null);
  const who = [name, (phone ?? email)?.text].filter(Boolean).join(', ') || 'no name yet';
  const where = [about, oneLine(lead.page ?? '', 80)].filter(Boolean).join(', ');
  const due = dueWords(settings, lead.created_at, now);
  const message = manyLines(lead.message ?? '');
  const parts: MailPart[] = [
    {
      kind: 'lead',
      lines: [...ways, ...(name ? [{ text: name }] : []), ...(about ? [{ text: sentence(about) }] : [])],
    },
    ...(message ? [{ kind: 'quote', text: message } as const] : []),
    { kind: 'paragraph', text: `${due}. ${progressWords(lead, phone, email)}` },
    { kind: 'facts', rows: [...consentRows(consents), ...earlierRows(history, settings.site.timeZone)] },
    { kind: 'heading', text: 'Where they came from' },
    { kind: 'facts', rows: [...originRows(lead, origin), ...momentRows(lead, settings.site.timeZone)] },
  ];
  return {
    subject: oneLine(`${history.announced ? 'Update' : 'New lead'}: ${who}${where ? ` — ${where}` : ''}`),
    preview: message ? oneLine(message, 120) : due,
    parts,
  };
}

function nameOf({ first_name: first, last_name: last }: Lead): string {
  return oneLine(`${first ?? ''} ${last ?? ''}`, 120);
}

function aboutOf({ inquiry_type: type, form, areas }: Lead): string {
  if (form === 'market-report-form') {
    const area = areaWords(areas);
    return area ? `market report for ${area}` : 'market report';
  }
  return inquiryWords(type) ?? '';
}

/** Which step they reached, in words: a caller sounds different to who has not finished. */
function progressWords({ progress }: Lead, phone: MailLine | null, email: MailLine | null): string {
  if (progress === 'details') return 'They finished the form.';
  const left = [phone && 'a number', email && 'an e-mail address'].filter(Boolean).join(' and ');
  return `They left ${left || 'a way to reach them'} and did not finish the form so far.`;
}

function earlierRows({ earlier }: LeadHistory, timeZone: string): (readonly [string, MailLine])[] {
  if (earlier.count === 0 || earlier.last === null) return [];
  const times = earlier.count === 1 ? 'once' : `${earlier.count} times`;
  return [['Wrote before', { text: `${times}, last ${momentWords(earlier.last, timeZone)}` }]];
}

function originRows(lead: Lead, origin: string): (readonly [string, MailLine])[] {
  const page = oneLine(lead.page ?? '', 300);
  // Only a path of this site becomes a link: the value comes from outside.
  const href = /^\/(?!\/)[\w\-./~%]*$/.test(page) ? `${origin}${page}` : undefined;
  const tags = readTags(lead.tags);
  const notes = oneLine(lead.notes ?? '', 500);
  return [
    ...row('Page', page, href),
    ...row('Source', oneLine(lead.source ?? '')),
    ...row('Heard of you by', oneLine(lead.referral_source ?? '')),
    ...row('Prefers', lead.contact_method ? oneLine(lead.contact_method, 40) : ''),
    ...campaignRows(lead.attribution),
    ...row('Tags', tags.map((tag) => oneLine(tag, 80)).join(', ')),
    ...row('Notes', notes),
  ];
}

function momentRows(lead: Lead, timeZone: string): (readonly [string, MailLine])[] {
  const received = momentWords(lead.created_at, timeZone);
  const changed = momentWords(lead.updated_at, timeZone);
  return [...row('Received', received), ...(changed === received ? [] : row('Changed', changed))];
}

function row(label: string, text: string, href?: string): (readonly [string, MailLine])[] {
  return text === '' ? [] : [[label, href === undefined ? { text } : { text, href }]];
}

function readTags(stored: string): readonly string[] {
  const read: unknown = JSON.parse(stored);
  return Array.isArray(read) ? read.filter((tag) => typeof tag === 'string') : [];
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
