import { AppError } from '../../platform/app-error.ts';
import type { RequestHandler, Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { accountCalls, type SignInError } from '../../../src/contracts/operators/account-calls.ts';
import type { OperatorsTable } from '../../database/schema/operator-tables.ts';
import type { Database } from '../../database/schema/schema.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { recordAudit } from '../audit-log.ts';
import { findValidOneTimeLink, redeemOneTimeLink } from './one-time-links.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import type { StartSession } from './operator-session.ts';
import { verifyOperatorPassword } from './passwords.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { checkSecondFactorCode, type SecondFactorChange } from './second-factor.ts';
import {
  type KnownBrowsers,
  countSignInTry,
  clearSignInTries,
  takeBackSignInTry,
  waitAfterFailuresMs,
} from './sign-in-limits.ts';

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  log: Logger;
  enter: StartSession;
  browsers: KnownBrowsers;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  guard: OperatorGuard;
  now: () => number;
}

const LINK_OVER =
  'This link was used, or its 30 minutes are over. Make a new one on the server: npm run operator -- link ' +
  'for the first account, npm run operator -- reset <email> for an account that exists.';

/** Creates the operators' API routes that need no session: to sign in, and to read or use a one-time link. */
export function createSignInRoutes(options: Options): Router {
  const { database, log, enter, browsers, slow, guard, now } = options;
  const signIn = createCredentialCheck(options);
  const { router, serve } = createCallRouter(guard);

  serve(
    accountCalls.signIn,
    async ({ email, password, code }, { request, response }) => {
      const tryKey = browsers.tryKey(request, email);
      const result = await signIn({ email, password, ...(code ? { code } : {}), tryKey });
      const requestId = requestIdOf(request, response);
      if (result.kind !== 'in') {
        log.info({ event: 'sign-in-refused', requestId, reason: result.kind });
        const { status, refusal } = refusalOf(result);
        const { error, ...body } = refusal;
        if (body.wait > 0) response.set('Retry-After', String(body.wait));
        throw new ApiError(status, error, { body });
      }
      const { operator, recoveryCodesLeft } = result;
      await recordAudit(database, {
        operator: { ...operator, requestId },
        action: 'signed-in',
        ...(recoveryCodesLeft === null ? {} : { detail: { recoveryCodesLeft } }),
        now: now(),
      });
      await enter(request, response, operator);
      browsers.remember(request, response, email);
      log.info({ event: 'operator-signed-in', requestId, operatorId: operator.id });
      return { ...OK_RESPONSE, recoveryCodesLeft };
    },
    slow,
  );

  serve(
    accountCalls.readLink,
    async ({ token }) => {
      const opened = await findValidOneTimeLink(database, token, now());
      if (!opened) throw new ApiError(410, LINK_OVER);
      const { link, operator } = opened;
      return { purpose: link.purpose, email: operator?.email ?? null, expiresAt: link.expires_at };
    },
    slow,
  );

  serve(
    accountCalls.useLink,
    async (account, { request, response }) => {
      const requestId = requestIdOf(request, response);
      const redeemed = await redeemOneTimeLink(database, account, { now: now(), requestId });
      if (redeemed.kind === 'over') throw new ApiError(410, LINK_OVER);
      if (redeemed.kind === 'fault') throw new ApiError(422, redeemed.error);
      const { operator } = redeemed;
      await clearSignInTries(database, browsers.tryKey(request, operator.email));
      await enter(request, response, operator);
      browsers.remember(request, response, operator.email);
      log.info({ event: 'operator-password-set', requestId, operatorId: operator.id });
      return { ...OK_RESPONSE, recoveryCodesLeft: null };
    },
    slow,
  );
  return router;
}

function refusalOf(result: Exclude<SignIn, { kind: 'in' }>): { status: number; refusal: SignInError } {
  const wait = 'wait' in result ? Math.ceil(result.wait / 1000) : 0;
  const refusal = (status: number, error: string, codeNeeded = false) => ({
    status,
    refusal: { error, codeNeeded, wait },
  });
  switch (result.kind) {
    case 'wait':
      return refusal(429, 'Too many wrong tries. Wait, then try again.');
    case 'wrong':
      return refusal(401, 'E-mail address or password is wrong.');
    case 'code-needed':
      return refusal(401, 'Enter the code of your authenticator app.', true);
    case 'factor-unreadable':
      return refusal(503, result.error, true);
    case 'code-wrong':
      return refusal(401, 'This code is wrong or was used. Wait for the next one.', true);
  }
}

type SignIn =
  | { kind: 'in'; operator: OperatorsTable; recoveryCodesLeft: number | null }
  /** `wait`: milliseconds until the next try is allowed. */
  | { kind: 'wrong' | 'code-wrong'; wait: number }
  | { kind: 'code-needed' }
  /** `error`: the message for the operator. */
  | { kind: 'factor-unreadable'; error: string }
  | { kind: 'wait'; wait: number };

interface SignInOptions {
  database: Kysely<Database>;
  secrets: readonly string[];
  now: () => number;
}

interface Credentials {
  /** Trimmed and in lowercase. */
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code. */
  code?: string;
  /** The key under which this try is counted. */
  tryKey: string;
}

/**
 * Creates the function that checks credentials. Repeated wrong passwords and codes delay the next try. An address
 * without an account gets the same response as a wrong password, in the same time.
 */
export function createCredentialCheck({ database, secrets, now }: SignInOptions) {
  return async ({ email, password, code, tryKey }: Credentials): Promise<SignIn> => {
    const counted = await countSignInTry(database, tryKey, now());
    if (counted.kind === 'wait') return { kind: 'wait', wait: counted.for };
    const wait = waitAfterFailuresMs(counted.failures);
    const operator = await database
      .selectFrom('operators')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    const fits = await verifyOperatorPassword(operator?.password_hash ?? null, password);
    if (!operator || !fits) return { kind: 'wrong', wait };
    const { totp_secret } = operator;
    let change: SecondFactorChange | null = null;
    if (totp_secret !== null) {
      if (!code) {
        await takeBackSignInTry(database, counted, now());
        return { kind: 'code-needed' };
      }
      try {
        change = await checkSecondFactorCode({ ...operator, totp_secret }, code, secrets, now());
      } catch (error) {
        if (!(error instanceof AppError && error.kind === 'factor-unreadable')) throw error;
        await takeBackSignInTry(database, counted, now());
        return { kind: 'factor-unreadable', error: error.message };
      }
      if (change === null) return { kind: 'code-wrong', wait };
    }
    if (!(await noteSignIn(database, operator, change, now()))) return { kind: 'code-wrong', wait };
    await clearSignInTries(database, tryKey);
    const left = change && 'recovery_codes' in change ? JSON.parse(change.recovery_codes).length : null;
    return { kind: 'in', operator, recoveryCodesLeft: left };
  };
}

/** Records a sign-in and marks its code as used. Returns false if another request used it or changed the factor. */
async function noteSignIn(
  database: Kysely<Database>,
  operator: OperatorsTable,
  change: SecondFactorChange | null,
  now: number,
): Promise<boolean> {
  let update = database
    .updateTable('operators')
    .set({ ...change, signed_in_at: now })
    .where('id', '=', operator.id);
  // Do not restore a factor that was removed or changed in the meantime.
  if (change) update = update.where('totp_secret', '=', operator.totp_secret);
  if (change && 'totp_last_step' in change) {
    update = update.where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', change.totp_last_step)]),
    );
  }
  if (change && 'recovery_codes' in change) {
    update = update.where('recovery_codes', '=', operator.recovery_codes);
  }
  return (await update.returning('id').execute()).length === 1;
}
