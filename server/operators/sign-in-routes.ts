import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LinkInfo, SignedIn, SignInRefusal } from '../../src/operator/api-shapes.ts';
import type { Database } from '../database/schema.ts';
import { requestIdOf } from '../machine/request-id.ts';
import type { EnterSession } from './enter-session.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { operatorJson, refuse } from './operator-json.ts';
import { openLink, redeemLink } from './redeem-link.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { writeAudit } from './write-audit.ts';

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  log: Logger;
  enter: EnterSession;
  browsers: KnownBrowsers;
  /** Limits tries by address. */
  slow: RequestHandler;
  fromOurPage: (request: Request) => boolean;
  now: () => number;
}

/** No name and no address has control characters, and PostgreSQL takes no NUL. */
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

/** The routes that are open, because they are the way in: signing in, and one-time links. */
export function signInRoutes(options: Options): Router {
  const { database, log, enter, browsers, slow, fromOurPage, now } = options;
  const signIn = createSignIn(options);
  const router = Router();
  const ours: RequestHandler = (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (fromOurPage(request)) return next();
    refuse(response, 403, 'This request did not come from this page. Reload, then try again.');
  };
  // What another site's page sends is not counted: it could keep the operator out.
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
    await writeAudit(database, {
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
