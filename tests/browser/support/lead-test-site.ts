import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { sql, type Selectable } from 'kysely';
import { startCrmSandbox, type CrmSandbox } from '../../crm-sandbox/crm-sandbox.ts';
import { openDatabase, type OpenDatabase } from '../../../server/database/open-database.ts';
import type { Database } from '../../../server/database/schema/schema.ts';
import type { FormFacts } from './form-facts.ts';
import { startSite, type Site } from './start-site.ts';

/** A site with its own CRM sandbox, and a database connection for the test. */
export interface LeadTestSite {
  site: Site;
  crm: CrmSandbox;
  /** The site's data folder. A second server can share it. */
  folder: string;
  settings: Readonly<Record<string, string>>;
  database: OpenDatabase;
  /** Returns the leads that match the phone number or e-mail address of the form's visitor. */
  leadsOf(form: FormFacts): Promise<Selectable<Database['leads']>[]>;
  /** Returns the visitor's contacts in the CRM. Delivery may take a moment. */
  inCrm(form: FormFacts): { lastName: unknown; email: unknown; phone: unknown }[];
  /** Runs `work` while the database refuses every change of a lead. */
  whileLeadsAreRefused(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the site and the CRM sandbox. All visitors of a test share one IP address, so the rate limit is raised.
 */
export async function startLeadTestSite(env: Record<string, string> = {}): Promise<LeadTestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-test-site-'));
  const crm = await startCrmSandbox({ limits: { burst: 10_000, daily: 200_000 } });
  const settings = { ...crm.settings, DATA_DIR: folder, LEAD_RATE_LIMIT: '10000', ...env };
  const site = await startSite(settings);
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  const testSite: LeadTestSite = {
    site,
    crm,
    folder,
    settings,
    database,
    leadsOf: (form) => {
      const typed = typedBy(form);
      return database.query
        .selectFrom('leads')
        .selectAll()
        .where((is) => is.or([is('phone', 'in', typed), is('email', 'in', typed)]))
        .execute();
    },
    inCrm: (form) => {
      const typed = typedBy(form);
      const digits = typed.map((text) => text.replace(/\D/g, '')).filter((text) => text.length === 10);
      return [...crm.state.contacts.values()]
        .filter(
          ({ email, phone }) =>
            typed.includes(email ?? '') || digits.some((number) => phone === `+1${number}`),
        )
        .map(({ email, phone, properties }) => ({ lastName: properties['lastName'], email, phone }));
    },
    whileLeadsAreRefused: async (work) => {
      const { query } = database;
      await sql`create trigger refuse_new before insert on leads begin select raise(abort, 'no'); end`.execute(
        query,
      );
      await sql`create trigger refuse_more before update on leads begin select raise(abort, 'no'); end`.execute(
        query,
      );
      try {
        await work();
      } finally {
        await sql`drop trigger refuse_new`.execute(query);
        await sql`drop trigger refuse_more`.execute(query);
      }
    },
    stop: async () => {
      await database.close();
      // A test may have replaced `site` with another server.
      await testSite.site.stop();
      await crm.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return testSite;
}

function typedBy({ steps }: FormFacts): string[] {
  return steps.flatMap(({ values }) => Object.values(values)).filter((text) => /^515-|@/.test(text));
}
