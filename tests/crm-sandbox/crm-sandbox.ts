import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { serveContactSearch, serveContacts, serveTagsAndNotes } from './contact-routes.ts';
import { serveControl } from './control-routes.ts';
import { createFaults, type FaultControl } from './faults.ts';
import { serveLocations, serveTriggers } from './location-routes.ts';
import { approveInstallation, revokeGrant } from './oauth-grants.ts';
import { serveMarketplace, serveOauth } from './oauth-routes.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { meetFaults, recordRequest, rememberUnreadable } from './record-request.ts';
import {
  type Sandbox,
  type Grant,
  type SandboxState,
  type SentWebhook,
  seedState,
  type SeedOptions,
} from './sandbox.ts';
import { createSeededRandom } from './seeded-random.ts';
import {
  resendWebhook,
  sendWebhook,
  type WebhookOrder,
  createSigningKeys,
  publicKeyText,
} from './send-webhook.ts';

const KEEP_ALIVE_MS = 10 * 60_000;

export interface CrmSandboxOptions extends SeedOptions {
  /** The port to listen on; 0, the default, picks a free one. */
  port?: number;
  host?: string;
  /** Ids, tokens and faults are derived from the seed. */
  seed?: number;
  /** The current time in milliseconds since 1970. */
  now?: () => number;
  /** Lifetime of access tokens in seconds; defaults to HighLevel's 86,399. */
  accessTokenSeconds?: number;
  /** Whether the Reconnect API issues a new code to an app that lost its tokens. Defaults to true. */
  reconnects?: boolean;
}

/** A running CRM sandbox. */
export interface CrmSandbox {
  url: string;
  state: SandboxState;
  faults: FaultControl;
  /** Environment variables that connect a site to this sandbox. */
  settings: Record<SettingName, string>;
  /**
   * Installs the app, as a user of the marketplace page would: in one location, or in the whole company if `locationId`
   * is null. The returned grant contains the authorization code.
   */
  approve(given: { locationId: string | null; scopes: readonly string[]; redirectUri: string }): Grant;
  /** Revokes a grant and its tokens. Returns false if there is no grant with this id. */
  revoke(grantId: string): boolean;
  sendWebhook(order: WebhookOrder): Promise<SentWebhook>;
  /** Resends a webhook with the same body and signature. Throws if no webhook with this id was sent. */
  resendWebhook(id: string): Promise<SentWebhook>;
  /** The public key for the legacy header `X-WH-Signature`: DER in base64. */
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

/** HighLevel's lifetime of an access token, in seconds. */
const ACCESS_TOKEN_SECONDS = 86_399;

/** Starts a CRM sandbox over HTTP with in-memory state. Rejects if the port is in use. */
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
  // Longer than a busy machine lets a connection be idle: clients do not repeat what they post.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
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

const API_PATHS = ['/contacts', '/locations', '/oauth', '/hooks'];

/** Creates the Express app: the API with its faults, and the control page. */
function createSandboxApp(sandbox: Sandbox): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(
    API_PATHS,
    recordRequest(sandbox),
    express.json({ limit: '1mb' }),
    express.urlencoded({ extended: false, limit: '1mb' }),
    rememberUnreadable,
    meetFaults(),
  );
  serveContactSearch(app, sandbox);
  serveContacts(app, sandbox);
  serveTagsAndNotes(app, sandbox);
  serveLocations(app, sandbox);
  serveTriggers(app, sandbox);
  serveOauth(app, sandbox);
  serveMarketplace(app, sandbox);
  serveControl(app, sandbox);
  app.use((request, response) => {
    response.status(404).json({ statusCode: 404, message: `Cannot ${request.method} ${request.path}` });
  });
  app.use(answerError);
  return app;
}

const answerError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const message = error instanceof Error ? error.message : 'unknown';
  response.status(500).json({ statusCode: 500, message: `The CRM sandbox failed: ${message}` });
};
