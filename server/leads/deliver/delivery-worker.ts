import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CrmConfig } from '../../platform/config/config.ts';
import type { CrmAccess } from '../../crm/crm-access.ts';
import { createCrmClientFactory } from '../../crm/crm-client.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { DestinationName } from '../../database/schema/schema.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { withTimeout } from '../../platform/async/timeout.ts';
import { createCrmLocationCalls } from './call-crm-location.ts';
import { createLeadDeliveryLoader, type DeliverLead, type LeadRow, type LoadDelivery } from './delivery.ts';
import { type Mailers, createMailDelivery } from '../mail/mailers.ts';
import type { OperatorAlerts, DestinationAlertSender } from '../mail/operator-alerts.ts';
import { allowCircuitProbe } from './circuit.ts';
import { createCrmDelivery } from './deliver-to-crm.ts';
import { createWorkflowDelivery } from './deliver-to-workflow.ts';
import { createDeliveryLane, type DeliveryLane } from './delivery-lane.ts';
import { createQuarantineAlert, type BacklogAlert } from './quarantine-and-reminder-alerts.ts';
import { createDeliveryAlerts } from './delivery-alerts.ts';
import { createSubscriptionDeliveryLoader } from './deliver-subscription.ts';

/** Milliseconds between checks for due deliveries. The checks also find deliveries that another process made due. */
const POLL_INTERVAL_MS = 1000;
/** Minimum milliseconds between checks, because new leads wake the worker constantly under load. */
const MIN_POLL_INTERVAL_MS = 20;
/** Milliseconds to pause after a database error. */
const FAULT_PAUSE_MS = 5000;
/** Milliseconds for which `stop` waits for running deliveries, and then for aborted ones to return to the queue. */
const STOP_TIMEOUT_MS = 8000;
const PUT_BACK_TIMEOUT_MS = 1500;
/**
 * Maximum concurrent deliveries per destination. The CRM allows 100 calls in 10 s (see `rate-pacer.ts`), and one
 * delivery makes about five calls.
 */
const PARALLEL = { crm: 6, subscription: 2, workflow: 2, alert: 2, identity: 2, confirmation: 2 } as const;

interface Options {
  config: { crm: Pick<CrmConfig, 'apiBase' | 'inboundWebhookUrl'> };
  database: OpenDatabase;
  log: Logger;
  /** Access to the location that receives the leads. */
  crm: CrmAccess;
  /** Returns access to another location, for leads whose contact is there. */
  crmOf?: (locationId: string) => CrmAccess;
  /** Absent if no mail server is configured. */
  mailers?: Mailers | undefined;
  /** Returns false while e-mails about leads must wait. */
  mailReady?: () => boolean;
  alerts?: DestinationAlertSender | undefined;
  alertHeld?: OperatorAlerts['held'];
  /** Alerts operators to due reminders. If absent, no such alert is sent. */
  reminders?: BacklogAlert | undefined;
  /** Returns the unsubscribe link for e-mails sent by the CRM, or null if there is none. */
  unsubscribeLink?: (email: string) => string | null;
  /** Returns the tags that editors gave to the lead's form on its page. */
  placementTags?: (lead: LeadRow) => Promise<readonly string[]>;
  /** Returns epoch milliseconds. */
  now: () => number;
  random?: () => number;
  /** How long `stop` waits before it aborts running deliveries, in milliseconds. */
  stopTimeoutMs?: number;
}

/** Delivers stored leads to their destinations. Retries until a delivery succeeds or an operator must decide. */
export interface DeliveryWorker {
  start(): void;
  /** Checks for due deliveries immediately. Call this after storing a lead. */
  wake(): void;
  /** Delivers everything that is due and sends the pending alerts. Resolves when nothing is running anymore. */
  drain(): Promise<void>;
  /**
   * Stops claiming and waits for running deliveries. After `stopTimeoutMs`, aborts them and returns them to the
   * queue. A delivery that cannot be returned in time is claimed again when its lease expires.
   */
  stop(): Promise<void>;
}

/** Creates a worker. Several servers may each run a worker on the same database. */
export function createDeliveryWorker(options: Options): DeliveryWorker {
  const {
    config,
    database,
    log,
    crm,
    mailers,
    mailReady = () => true,
    now,
    random = Math.random,
    stopTimeoutMs = STOP_TIMEOUT_MS,
  } = options;
  const { query } = database;
  const ending = new AbortController();
  const alerts = createDeliveryAlerts({ query, log, now, alerts: options.alerts });
  const { alertHeld, reminders } = options;
  const countAlerts = [
    ...(alertHeld ? [createQuarantineAlert({ query, log, now, alert: alertHeld })] : []),
    ...(reminders ? [reminders] : []),
  ];
  const mails = mailers !== undefined;
  const services = { database, log, now, random, alerts, signal: ending.signal, mails };
  crm.onReconnect((reason) => alerts.reconnect('crm', reason));
  crm.onReady(async () => {
    await allowCircuitProbe(query, 'crm');
    wake();
  });
  const { callCrm, credentials } = createCrmLocationCalls({
    access: crm,
    accessOf: options.crmOf,
    clients: createCrmClientFactory(config.crm.apiBase),
  });
  const toCrm = createCrmDelivery({
    query,
    callCrm,
    unsubscribeLink: options.unsubscribeLink ?? (() => null),
    placementTags: options.placementTags ?? (async () => []),
  });

  const lanes: DeliveryLane[] = [];
  const always = () => Promise.resolve('same' as const);
  addLane('crm', forLead(toCrm), credentials);
  addLane('subscription', createSubscriptionDeliveryLoader(query, callCrm), credentials);
  if (config.crm.inboundWebhookUrl) {
    addLane('workflow', forLead(createWorkflowDelivery(config.crm.inboundWebhookUrl)), always);
  }
  if (mailers) {
    const canMail = async () => (mailReady() ? 'same' : 'none');
    for (const kind of ['alert', 'identity', 'confirmation'] as const) {
      addLane(kind, forLead(createMailDelivery(mailers, kind)), canMail);
    }
  }

  function forLead(deliver: DeliverLead): LoadDelivery {
    return createLeadDeliveryLoader(query, deliver);
  }

  function addLane(
    destination: DestinationName,
    read: LoadDelivery,
    credentials: () => Promise<'none' | 'same' | 'others'>,
  ): void {
    const limit = PARALLEL[destination];
    lanes.push(createDeliveryLane(services, { destination, limit, read, credentials, onEnd: wake }));
  }

  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  let woken = false;
  let endPause = () => {};

  function wake(): void {
    woken = true;
    endPause();
  }

  async function claimAll(options?: { waits: boolean }): Promise<number> {
    let claimed = 0;
    for (const lane of lanes) claimed += await lane.claim(options);
    return claimed;
  }

  async function settled(): Promise<void> {
    await Promise.all(lanes.map((lane) => lane.settled()));
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      const looked = performance.now();
      let pauseMs = POLL_INTERVAL_MS;
      try {
        await claimAll();
        // Not awaited: a slow mail server must not block deliveries.
        runInBackground(log, 'operators-not-notified', () => alerts.sendPending());
        for (const each of countAlerts) runInBackground(log, 'operators-not-notified', () => each.send());
      } catch (error) {
        log.error({ event: 'delivery-worker-failed', err: error });
        pauseMs = FAULT_PAUSE_MS;
        // Pause even if a new lead has woken the worker.
        woken = false;
      }
      if (!woken && !stopping.signal.aborted) await pause(pauseMs);
      if (!stopping.signal.aborted)
        await delay(Math.max(0, looked + MIN_POLL_INTERVAL_MS - performance.now()));
    }
  }

  function pause(pauseMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    start() {
      running ??= run();
    },
    wake,
    async drain() {
      do {
        await settled();
      } while ((await claimAll({ waits: true })) > 0);
      await settled();
      await alerts.sendPending();
      for (const each of countAlerts) await each.send();
    },
    async stop() {
      stopping.abort();
      endPause();
      await running;
      const everything = Promise.all([
        settled(),
        alerts.settled(),
        ...countAlerts.map((each) => each.settled()),
      ]);
      if ((await withTimeout(everything, stopTimeoutMs)) !== 'late') return;
      ending.abort(new Error('The server stops.'));
      await withTimeout(everything, PUT_BACK_TIMEOUT_MS);
    },
  };
}
