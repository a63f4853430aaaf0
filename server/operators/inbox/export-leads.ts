import { setTimeout as delay } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { sql, type Kysely } from 'kysely';
import { clickIdNames, utmNames, type AttributionTouch } from '../../../src/contracts/leads/attribution.ts';
import { crmEventsOfLeads } from '../../crm/webhooks/leads-of-contact.ts';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readLeadDetails, type LeadDetailWithoutRelated, readLeadDetail } from './lead-details.ts';
import type { MatchingLeadsQuery } from './search-leads.ts';

/** Leads read at once. More would block the server's thread for too long. */
const BATCH_LEADS = 25;
/**
 * Size of the first batch; each later one is twice as large, up to `BATCH_LEADS`. V8 compiles this code during the
 * first batches, which blocks the thread as well.
 */
const FIRST_BATCH_LEADS = 5;
/**
 * Milliseconds between two batches, so that the server can respond to visitors. 200,000 leads take ten seconds
 * longer.
 */
const PAUSE_MS = 1;

type Place = Pick<Database['leads'], 'created_at' | 'id'>;

/**
 * Yields the leads with their details in batches, newest first. Leads that arrive during the export are left out. Each
 * batch is read while the previous one is written.
 */
export async function* readLeadBatches(
  reads: Kysely<Database>,
  leads: MatchingLeadsQuery,
  timeZone: string,
): AsyncGenerator<LeadDetailWithoutRelated[]> {
  const read = async (limit: number, after?: Place) => {
    const batch = await leads
      .select(['id', 'created_at'])
      .$if(after !== undefined, (rest) =>
        rest.where(
          sql<boolean>`(created_at <= ${after?.created_at} and (created_at < ${after?.created_at} or id < ${after?.id}))`,
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    const ids = batch.map(({ id }) => id);
    return { stories: await readLeadDetails(reads, ids, timeZone), last: batch[limit - 1] };
  };
  let next = read(FIRST_BATCH_LEADS);
  for (let limit = FIRST_BATCH_LEADS * 2; ; limit = Math.min(limit * 2, BATCH_LEADS)) {
    const { stories, last } = await next;
    if (last) next = read(limit, last);
    // An error is reported when `next` is awaited. Without this handler, it would be unhandled after a canceled
    // download.
    next.catch(() => {});
    if (stories.length > 0) yield stories;
    if (!last) return;
    await delay(PAUSE_MS);
  }
}

type Column = readonly [header: string, value: (lead: LeadDetailWithoutRelated) => string | null];

/** The columns of a CSV export, in order. Times are in ISO format. */
export const leadCsvColumns: readonly Column[] = [
  ['id', (lead) => lead.id],
  ['created_at', (lead) => iso(lead.createdAt)],
  ['updated_at', (lead) => iso(lead.updatedAt)],
  ['status', (lead) => lead.status],
  ['stage', (lead) => lead.stage],
  ['reminder', (lead) => (lead.reminder ? `${lead.reminder.day} ${lead.reminder.about}`.trim() : null)],
  ['delivery', (lead) => lead.delivery],
  ...textColumns(),
  ['tags', (lead) => lead.tags.join('; ')],
  ['suspicions', (lead) => lead.suspicions.join(' ')],
  ...consentColumns('service'),
  ...consentColumns('marketing'),
  ...touchColumns('first'),
  ...touchColumns('last'),
  ...(['crm', 'workflow', 'alert', 'confirmation'] as const).map((destination): Column => [
    `delivery_${destination}`,
    // The deliveries are sorted by the lead's revision, newest first.
    (lead) => lead.deliveries.find((each) => each.destination === destination)?.state ?? null,
  ]),
  ['crm_location_id', (lead) => lead.crmLocationId],
  ['crm_contact_id', (lead) => lead.crmContactId],
];

/** Returns the columns of `leadFields` in its order, with the other columns that belong beside them. */
function textColumns(): readonly Column[] {
  const columnOf = ({ column, field, header = column }: (typeof leadFields)[number]): Column => [
    header,
    (lead) => lead[field],
  ];
  // `leadFields` is in the order of the CRM's note. The export has the contact method beside the phone number.
  const contactMethod = leadFields.filter(({ column }) => column === 'contact_method');
  const after: Readonly<Record<string, readonly Column[]>> = {
    email: [
      ['phone', (lead) => lead.phone],
      ['phone_e164', (lead) => lead.phoneE164],
      ...contactMethod.map(columnOf),
    ],
    notes: [['private_notes', (lead) => lead.privateNotes.map(({ text }) => text).join('\n\n') || null]],
    page_variants: [
      ['form', (lead) => lead.form],
      ['progress', (lead) => lead.progress],
    ],
  };
  return leadFields.flatMap((each) =>
    each.column === 'contact_method' ? [] : [columnOf(each)].concat(after[each.column] ?? []),
  );
}

/** Returns the columns for the visitor's last answer to a consent box, with the evidence. */
function consentColumns(kind: 'service' | 'marketing'): readonly Column[] {
  const latest = (lead: LeadDetailWithoutRelated) => lead.consents.findLast((each) => each.kind === kind);
  return [
    [
      `consent_${kind}`,
      (lead) => {
        const answer = latest(lead);
        return answer ? (answer.given ? 'yes' : 'no') : 'not asked';
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
  ] as const satisfies (keyof AttributionTouch)[];
  return names.map((name) => [`${which}_${name}`, (lead) => lead.attribution?.[which][name] ?? null]);
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

/** Streams leads as CSV for spreadsheets, which read the file as UTF-8 because of its byte order mark. */
export async function* streamLeadsCsv(
  batches: AsyncIterable<readonly LeadDetailWithoutRelated[]>,
): AsyncGenerator<string> {
  yield csvRecords([leadCsvColumns.map(([header]) => header)], { bom: true });
  for await (const stories of batches) {
    yield csvRecords(stories.map((story) => leadCsvColumns.map(([, value]) => value(story))));
  }
}

/**
 * Formats CSV records (RFC 4180) with every field in quotes, after a byte order mark if `bom` is true. An apostrophe
 * before a formula makes spreadsheets treat it as text.
 */
export function csvRecords(records: (string | null)[][], { bom = false } = {}): string {
  return stringify(records, {
    bom,
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

/** Streams leads with their details as a JSON array. */
export async function* streamLeadsJson(
  batches: AsyncIterable<readonly LeadDetailWithoutRelated[]>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const stories of batches) {
    yield separator + stories.map((story) => JSON.stringify(story)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Returns all data about a lead, for a person who requests it: the lead's details, the submissions and the CRM's events.
 * Returns null if there is no such lead.
 */
export async function readLeadExport(
  query: Kysely<Database>,
  id: string,
  timeZone: string,
): Promise<Record<string, unknown> | null> {
  const story = await readLeadDetail(query, id, timeZone);
  if (!story) return null;
  const [submissions, crmEvents] = await Promise.all([
    query
      .selectFrom('submissions')
      .select(['step', 'page', 'ip', 'user_agent', 'at', 'body'])
      .where('lead_id', '=', id)
      .orderBy('at')
      .execute(),
    crmEventsOfLeads(query, [id]).select(['type', 'received_at', 'body']).orderBy('received_at').execute(),
  ]);
  const { others, ...own } = story;
  return {
    exportedAt: new Date().toISOString(),
    lead: own,
    otherLeads: others.map((other) => other.id),
    submissions: submissions.map((each) => Object.assign(each, { body: parsed(each.body) })),
    crmEvents: crmEvents.map((each) => Object.assign(each, { body: parsed(each.body) })),
  };
}

function parsed(body: string): unknown {
  return body === '' ? null : JSON.parse(body);
}
