import { once } from 'node:events';
import { createServer } from 'node:http';
import { createFaults, type FaultControl } from './faults.ts';
import { approveInstallation, revokeGrant } from './oauth-grants.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createSandboxApp } from './sandbox-app.ts';
import type { Sandbox } from './sandbox.ts';
import type { Grant } from './oauth-state.ts';
import type { SandboxState, SentWebhook } from './sandbox-state.ts';
import { createSeededRandom } from './seeded-random.ts';
import { seedState, type SeedOptions } from './seed-state.ts';
import { resendWebhook, sendWebhook, type WebhookOrder } from './send-webhook.ts';
import { createSigningKeys, publicKeyText } from './signing-keys.ts';

export interface CrmSandboxOptions extends SeedOptions {
  /** 0, the default, picks a free one. */
  port?: number;
  host?: string;
  /** Same seed, same ids, tokens and faults. */
  seed?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Seconds an access token is good; HighLevel's 86,399 by default. */
  accessTokenSeconds?: number;
  /** Whether an app that lost its tokens gets a new code (the Reconnect API); it does by default. */
  reconnects?: boolean;
}

/** A CRM sandbox that runs. */
export interface CrmSandbox {
  url: string;
  state: SandboxState;
  faults: FaultControl;
  /** What to set for a site that shall use it. */
  settings: Record<SettingName, string>;
  /** Someone lets the app in on the marketplace page; the answer carries the code. Null: the whole company. */
  approve(given: { locationId: string | null; scopes: readonly string[]; redirectUri: string }): Grant;
  /** Takes a grant back; false: there is none with this id. */
  revoke(grantId: string): boolean;
  sendWebhook(order: WebhookOrder): Promise<SentWebhook>;
  /** The same bytes once more. Throws when none with this id was sent. */
  resendWebhook(id: string): Promise<SentWebhook>;
  /** For checking `X-WH-Signature`, the old one; base64 of the DER form. */
  legacyPublicKey(): string;
  stop(): Promise<void>;
}

type SettingName =
  | 'HIGHLEVEL_API_BASE'
  | 'HIGHLEVEL_MARKETPLACE_BASE'
  | 'GHL_API_KEY'
  | 'GHL_LOCATION_ID'
  | 'GHL_CLIENT_ID'
  | 'GHL_CLIENT_SECRET'
  | 'GHL_INBOUND_WEBHOOK_URL'
  | 'GHL_WEBHOOK_PUBLIC_KEY';

/** HighLevel's seconds. */
const ACCESS_TOKEN_SECONDS = 86_399;

/** Starts a CRM sandbox over HTTP. Everything it knows is in memory. Throws when the port is taken. */
export async function startCrmSandbox({
  port = 0,
  host = '127.0.0.1',
  seed = 1,
  now = Date.now,
  accessTokenSeconds = ACCESS_TOKEN_SECONDS,
  reconnects = true,
  ...seeds
}: CrmSandboxOptions = {}): Promise<CrmSandbox> {
  const random = createSeededRandom(seed);
  let url = '';
  const sandbox: Sandbox = {
    state: seedState(random, seeds),
    faults: createFaults(random),
    random,
    limiter: createRateLimiter(now),
    keys: createSigningKeys(),
    now,
    accessTokenSeconds,
    reconnects,
    url: () => url,
  };
  const server = createServer(createSandboxApp(sandbox));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The CRM sandbox has no port.');
  url = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  return {
    url,
    state: sandbox.state,
    faults: sandbox.faults,
    settings: settingsFor(sandbox),
    approve: (given) => approveInstallation(sandbox, given),
    revoke: (grantId) => revokeGrant(sandbox, grantId),
    sendWebhook: (order) => sendWebhook(sandbox, order),
    resendWebhook: (id) => resendWebhook(sandbox, id),
    legacyPublicKey: () => publicKeyText(sandbox.keys.rsa.publicKey),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function settingsFor(sandbox: Sandbox): Record<SettingName, string> {
  const { state } = sandbox;
  const base = sandbox.url();
  const [token] = state.tokens.values();
  const [trigger] = state.triggers;
  if (!token || !trigger) throw new Error('The CRM sandbox was seeded without a token or a trigger.');
  const [triggerId, locationId] = trigger;
  return {
    HIGHLEVEL_API_BASE: base,
    HIGHLEVEL_MARKETPLACE_BASE: base,
    GHL_API_KEY: token.value,
    GHL_LOCATION_ID: locationId,
    GHL_CLIENT_ID: state.clientId,
    GHL_CLIENT_SECRET: state.clientSecret,
    GHL_INBOUND_WEBHOOK_URL: `${base}/hooks/${locationId}/webhook-trigger/${triggerId}`,
    GHL_WEBHOOK_PUBLIC_KEY: publicKeyText(sandbox.keys.ed25519.publicKey),
  };
}
