import { Router, type RequestHandler, type Response } from 'express';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { encode } from 'uqr';
import type { SessionInfo, TwoFactorSetUp } from '../../src/contracts/operator-api.ts';
import type { Database } from '../database/schema.ts';
import { openText, sealText } from '../platform/sealed-text.ts';
import { recordAudit } from './audit-log.ts';
import { endSessions, findOperator, type OperatorRow, removeSecondFactor } from './operator-accounts.ts';
import { operatorOf, operatorJson, refuse, type OperatorGuard } from './operator-guard.ts';
import { type EnterSession, endSession, saveSession } from './operator-session.ts';
import { hashPassword, passwordFault, passwordFits } from './passwords.ts';
import { acceptedStep, newRecoveryCodes, newTotpSecret, recoveryHash, totpAddress } from './second-factor.ts';
import { countTry, forgetTries } from './sign-in-limits.ts';

interface Options {
  database: Kysely<Database>;
  guard: OperatorGuard;
  enter: EnterSession;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  now: () => number;
}

const passwordChange = z.object({ current: z.string().max(1000), next: z.string().max(1000) });

/** Serves the current session, sign-out, and password changes. */
export function createAccountRoutes({ database, guard, enter, slow, now }: Options): Router {
  const router = Router();

  router.get('/api/operators/session', guard.api, async (request, response) => {
    const { id, name, email, role } = operatorOf(response);
    const operator = await findOperator(database, id);
    const codes: unknown = JSON.parse(operator?.recovery_codes ?? '[]');
    const info: SessionInfo = {
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
    response.json(info);
  });

  router.post('/api/operators/sign-out', guard.api, async (request, response) => {
    await recordAudit(database, { operator: operatorOf(response), action: 'signed-out', now: now() });
    await endSession(request, response);
    response.json({ ok: true });
  });

  router.post('/api/operators/sign-out-everywhere', guard.api, async (request, response) => {
    const operator = operatorOf(response);
    await database.transaction().execute(async (change) => {
      await endSessions(change, operator.id);
      await recordAudit(change, { operator, action: 'signed-out-everywhere', now: now() });
    });
    await endSession(request, response);
    response.json({ ok: true });
  });

  router.post('/api/operators/password', slow, guard.api, operatorJson, async (request, response) => {
    const read = passwordChange.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Enter your password and the new one.');
    const operator = await checkOwnPassword(database, response, read.data.current, now());
    if (!operator) return;
    const fault = passwordFault(read.data.next, operator.email);
    if (fault) return refuse(response, 422, fault);
    const hash = await hashPassword(read.data.next);
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
      await recordAudit(change, { operator: operatorOf(response), action: 'password-changed', now: now() });
      return findOperator(change, operator.id);
    });
    if (!changed) return refuse(response, 409, 'Your password was changed elsewhere. Sign in again.');
    await enter(request, response, changed);
    response.json({ ok: true });
  });
  return router;
}

/**
 * Verifies the operator's password again, so that nobody can change an account in an unattended browser. If the
 * password is wrong or there were too many tries, sends an error response and returns null.
 */
async function checkOwnPassword(
  database: Kysely<Database>,
  response: Response,
  password: string,
  now: number,
): Promise<(OperatorRow & { requestId: string }) | null> {
  const { id, requestId } = operatorOf(response);
  const key = `own password ${id}`;
  const counted = await countTry(database, key, now);
  if (counted.kind === 'wait') {
    const wait = Math.ceil(counted.for / 1000);
    response.set('Retry-After', String(wait));
    refuse(response, 429, `Too many wrong tries. Wait ${wait} s, then try again.`);
    return null;
  }
  const operator = await findOperator(database, id);
  if (!operator || !(await passwordFits(operator.password_hash, password))) {
    refuse(response, 422, 'Your present password is wrong.');
    return null;
  }
  await forgetTries(database, key);
  return { ...operator, requestId };
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

const passwordBody = z.object({ password: z.string().max(1000) });
const codeBody = z.object({ code: z.string().max(20) });

/** Lets operators set up and remove their own second factor. Both actions require the password again. */
export function createTwoFactorRoutes({
  database,
  secrets,
  guard,
  slow,
  siteName,
  now,
}: TwoFactorOptions): Router {
  const router = Router();

  router.post('/api/operators/two-factor/start', slow, guard.api, operatorJson, async (request, response) => {
    const read = passwordBody.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Enter your password.');
    const operator = await checkOwnPassword(database, response, read.data.password, now());
    if (!operator) return;
    const secret = newTotpSecret();
    request.session.pendingTotp = await sealText(secret, secrets);
    await saveSession(request);
    const address = totpAddress(secret, operator.email, siteName());
    const { data, size } = encode(address, { border: 2, ecc: 'M' });
    const set: TwoFactorSetUp = { secret, address, size, rows: data.map((row) => row.map(Number).join('')) };
    response.json(set);
  });

  router.post(
    '/api/operators/two-factor/confirm',
    slow,
    guard.api,
    operatorJson,
    async (request, response) => {
      const operator = operatorOf(response);
      const read = codeBody.safeParse(request.body);
      const pending = request.session.pendingTotp;
      if (!pending) {
        return refuse(response, 409, 'Nothing is being set up. Start again.');
      }
      const secret = await openText(pending, secrets);
      const step = read.success ? acceptedStep(secret, read.data.code, null, now()) : null;
      if (step === null) {
        return refuse(
          response,
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
            recovery_codes: JSON.stringify(recoveryCodes.map(recoveryHash)),
          })
          .where('id', '=', operator.id)
          .execute();
        await recordAudit(change, { operator, action: 'two-factor-on', now: now() });
      });
      delete request.session.pendingTotp;
      await saveSession(request);
      response.json({ recoveryCodes });
    },
  );

  router.post(
    '/api/operators/two-factor/remove',
    slow,
    guard.api,
    operatorJson,
    async (request, response) => {
      const read = passwordBody.safeParse(request.body);
      if (!read.success) return refuse(response, 422, 'Enter your password.');
      const operator = await checkOwnPassword(database, response, read.data.password, now());
      if (!operator) return;
      await database.transaction().execute(async (change) => {
        await removeSecondFactor(change, operator.id);
        await recordAudit(change, { operator: operatorOf(response), action: 'two-factor-off', now: now() });
      });
      response.json({ ok: true });
    },
  );
  return router;
}
