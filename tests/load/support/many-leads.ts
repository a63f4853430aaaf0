import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../../server/database/schema/schema.ts';

const FIRST = ['Ann', 'Élodie', 'Jörg', 'Maria', 'Øystein', 'Sam', 'Chloë', 'Tom', 'Priya', 'Wei'];
const LAST = ['Baker', 'Nuñez', 'Müller', 'Olson', 'Åberg', 'Young', 'Carter', 'Novák', 'Smith', 'Tran'];
const WORDS =
  'the a house with yard near school kitchen garage we would like to see this weekend please call after five about price offer inspection basement roof bedroom porch'.split(
    ' ',
  );
const FORMS = ['contact-form', 'lead-form', 'quick-lead-form', 'market-report-form'];
const PAGES = ['/buy', '/sell', '/contact', '/about', '/service-areas', '/sell/home-valuation'];
/** Leads per insert statement. */
const BATCH_LEADS = 500;
const MINUTE_MS = 60_000;

const NO_TEXTS = {
  contact_method: null,
  inquiry_type: null,
  topic: null,
  property_address: null,
  bedrooms: null,
  timing: null,
  referral_source: null,
  page_variants: null,
  areas: null,
  suspicions: null,
  rejected_at: null,
  hold_told_at: null,
  crm_location_id: null,
  crm_contact_id: null,
  request_id: null,
};

/** Returns the same numbers each time, so that runs can be compared. */
function createRandom(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/**
 * Stores leads directly, one per minute until `now` (epoch milliseconds), each with a submission, two deliveries, two
 * consents and two events. A third is closed, and one in a hundred is held back.
 */
export async function storeManyLeads(query: Kysely<Database>, leads: number, now: number): Promise<void> {
  const random = createRandom();
  const any = <Value>(values: readonly Value[]) => values[random(values.length)];
  const lead = (index: number): Insertable<Database['leads']> => {
    const at = now - (leads - index) * MINUTE_MS;
    const id = `${at.toString(36)}-${index.toString(36)}`;
    const [first, last, page] = [any(FIRST) ?? '', any(LAST) ?? '', any(PAGES) ?? '/'];
    const number = String(2_000_000 + index);
    const touch = { landing: page, at: new Date(at).toISOString(), utm_source: 'news', utm_medium: 'email' };
    return {
      ...NO_TEXTS,
      id,
      session: `session-${id}`,
      browser_key: `key-${id}`,
      open_until: at,
      form: any(FORMS) ?? 'api',
      page,
      source: `${page.slice(1)} Page`,
      tags: '["Website Lead","Buyer"]',
      revision: 1,
      progress: 'details',
      first_name: first,
      last_name: last,
      email: `${first}.${last}.${index}@example.com`
        .normalize('NFD')
        .replace(/[^\w.@]/g, '')
        .toLowerCase(),
      phone: `(515) ${number.slice(0, 3)}-${number.slice(3)}`,
      phone_e164: `+1515${number}`,
      message: Array.from({ length: 25 }, () => any(WORDS)).join(' '),
      notes: index % 5_000 === 0 ? `Rare words: zymurgy número${index}` : null,
      attribution: JSON.stringify({ first: touch, last: touch }),
      local_only: 0,
      status: index % 100 === 7 ? 'quarantined' : index % 3 === 0 ? 'resolved' : 'open',
      created_at: at,
      updated_at: at + random(60) * MINUTE_MS,
    };
  };
  for (let from = 0; from < leads; from += BATCH_LEADS) {
    const batch = Array.from({ length: Math.min(BATCH_LEADS, leads - from) }, (_, index) =>
      lead(from + index),
    );
    await query.insertInto('leads').values(batch).execute();
  }
  await sql`
    insert into submissions (id, lead_id, session, step, body_hash, body, page, ip, user_agent, request_id, at)
    select 's' || id, id, session, '2', 'hash', '{"message":"' || message || '"}', page, '192.0.2.1', 'Browser', id, created_at
    from leads
  `.execute(query);
  for (const [destination, state] of [
    ['crm', `case when status = 'quarantined' then 'held' else 'delivered' end`],
    ['alert', `case when status = 'quarantined' then 'held' else 'delivered' end`],
  ] as const) {
    await sql`
      insert into deliveries
        (id, lead_id, destination, revision, state, attempts, next_attempt_at, request_id, created_at, delivered_at)
      select ${sql.lit(destination)} || id, id, ${sql.lit(destination)}, 1, ${sql.raw(state)}, 1, created_at, id, created_at, created_at
      from leads
    `.execute(query);
  }
  for (const kind of ['service', 'marketing']) {
    await sql`
      insert into consents (id, lead_id, kind, given, version, phone, email, page, ip, user_agent, at)
      select ${sql.lit(kind)} || id, id, ${sql.lit(kind)}, 1, 'v1', phone, email, page, '192.0.2.1', 'Browser', created_at
      from leads
    `.execute(query);
  }
  for (const kind of ['received', 'delivered']) {
    await sql`
      insert into lead_events (id, lead_id, at, kind, detail)
      select id || ${sql.lit(kind)}, id, created_at, ${sql.lit(kind)}, '{"form":"contact-form"}' from leads
    `.execute(query);
  }
  await sql`
    insert into lead_follow_ups (lead_id, stage, updated_at)
    select id, 'called', created_at from leads where status = 'open' and phone_e164 like '%3'
  `.execute(query);
}
