import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../../server/platform/config/config.ts';
import { createPrivateTokenAccess } from '../../../server/crm/crm-access.ts';
import { startCrmSandbox, type CrmSandbox } from '../../crm-sandbox/crm-sandbox.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../../../server/leads/deliver/delivery-worker.ts';
import type { DestinationAlertSender } from '../../../server/leads/mail/operator-alerts.ts';
import type { DestinationAlert } from '../../../server/leads/mail/operator-mail-text.ts';
import { firstStep, secondStep, visitor, type Visitor } from '../../load/support/lead-payloads.ts';
import { leadBrowser } from '../../server/post-lead.ts';
import { runApp, type RunningApp } from '../../server/running-app.ts';

/** A site, a CRM with adjustable faults, and an adjustable clock for lead intake and delivery. */
export interface FaultyCrm {
  app: RunningApp;
  dataDir: string;
  crm: CrmSandbox;
  clock: { now: number };
  /** The notices that the delivery workers have sent to operators. */
  told: DestinationAlert[];
  /** Creates the delivery worker of another server. */
  worker: () => DeliveryWorker;
  /** Submits a visitor's complete form to the site. */
  take: (one: Visitor) => Promise<void>;
  /** Creates the visitor with this number and submits their form. */
  takeNew: (number: number) => Promise<Visitor>;
  /** Returns the deliveries that are not finished yet. */
  open: () => Promise<{ state: string; attempts: number; last_error: string | null }[]>;
}

/** Starts the site and the CRM. Both stop when the test ends. */
export async function openFaultyCrm(): Promise<FaultyCrm> {
  const crm = await startCrmSandbox({ limits: { burst: 1_000_000, daily: 10_000_000 } });
  onTestFinished(() => crm.stop());
  const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = crm.settings;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-faulty-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = {
    DATA_DIR: dataDir,
    LEAD_RATE_LIMIT: '1000000',
    HIGHLEVEL_API_BASE,
    GHL_API_KEY,
    GHL_LOCATION_ID,
  };
  const clock = { now: Date.now() };
  const app = await runApp(settings, undefined, { now: () => clock.now });
  onTestFinished(() => app.stop());
  const config = readConfig(settings);
  const told: DestinationAlert[] = [];
  const tell = async (alert: DestinationAlert) => void told.push(alert);
  const alerts: DestinationAlertSender = { attention: tell, outage: tell, reconnect: tell };
  const take = async (one: Visitor) => {
    const browser = leadBrowser(app);
    const first = await browser.post(firstStep(one));
    const second = await browser.post(secondStep(one, String(first.body['contactId'])));
    if (first.status !== 200 || second.status !== 200) throw new Error('The lead was not taken.');
  };
  return {
    app,
    dataDir,
    crm,
    clock,
    told,
    take,
    worker: () =>
      createDeliveryWorker({
        config,
        crm: createPrivateTokenAccess(config.crm),
        database: app.database,
        log: pino({ level: 'silent' }),
        alerts,
        now: () => clock.now,
      }),
    async takeNew(number) {
      const one = visitor(number, 'crm');
      await take(one);
      return one;
    },
    open: () =>
      app.database.query
        .selectFrom('deliveries')
        .select(['state', 'attempts', 'last_error'])
        .where('state', '<>', 'delivered')
        .execute(),
  };
}
