import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { ContentGateway } from '../../content/gateway.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { consentWording, type ConsentTextRow } from './consent-wording.ts';
import { deleteOldLeads } from './delete-old-leads.ts';
import { GroupCommit, StoreUnavailable } from './group-commit.ts';
import { leadDestinations } from './lead-destinations.ts';
import { leadJob, type LeadJob } from './lead-job.ts';
import { planBatch } from './plan-batch.ts';
import { proofOfWork, type ProofOfWork } from '../accept/proof-of-work.ts';
import { RecentSessions } from '../accept/recent-sessions.ts';
import { batchStore } from './store-batch.ts';
import { faultCode } from './store-fault.ts';
import type { Acceptance, RequestFacts, Submission } from '../accept/submission.ts';

interface Options {
  config: Pick<Config, 'crm' | 'mail' | 'leads'>;
  database: OpenDatabase;
  log: Logger;
  /** Where the wording of the consent boxes comes from; without it none is kept. */
  gateway?: Pick<ContentGateway, 'frame'>;
  /** Cookies of first visits, sessions made here and proofs of work are derived from it. */
  secret: string;
  /** Whether a CRM is connected and lets us call it. */
  crmReady: () => boolean | Promise<boolean>;
  /** Called when deliveries were written. */
  wake: () => void;
}

/** Takes leads in. */
export interface LeadDesk {
  /**
   * Stores a submission; resolves once it is on disk. Throws `StoreUnavailable` when it cannot be: then nothing of it
   * is stored.
   */
  accept(submission: Submission, facts: RequestFacts): Promise<Acceptance>;
  proof: ProofOfWork;
  /** Keeps the current wording of the consent, and starts the daily deletion of old leads where one is set. */
  start(): Promise<void>;
  stop(): void;
}

/** Milliseconds in which an address, or a way to reach someone, is counted. */
const ADDRESS_WINDOW = 10 * 60_000;
const CONTACT_WINDOW = 60 * 60_000;
/** More sessions than these are suspicious: a sixth of what an address may send at all; five for one contact. */
const ADDRESS_SHARE = 1 / 6;
const CONTACT_MOST = 5;
const DAY = 24 * 60 * 60_000;

/** Opens the desk on a database whose tables are up to date. */
export function createLeadDesk({
  config,
  database,
  log,
  gateway,
  secret,
  crmReady,
  wake,
}: Options): LeadDesk {
  const destinations = leadDestinations(config);
  const store = batchStore(database.engine, { confirms: destinations.includes('confirmation') });
  const addresses = new RecentSessions({
    window: ADDRESS_WINDOW,
    most: Math.ceil(config.leads.rateLimit * ADDRESS_SHARE),
  });
  const contacts = new RecentSessions({ window: CONTACT_WINDOW, most: CONTACT_MOST });
  let keptVersion: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const commits = new GroupCommit<LeadJob, Acceptance>(
    async (jobs) => {
      const [ready, wording] = await Promise.all([crmReady(), newWording(jobs)]);
      const { acceptances, rows } = await database.query.transaction().execute(async (transaction) => {
        const stored = await store.read(transaction, jobs);
        const plan = planBatch(jobs, stored, { destinations, crmReady: ready, secret });
        await store.write(transaction, { ...plan.rows, consentTexts: wording });
        return plan;
      });
      keptVersion = wording[0]?.version ?? keptVersion;
      for (const { lead_id, detail } of rows.events) {
        log.debug({ event: 'lead-event', leadId: lead_id, detail });
      }
      if (rows.deliveries.length > 0) wake();
      return acceptances;
    },
    { parallel: database.engine === 'sqlite' ? 1 : 3 },
  );

  /** The rows of the wording, where a visitor was shown one that this server has not kept. */
  async function newWording(jobs: readonly LeadJob[]): Promise<ConsentTextRow[]> {
    const shown = jobs.flatMap(({ submission }) => submission.consent?.version ?? []);
    if (!gateway || shown.every((version) => version === keptVersion)) return [];
    const wording = await consentWording(gateway, Date.now());
    const current = wording[0]?.version;
    if (shown.some((version) => version !== current)) log.warn({ event: 'consent-wording-not-current' });
    return current === keptVersion ? [] : wording;
  }

  function suspicions(submission: Submission, { ip, now }: RequestFacts, session: string): string[] {
    const unit = submission.session ?? submission.contactId ?? session;
    const found: string[] = [];
    if (addresses.isTooMany(ip, unit, now)) found.push('many-from-address');
    for (const contact of [submission.email?.toLowerCase(), submission.phoneE164 ?? submission.phone]) {
      if (contact && contacts.isTooMany(contact, unit, now)) found.push('contact-in-many-forms');
    }
    return found;
  }

  /** What visitors are shown from now on is kept before the first of them answers. */
  async function keepWording(): Promise<void> {
    if (!gateway) return;
    try {
      const wording = await consentWording(gateway, Date.now());
      await database.query
        .insertInto('consent_texts')
        .values(wording)
        .onConflict((conflict) => conflict.columns(['version', 'kind']).doNothing())
        .execute();
      keptVersion = wording[0]?.version ?? null;
    } catch (error) {
      log.error({ event: 'consent-wording-not-kept', code: faultCode(error) });
    }
  }

  async function deleteOld(): Promise<void> {
    try {
      const deleted = await deleteOldLeads(database, Date.now() - config.leads.retentionDays * DAY);
      if (deleted > 0) log.info({ event: 'old-leads-deleted', leads: deleted });
    } catch (error) {
      log.error({ event: 'old-leads-not-deleted', code: faultCode(error) });
    }
  }

  return {
    async accept(submission, facts) {
      const job = leadJob(submission, facts, secret);
      job.suspicions = [
        ...new Set([...submission.suspicions, ...suspicions(submission, facts, job.session)]),
      ];
      try {
        const acceptance = await commits.do(job);
        log.info({
          event: acceptance.kind === 'stored' ? 'lead-stored' : 'lead-handle-unknown',
          requestId: facts.requestId,
          form: submission.form,
          step: submission.step,
          ...(acceptance.kind === 'stored'
            ? { leadId: acceptance.contactId, repeated: acceptance.repeated }
            : {}),
        });
        return acceptance;
      } catch (error) {
        log.error({ event: 'lead-not-stored', requestId: facts.requestId, code: faultCode(error) });
        throw error instanceof StoreUnavailable
          ? error
          : new StoreUnavailable('The database does not take the lead.', { cause: error });
      }
    },
    proof: proofOfWork({ enabled: config.leads.proofOfWork, secret }),
    async start() {
      await keepWording();
      if (config.leads.retentionDays === 0 || timer) return;
      void deleteOld();
      timer = setInterval(() => void deleteOld(), DAY);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
