import { type CrmSandbox, type CrmSandboxOptions, startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { WEBHOOK_PATH } from '../../src/contracts/operators/webhooks.ts';
import { runApp, type RunningApp } from './running-app.ts';

type Order = Parameters<CrmSandbox['sendWebhook']>[0];

/** The application and a CRM sandbox that sends it webhooks. They share an adjustable clock. */
export interface WebhookApp {
  app: RunningApp;
  sandbox: CrmSandbox;
  locationId: string;
  clock: { now: number };
  /** Sends one of HighLevel's example events for the connected location. Returns the response status. */
  send(event: string, order?: Partial<Order>): Promise<number | null>;
  /** Resends the last event byte for byte. */
  again(): Promise<number | null>;
  /** Posts a raw body to the webhook route. */
  post(body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts the application and the sandbox. `change` returns settings that override the defaults. */
export async function runWebhookApp(
  environment: Record<string, string> = {},
  change: (sandbox: CrmSandbox) => Record<string, string> = () => ({}),
  options: CrmSandboxOptions = {},
): Promise<WebhookApp> {
  const clock = { now: Date.now() };
  const sandbox = await startCrmSandbox({ now: () => clock.now, ...options });
  const { GHL_API_KEY, GHL_LOCATION_ID, GHL_WEBHOOK_PUBLIC_KEY, HIGHLEVEL_API_BASE } = sandbox.settings;
  const app = await runApp(
    {
      GHL_API_KEY,
      GHL_LOCATION_ID,
      GHL_WEBHOOK_PUBLIC_KEY,
      HIGHLEVEL_API_BASE,
      ...environment,
      ...change(sandbox),
    },
    undefined,
    { now: () => clock.now },
  );
  const url = app.url + WEBHOOK_PATH;
  return {
    app,
    sandbox,
    locationId: GHL_LOCATION_ID,
    clock,
    async send(event, { change: changed = {}, ...order } = {}) {
      const sent = await sandbox.sendWebhook({
        event,
        url,
        ...order,
        change: { locationId: GHL_LOCATION_ID, ...changed },
      });
      return sent.status;
    },
    async again() {
      const last = sandbox.state.sentWebhooks.at(-1);
      if (!last) throw new Error('Nothing was sent yet.');
      return (await sandbox.resendWebhook(last.id)).status;
    },
    post: (body, headers = {}) => fetch(url, { method: 'POST', body, headers }),
    async stop() {
      await app.stop();
      await sandbox.stop();
    },
  };
}

/** Returns the events that the application has stored, in order of arrival. */
export function storedEvents({ database }: Pick<RunningApp, 'database'>) {
  return database.query.selectFrom('crm_events').selectAll().orderBy('received_at').execute();
}
