import express, { Router, type RequestHandler } from 'express';
import type { Kysely } from 'kysely';
import { encode } from 'uqr';
import { z } from 'zod';
import type { Database } from '../database/schema.ts';
import { operatorOf } from './operator-identity.ts';
import { saveSession } from './operator-session.ts';
import { passwordFits } from './passwords.ts';
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
  now?: () => number;
}

const passwordBody = z.object({ password: z.string().max(1000) });
const codeBody = z.object({ code: z.string().max(20) });

/** Setting up and removing the second factor of one's own account. Both ask for the password again. */
export function twoFactorRoutes({
  database,
  secrets,
  guard,
  slow,
  siteName,
  now = Date.now,
}: Options): Router {
  const router = Router();
  const json = express.json({ limit: '4kb' });
  const find = (id: string) =>
    database.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();

  router.post('/api/operators/two-factor/start', slow, guard.api, json, async (request, response) => {
    const operator = await find(operatorOf(response).id);
    const read = passwordBody.safeParse(request.body);
    if (!operator || !read.success || !(await passwordFits(operator.password_hash, read.data.password))) {
      response.status(422).json({ error: 'Your password is wrong.' });
      return;
    }
    const secret = newTotpSecret();
    request.session.pendingTotp = await sealText(secret, secrets);
    await saveSession(request);
    const address = totpAddress(secret, operator.email, await siteName());
    const { data, size } = encode(address, { border: 2, ecc: 'M' });
    response.json({ secret, address, size, rows: data.map((row) => row.map(Number).join('')) });
  });

  router.post('/api/operators/two-factor/confirm', slow, guard.api, json, async (request, response) => {
    const identity = operatorOf(response);
    const read = codeBody.safeParse(request.body);
    const pending = request.session.pendingTotp;
    if (!pending) {
      response.status(409).json({ error: 'Nothing is being set up. Start again.' });
      return;
    }
    const secret = await openText(pending, secrets);
    const step = read.success ? acceptedStep(secret, read.data.code, null, now()) : null;
    if (step === null) {
      response
        .status(422)
        .json({ error: 'This code does not fit. Wait for the next one, and check the clock.' });
      return;
    }
    const recoveryCodes = newRecoveryCodes();
    await database
      .updateTable('operators')
      .set({
        totp_secret: pending,
        totp_last_step: step,
        recovery_codes: JSON.stringify(recoveryCodes.map(recoveryHash)),
      })
      .where('id', '=', identity.id)
      .execute();
    delete request.session.pendingTotp;
    await saveSession(request);
    await writeAudit(database, { operator: identity, action: 'two-factor-on', now: now() });
    response.json({ recoveryCodes });
  });

  router.post('/api/operators/two-factor/remove', slow, guard.api, json, async (request, response) => {
    const operator = await find(operatorOf(response).id);
    const read = passwordBody.safeParse(request.body);
    if (!operator || !read.success || !(await passwordFits(operator.password_hash, read.data.password))) {
      response.status(422).json({ error: 'Your password is wrong.' });
      return;
    }
    await database
      .updateTable('operators')
      .set({ totp_secret: null, totp_last_step: null, recovery_codes: null })
      .where('id', '=', operator.id)
      .execute();
    await writeAudit(database, { operator, action: 'two-factor-off', now: now() });
    response.json({ ok: true });
  });
  return router;
}
