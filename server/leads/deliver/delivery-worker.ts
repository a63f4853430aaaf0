import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CrmConfig } from '../../config.ts';
import type { CrmAccess } from '../../crm/crm-access.ts';
import { createCrmClients } from '../../crm/crm-client.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { DestinationName } from '../../database/schema.ts';
import { RefusedFault } from './delivery-fault.ts';
import type { Mailers, OperatorAlerts, TellHeld } from '../mail/mailers.ts';
import { resetCircuit } from './circuit.ts';
import { deliverClaim } from './deliver-claim.ts';
import { createCrmDelivery } from './deliver-to-crm.ts';
import { createMailDelivery } from './deliver-by-mail.ts';
import { createWorkflowDelivery } from './deliver-to-workflow.ts';
import { createDeliveryLane, type DeliveryLane } from './delivery-lane.ts';
import type { Deliver } from './delivery-progress.ts';
import { createHeldNotice } from './held-notice.ts';
import { createOperatorNotices } from './operator-notices.ts';
import { createSubscriptionTeller } from './subscription-teller.ts';

/** Milliseconds between looks for what became due, or was made due by another process. */
const LOOK_AGAIN = 1000;
/** And at least: under load leads come faster than a look is worth. */
const BREATH = 20;
/** After a fault of the database. */
const RECOVER = 5000;
/** How long a stopping worker waits for what is on its way, and then for what was told to end to be put back. */
const PATIENCE = 8000;
const PUT_BACK = 1500;
/** Deliveries at a time; the CRM's own limit is 100 calls in 10 s, and one delivery is about four calls. */
const PARALLEL = { crm: 6, workflow: 2, alert: 2, confirmation: 2 } as const;

interface Options {
  config: { crm: Pick<CrmConfig, 'apiBase' | 'inboundWebhookUrl'> };
  database: OpenDatabase;
  log: Logger;
  /** The way to the location that gets the leads. */
  crm: CrmAccess;
  /** The way to another, which has a lead's contact already. */
  crmOf?: (locationId: string) => CrmAccess;
  /** Absent: no mail is configured. */
  mailers?: Mailers | undefined;
  alerts?: OperatorAlerts | undefined;
  tellHeld?: TellHeld | undefined;
  /** A subscriber's way out, for the CRM's own mails. */
  unsubscribeLink?: (email: string) => string | null;
  /** Epoch milliseconds. */
  now?: () => number;
  random?: () => number;
  /** Milliseconds a stopping worker waits before it ends what is on its way. */
  patience?: number;
}

/** Brings stored leads where they belong, until they are there or an operator must decide. */
export interface DeliveryWorker {
  start(): void;
  /** A lead was stored: looks at once. */
  wake(): void;
  /** Delivers until nothing is due and nothing is on its way. */
  drain(): Promise<void>;
  /**
   * Claims nothing more, and waits up to ten seconds for what is on its way; the rest is put back. What cannot be ended
   * by then is claimed again when its lease ends.
   */
  stop(): Promise<void>;
}

/** Any number of servers may run one on the same database. */
export function createDeliveryWorker(options: Options): DeliveryWorker {
  const {
    config,
    database,
    log,
    crm,
    mailers,
    now = Date.now,
    random = Math.random,
    patience = PATIENCE,
  } = options;
  const { query } = database;
  const ending = new AbortController();
  const notices = createOperatorNotices({ query, log, now, alerts: options.alerts });
  const heldNotice = createHeldNotice({ query, log, now, tellHeld: options.tellHeld });
  crm.onReconnect((reason) => notices.reconnect('crm', reason));
  crm.onReady(async () => {
    await resetCircuit(query, 'crm');
    wake();
  });
  const clients = createCrmClients(config.crm.apiBase);

  let refusedToken: string | null = null;
  const token = async () => (await crm.credentials())?.token ?? null;
  const toCrm = createCrmDelivery({
    access: crm,
    accessOf: options.crmOf,
    clients,
    unsubscribeLink: options.unsubscribeLink ?? (() => null),
  });
  const deliverToCrm: Deliver = async (material, progress) => {
    const used = await token();
    try {
      return await toCrm(material, progress);
    } catch (fault) {
      if (fault instanceof RefusedFault) refusedToken = used;
      throw fault;
    }
  };

  const subscriptions = createSubscriptionTeller({
    query,
    log,
    now,
    access: crm,
    accessOf: options.crmOf,
    clients,
    signal: ending.signal,
  });

  const lanes: DeliveryLane[] = [];
  const always = () => Promise.resolve('same' as const);
  addLane('crm', deliverToCrm, async () => {
    const present = await token();
    return present === null ? 'none' : present === refusedToken ? 'same' : 'others';
  });
  if (config.crm.inboundWebhookUrl) {
    addLane('workflow', createWorkflowDelivery(config.crm.inboundWebhookUrl), always);
  }
  if (mailers) {
    addLane('alert', createMailDelivery(mailers, 'alert'), always);
    addLane('confirmation', createMailDelivery(mailers, 'confirmation'), always);
  }

  function addLane(
    destination: DestinationName,
    deliver: Deliver,
    credentials: () => Promise<'none' | 'same' | 'others'>,
  ): void {
    const around = { database, log, now, random, deliver, notices, signal: ending.signal };
    lanes.push(
      createDeliveryLane({
        destination,
        limit: PARALLEL[destination],
        database,
        log,
        now,
        credentials,
        deliver: (claim) => deliverClaim(claim, around),
        onEnd: () => wake(),
      }),
    );
  }

  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  let woken = false;
  let rouse = () => {};

  function wake(): void {
    woken = true;
    rouse();
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
      let rest = LOOK_AGAIN;
      try {
        await claimAll();
        // A slow mail server holds nothing up.
        void notices.tellAll();
        void heldNotice.tell();
        void subscriptions.tellAll();
      } catch (error) {
        log.error({ event: 'delivery-worker-failed', err: error });
        rest = RECOVER;
        // Not at once again, whoever wakes it.
        woken = false;
      }
      if (!woken && !stopping.signal.aborted) await pause(rest);
      if (!stopping.signal.aborted) await delay(Math.max(0, looked + BREATH - performance.now()));
    }
  }

  function pause(rest: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, rest);
      rouse = () => {
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
      await subscriptions.tellAll();
      await notices.tellAll();
      await heldNotice.tell();
    },
    async stop() {
      stopping.abort();
      rouse();
      await running;
      const everything = Promise.all([
        settled(),
        subscriptions.settled(),
        heldNotice.settled(),
        notices.settled(),
      ]);
      if (await endsWithin(everything, patience)) return;
      ending.abort(new Error('The server stops.'));
      await endsWithin(everything, PUT_BACK);
    },
  };
}

async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}
