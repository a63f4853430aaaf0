import type { Logger } from 'pino';
import type { Config } from '../../platform/config.ts';
import type { Content } from '../../content/content.ts';
import type { Crm } from '../../crm/crm.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { placementTags } from './placement-tags.ts';
import { openMail } from '../mail/mailers.ts';
import type { StorageAlerts } from '../../database/storage-notices.ts';
import { unsubscribeLink } from '../mail/unsubscribe-link.ts';
import type { CrmAccess } from '../../crm/crm-access.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { readCircuit } from './circuit.ts';
import { createReminderNotice } from './reminder-notice.ts';

interface Options {
  config: Config;
  database: OpenDatabase;
  crm: Pick<Crm, 'access' | 'of'>;
  content: Pick<Content, 'settings' | 'timeZone' | 'resolve'>;
  log: Logger;
  /** The server's secret keys, current key first. */
  secrets: readonly string[];
  /** Returns the site's URL without a trailing slash. It is known once the server is listening. */
  origin: () => string;
  /** Returns the database's time in epoch milliseconds. */
  now: () => number;
}

/** The delivery pipeline: CRM, e-mail and worker. */
export interface OpenDelivery {
  /** Returns whether leads can currently reach the CRM. */
  crmReady(): Promise<boolean>;
  start(): void;
  /** Call this after storing a lead, so that it is delivered immediately. */
  wake(): void;
  /** Sends e-mails to operators about storage failures. */
  storageAlerts: StorageAlerts;
  /** Resolves within about ten seconds. Undelivered leads wait for the next start. */
  stop(): Promise<void>;
}

/** Creates the delivery pipeline. Nothing is delivered until `start` is called. */
export async function openDelivery(options: Options): Promise<OpenDelivery> {
  const { config, database, crm, content, log, secrets, origin, now } = options;
  const mail = await openMail({
    config: config.mail,
    query: database.query,
    settings: () => content.settings(),
    secrets,
    origin,
    now,
    log,
    shared: config.databaseUrl !== null,
  });
  const worker = createDeliveryWorker({
    config,
    database,
    log,
    now,
    crm: crm.access,
    crmOf: (locationId) => crm.of(locationId),
    mailers: mail.mailers ?? undefined,
    // E-mails name the agent, who is unknown until WordPress has been read once.
    mailReady: () => content.settings() !== null,
    alerts: mail.operatorAlerts,
    alertHeld: mail.operatorAlerts.held,
    reminders: createReminderNotice({
      query: database.query,
      log,
      now,
      timeZone: () => content.timeZone(),
      alert: mail.operatorAlerts.reminders,
    }),
    unsubscribeLink: (email) => unsubscribeLink(origin(), email, secrets),
    placementTags: (lead) => placementTags(content, lead),
  });
  return {
    crmReady: createCrmReady(database, crm.access),
    start: () => worker.start(),
    wake: () => worker.wake(),
    storageAlerts: mail.operatorAlerts.storage,
    async stop() {
      await worker.stop();
      mail.close();
    },
  };
}

/** How long an answer is reused, in milliseconds. */
const KEPT = 1000;
/** Milliseconds to wait for the first answer, and for later ones. Renewing the CRM's token can take much longer. */
const FIRST_PATIENCE = 2000;
const PATIENCE = 300;

/**
 * Creates a check of whether the CRM is connected and its circuit closed. Queries at most once a second, and returns
 * the last answer while a query is slow. Errors count as false.
 */
export function createCrmReady(database: OpenDatabase, crm: CrmAccess): () => Promise<boolean> {
  let known: boolean | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  return async () => {
    const now = performance.now();
    if (!asking && now - askedAt >= KEPT) {
      askedAt = now;
      asking = ask(database, crm)
        .catch(() => false)
        .then((answer) => {
          known = answer;
          asking = undefined;
        });
    }
    const left = askedAt + (known === undefined ? FIRST_PATIENCE : PATIENCE) - now;
    if (asking && left > 0) await withTimeLimit(asking, left);
    return known ?? false;
  };
}

async function ask(database: OpenDatabase, crm: CrmAccess): Promise<boolean> {
  if ((await crm.state()) !== 'ready') return false;
  const circuit = await readCircuit(database.query, 'crm');
  return !circuit || circuit.state === 'closed';
}
