import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Selectable } from 'kysely';
import { startCrmSandbox, type CrmSandbox } from '../../../server/crm/sandbox/crm-sandbox.ts';
import { openDatabase, type OpenDatabase } from '../../../server/database/open-database.ts';
import type { Database } from '../../../server/database/schema.ts';
import type { FormFacts } from './form-facts.ts';
import { startSite, type Site } from './start-site.ts';

/** A site with a CRM and a store of its own that can be looked into. */
export interface LeadHouse {
  site: Site;
  crm: CrmSandbox;
  /** The folder of its data, for another server on the same. */
  folder: string;
  settings: Readonly<Record<string, string>>;
  database: OpenDatabase;
  /** The leads with a number or an address that a form's visitor types. */
  leadsOf(form: FormFacts): Promise<Selectable<Database['leads']>[]>;
  /** What the CRM has of them, in time. */
  inCrm(form: FormFacts): { lastName: unknown; email: unknown; phone: unknown }[];
  stop(): Promise<void>;
}

/** Starts all of it. All visitors of a test come from one address: nobody counts them unless `env` says so. */
export async function startLeadHouse(env: Record<string, string> = {}): Promise<LeadHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-house-'));
  const crm = await startCrmSandbox({ limits: { burst: 10_000, daily: 200_000 } });
  const settings = { ...crm.settings, DATA_DIR: folder, LEAD_RATE_LIMIT: '10000', ...env };
  const site = await startSite(settings);
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  const house: LeadHouse = {
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
    stop: async () => {
      await database.close();
      // A test may have put another in its place.
      await house.site.stop();
      await crm.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return house;
}

function typedBy({ steps }: FormFacts): string[] {
  return steps.flatMap(({ values }) => Object.values(values)).filter((text) => /^515-|@/.test(text));
}
