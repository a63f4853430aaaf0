import type { Logger } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { deleteOldLeads } from './delete-leads.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLogLimiter } from '../../platform/logging/log-limiter.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { storageProblem, createStorageState, type StorageState } from '../../database/state/storage-state.ts';
import {
  createIntakeJob,
  type IntakeResult,
  type IntakeJob,
  type RequestFacts,
  type Submission,
} from './intake-job.ts';
import { createConsentWordings } from './consent-wordings.ts';
import { planBatch } from './plan-batch.ts';
import { createSpamSignCounter } from './spam-signs.ts';
import { createBatchStore } from './store-batch.ts';
import { databaseErrorCode } from '../../database/engines/database-error.ts';
import type { DestinationName } from '../../database/schema/schema.ts';

interface Options {
  config: Pick<Config, 'crm' | 'mail' | 'leads'>;
  database: OpenDatabase;
  log: Logger;
  /** Source of the consent wording. Without it, no wording is stored. */
  content?: Pick<Content, 'settings' | 'onChange'>;
  /** Key from which new visitors' cookies and server-generated sessions are derived. */
  secret: string;
  /** Returns the database's time in epoch milliseconds. */
  now: () => number;
  /** Returns whether a CRM is connected and accepts calls. */
  crmReady: () => boolean | Promise<boolean>;
  /** Called after deliveries have been stored. */
  wake: () => void;
}

/** Stores leads and their deliveries. */
export interface LeadIntake {
  /**
   * Stores a submission and resolves once it is on disk. Quarantines its lead if there are signs of spam. If storing
   * fails, stores no part of it and resolves with `unavailable`.
   */
  accept(submission: Submission, facts: RequestFacts): Promise<IntakeResult>;
  /** Tracks whether leads can currently be stored. */
  storage: StorageState;
  /**
   * Stores the current consent wording, and each later one as soon as the settings contain it. If a retention period is
   * set, also starts the daily deletion of old leads.
   */
  start(): Promise<void>;
  stop(): void;
}

const DAY_MS = 24 * 60 * 60_000;

/** Creates the intake. The database must already be migrated. */
export function createLeadIntake({
  config,
  database,
  log,
  content,
  secret,
  now,
  crmReady,
  wake,
}: Options): LeadIntake {
  const destinations = leadDestinations(config);
  const store = createBatchStore(database.engine, { confirms: destinations.includes('confirmation') });
  const countedSpamSigns = createSpamSignCounter(config.leads.rateLimit);
  const storage = createStorageState({ database, log });
  // During an outage every lead is refused, so refusals with the same code are logged once a second.
  const refusals = createLogLimiter((about: { requestId: string; code: string }, leads) =>
    log.error({ event: 'lead-not-stored', ...about, leads }),
  );
  const wordings =
    content &&
    createConsentWordings({
      database,
      content,
      log,
      now,
      onFailure: (error) => {
        // Not every error means that leads cannot be stored.
        if (storageProblem(error) !== null) storage.failed(error);
      },
    });
  let timer: NodeJS.Timeout | undefined;

  const commits = createGroupCommit<IntakeJob, IntakeResult>(
    async (jobs) => {
      database.assertInPlace();
      const ready = await crmReady();
      const versions = jobs.flatMap(({ submission }) => submission.consent?.version ?? []);
      const wording = wordings?.rowsToStore(versions) ?? [];
      const { acceptances, rows } = await database.query.transaction().execute(async (transaction) => {
        const stored = await store.read(transaction, jobs);
        const plan = planBatch(jobs, stored, { destinations, crmReady: ready, secret });
        await store.write(transaction, { ...plan.rows, consentTexts: wording });
        return plan;
      });
      // Never acknowledge a lead that was written only to a deleted database file.
      database.assertInPlace();
      wordings?.markStored(wording);
      for (const { lead_id, detail } of rows.events) {
        log.debug({ event: 'lead-event', leadId: lead_id, detail });
      }
      // Repeated submissions are not written, so they do not prove that storage works.
      if (rows.submissions.length > 0) storage.succeeded();
      if (rows.deliveries.length > 0) wake();
      return acceptances;
    },
    { parallel: database.engine === 'sqlite' ? 1 : 3 },
  );

  async function deleteOld(): Promise<void> {
    try {
      const deleted = await deleteOldLeads(database, now() - config.leads.retentionDays * DAY_MS);
      if (deleted > 0) log.info({ event: 'old-leads-deleted', leads: deleted });
    } catch (error) {
      log.error({ event: 'old-leads-not-deleted', code: databaseErrorCode(error) });
    }
  }

  return {
    async accept(submission, facts) {
      const job = createIntakeJob(submission, facts, secret);
      job.suspicions = [
        ...new Set([...submission.suspicions, ...countedSpamSigns(submission, facts, job.session)]),
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
        const code = databaseErrorCode(error);
        refusals.add(code, { requestId: facts.requestId, code });
        storage.failed(error);
        return { kind: 'unavailable' };
      }
    },
    storage,
    async start() {
      await wordings?.start();
      if (config.leads.retentionDays === 0 || timer) return;
      const deleteLater = () => runInBackground(log, 'old-leads-not-deleted', deleteOld);
      deleteLater();
      timer = setInterval(deleteLater, DAY_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      wordings?.stop();
      storage.stop();
      refusals.flush();
    },
  };
}

/** Returns the destinations of leads. The CRM is always one; deliveries to it wait until it is connected. */
function leadDestinations(config: Pick<Config, 'crm' | 'mail'>): readonly DestinationName[] {
  return [
    'crm',
    ...(config.crm.inboundWebhookUrl ? (['workflow'] as const) : []),
    ...(config.mail.smtpUrl ? (['alert'] as const) : []),
    ...(config.mail.smtpUrl && config.mail.confirm ? (['confirmation'] as const) : []),
  ];
}
