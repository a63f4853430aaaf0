import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LinkInfo, SignedIn, SignInRefusal } from '../../src/contracts/operator-api.ts';
import type { OperatorsTable } from '../database/operator-tables.ts';
import type { Database } from '../database/schema.ts';
import { requestIdOf } from '../platform/request-id.ts';
import { recordAudit } from './audit-log.ts';
import { openLink, redeemLink } from './one-time-links.ts';
import { operatorJson, refuse } from './operator-guard.ts';
import type { EnterSession } from './operator-session.ts';
import { passwordFits } from './passwords.ts';
import { checkCode, FactorUnreadableError, type FactorChange } from './second-factor.ts';
import { type KnownBrowsers, countTry, forgetTries, takeBackTry, waitAfter } from './sign-in-limits.ts';

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  log: Logger;
  enter: EnterSession;
  browsers: KnownBrowsers;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  fromOurPage: (request: Request) => boolean;
  now: () => number;
}

/** A trimmed line of text. Control characters become spaces, because PostgreSQL does not accept NUL. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .transform((typed) => typed.replace(/\p{Cc}+/gu, ' ').trim());
const email = line(254).transform((typed) => typed.toLowerCase());
const password = z.string().max(1000);
const credentials = z.object({ email, password, code: z.string().max(40).optional() });
const linkToken = z.object({ token: z.string().max(100) });
const newAccount = linkToken.extend({
  name: line(100).default(''),
  email: email.default(''),
  password,
});

const LINK_OVER =
  'This link was used, or its 30 minutes are over. Make a new one on the server: npm run operator -- link ' +
  'for the first account, npm run operator -- reset <email> for an account that exists.';

/** Serves the open routes: sign-in and one-time links. */
export function createSignInRoutes(options: Options): Router {
  const { database, log, enter, browsers, slow, fromOurPage, now } = options;
  const signIn = createSignIn(options);
  const router = Router();
  const ours: RequestHandler = (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (fromOurPage(request)) return next();
    refuse(response, 403, 'This request did not come from this page. Reload, then try again.');
  };
  // Requests from other sites are refused before they are counted, so that they cannot lock an operator out.
  const before = [ours, slow, operatorJson];

  router.post('/api/operators/sign-in', before, async (request: Request, response: Response) => {
    const read = credentials.safeParse(request.body);
    if (!read.success || !read.data.email || !read.data.password) {
      return refuse(response, 422, 'Enter your e-mail address and your password.');
    }
    const { email: name, code, ...rest } = read.data;
    const tryKey = browsers.tryKey(request, name);
    const result = await signIn({ email: name, ...rest, ...(code ? { code } : {}), tryKey });
    const requestId = requestIdOf(request, response);
    if (result.kind !== 'in') {
      log.info({ event: 'sign-in-refused', requestId, reason: result.kind });
      return refuseSignIn(response, result);
    }
    const { operator, recoveryCodesLeft } = result;
    await recordAudit(database, {
      operator: { ...operator, requestId },
      action: 'signed-in',
      ...(recoveryCodesLeft === null ? {} : { detail: { recoveryCodesLeft } }),
      now: now(),
    });
    await enter(request, response, operator);
    browsers.remember(request, response, name);
    log.info({ event: 'operator-signed-in', requestId, operatorId: operator.id });
    const answer: SignedIn = { ok: true, recoveryCodesLeft };
    response.json(answer);
  });

  router.post('/api/operators/link', before, async (request: Request, response: Response) => {
    const read = linkToken.safeParse(request.body);
    const opened = read.success ? await openLink(database, read.data.token, now()) : null;
    if (!opened) return refuse(response, 410, LINK_OVER);
    const { link, operator } = opened;
    const answer: LinkInfo = {
      purpose: link.purpose,
      email: operator?.email ?? null,
      expiresAt: link.expires_at,
    };
    response.json(answer);
  });

  router.post('/api/operators/link/use', before, async (request: Request, response: Response) => {
    const read = newAccount.safeParse(request.body);
    if (!read.success) return refuse(response, 422, 'Fill in every field.');
    const requestId = requestIdOf(request, response);
    const redeemed = await redeemLink(database, read.data, { now: now(), requestId });
    if (redeemed.kind === 'over') return refuse(response, 410, LINK_OVER);
    if (redeemed.kind === 'fault') return refuse(response, 422, redeemed.error);
    const { operator } = redeemed;
    await enter(request, response, operator);
    browsers.remember(request, response, operator.email);
    log.info({ event: 'operator-password-set', requestId, operatorId: operator.id });
    const answer: SignedIn = { ok: true, recoveryCodesLeft: null };
    response.json(answer);
  });
  return router;
}

function refuseSignIn(response: Response, result: Exclude<SignIn, { kind: 'in' }>): void {
  const answer = (status: number, refusal: SignInRefusal) => {
    if (refusal.wait > 0) response.set('Retry-After', String(refusal.wait));
    response.status(status).json(refusal);
  };
  const wait = 'wait' in result ? Math.ceil(result.wait / 1000) : 0;
  switch (result.kind) {
    case 'wait':
      return answer(429, { error: 'Too many wrong tries. Wait, then try again.', codeNeeded: false, wait });
    case 'wrong':
      return answer(401, { error: 'E-mail address or password is wrong.', codeNeeded: false, wait });
    case 'code-needed':
      return answer(401, { error: 'Enter the code of your authenticator app.', codeNeeded: true, wait });
    case 'factor-unreadable':
      return answer(503, { error: result.error, codeNeeded: true, wait });
    case 'code-wrong':
      return answer(401, {
        error: 'This code is wrong or was used. Wait for the next one.',
        codeNeeded: true,
        wait,
      });
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
 * Creates the function that checks credentials. Wrong passwords and codes delay the next try. An address without an
 * account gets the same response as a wrong password, in the same time.
 */
export function createSignIn({ database, secrets, now }: SignInOptions) {
  return async ({ email, password, code, tryKey }: Credentials): Promise<SignIn> => {
    const counted = await countTry(database, tryKey, now());
    if (counted.kind === 'wait') return { kind: 'wait', wait: counted.for };
    const wait = waitAfter(counted.failures);
    const operator = await database
      .selectFrom('operators')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    const fits = await passwordFits(operator?.password_hash ?? null, password);
    if (!operator || !fits) return { kind: 'wrong', wait };
    const { totp_secret } = operator;
    let change: FactorChange | null = null;
    if (totp_secret !== null) {
      if (!code) {
        await takeBackTry(database, counted, now());
        return { kind: 'code-needed' };
      }
      try {
        change = await checkCode({ ...operator, totp_secret }, code, secrets, now());
      } catch (error) {
        if (!(error instanceof FactorUnreadableError)) throw error;
        return { kind: 'factor-unreadable', error: error.message };
      }
      if (change === null) return { kind: 'code-wrong', wait };
    }
    if (!(await noteSignIn(database, operator, change, now()))) return { kind: 'code-wrong', wait };
    await forgetTries(database, tryKey);
    const left = change && 'recovery_codes' in change ? JSON.parse(change.recovery_codes).length : null;
    return { kind: 'in', operator, recoveryCodesLeft: left };
  };
}

/** Records a sign-in and marks its code as used. Returns false if another request used it or changed the factor. */
async function noteSignIn(
  database: Kysely<Database>,
  operator: OperatorsTable,
  change: FactorChange | null,
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
