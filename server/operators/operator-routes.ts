import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { SessionInfo } from '../../src/operator/api-shapes.ts';
import type { OperatorsTable } from '../database/operator-tables.ts';
import type { Database } from '../database/schema.ts';
import { readLink, spendLink } from './one-time-links.ts';
import { newOperator } from './new-operator.ts';
import { operatorOf } from './operator-identity.ts';
import { endSession, openSession, renewSession, saveSession } from './operator-session.ts';
import { hashPassword, passwordFault, passwordFits } from './passwords.ts';
import type { OperatorGuard } from './require-operator.ts';
import { createSignIn } from './sign-in.ts';
import { newToken } from './tokens.ts';
import { writeAudit } from './write-audit.ts';

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  session: RequestHandler;
  guard: OperatorGuard;
  /** Limits tries by address. */
  slow: RequestHandler;
  fromOurPage: (request: Request) => boolean;
  now?: () => number;
}

const credentials = z.object({
  email: z.string().max(254),
  password: z.string().max(1000),
  code: z.string().max(40).optional(),
});
const linkToken = z.object({ token: z.string().max(100) });
const newAccount = z.object({
  token: z.string().max(100),
  name: z.string().trim().max(100).optional(),
  email: z.string().trim().toLowerCase().max(254).optional(),
  password: z.string().max(1000),
});
const passwordChange = z.object({ current: z.string().max(1000), next: z.string().max(1000) });

const LINK_OVER =
  'This link was used, or its 30 minutes are over. Make a new one on the server: npm run operator -- link';

/** Signing in and out, one-time links, and the account's own settings. */
export function operatorRoutes({
  database,
  secrets,
  session,
  guard,
  slow,
  fromOurPage,
  now = Date.now,
}: Options): Router {
  const signIn = createSignIn({ database, secrets, now });
  const router = Router();
  const json = express.json({ limit: '8kb' });
  const ours: RequestHandler = (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (fromOurPage(request)) return next();
    response.status(403).json({ error: 'This request did not come from this page. Reload, then try again.' });
  };

  const enter = async (request: Request, operator: Pick<OperatorsTable, 'id' | 'session_epoch'>) => {
    await openSession(session, request, responseOf(request));
    await renewSession(request);
    Object.assign(request.session, {
      operatorId: operator.id,
      epoch: operator.session_epoch,
      csrf: newToken(),
      signedInAt: now(),
    });
    await saveSession(request);
  };

  router.post('/api/operators/sign-in', slow, ours, json, async (request, response) => {
    const read = credentials.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Enter your e-mail address and your password.');
    const { email, password, code } = read.data;
    const result = await signIn({ email, password, ...(code ? { code } : {}) });
    switch (result.kind) {
      case 'wait':
        response.set('Retry-After', String(Math.ceil(result.for / 1000)));
        return refuse(
          response,
          429,
          `Too many tries. Wait ${Math.ceil(result.for / 1000)} s, then try again.`,
        );
      case 'wrong':
        return refuse(response, 401, 'E-mail address or password is wrong.');
      case 'code-needed':
        response.status(401).json({ error: 'Enter the code of your authenticator app.', codeNeeded: true });
        return;
      case 'code-wrong':
        response
          .status(401)
          .json({ error: 'This code is wrong or was used. Wait for the next one.', codeNeeded: true });
        return;
      case 'in': {
        const { operator, recoveryCodesLeft } = result;
        await enter(request, operator);
        await writeAudit(database, { operator, action: 'signed-in', now: now() });
        response.json({ ok: true, ...(recoveryCodesLeft === null ? {} : { recoveryCodesLeft }) });
      }
    }
  });

  router.post('/api/operators/link', slow, ours, json, async (request, response) => {
    const read = linkToken.safeParse(request.body);
    const link = read.success ? await readLink(database, read.data.token, now()) : null;
    if (!link) return refuse(response, 410, LINK_OVER);
    const operator = link.operator_id === null ? null : await byId(database, link.operator_id);
    response.json({ purpose: link.purpose, email: operator?.email ?? null, expiresAt: link.expires_at });
  });

  router.post('/api/operators/link/use', slow, ours, json, async (request, response) => {
    const read = newAccount.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Fill in every field.');
    const { token, name, password } = read.data;
    const link = await readLink(database, token, now());
    if (!link) return refuse(response, 410, LINK_OVER);
    const known = link.operator_id === null ? null : await byId(database, link.operator_id);
    const email = known?.email ?? read.data.email ?? '';
    if (!z.email().safeParse(email).success) return refuse(response, 422, 'Enter a valid e-mail address.');
    if (!known && !name) return refuse(response, 422, 'Enter your name.');
    const fault = passwordFault(password, email);
    if (fault) return refuse(response, 422, fault);
    const hash = await hashPassword(password);
    const operator = await database.transaction().execute(async (change) => {
      if (!(await spendLink(change, token, now()))) return null;
      if (known) {
        await change
          .updateTable('operators')
          .set((column) => ({
            password_hash: hash,
            failures: 0,
            wait_until: 0,
            session_epoch: column('session_epoch', '+', 1),
          }))
          .where('id', '=', known.id)
          .execute();
        return { ...known, session_epoch: known.session_epoch + 1 };
      }
      const made = newOperator({ email, name: name ?? email, hash, now: now() });
      await change.insertInto('operators').values(made).execute();
      return made;
    });
    if (!operator) return refuse(response, 410, LINK_OVER);
    await writeAudit(database, { operator, action: known ? 'password-set' : 'account-made', now: now() });
    await enter(request, operator);
    response.json({ ok: true });
  });

  router.get('/api/operators/session', guard.api, async (request, response) => {
    const { id, name, email } = operatorOf(response);
    const operator = await byId(database, id);
    const info: SessionInfo = {
      operator: { id, name, email, twoFactor: Boolean(operator?.totp_secret) },
      csrf: request.session.csrf ?? '',
    };
    response.json(info);
  });

  router.post('/api/operators/sign-out', guard.api, async (request, response) => {
    await endSession(request);
    response.json({ ok: true });
  });

  router.post('/api/operators/sign-out-everywhere', guard.api, async (request, response) => {
    const operator = operatorOf(response);
    await database
      .updateTable('operators')
      .set((column) => ({ session_epoch: column('session_epoch', '+', 1) }))
      .where('id', '=', operator.id)
      .execute();
    await database.deleteFrom('sessions').where('operator_id', '=', operator.id).execute();
    await writeAudit(database, { operator, action: 'signed-out-everywhere', now: now() });
    await endSession(request);
    response.json({ ok: true });
  });

  router.post('/api/operators/password', slow, guard.api, json, async (request, response) => {
    const identity = operatorOf(response);
    const read = passwordChange.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Enter your password and the new one.');
    const operator = await byId(database, identity.id);
    if (!operator || !(await passwordFits(operator.password_hash, read.data.current))) {
      return refuse(response, 422, 'Your present password is wrong.');
    }
    const fault = passwordFault(read.data.next, operator.email);
    if (fault) return refuse(response, 422, fault);
    const changed = { ...operator, session_epoch: operator.session_epoch + 1 };
    await database
      .updateTable('operators')
      .set({ password_hash: await hashPassword(read.data.next), session_epoch: changed.session_epoch })
      .where('id', '=', operator.id)
      .execute();
    await database.deleteFrom('sessions').where('operator_id', '=', operator.id).execute();
    await writeAudit(database, { operator, action: 'password-changed', now: now() });
    await enter(request, changed);
    response.json({ ok: true });
  });
  return router;
}

function byId(database: Kysely<Database>, id: string): Promise<OperatorsTable | undefined> {
  return database.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

/** Express puts the response beside the request. */
function responseOf(request: Request): Response {
  if (!request.res) throw new Error('The request has no response.');
  return request.res;
}
