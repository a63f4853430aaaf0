import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/schema/schema.ts';
import type { CrmConfig, CrmOauthConfig } from '../../platform/config/config.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import type { CrmCredentials, CrmAccess } from '../crm-access.ts';
import { storeGrants, type CrmConnectResult } from './connect-grant.ts';
import { createGrantStore, type GrantRow, type GrantStore } from './grant-store.ts';
import { createLocationTokenClient } from './location-tokens.ts';
import {
  createTokenRequester,
  createGrantRenewal,
  isAccessTokenValid,
  isRenewalDue,
  type RenewGrant,
} from './renew-grant.ts';
import { requestTokens } from './request-tokens.ts';

/** Milliseconds between checks for grants that must be renewed. */
const RECHECK_MS = 15_000;

interface Options {
  config: Pick<CrmConfig, 'apiBase'> & { oauth: CrmOauthConfig };
  query: Kysely<Database>;
  /** The server's secret keys, with the current one first. */
  secrets: readonly string[];
  log: Logger;
  now: () => number;
  random?: (() => number) | undefined;
  /**
   * For tests, in milliseconds: the response timeout (`answer`), the length of a renewal's lease (`lease`), and the
   * interval between checks (`look`).
   */
  times?: { answer: number; lease: number; look: number } | undefined;
}

/** The OAuth grants, which are renewed before they expire. Several servers may share them. */
export interface CrmGrants {
  /** Returns the grants of locations, without those of companies, in the order in which they were connected. */
  locations(): Promise<GrantRow[]>;
  /** Returns valid credentials for a location, or null if there are none. */
  credentials(locationId: string): Promise<CrmCredentials | null>;
  /** Returns whether a location's current token can be used without renewing it. */
  usable(row: GrantRow): Promise<boolean>;
  /** `renew`, `refused`, `accepted` and `onReconnect` work as described in `CrmAccess`. */
  renew(refused: CrmCredentials): Promise<CrmCredentials | null>;
  refused(credentials: CrmCredentials, crmMessage: string): Promise<void>;
  accepted(credentials: CrmCredentials): Promise<void>;
  onReconnect(listener: (reason: string) => void): void;
  /**
   * Registers a listener that is called when leads may be deliverable again: a grant that needed an operator was
   * renewed, a location was connected, or another location was chosen for the leads.
   */
  onReady(listener: () => Promise<void>): void;
  /**
   * Exchanges an authorization code for grants and stores them. Throws an `OauthError` if the CRM issues no tokens or
   * no location can be connected.
   */
  connect(given: {
    code: string;
    redirectUri: string;
    connectedBy: string | null;
  }): Promise<CrmConnectResult>;
  /**
   * Sends leads to this location from now on, and calls the `onReady` listeners. `also` runs in the same transaction.
   * Returns false if the location is not connected or must be connected again.
   */
  choose(locationId: string, also: (transaction: Transaction<Database>) => Promise<void>): Promise<boolean>;
  /**
   * Removes a location's grant, and its company's grant if no other location needs it. `also` runs in the same
   * transaction. Returns false if there is no such grant.
   */
  remove(locationId: string, also: (transaction: Transaction<Database>) => Promise<void>): Promise<boolean>;
  /** Renews grants that are due, and retries interrupted renewals. */
  renewDue(): Promise<void>;
  /** Runs `renewDue` now and at regular intervals. */
  start(): void;
  /** Stops renewing grants. Resolves when the current renewals have ended. */
  stop(): Promise<void>;
}

/**
 * Creates access to the stored grants. `credentials` renews a grant on demand; after `start`, grants are also renewed
 * before they expire.
 */
export function createCrmGrants(options: Options): CrmGrants {
  const { config, query, secrets, log, now, random = Math.random, times } = options;
  const store = createGrantStore(query, secrets, now);
  const locationTokens = createLocationTokenClient(config.apiBase, config.oauth.clientId);
  const asking = { ...config, ...(times ? { timeLimit: times.answer } : {}) };
  const reconnectListeners: ((reason: string) => void)[] = [];
  const readyListeners: (() => Promise<void>)[] = [];
  // The grant is already stored, so a failing listener must not make the connection fail.
  const notifyReady = async () => {
    for (const listener of readyListeners) {
      await listener().catch((error: unknown) =>
        log.error(
          { event: 'crm-ready-not-noted', err: error },
          'The CRM is connected, but waiting leads were not woken. They are delivered at their next attempt.',
        ),
      );
    }
  };
  const notifyReconnect = (reason: string) => {
    for (const listener of reconnectListeners) listener(reason);
  };
  const { renew, settled } = createGrantRenewal({
    store,
    ask: createTokenRequester({
      store,
      locations: locationTokens,
      asking,
      usable: (row) => tokenOf(row),
      log,
      now,
    }),
    log,
    now,
    random,
    lease: times?.lease,
    onReconnect: (_row, reason) => notifyReconnect(reason),
    onReady: notifyReady,
  });

  const inBackground = (row: GrantRow) => runInBackground(log, 'crm-grant-not-renewed', () => renew(row));

  /** Returns the access token of a grant, renewed if necessary, or null if it cannot be used. */
  async function tokenOf(seen: GrantRow): Promise<string | null> {
    let row: GrantRow | undefined = seen;
    if (isRenewalDue(row, now())) {
      if (isAccessTokenValid(row, now())) inBackground(row);
      else row = await renew(row);
    }
    return row ? presentToken(row) : null;
  }

  /** Returns the access token of a grant without renewing it, or null if it cannot be used. */
  async function presentToken(row: GrantRow): Promise<string | null> {
    if (!isAccessTokenValid(row, now())) return null;
    try {
      return await store.open(row, 'access_token');
    } catch (error) {
      await noteUnreadable(row, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /**
   * Records that a token cannot be decrypted. When the right key is configured again, the next renewal clears the
   * fault.
   */
  async function noteUnreadable(row: GrantRow, reason: string): Promise<void> {
    if (row.fault !== null) return;
    if (!(await store.note(row, { state: 'reconnect', fault: 'settings', reason, updated_at: now() })))
      return;
    log.error({ event: 'crm-grant-needs-reconnecting', grant: row.id, kind: 'keys', reason });
    notifyReconnect(reason);
  }

  async function renewDue(): Promise<void> {
    for (const row of await store.all()) {
      if (stopped) return;
      if (isRenewalDue(row, now())) await renew(row);
      // Check that the token can be decrypted, and re-encrypt it with the current key if necessary.
      else await tokenOf(row);
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let stopped = false;
  function look(): void {
    looking = renewDue()
      .catch((error: unknown) => log.error({ event: 'crm-grants-failed', err: error }))
      .finally(() => {
        if (!stopped) timer = setTimeout(look, times?.look ?? RECHECK_MS).unref();
      });
  }

  return {
    locations: async () => (await store.all()).filter((row) => row.location_id !== null),
    async credentials(locationId) {
      const row = await store.read(locationId);
      const token = row ? await tokenOf(row) : null;
      return token === null ? null : { token, locationId };
    },
    usable: async (row) => row.fault !== 'access' && (await presentToken(row)) !== null,
    ...createRefusals({ store, renew, tokenOf, onReconnect: notifyReconnect, log, now }),
    onReconnect: (listener) => void reconnectListeners.push(listener),
    onReady: (listener) => void readyListeners.push(listener),
    async connect({ code, redirectUri, connectedBy }) {
      const tokens = await requestTokens(
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        asking,
      );
      const connected = await storeGrants(tokens, connectedBy, {
        store,
        locations: locationTokens,
        log,
        now,
      });
      log.info({ event: 'crm-connected', grants: connected.locationIds, missing: connected.missing });
      await notifyReady();
      return connected;
    },
    async choose(locationId, also) {
      const chosen = await store.choose(locationId, also);
      if (chosen) {
        log.info({ event: 'crm-leads-directed', grant: locationId });
        await notifyReady();
      }
      return chosen;
    },
    remove: (locationId, also) => store.remove(locationId, also),
    renewDue,
    start() {
      store
        .all()
        .then((rows) => {
          // Repeat the alerts, because the server may have stopped before it sent them. Operators receive at most one
          // per hour.
          for (const row of rows) if (row.reason !== null) notifyReconnect(row.reason);
        })
        .catch((error: unknown) => log.error({ event: 'crm-grants-failed', err: error }));
      look();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await settled();
    },
  };
}

/** Minimum milliseconds between forced renewals of a token that looks valid but is refused. */
const FORCED_RENEWAL_MS = 60 * 60_000;

interface RefusalOptions {
  store: GrantStore;
  renew: RenewGrant;
  /** Returns the access token of a grant if it can be used now. */
  tokenOf: (row: GrantRow) => Promise<string | null>;
  onReconnect: (reason: string) => void;
  log: Logger;
  now: () => number;
}

/**
 * Handles access tokens that look valid but are refused: renews the grant, at most once an hour. If that does not help,
 * asks an operator to connect the grant again.
 */
function createRefusals(options: RefusalOptions): Pick<CrmAccess, 'renew' | 'refused' | 'accepted'> {
  const { store, renew, tokenOf, onReconnect, log, now } = options;
  return {
    async renew({ token, locationId }) {
      const row = await store.read(locationId);
      if (!row) return null;
      const present = await tokenOf(row);
      if (present !== null && present !== token) return { token: present, locationId };
      const last = row.forced_at;
      const recently = last !== null && last <= now() && now() - last < FORCED_RENEWAL_MS;
      // Do not force another renewal so soon. If one is still running, wait for its result.
      if (recently && row.refresh_lease === null) return null;
      const after = await renew(row, { forced: !recently });
      if (!after || after.generation === row.generation) return null;
      return { token: await store.open(after, 'access_token'), locationId };
    },
    async refused({ token, locationId }, crmMessage) {
      const row = await store.read(locationId);
      if (!row || row.fault === 'access' || (await tokenOf(row)) !== token) return;
      if (row.fault !== null) {
        // The last renewal failed, and now the token is refused. Let the token expire, and keep the renewal's reason.
        await store.note(row, { expires_at: now(), updated_at: now() });
        return;
      }
      const reason =
        `${crmMessage}. HighLevel refuses a token it has just given. Look at the app’s scopes there, and connect the ` +
        'location again at /admin/ghl.';
      const change = { state: 'reconnect', fault: 'access', reason, updated_at: now() } as const;
      if (!(await store.note(row, change))) return;
      log.error({ event: 'crm-grant-needs-reconnecting', grant: row.id, kind: 'access' });
      onReconnect(reason);
    },
    async accepted({ locationId }) {
      const row = await store.read(locationId);
      if (row?.fault !== 'access') return;
      const change = { state: 'ready', fault: null, reason: null, updated_at: now() } as const;
      if (await store.note(row, change)) log.info({ event: 'crm-grant-ready', grant: locationId });
    },
  };
}
