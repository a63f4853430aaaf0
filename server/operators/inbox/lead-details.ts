import { sql, type Kysely, type Selectable } from 'kysely';
import type { Attribution } from '../../../src/contracts/leads/attribution.ts';
import { leadMessage, messagePreview } from '../../../src/contracts/leads/shown-message.ts';
import type { LeadDetail } from '../../../src/contracts/operators/operator-leads.ts';
import { leadFieldTexts } from '../../database/schema/lead-columns.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readFollowUps } from '../../leads/manage/follow-up.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';
import { leadEventText, suspicionText } from './lead-event-text.ts';
import { deliveryRankSql } from './lead-filter.ts';
import { toDeliveryInfo, toLeadListRow } from './lead-rows.ts';

export type LeadDetailWithoutRelated = Omit<LeadDetail, 'others' | 'subscription'>;

/**
 * Reads leads with their deliveries, consents, notes and events, in the order of the ids. Missing leads are left out.
 * Times in the texts of events are in `timeZone`.
 */
export async function readLeadDetails(
  query: Kysely<Database>,
  ids: readonly string[],
  timeZone: string,
): Promise<LeadDetailWithoutRelated[]> {
  if (ids.length === 0) return [];
  const [leads, ofLeads, ofEmails, consents, texts, submissions, events, notes, followUpOf] =
    await Promise.all([
      query
        .selectFrom('leads')
        .selectAll()
        .select(deliveryRankSql.as('delivery_rank'))
        .where('id', 'in', ids)
        .execute(),
      query.selectFrom('deliveries').selectAll().where('lead_id', 'in', ids).execute(),
      // Deliveries of subscriptions have no lead. In one query with the others, PostgreSQL would read all deliveries.
      query
        .selectFrom('deliveries')
        .selectAll()
        .where('lead_id', 'is', null)
        .where('email', 'in', (is) =>
          is
            .selectFrom('leads')
            .select((is) => is.fn<string>('lower', ['leads.email']).as('email'))
            .where('id', 'in', ids),
        )
        .execute(),
      query
        .selectFrom('consents')
        .selectAll()
        .where('lead_id', 'in', ids)
        .orderBy('at')
        .orderBy('kind')
        .execute(),
      query.selectFrom('consent_texts').selectAll().execute(),
      query
        .selectFrom('submissions')
        .select(['lead_id', 'step', 'page', 'at'])
        .where('lead_id', 'in', ids)
        .orderBy('at')
        .execute(),
      query
        .selectFrom('lead_events')
        .selectAll()
        .where('lead_id', 'in', ids)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
      query
        .selectFrom('lead_notes')
        .selectAll()
        .where('lead_id', 'in', ids)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
      readFollowUps(query, ids),
    ]);
  const deliveries = [...ofLeads, ...ofEmails].toSorted(
    (one, other) => other.revision - one.revision || one.destination.localeCompare(other.destination),
  );
  const wording = new Map(texts.map(({ version, kind, text }) => [`${version} ${kind}`, text]));
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return ids.flatMap((id) => {
    const lead = byId.get(id);
    if (!lead) return [];
    const ofLead = ({ lead_id }: { lead_id: string | null }) => lead_id === id;
    return {
      ...toLeadListRow(lead, followUpOf(id)),
      ...leadFieldTexts(lead),
      tags: parseStringArray(lead.tags),
      suspicions: lead.suspicions === null ? [] : parseStringArray(lead.suspicions).map(suspicionText),
      attribution: attributionOf(lead),
      crmContactId: lead.crm_contact_id,
      crmLocationId: lead.crm_location_id,
      crmContactUrl: crmContactUrl(lead),
      localOnly: lead.local_only === 1,
      deliveries: deliveries
        .filter((row) => ofLead(row) || (row.email !== null && row.email === lead.email?.toLowerCase()))
        .map(toDeliveryInfo),
      consents: consents.filter(ofLead).map((row) => ({
        kind: row.kind,
        given: row.given === 1,
        version: row.version,
        text:
          wording.get(`${row.version} ${row.kind}`) ?? 'The wording of this version is not on this server.',
        page: row.page,
        at: row.at,
        ip: row.ip,
        userAgent: row.user_agent,
      })),
      submissions: submissions.filter(ofLead).map(({ step, page, at }) => ({ step, page, at })),
      privateNotes: notes.filter(ofLead).map(({ id, author, text, at }) => ({ id, author, text, at })),
      events: events
        .filter(ofLead)
        .map(({ at, kind, detail }) => ({ at, kind, words: leadEventText(kind, detail, timeZone) })),
    };
  });
}

/** Reads a lead with the person's other leads and subscription; null if there is no such lead. */
export async function readLeadDetail(
  query: Kysely<Database>,
  id: string,
  timeZone: string,
): Promise<LeadDetail | null> {
  const [story] = await readLeadDetails(query, [id], timeZone);
  if (!story) return null;
  const email = story.email?.toLowerCase() ?? null;
  const phone = story.phoneE164;
  const [subscription, others] = await Promise.all([
    email === null
      ? undefined
      : query.selectFrom('subscriptions').selectAll().where('email', '=', email).executeTakeFirst(),
    email === null && phone === null
      ? []
      : query
          .selectFrom('leads')
          .select(['id', 'created_at', 'form', 'status', 'message', 'notes'])
          .where('id', '<>', id)
          .where((is) =>
            is.or([
              ...(email === null ? [] : [is(sql<string>`lower(email)`, '=', email)]),
              ...(phone === null ? [] : [is('phone_e164', '=', phone)]),
            ]),
          )
          .orderBy('created_at', 'desc')
          .limit(MAX_OTHERS)
          .execute(),
  ]);
  return {
    ...story,
    subscription: subscription
      ? {
          email: subscription.email,
          areas: subscription.areas,
          since: subscription.since,
          unsubscribedAt: subscription.unsubscribed_at,
        }
      : null,
    others: others.map((other) => ({
      id: other.id,
      createdAt: other.created_at,
      form: other.form,
      status: other.status,
      preview: messagePreview(leadMessage(other)),
    })),
  };
}

/** Maximum number of a person's other leads to list. */
const MAX_OTHERS = 20;

function attributionOf({ attribution }: Selectable<Database['leads']>): Attribution | null {
  return attribution === null ? null : JSON.parse(attribution);
}

/** Returns the URL of a contact in HighLevel's application; null if the lead has no contact there. */
export function crmContactUrl({
  crm_location_id: location,
  crm_contact_id: contact,
}: {
  crm_location_id: string | null;
  crm_contact_id: string | null;
}): string | null {
  if (!location || !contact) return null;
  const [of, one] = [location, contact].map(encodeURIComponent);
  return `https://app.gohighlevel.com/v2/location/${of}/contacts/detail/${one}`;
}
