import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { whyReconnect } from './describe-oauth-fault.ts';
import type { GrantRow, GrantStore, NewTokens } from './grant-store.ts';
import { OauthFault } from './oauth-fault.ts';
import { pauseAfter } from './renewal-times.ts';

/** How long one server alone may renew, in milliseconds; longer than its calls may take. */
export const RENEWAL_LEASE = 30_000;
/** Between looks whether another server is done. */
const LOOK_AGAIN = 100;
/** New tokens must be stored: the CRM has forgotten the old ones. */
const STORE_TRIES = 20;
const STORE_PAUSE = 500;

interface Options {
  store: GrantStore;
  /** Asks the CRM. Throws an `OauthFault`. */
  ask: (row: GrantRow) => Promise<NewTokens>;
  log: Logger;
  now: () => number;
  random: () => number;
  /** Milliseconds. */
  lease?: number | undefined;
  /** The grant can no longer be renewed; told once. */
  onReconnect: (row: GrantRow, reason: string) => void;
  /** It can again. */
  onReady: (row: GrantRow) => Promise<void>;
}

/** Renews a grant's tokens; answers the grant as it is afterwards, renewed or not. Throws what the database throws. */
export type RenewGrant = (seen: GrantRow, how?: { forced: boolean }) => Promise<GrantRow | undefined>;

/**
 * Renewing for one grant at a time, however many servers share the database: the right to it is a lease, taken and
 * committed before the CRM is asked. New tokens are on the disk before anyone gets them, and a stored refresh token
 * goes only when a newer one takes its place.
 */
export function createRenewal(options: Options): { renew: RenewGrant; settled: () => Promise<void> } {
  const { store, ask, log, now, random, lease = RENEWAL_LEASE } = options;
  const running = new Map<string, Promise<GrantRow | undefined>>();

  async function run(seen: GrantRow, forced: boolean): Promise<GrantRow | undefined> {
    for (let waited = false; ; waited = true) {
      const row = await store.read(seen.id);
      if (!row || row.generation !== seen.generation) return row;
      // Another server tried meanwhile, and failed: its failure counts.
      if (waited && row.refresh_lease === null) return row;
      if (await store.takeLease(row, { owner: randomUUID(), length: lease, forced })) return carryOut(row);
      await sleep(LOOK_AGAIN);
    }
  }

  async function carryOut(row: GrantRow): Promise<GrantRow | undefined> {
    let tokens: NewTokens;
    try {
      tokens = await ask(row);
    } catch (fault) {
      if (!(fault instanceof OauthFault)) throw fault;
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

  async function untilStored(row: GrantRow, tokens: NewTokens): Promise<boolean> {
    for (let left = STORE_TRIES - 1; ; left -= 1) {
      try {
        return await store.replaceTokens(row, tokens);
      } catch (error) {
        log.error({ event: 'crm-tokens-not-stored', grant: row.id, triesLeft: left, err: error });
        if (left === 0) throw error;
        await sleep(STORE_PAUSE);
      }
    }
  }

  async function noteFault(row: GrantRow, fault: OauthFault): Promise<void> {
    const lasting = fault.kind !== 'unreached' && fault.kind !== 'unclear';
    const why = fault.kind === 'client' || fault.kind === 'keys' ? 'settings' : 'refresh';
    const reason = whyReconnect(fault, row);
    const changed = await store.note(row, {
      refresh_lease: null,
      refresh_lease_until: null,
      refresh_failures: row.refresh_failures + 1,
      refresh_after: now() + pauseAfter(lasting ? why : 'outage', row.refresh_failures + 1, random),
      // Left as it is where the CRM may have carried it out: the next answer tells.
      ...(fault.kind === 'unclear' ? {} : { refresh_begun_at: row.refresh_begun_at }),
      ...(lasting ? { state: 'reconnect', fault: why, reason, updated_at: now() } : {}),
    });
    const isNews = changed && lasting && row.fault !== why;
    const about = { grant: row.id, kind: fault.kind, reason: lasting ? reason : fault.message };
    if (isNews) log.error({ event: 'crm-grant-needs-reconnecting', ...about });
    else log.warn({ event: 'crm-grant-not-renewed', ...about });
    if (isNews) options.onReconnect(row, reason);
  }

  return {
    renew(seen, { forced } = { forced: false }) {
      const known = running.get(seen.id);
      if (known) return known;
      const work = run(seen, forced).finally(() => running.delete(seen.id));
      running.set(seen.id, work);
      return work;
    },
    settled: async () => {
      await Promise.allSettled(running.values());
    },
  };
}
