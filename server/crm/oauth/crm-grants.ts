import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { CrmConfig, CrmOauthConfig } from '../../config.ts';
import type { Database } from '../../database/schema.ts';
import type { CrmCredentials } from '../crm-access.ts';
import { createAsk } from './ask-for-tokens.ts';
import { storeGrant, type Connected } from './connect-grant.ts';
import { createGrantStore, type GrantRow } from './grant-store.ts';
import { createLocationTokens } from './location-tokens.ts';
import { createRefusals } from './refused-tokens.ts';
import { createRenewal } from './renew-grant.ts';
import { isAlive, isDue } from './renewal-times.ts';
import { requestTokens } from './request-tokens.ts';

/** Milliseconds between looks whether a grant must be renewed. */
const LOOK_AGAIN = 15_000;

interface Options {
  config: Pick<CrmConfig, 'apiBase'> & { oauth: CrmOauthConfig };
  query: Kysely<Database>;
  /** The server's secret keys, the current one first. */
  secrets: readonly string[];
  log: Logger;
  now?: (() => number) | undefined;
  random?: (() => number) | undefined;
  /** Milliseconds, for tests: how long an answer is awaited, a renewal's lease, and between looks. */
  times?: { answer: number; lease: number; look: number } | undefined;
}

/** What locations granted us, kept fresh. Any number of servers may work with the same grants. */
export interface CrmGrants {
  /** Of locations, the one connected first first. */
  locations(): Promise<GrantRow[]>;
  /** Credentials of a location that can be used now; null: there are none. */
  credentials(locationId: string): Promise<CrmCredentials | null>;
  /** Whether a location's present token can be used, as it is. */
  usable(row: GrantRow): Promise<boolean>;
  /** See `CrmAccess`. */
  renew(refused: CrmCredentials): Promise<CrmCredentials | null>;
  refused(credentials: CrmCredentials, said: string): Promise<void>;
  accepted(credentials: CrmCredentials): Promise<void>;
  onReconnect(listener: (reason: string) => void): void;
  /** Called when what was refused is good again, or something new is connected. */
  onReady(listener: () => Promise<void>): void;
  /** Turns the code of an authorization into grants. Throws an `OauthFault`. */
  connect(given: { code: string; redirectUri: string; connectedBy: string | null }): Promise<Connected>;
  /** Sends leads to a location from now on. False: there is none, or it must be connected again. */
  choose(locationId: string, also: (transaction: Transaction<Database>) => Promise<void>): Promise<boolean>;
  /** Forgets a location's grant. False: there is none. */
  remove(locationId: string, also: (transaction: Transaction<Database>) => Promise<void>): Promise<boolean>;
  /** Renews what is due, and finds out what became of renewals that were cut off. */
  renewDue(): Promise<void>;
  /** Does that now and from now on. */
  start(): void;
  /** Ends when no renewal is under way any more. */
  stop(): Promise<void>;
}

/** The grants in a database. */
export function createCrmGrants(options: Options): CrmGrants {
  const { config, query, secrets, log, now = Date.now, random = Math.random, times } = options;
  const store = createGrantStore(query, secrets, now);
  const locationTokens = createLocationTokens(config.apiBase, config.oauth.clientId);
  const asking = { ...config, ...(times ? { timeLimit: times.answer } : {}) };
  const reconnectListeners: ((reason: string) => void)[] = [];
  const readyListeners: (() => Promise<void>)[] = [];
  const tellReady = async () => {
    for (const listener of readyListeners) await listener();
  };
  const tellReconnect = (reason: string) => {
    for (const listener of reconnectListeners) listener(reason);
  };
  const { renew, settled } = createRenewal({
    store,
    ask: createAsk({ store, locations: locationTokens, asking, usable: (row) => tokenOf(row), log, now }),
    log,
    now,
    random,
    lease: times?.lease,
    onReconnect: (_row, reason) => tellReconnect(reason),
    onReady: tellReady,
  });

  const inBackground = (row: GrantRow) =>
    void renew(row).catch((error: unknown) => log.error({ event: 'crm-grant-not-renewed', err: error }));

  /** The access token of a grant, renewed where it must be; null where it cannot be used. */
  async function tokenOf(seen: GrantRow): Promise<string | null> {
    let row: GrantRow | undefined = seen;
    if (isDue(row, now())) {
      if (isAlive(row, now())) inBackground(row);
      else row = await renew(row);
    }
    return row ? presentToken(row) : null;
  }

  /** The access token of a grant as it is; null where it cannot be used. */
  async function presentToken(row: GrantRow): Promise<string | null> {
    if (!isAlive(row, now())) return null;
    try {
      return await store.open(row, 'access_token');
    } catch (error) {
      await noteUnreadable(row, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** With the right key back in the settings, a renewal finds it out. */
  async function noteUnreadable(row: GrantRow, reason: string): Promise<void> {
    if (row.fault !== null) return;
    if (!(await store.note(row, { state: 'reconnect', fault: 'settings', reason, updated_at: now() })))
      return;
    log.error({ event: 'crm-grant-needs-reconnecting', grant: row.id, kind: 'keys', reason });
    tellReconnect(reason);
  }

  async function renewDue(): Promise<void> {
    for (const row of await store.all()) {
      if (isDue(row, now())) await renew(row);
      // Shows whether it can be read, and seals anew what a former key sealed.
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
        if (!stopped) timer = setTimeout(look, times?.look ?? LOOK_AGAIN).unref();
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
    ...createRefusals({ store, renew, tokenOf, onReconnect: tellReconnect, log, now }),
    onReconnect: (listener) => void reconnectListeners.push(listener),
    onReady: (listener) => void readyListeners.push(listener),
    async connect({ code, redirectUri, connectedBy }) {
      const answer = await requestTokens(
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        asking,
      );
      const connected = await storeGrant(answer, connectedBy, { store, locations: locationTokens, log, now });
      log.info({ event: 'crm-connected', grants: connected.locationIds, missing: connected.missing });
      await tellReady();
      return connected;
    },
    async choose(locationId, also) {
      const chosen = await store.choose(locationId, also);
      if (chosen) {
        log.info({ event: 'crm-leads-directed', grant: locationId });
        await tellReady();
      }
      return chosen;
    },
    remove: (locationId, also) => store.remove(locationId, also),
    renewDue,
    start() {
      void store
        .all()
        .then((rows) => {
          // Whoever was to hear of it may not have: operators are told at most once an hour anyway.
          for (const row of rows) if (row.reason !== null) tellReconnect(row.reason);
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
