import type { Logger } from 'pino';
import {
  connectionChangedAt,
  withConnectedWordPress,
  type ContentOrigin,
} from './content/connection/stored-connection.ts';
import { createContent, type Content } from './content/content.ts';
import { readRedirectedPaths } from './pages/operator-redirect-cache.ts';
import { createDoctor, type Doctor } from './content/doctor/doctor.ts';
import { createCrm, type Crm } from './crm/crm.ts';
import { openDatabase, type OpenDatabase } from './database/open-database.ts';
import { waitForPostgres } from './database/engines/wait-for-postgres.ts';
import { createStorageWatch } from './database/state/storage-watch.ts';
import { createCrmReadyCheck } from './leads/deliver/circuit.ts';
import { placementTags } from './leads/deliver/deliver-to-crm.ts';
import { createCommentDelivery, type CommentDelivery } from './comments/comment-delivery.ts';
import { createDeliveryWorker } from './leads/deliver/delivery-worker.ts';
import { createReminderAlert } from './leads/deliver/quarantine-and-reminder-alerts.ts';
import { createOutgoingMailService, type OutgoingMailService } from './leads/mail/mailers.ts';
import { unsubscribeLink } from './leads/mail/unsubscribe-link.ts';
import { checkCrmFields, createCrmFieldSetup } from './leads/manage/crm-fields.ts';
import { createLeadIntake, type LeadIntake } from './leads/store/lead-intake.ts';
import { createLiveEventHub, type LiveEventHub } from './operators/live/live-events.ts';
import { createContentMoveJob, type ContentMoveJob } from './operators/wordpress/content-move-job.ts';
import { startExpiredRowCleanup } from './operators/accounts/delete-expired-rows.ts';
import type { LayoutVariantService } from './content/resolve/page-variants.ts';
import { createLayoutVariantService } from './variants/layout-variant-service.ts';
import { createVisitCounter, type VisitCounter } from './pages/visit-counter.ts';
import { createVitalsCounter, type VitalsCounter } from './pages/vitals-counter.ts';
import type { Config } from './platform/config/config.ts';
import { loadOrCreateSecretKeys } from './platform/security/secret-keys.ts';

/** The parts of the server that all requests share, such as the database, the content and the CRM. */
export interface Services {
  /** The settings. `wordpress` is the WordPress whose content is shown, even if an operator has connected it. */
  config: Config;
  source: ContentOrigin;
  /**
   * Whether another source of the content was chosen since these services were opened, on this server or another one.
   */
  hasOtherSource: () => Promise<boolean>;
  /** Call this after choosing another source, so that this server does not wait for its next check. */
  sourceChanged: () => void;
  moveJob: ContentMoveJob;
  /** Sends a test e-mail to the recipients of alerts. */
  sendTestMail: OutgoingMailService['sendTest'];
  log: Logger;
  /** The database's time in epoch milliseconds. */
  now: () => number;
  content: Content;
  /** Health checks for WordPress, its content, and the CRM's custom fields. */
  doctor: Doctor;
  database: OpenDatabase;
  /** The server's secret keys, the current one first. */
  secrets: readonly string[];
  crm: Crm;
  intake: LeadIntake;
  /** Delivers visitors' comments to WordPress; null if this server may not write to it. */
  comments: CommentDelivery | null;
  visits: VisitCounter;
  vitals: VitalsCounter;
  /** With null, every page has only its own layout. */
  variants: LayoutVariantService | null;
  live: LiveEventHub;
  /** The site's public origin. Without PUBLIC_URL, it is empty until the server listens. */
  origin: () => string;
  /**
   * Starts listening, and the background work. `listen` resolves with the server's own address, which is used if
   * PUBLIC_URL is not set.
   */
  start: (listen: () => Promise<string>) => Promise<void>;
  /**
   * Stops the background work, and closes everything. Aborts deliveries that do not end within a few seconds.
   * `endRequests` resolves when no requests are left, or when the last ones have had enough time. Undelivered leads
   * wait for the next start.
   */
  stop: (endRequests: () => Promise<void>) => Promise<void>;
}

interface Options {
  config: Config;
  log: Logger;
  /** Called after another source of the content was chosen on this server. */
  sourceChanged?: () => void;
  /** The move of the content to WordPress, if it is to outlive these services. */
  moveJob?: ContentMoveJob;
  /** For tests: replaces the database's time. */
  now?: () => number;
  /** For tests: wraps the content, for example to make it fail. */
  wrapContent?: (content: Content) => Content;
  /** For tests: replaces the check of whether a CRM accepts leads. */
  crmReady?: () => boolean | Promise<boolean>;
  /** For tests: replaces the call that starts delivery after deliveries are queued. */
  wake?: () => void;
  /** For tests: if false, `start` begins no background work. The content is synced anyway. */
  background?: boolean;
}

/** Opens the services for the settings. Throws an `Error` if one of them cannot be opened. */
export async function openServices(options: Options): Promise<Services> {
  const { config, log } = options;
  if (config.databaseUrl) await waitForPostgres({ url: config.databaseUrl, log });
  const database = await openDatabase(config, log);
  try {
    return await openOn(database, options);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

/** Opens the content, and the services that use it. Closes the content if one of them cannot be opened. */
async function openOn(database: OpenDatabase, options: Options): Promise<Services> {
  const { config: settings, log, wrapContent = (content) => content } = options;
  const { query } = database;
  const now = options.now ?? database.now;
  const secrets = await loadOrCreateSecretKeys(settings, log);
  const usedSince = await connectionChangedAt(query);
  const config = await withConnectedWordPress(settings, query, secrets);
  const content = await createContent({ config, log, database, now });
  try {
    return await openWith(
      { database, content: wrapContent(content), config, secrets, usedSince, now },
      options,
    );
  } catch (error) {
    await content.close().catch(() => {});
    throw error;
  }
}

interface OpenedParts extends Pick<Services, 'database' | 'content' | 'config' | 'secrets' | 'now'> {
  /** When the connection in use was last changed, in epoch milliseconds; 0 if none is in use. */
  usedSince: number;
}

async function openWith(
  { database, content, config, secrets, usedSince, now }: OpenedParts,
  { config: settings, log, sourceChanged = () => {}, background = true, crmReady, wake, moveJob }: Options,
): Promise<Services> {
  let address = '';
  const origin = () => settings.publicUrl ?? address;
  const { query } = database;
  const [secret = ''] = secrets;
  const crm = createCrm({ config, query, secrets, log, now });
  const crmFields = createCrmFieldSetup(crm, config.crm.apiBase);
  const timeZone = () => content.timeZone();
  const mail = await createOutgoingMailService({ config, database, content, secrets, origin, log, now });
  const { operatorAlerts: alerts } = mail;
  const delivery = createDeliveryWorker({
    config,
    database,
    log,
    now,
    crm: crm.access,
    crmOf: (locationId) => crm.of(locationId),
    mailers: mail.mailers ?? undefined,
    // E-mails name the agent, who is unknown until the content has been read once.
    mailReady: () => content.settings() !== null,
    alerts,
    alertHeld: alerts.held,
    reminders: createReminderAlert({ query, log, now, timeZone, alert: alerts.reminders }),
    unsubscribeLink: (email) => unsubscribeLink(origin(), email, secrets),
    placementTags: (lead) => placementTags(content, lead),
  });
  const intake = createLeadIntake({
    config,
    database,
    log,
    content,
    secret,
    now,
    crmReady: crmReady ?? createCrmReadyCheck(query, crm.access),
    wake: wake ?? (() => delivery.wake()),
  });
  const comments = createCommentDelivery({ wordpress: config.wordpress, database, log, now });
  const storageWatch = createStorageWatch({ storage: intake.storage, alerts: alerts.storage, log });
  const live = createLiveEventHub({ database, log, now });
  const variants = createLayoutVariantService({
    content,
    secure: config.publicUrl?.startsWith('https:') ?? false,
  });
  const vitals = createVitalsCounter();
  const visits = createVisitCounter({ query, variants, vitals, timeZone, log, now });
  let sweep: ReturnType<typeof startExpiredRowCleanup> | undefined;

  return {
    config,
    source: settings.wordpress ? 'environment' : config.wordpress ? 'connection' : 'own',
    hasOtherSource: async () => !settings.wordpress && (await connectionChangedAt(query)) !== usedSince,
    sourceChanged,
    sendTestMail: (by) => mail.sendTest(by),
    moveJob: moveJob ?? createContentMoveJob({ config: settings, log }),
    log,
    now,
    content,
    doctor: createDoctor({
      config,
      content,
      log,
      now,
      redirectedPaths: () => readRedirectedPaths(query),
      moreChecks: async () =>
        (await crm.access.state()) === 'not-configured' ? [] : [checkCrmFields(await crmFields.read())],
    }),
    database,
    secrets,
    crm,
    intake,
    comments,
    visits,
    vitals,
    variants,
    live,
    origin,
    async start(listen) {
      if (background) {
        await intake.start();
        sweep = startExpiredRowCleanup(database, log, now);
        visits.start();
      }
      address = await listen();
      if (!background) return;
      // E-mails contain the site's address, which is unknown until now if PUBLIC_URL is not set.
      delivery.start();
      comments?.start();
      storageWatch.start();
      content.pictures.start();
      crm.start();
    },
    async stop(endRequests) {
      storageWatch.stop();
      // Leads that arrive from now on are delivered after the next start.
      const delivered = Promise.all([
        delivery.stop(),
        comments?.stop(),
        crm.stop(),
        content.pictures.stop(),
      ]).catch((error: unknown) => log.error({ event: 'delivery-not-stopped', err: error }));
      // Otherwise, live event streams would keep their connections open.
      live.close();
      await endRequests();
      intake.stop();
      sweep?.stop();
      await visits.stop();
      await content.close().catch(() => {});
      await delivered;
      mail.close();
      await database.close().catch(() => {});
    },
  };
}
