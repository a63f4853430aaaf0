import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { singleFlight } from '../../platform/async/single-flight.ts';
import type { GrantRow, GrantStore, IssuedCrmTokens } from './grant-store.ts';
import type { LocationTokenClient } from './location-tokens.ts';
import { reconnectMessage, OauthError } from './oauth-error.ts';
import { requestReconnectCode, requestTokens, type TokenResponse } from './request-tokens.ts';

/** Length of a renewal's lease in milliseconds. The lease must outlast the calls of the renewal. */
const RENEWAL_LEASE_MS = 30_000;
/** Milliseconds between checks for the result of another server's renewal. */
const POLL_MS = 100;
/**
 * Number of attempts to store new tokens, and the milliseconds between them. New tokens must be stored, because the CRM
 * no longer accepts the old ones.
 */
const STORE_TRIES = 20;
const STORE_PAUSE_MS = 500;

interface Options {
  store: GrantStore;
  /** Requests new tokens from the CRM. Throws an `OauthError` if the CRM issues none. */
  ask: (row: GrantRow) => Promise<IssuedCrmTokens>;
  log: Logger;
  now: () => number;
  random: () => number;
  /** Length of the lease in milliseconds. */
  lease?: number | undefined;
  /** Called once when an operator must reconnect the grant or correct a setting. */
  onReconnect: (row: GrantRow, reason: string) => void;
  /** Called when a grant was renewed that had needed an operator before. */
  onReady: (row: GrantRow) => Promise<void>;
}

/**
 * Renews a grant's tokens. Resolves to the stored grant, whether or not it was renewed, or to undefined if it was
 * removed. Rethrows database errors. `forced` means that the CRM refused a token that looks valid; the time is stored
 * in `forced_at`.
 */
export type RenewGrant = (seen: GrantRow, how?: { forced: boolean }) => Promise<GrantRow | undefined>;

/**
 * Creates the functions that renew grants. A lease in the database ensures that only one server at a time renews a
 * grant. New tokens are stored before they are used, and never replace newer ones.
 */
export function createGrantRenewal(options: Options): { renew: RenewGrant; settled: () => Promise<void> } {
  const { store, ask, log, now, random, lease = RENEWAL_LEASE_MS } = options;
  async function run(seen: GrantRow, forced: boolean): Promise<GrantRow | undefined> {
    for (let waited = false; ; waited = true) {
      const row = await store.read(seen.id);
      if (!row || row.generation !== seen.generation) return row;
      // Another server has tried to renew the grant in the meantime, and failed.
      if (waited && row.refresh_lease === null) return row;
      if (await store.takeLease(row, { owner: randomUUID(), length: lease, forced })) return carryOut(row);
      await sleep(POLL_MS);
    }
  }

  async function carryOut(row: GrantRow): Promise<GrantRow | undefined> {
    let tokens: IssuedCrmTokens;
    try {
      tokens = await ask(row);
    } catch (fault) {
      if (!(fault instanceof OauthError)) throw fault;
      await noteFault(row, fault);
      return store.read(row.id);
    }
    if (await untilStored(row, tokens)) {
      log.info({ event: 'crm-grant-renewed', grant: row.id });
      if (row.state === 'reconnect') await options.onReady(row);
    } else {
      log.warn({ event: 'crm-grant-replaced-meanwhile', grant: row.id });
    }
    return store.read(row.id);
  }

  async function untilStored(row: GrantRow, tokens: IssuedCrmTokens): Promise<boolean> {
    for (let left = STORE_TRIES - 1; ; left -= 1) {
      try {
        return await store.replaceTokens(row, tokens);
      } catch (error) {
        log.error({ event: 'crm-tokens-not-stored', grant: row.id, triesLeft: left, err: error });
        if (left === 0) throw error;
        await sleep(STORE_PAUSE_MS);
      }
    }
  }

  async function noteFault(row: GrantRow, fault: OauthError): Promise<void> {
    const lasting = fault.kind !== 'unreached' && fault.kind !== 'unclear';
    const why = fault.kind === 'client' || fault.kind === 'keys' ? 'settings' : 'refresh';
    const reason = reconnectMessage(fault, row);
    const changed = await store.note(row, {
      refresh_lease: null,
      refresh_lease_until: null,
      refresh_failures: row.refresh_failures + 1,
      refresh_after: now() + pauseAfter(lasting ? why : 'outage', row.refresh_failures + 1, random),
      // After an unclear fault, `refresh_begun_at` stays set: the CRM may have used up the refresh token, and only the
      // next attempt shows whether it did.
      ...(fault.kind === 'unclear' ? {} : { refresh_begun_at: row.refresh_begun_at }),
      ...(lasting ? { state: 'reconnect', fault: why, reason, updated_at: now() } : {}),
    });
    const isNews = changed && lasting && row.fault !== why;
    const about = { grant: row.id, kind: fault.kind, reason: lasting ? reason : fault.message };
    if (isNews) log.error({ event: 'crm-grant-needs-reconnecting', ...about });
    else log.warn({ event: 'crm-grant-not-renewed', ...about });
    if (isNews) options.onReconnect(row, reason);
  }

  const renew = singleFlight(run, ({ id }) => id);
  return {
    renew: (seen, { forced } = { forced: false }) => renew(seen, forced),
    settled: () => renew.settled(),
  };
}

interface AskOptions {
  store: GrantStore;
  locations: LocationTokenClient;
  asking: Parameters<typeof requestTokens>[1];
  /** Returns the access token of a company's grant, renewed if necessary, or null if it cannot be used. */
  usable: (company: GrantRow) => Promise<string | null>;
  log: Logger;
  now: () => number;
}

/**
 * Creates a function that requests new tokens for a grant, with its refresh token or from its company's grant. It
 * throws an `OauthError` if the CRM issues no tokens.
 */
export function createTokenRequester({ store, locations, asking, usable, log, now }: AskOptions) {
  return async (row: GrantRow): Promise<IssuedCrmTokens> => {
    if (row.refresh_token === null) return ofCompany(row);
    const refreshToken = await store.open(row, 'refresh_token').catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new OauthError('keys', message, { cause });
    });
    const tokens = await requestTokens(
      {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        user_type: row.location_id === null ? 'Company' : 'Location',
      },
      asking,
    ).catch((fault: unknown) => reconnect(row, fault));
    return {
      ...lifeOf(tokens.expires_in),
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      scope: tokens.scope ?? row.scope,
    };
  };

  /**
   * Requests a new code after the CRM has refused the refresh token, and exchanges it for tokens. The CRM issues a code
   * if the application is still installed. If it does not, rethrows `fault`.
   */
  async function reconnect(row: GrantRow, fault: unknown): Promise<TokenResponse> {
    if (!(fault instanceof OauthError) || fault.kind !== 'grant') throw fault;
    const code = await requestReconnectCode(
      row.location_id === null ? { companyId: row.id } : { locationId: row.location_id },
      asking,
    );
    if (code === null) throw fault;
    const tokens = await requestTokens({ grant_type: 'authorization_code', code }, asking);
    log.warn({ event: 'crm-grant-reconnected', grant: row.id, reason: fault.message });
    return tokens;
  }

  async function ofCompany(row: GrantRow): Promise<IssuedCrmTokens> {
    const company = await store.read(row.company_id ?? '');
    if (!company || row.location_id === null) {
      throw new OauthError('grant', 'The company that let the app into this location is no longer connected');
    }
    const token = await usable(company);
    if (token === null) {
      throw new OauthError(
        company.state === 'reconnect' ? 'grant' : 'unreached',
        'The company that let the app into this location has no token that is good now',
      );
    }
    const tokens = await locations.ofLocation(token, company.id, row.location_id);
    return {
      ...lifeOf(tokens.expires_in),
      accessToken: tokens.access_token,
      refreshToken: null,
      scope: tokens.scope ?? row.scope,
    };
  }

  function lifeOf(seconds: number) {
    const issuedAt = now();
    return { issuedAt, expiresAt: issuedAt + seconds * 1000 };
  }
}

/**
 * Tokens are renewed after this fraction of their lifetime. If renewal fails, operators have 6 of HighLevel's 24 hours
 * to reconnect before deliveries stop.
 */
const RENEWAL_SHARE = 0.75;
/** A token that expires within this many milliseconds is not used, because a call takes time. */
const MARGIN_MS = 10_000;

/**
 * Returns whether to renew a grant now: its token is old, a renewal was interrupted, or a failed renewal is due for a
 * retry.
 */
export function isRenewalDue(row: GrantRow, now: number): boolean {
  if (row.refresh_after > now) return false;
  const life = row.expires_at - row.issued_at;
  return (
    now >= row.issued_at + life * RENEWAL_SHARE ||
    row.refresh_begun_at !== null ||
    row.fault === 'refresh' ||
    row.fault === 'settings'
  );
}

/** Returns whether a grant's access token is still valid, with a margin for the duration of a call. */
export function isAccessTokenValid(row: GrantRow, now: number): boolean {
  const margin = Math.min(MARGIN_MS, (row.expires_at - row.issued_at) / 10);
  return row.expires_at - margin > now;
}

/** First and longest pause after a failed renewal, in milliseconds, by the cause of the failure. */
const PAUSES = {
  outage: { first: 2000, longest: 5 * 60_000 },
  /** The CRM refused the refresh token. That may be an error of the CRM, so the renewal is retried. */
  refresh: { first: 15 * 60_000, longest: 6 * 3_600_000 },
  /** An operator may be correcting the settings right now. */
  settings: { first: 60_000, longest: 5 * 60_000 },
} as const;

/**
 * Returns the milliseconds before the next attempt: exponential backoff, with jitter that shortens it by up to half.
 */
function pauseAfter(why: keyof typeof PAUSES, failures: number, random: () => number): number {
  const { first, longest } = PAUSES[why];
  return Math.round(Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.5 + random() / 2));
}
