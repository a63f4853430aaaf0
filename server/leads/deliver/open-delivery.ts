import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { ContentGateway } from '../../content/gateway.ts';
import type { OpenCrm } from '../../crm/open-crm.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { createCrmReady } from './crm-ready.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { openMail } from '../mail/open-mail.ts';
import { unsubscribeLink } from '../mail/unsubscribe-link.ts';

interface Options {
  config: Config;
  database: OpenDatabase;
  crm: Pick<OpenCrm, 'access' | 'of'>;
  gateway: Pick<ContentGateway, 'frame'>;
  log: Logger;
  /** The server's secret keys, the current one first. */
  secrets: readonly string[];
  /** The site's address, without a slash at the end; known once the server listens. */
  origin: () => string;
}

/** The way of stored leads out of the house. */
export interface OpenDelivery {
  /** Whether leads reach the CRM now. */
  crmReady(): Promise<boolean>;
  /** From now on stored leads are delivered. */
  start(): void;
  /** A lead was stored. */
  wake(): void;
  /** Ends what is on its way, within about ten seconds; the rest waits for the next start. */
  stop(): Promise<void>;
}

/** Puts together the CRM, the mails and the worker of this set-up. */
export async function openDelivery(options: Options): Promise<OpenDelivery> {
  const { config, database, crm, gateway, log, secrets, origin } = options;
  const mail = await openMail({
    config: config.mail,
    query: database.query,
    settings: async () => (await gateway.frame()).settings,
    secrets,
    origin,
    log,
  });
  const worker = createDeliveryWorker({
    config,
    database,
    log,
    crm: crm.access,
    crmOf: (locationId) => crm.of(locationId),
    mailers: mail.mailers ?? undefined,
    alerts: mail.operatorAlerts,
    tellHeld: mail.operatorAlerts.held,
    unsubscribeLink: (email) => unsubscribeLink(origin(), email, secrets),
  });
  return {
    crmReady: createCrmReady(database, crm.access),
    start: () => worker.start(),
    wake: () => worker.wake(),
    async stop() {
      await worker.stop();
      mail.close();
    },
  };
}
