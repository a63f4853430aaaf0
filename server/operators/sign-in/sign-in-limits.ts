import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { parseCookie } from 'cookie';
import type { RequestHandler, Request, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import type { Database } from '../../database/schema/schema.ts';
import { deriveKey } from '../../platform/security/secret-keys.ts';
import { tokenHash, newToken, equalInConstantTime } from '../../platform/security/tokens.ts';

/**
 * From this many failures on, each failure causes a wait. It starts at one second and doubles up to `MAX_WAIT_MS`.
 */
const FREE_TRIES = 3;
const MAX_WAIT_MS = 15 * 60_000;
/** Maximum attempts to count a try while concurrent tries change the same row. */
const ROUNDS = 5;

/** A counted try, or the milliseconds until the next try is allowed. */
type Try = { kind: 'counted'; key: string; failures: number } | { kind: 'wait'; for: number };

/**
 * Counts a try as a failure before the password is checked, so that concurrent tries cannot bypass the limit. `key`
 * may be any text, such as an account's name.
 */
export async function countSignInTry(database: Kysely<Database>, key: string, now: number): Promise<Try> {
  const key_hash = tokenHash(key);
  for (let round = 0; round < ROUNDS; round += 1) {
    const row = await database
      .selectFrom('sign_in_tries')
      .selectAll()
      .where('key_hash', '=', key_hash)
      .executeTakeFirst();
    // No wait is longer than `MAX_WAIT_MS`. A later time means that the clock was ahead, and is ignored.
    if (row && row.wait_until > now && row.wait_until <= now + MAX_WAIT_MS)
      return { kind: 'wait', for: row.wait_until - now };
    const failures = (row?.failures ?? 0) + 1;
    const counted = { failures, wait_until: now + waitAfterFailuresMs(failures), changed_at: now };
    const { length } = row
      ? await database
          .updateTable('sign_in_tries')
          .set(counted)
          .where('key_hash', '=', key_hash)
          .where('failures', '=', row.failures)
          .where('wait_until', '=', row.wait_until)
          .returning('key_hash')
          .execute()
      : await database
          .insertInto('sign_in_tries')
          .values({ key_hash, ...counted })
          .onConflict((conflict) => conflict.doNothing())
          .returning('key_hash')
          .execute();
    if (length === 1) return { kind: 'counted', key, failures };
  }
  return { kind: 'wait', for: waitAfterFailuresMs(FREE_TRIES) };
}

/**
 * Takes back a counted try, such as one with the correct password that still needs a code. Does nothing if another try
 * was counted since.
 */
export async function takeBackSignInTry(
  database: Kysely<Database>,
  { key, failures }: { key: string; failures: number },
  now: number,
): Promise<void> {
  await database
    .updateTable('sign_in_tries')
    .set({ failures: failures - 1, wait_until: now })
    .where('key_hash', '=', tokenHash(key))
    .where('failures', '=', failures)
    .execute();
}

/** Clears the tries counted for a key, such as after a successful one. */
export async function clearSignInTries(database: Kysely<Database>, key: string): Promise<void> {
  await database.deleteFrom('sign_in_tries').where('key_hash', '=', tokenHash(key)).execute();
}

/** Returns the milliseconds to wait before the next try after this many failures. */
export function waitAfterFailuresMs(failures: number): number {
  return failures < FREE_TRIES ? 0 : Math.min(1000 * 2 ** (failures - FREE_TRIES), MAX_WAIT_MS);
}

/** Maximum tries from one IP address in 15 minutes, including successful ones. */
const TRIES = { windowMs: 15 * 60_000, limit: 30 } as const;

/** Limits sign-in tries from one IP address or IPv6 network, counted in the store. */
export function createSignInRateLimit(store: Store): RequestHandler {
  return rateLimit({
    store,
    ...TRIES,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // Not needed: config.ts validates TRUST_PROXY.
    validate: false,
    message: { error: 'Too many tries from your address. Try again in a quarter of an hour.' },
  });
}

/** Milliseconds a browser stays known after its last sign-in. */
const KNOWN_BROWSER_TTL_MS = 180 * 24 * 3_600_000;

interface Options {
  secrets: readonly string[];
  /** Whether operators use https. */
  secure: boolean;
}

/**
 * Browsers in which an operator has signed in before. Their tries are counted separately, so that an attacker who knows
 * an operator's email address cannot lock the operator out.
 */
export interface KnownBrowsers {
  /** Returns the key under which tries for this account are counted. */
  tryKey(request: Request, email: string): string;
  /** Remembers that this account has signed in with this browser. */
  remember(request: Request, response: Response, email: string): void;
}

/** Recognizes browsers by a signed cookie, which grants no access by itself. */
export function createKnownBrowsers({ secrets, secure }: Options): KnownBrowsers {
  const name = secure ? '__Host-operator-browser' : 'operator-browser';
  const sign = (secret: string, id: string, email: string) =>
    createHmac('sha256', deriveKey(secret, 'known browsers'))
      .update(JSON.stringify([id, email]))
      .digest('base64url');
  const knownId = (request: Request, email: string): string | null => {
    const [id = '', signature = ''] = parseCookie(request.get('cookie') ?? '')[name]?.split('.') ?? [];
    return id && secrets.some((secret) => equalInConstantTime(signature, sign(secret, id, email)))
      ? id
      : null;
  };
  return {
    tryKey(request, email) {
      const id = knownId(request, email);
      return id === null ? `name ${email}` : `browser ${tokenHash(id)}`;
    },
    remember(request, response, email) {
      const [secret] = secrets;
      if (secret === undefined) return;
      const id = knownId(request, email) ?? newToken();
      response.cookie(name, `${id}.${sign(secret, id, email)}`, {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        maxAge: KNOWN_BROWSER_TTL_MS,
        secure,
      });
    },
  };
}
