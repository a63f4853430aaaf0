import { Router, type RequestHandler } from 'express';
import type { Kysely } from 'kysely';
import { encode } from 'uqr';
import { z } from 'zod';
import type { TwoFactorSetUp } from '../../src/operator/api-shapes.ts';
import type { Database } from '../database/schema.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { operatorOf } from './operator-identity.ts';
import { operatorJson, refuse } from './operator-json.ts';
import { removeSecondFactor } from './operator-rows.ts';
import { saveSession } from './operator-session.ts';
import type { OperatorGuard } from './require-operator.ts';
import { openText, sealText } from './sealed-text.ts';
import { acceptedStep, newRecoveryCodes, newTotpSecret, recoveryHash, totpAddress } from './totp.ts';
import { writeAudit } from './write-audit.ts';

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  guard: OperatorGuard;
  /** Limits tries by address. */
  slow: RequestHandler;
  /** Shown in the authenticator app. */
  siteName: () => Promise<string>;
  now: () => number;
}

const passwordBody = z.object({ password: z.string().max(1000) });
const codeBody = z.object({ code: z.string().max(20) });

/** Setting up and removing the second factor of one's own account. Both ask for the password again. */
export function twoFactorRoutes({ database, secrets, guard, slow, siteName, now }: Options): Router {
  const router = Router();

  router.post('/api/operators/two-factor/start', slow, guard.api, operatorJson, async (request, response) => {
    const read = passwordBody.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Enter your password.');
    const operator = await checkOwnPassword(database, response, read.data.password, now());
    if (!operator) return;
    const secret = newTotpSecret();
    request.session.pendingTotp = await sealText(secret, secrets);
    await saveSession(request);
    const address = totpAddress(secret, operator.email, await siteName());
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
        await writeAudit(change, { operator, action: 'two-factor-on', now: now() });
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
        await writeAudit(change, { operator: operatorOf(response), action: 'two-factor-off', now: now() });
      });
      response.json({ ok: true });
    },
  );
  return router;
}
