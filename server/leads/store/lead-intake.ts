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
import { planBatch } from './plan-batch.ts';
import { createSpamSignCounter } from './spam-signs.ts';
import { createBatchStore } from './store-batch.ts';
import { databaseErrorCode } from '../../database/engines/database-error.ts';
import type { DestinationName, Database } from '../../database/schema/schema.ts';
import { consentTexts, consentVersion } from '../../../src/contracts/leads/consent.ts';

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
  let keptVersion: string | null = null;
  let stopWatching: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  const commits = createGroupCommit<IntakeJob, IntakeResult>(
    async (jobs) => {
      database.assertInPlace();
      const [ready, wording] = await Promise.all([crmReady(), newWording(jobs)]);
      const { acceptances, rows } = await database.query.transaction().execute(async (transaction) => {
        const stored = await store.read(transaction, jobs);
        const plan = planBatch(jobs, stored, { destinations, crmReady: ready, secret });
        await store.write(transaction, { ...plan.rows, consentTexts: wording });
        return plan;
      });
      // Never acknowledge a lead that was written only to a deleted database file.
      database.assertInPlace();
      keptVersion = wording[0]?.version ?? keptVersion;
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

  /**
   * Returns the rows of the current wording if this server has not stored it yet. Checks this only if a visitor
   * answered a version other than the one stored last.
   */
  async function newWording(jobs: readonly IntakeJob[]): Promise<ConsentTextRow[]> {
    const shown = jobs.flatMap(({ submission }) => submission.consent?.version ?? []);
    if (!content || shown.every((version) => version === keptVersion)) return [];
    const wording = await currentConsentTextRows(content, now());
    const current = wording[0]?.version;
    if (shown.some((version) => version !== current)) log.warn({ event: 'consent-wording-not-current' });
    return current === keptVersion ? [] : wording;
  }

  /** Stores the current wording before a visitor can consent to it. */
  async function keepWording(): Promise<void> {
    if (!content) return;
    try {
      const wording = await currentConsentTextRows(content, now());
      if (wording.length === 0) return;
      await database.query
        .insertInto('consent_texts')
        .values(wording)
        .onConflict((conflict) => conflict.columns(['version', 'kind']).doNothing())
        .execute();
      keptVersion = wording[0]?.version ?? null;
    } catch (error) {
      // The error may come from the content rather than the database.
      if (storageProblem(error) !== null) storage.failed(error);
      log.error({ event: 'consent-wording-not-kept', code: databaseErrorCode(error) });
    }
  }

  function keepNewWording(): void {
    const settings = content?.settings();
    if (!settings || consentVersion(settings.brokerage.name) === keptVersion) return;
    runInBackground(log, 'consent-wording-not-kept', keepWording);
  }

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
      await keepWording();
      stopWatching ??= content?.onChange(keepNewWording);
      if (config.leads.retentionDays === 0 || timer) return;
      const deleteLater = () => runInBackground(log, 'old-leads-not-deleted', deleteOld);
      deleteLater();
      timer = setInterval(deleteLater, DAY_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      stopWatching?.();
      stopWatching = undefined;
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

type ConsentTextRow = Database['consent_texts'];

/**
 * Returns the current consent wording as rows to store; no rows until the settings have been read. A page that was
 * opened before a change of the settings refers to an earlier version, which these rows do not contain.
 */
export async function currentConsentTextRows(
  content: Pick<Content, 'settings'>,
  now: number,
): Promise<ConsentTextRow[]> {
  const settings = content.settings();
  if (!settings) return [];
  const brokerage = settings.brokerage.name;
  const version = consentVersion(brokerage);
  const texts = consentTexts(brokerage);
  return (['service', 'marketing'] as const).map((kind) => ({
    version,
    kind,
    text: texts[kind],
    first_used_at: now,
  }));
}
