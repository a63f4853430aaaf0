import type { Insertable, Kysely, Selectable } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { Writable } from 'node:stream';
import { createPrivateTokenAccess } from '../../server/crm/crm-access.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import type { Database, DestinationName } from '../../server/database/schema/schema.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../../server/leads/deliver/delivery-worker.ts';
import { randomId } from '../../server/platform/security/tokens.ts';
import { newMigratedDatabase } from './database-engines.ts';

type WorkerOptions = Parameters<typeof createDeliveryWorker>[0];
export type Engine = OpenDatabase['engine'];

/** A database with leads to deliver, an adjustable clock, and workers that use both. */
export interface DeliveryBench {
  database: OpenDatabase;
  clock: { now: number };
  log: Logger;
  /** Returns the logged events. */
  events(): Record<string, unknown>[];
  /** Returns the log as text, as it would be written to a file. */
  logText(): string;
  addLead(
    lead?: Partial<Insertable<Database['leads']>>,
    destinations?: readonly DestinationName[],
  ): Promise<string>;
  /** Updates a lead as the application does: adds a revision and its deliveries. */
  changeLead(
    id: string,
    change: Partial<Insertable<Database['leads']>>,
    destinations?: readonly DestinationName[],
  ): Promise<void>;
  worker(options?: Partial<WorkerOptions>): DeliveryWorker;
  deliveries(leadId?: string): Promise<Row<'deliveries'>[]>;
  stop(): Promise<void>;
}

type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** Creates a bench with a new database on the given engine. */
export async function openBench(engine: Engine): Promise<DeliveryBench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-deliver-'));
  const databaseUrl = engine === 'postgres' ? await newMigratedDatabase() : null;
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const log = pino({ level: 'debug' }, sink);
  const database = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? null }, log);
  const clock = { now: Date.UTC(2026, 5, 1, 15) };
  const { query } = database;

  return {
    database,
    clock,
    log,
    events: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    logText: () => lines.join('\n'),
    addLead: (lead = {}, destinations = ['crm']) => storeLead(query, lead, destinations, clock.now),
    async changeLead(id, change, destinations = ['crm']) {
      const { revision } = await query
        .updateTable('leads')
        .set((is) => ({ ...change, revision: is('revision', '+', 1) }))
        .where('id', '=', id)
        .returning('revision')
        .executeTakeFirstOrThrow();
      await addDeliveries(query, { id, revision, destinations, now: clock.now });
    },
    worker: (options = {}) =>
      createDeliveryWorker({
        config: { crm: { apiBase: 'http://127.0.0.1:9', inboundWebhookUrl: null } },
        crm: createPrivateTokenAccess({ token: null }),
        database,
        log,
        now: () => clock.now,
        random: () => 1,
        ...options,
      }),
    deliveries: (leadId) =>
      query
        .selectFrom('deliveries')
        .selectAll()
        .$if(leadId !== undefined, (select) => select.where('lead_id', '=', leadId ?? ''))
        .orderBy('revision')
        .execute(),
    async stop() {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stores a new lead with its deliveries. Returns the lead's id. */
export async function storeLead(
  query: Kysely<Database>,
  lead: Partial<Insertable<Database['leads']>>,
  destinations: readonly DestinationName[],
  now: number,
): Promise<string> {
  const id = randomId();
  await query
    .insertInto('leads')
    .values({ ...sampleLead, id, session: id, created_at: now, updated_at: now, ...lead })
    .execute();
  await addDeliveries(query, { id, revision: 1, destinations, now });
  return id;
}

async function addDeliveries(
  query: Kysely<Database>,
  lead: { id: string; revision: number; destinations: readonly DestinationName[]; now: number },
): Promise<void> {
  for (const destination of lead.destinations) {
    await query
      .insertInto('deliveries')
      .values({
        id: randomId(),
        lead_id: lead.id,
        destination,
        revision: lead.revision,
        state: 'waiting',
        attempts: 0,
        next_attempt_at: lead.now,
        lease_owner: null,
        lease_until: null,
        done: null,
        last_error: null,
        request_id: 'request-1',
        created_at: lead.now,
        delivered_at: null,
      })
      .execute();
  }
}

const sampleLead: Insertable<Database['leads']> = {
  id: '',
  session: '',
  browser_key: 'key',
  open_until: 0,
  form: 'lead-form',
  page: '/buy',
  source: 'Buy Page (/buy)',
  tags: JSON.stringify(['Website Lead', 'Buyer', '/buy']),
  revision: 1,
  progress: 'details',
  first_name: 'Rosalind',
  last_name: 'Quigley',
  email: 'rosalind.quigley@example.com',
  phone: '(515) 555-0142',
  phone_e164: '+15155550142',
  contact_method: 'email',
  inquiry_type: 'buying',
  referral_source: 'Google',
  message: 'Three bedrooms near the river, please.',
  notes: 'Inquiry type: buying',
  areas: null,
  attribution: JSON.stringify({
    first: { landing: '/', at: '2026-05-20T10:00:00Z', referrer: 'https://example.org/' },
    last: {
      landing: '/buy',
      at: '2026-06-01T10:00:00Z',
      utm_source: 'news',
      utm_campaign: 'spring',
      fbclid: 'fb1',
    },
  }),
  local_only: 0,
  status: 'open',
  suspicions: null,
  crm_location_id: null,
  crm_contact_id: null,
  request_id: 'request-1',
  created_at: 0,
  updated_at: 0,
};
