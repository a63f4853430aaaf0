import type { RequestHandler, Response, Router } from 'express';
import type { Kysely } from 'kysely';
import { encode } from 'uqr';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { accountCalls } from '../../../src/contracts/operators/account-calls.ts';
import type { Database } from '../../database/schema/schema.ts';
import { decryptText, encryptText } from '../../platform/security/encrypted-text.ts';
import { recordAudit } from '../audit-log.ts';
import { endSessions, findOperator, type OperatorRow, removeSecondFactor } from './operator-accounts.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { type StartSession, endSession, saveSession } from '../sign-in/operator-session.ts';
import { hashOperatorPassword, operatorPasswordFault, verifyOperatorPassword } from '../sign-in/passwords.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import {
  verifyTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  hashRecoveryCode,
  otpauthUrl,
} from '../sign-in/second-factor.ts';
import { countSignInTry, clearSignInTries } from '../sign-in/sign-in-limits.ts';

interface Options {
  database: Kysely<Database>;
  guard: OperatorGuard;
  enter: StartSession;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  now: () => number;
}

/**
 * Creates the API routes with which operators and editors read their session and sign out, on one device or everywhere,
 * and with which operators change their password. A new password ends all other sessions.
 */
export function createAccountRoutes({ database, guard, enter, slow, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);

  serve(accountCalls.session, async (_input, { request, operator: { id, name, email, role } }) => {
    const operator = await findOperator(database, id);
    const codes: unknown = JSON.parse(operator?.recovery_codes ?? '[]');
    return {
      operator: {
        id,
        name,
        role,
        email,
        twoFactor: Boolean(operator?.totp_secret),
        recoveryCodesLeft: Array.isArray(codes) ? codes.length : 0,
      },
      csrf: request.session.csrf ?? '',
    };
  });

  serve(accountCalls.signOut, async (_input, { request, response, operator }) => {
    await recordAudit(database, { operator, action: 'signed-out', now: now() });
    await endSession(request, response);
    return OK_RESPONSE;
  });

  serve(accountCalls.signOutEverywhere, async (_input, { request, response, operator }) => {
    await database.transaction().execute(async (change) => {
      await endSessions(change, operator.id);
      await recordAudit(change, { operator, action: 'signed-out-everywhere', now: now() });
    });
    await endSession(request, response);
    return OK_RESPONSE;
  });

  serve(
    accountCalls.changePassword,
    async ({ current, next }, { request, response, operator: person }) => {
      const operator = await checkOwnPassword(database, person, { password: current, response, now: now() });
      const fault = operatorPasswordFault(next, operator.email);
      if (fault) throw new ApiError(422, fault);
      const hash = await hashOperatorPassword(next);
      const changed = await database.transaction().execute(async (change) => {
        const { length } = await change
          .updateTable('operators')
          .set({ password_hash: hash })
          .where('id', '=', operator.id)
          // Do not overwrite a password that was set in the meantime, such as by a reset.
          .where('password_hash', '=', operator.password_hash)
          .returning('id')
          .execute();
        if (length !== 1) return null;
        await endSessions(change, operator.id);
        await recordAudit(change, { operator: person, action: 'password-changed', now: now() });
        return findOperator(change, operator.id);
      });
      if (!changed) throw new ApiError(409, 'Your password was changed elsewhere. Sign in again.');
      await enter(request, response, changed);
      return OK_RESPONSE;
    },
    slow,
  );
  return router;
}

/**
 * Verifies the operator's password again, so that nobody can change an account in an unattended browser. Throws an
 * `ApiError` if the password is wrong or there were too many tries.
 */
async function checkOwnPassword(
  database: Kysely<Database>,
  { id }: OperatorIdentity,
  { password, response, now }: { password: string; response: Response; now: number },
): Promise<OperatorRow> {
  const key = `own password ${id}`;
  const counted = await countSignInTry(database, key, now);
  if (counted.kind === 'wait') {
    const wait = Math.ceil(counted.for / 1000);
    response.set('Retry-After', String(wait));
    throw new ApiError(429, `Too many wrong tries. Wait ${wait} s, then try again.`);
  }
  const operator = await findOperator(database, id);
  if (!operator || !(await verifyOperatorPassword(operator.password_hash, password))) {
    throw new ApiError(422, 'Your present password is wrong.');
  }
  await clearSignInTries(database, key);
  return operator;
}

interface TwoFactorOptions {
  database: Kysely<Database>;
  secrets: readonly string[];
  guard: OperatorGuard;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  /** Shown in the authenticator app. */
  siteName: () => string;
  now: () => number;
}

/**
 * Creates the API routes with which operators set up, confirm and remove their own second factor. Setting it up and
 * removing it require the password again.
 */
export function createTwoFactorRoutes({
  database,
  secrets,
  guard,
  slow,
  siteName,
  now,
}: TwoFactorOptions): Router {
  const { router, serve } = createCallRouter(guard);

  serve(
    accountCalls.startTwoFactor,
    async ({ password }, { request, response, operator: person }) => {
      const operator = await checkOwnPassword(database, person, { password, response, now: now() });
      const secret = newTotpSecret();
      request.session.pendingTotp = await encryptText(secret, secrets);
      await saveSession(request);
      const address = otpauthUrl(secret, operator.email, siteName());
      const { data, size } = encode(address, { border: 2, ecc: 'M' });
      return { secret, address, size, rows: data.map((row) => row.map(Number).join('')) };
    },
    slow,
  );

  serve(
    accountCalls.confirmTwoFactor,
    async ({ code }, { request, operator }) => {
      const pending = request.session.pendingTotp;
      if (!pending) throw new ApiError(409, 'Nothing is being set up. Start again.');
      const secret = await decryptText(pending, secrets);
      const step = verifyTotpCode(secret, code, null, now());
      if (step === null) {
        throw new ApiError(
          422,
          'This code does not fit. Wait for the next one, and check that your phone’s clock is right.',
        );
      }
      const recoveryCodes = newRecoveryCodes();
      await database.transaction().execute(async (change) => {
        await change
          .updateTable('operators')
          .set({
            totp_secret: pending,
            totp_last_step: step,
            recovery_codes: JSON.stringify(recoveryCodes.map(hashRecoveryCode)),
          })
          .where('id', '=', operator.id)
          .execute();
        await recordAudit(change, { operator, action: 'two-factor-on', now: now() });
      });
      delete request.session.pendingTotp;
      await saveSession(request);
      return { recoveryCodes };
    },
    slow,
  );

  serve(
    accountCalls.removeTwoFactor,
    async ({ password }, { response, operator }) => {
      await checkOwnPassword(database, operator, { password, response, now: now() });
      await database.transaction().execute(async (change) => {
        await removeSecondFactor(change, operator.id);
        await recordAudit(change, { operator, action: 'two-factor-off', now: now() });
      });
      return OK_RESPONSE;
    },
    slow,
  );
  return router;
}
