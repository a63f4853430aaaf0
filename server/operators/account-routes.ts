import { Router, type RequestHandler } from 'express';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { SessionInfo } from '../../src/operator/api-shapes.ts';
import type { Database } from '../database/schema.ts';
import { checkOwnPassword } from './check-own-password.ts';
import type { EnterSession } from './enter-session.ts';
import { operatorOf } from './operator-identity.ts';
import { operatorJson, refuse } from './operator-json.ts';
import { endSessions, findOperator } from './operator-rows.ts';
import { endSession } from './operator-session.ts';
import { hashPassword, passwordFault } from './passwords.ts';
import type { OperatorGuard } from './require-operator.ts';
import { writeAudit } from './write-audit.ts';

interface Options {
  database: Kysely<Database>;
  guard: OperatorGuard;
  enter: EnterSession;
  /** Limits tries by address. */
  slow: RequestHandler;
  now: () => number;
}

const passwordChange = z.object({ current: z.string().max(1000), next: z.string().max(1000) });

/** Who is signed in, signing out, and changing one's password. */
export function accountRoutes({ database, guard, enter, slow, now }: Options): Router {
  const router = Router();

  router.get('/api/operators/session', guard.api, async (request, response) => {
    const { id, name, email } = operatorOf(response);
    const operator = await findOperator(database, id);
    const codes: unknown = JSON.parse(operator?.recovery_codes ?? '[]');
    const info: SessionInfo = {
      operator: {
        id,
        name,
        email,
        twoFactor: Boolean(operator?.totp_secret),
        recoveryCodesLeft: Array.isArray(codes) ? codes.length : 0,
      },
      csrf: request.session.csrf ?? '',
    };
    response.json(info);
  });

  router.post('/api/operators/sign-out', guard.api, async (request, response) => {
    await writeAudit(database, { operator: operatorOf(response), action: 'signed-out', now: now() });
    await endSession(request, response);
    response.json({ ok: true });
  });

  router.post('/api/operators/sign-out-everywhere', guard.api, async (request, response) => {
    const operator = operatorOf(response);
    await database.transaction().execute(async (change) => {
      await endSessions(change, operator.id);
      await writeAudit(change, { operator, action: 'signed-out-everywhere', now: now() });
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
        // A password set meanwhile, such as by a reset, stays.
        .where('password_hash', '=', operator.password_hash)
        .returning('id')
        .execute();
      if (length !== 1) return null;
      await endSessions(change, operator.id);
      await writeAudit(change, { operator: operatorOf(response), action: 'password-changed', now: now() });
      return findOperator(change, operator.id);
    });
    if (!changed) return refuse(response, 409, 'Your password was changed elsewhere. Sign in again.');
    await enter(request, response, changed);
    response.json({ ok: true });
  });
  return router;
}
