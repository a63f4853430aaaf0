import type { Request, RequestHandler, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LeadsTarget } from '../../../src/contracts/operators/crm-calls.ts';
import type { AuditAction } from '../../../src/contracts/operators/audit-actions.ts';
import type { CrmConnectResult } from '../../crm/oauth/connect-grant.ts';
import type { CrmGrants } from '../../crm/oauth/crm-grants.ts';
import { connectFailureMessage, OauthError } from '../../crm/oauth/oauth-error.ts';
import { consumeOauthState, oauthStateErrorMessages } from '../../crm/oauth/oauth-states.ts';
import type { Database } from '../../database/schema/schema.ts';
import { recordAudit } from '../audit-log.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { saveSession } from '../sign-in/operator-session.ts';

interface Options {
  grants: CrmGrants;
  /** Returns the location that receives the leads. */
  leadsTo: () => Promise<LeadsTarget | null>;
  database: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
  /** The callback's URL, as registered in the CRM. */
  redirectUri: () => string;
  now: () => number;
}

/** The callback's query. `error` is reduced to a plain name, because operators see it. */
const callback = z.object({
  state: z.string().min(1).max(200).catch(''),
  code: z.string().min(1).max(2000).optional().catch(undefined),
  error: z
    .string()
    .transform((name) => (/^\w{1,40}$/.test(name) ? name : 'unknown'))
    .optional()
    .catch('unknown'),
});

/**
 * Creates the handler of the CRM's response to a connection attempt. It connects the locations to which the operator
 * gave access, and redirects to a page with the result. The route is open, but the handler requires a signed-in
 * operator and a valid `state`.
 */
export function createOauthCallback(options: Options): RequestHandler {
  const { grants, leadsTo, database, guard, log, redirectUri, now } = options;
  return async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const operator = await guard.who(request, response);
    if (!operator)
      return redirectToOauthError(response, 'Your session has ended. Sign in, then start again.');
    const { state, code, error } = callback.parse(request.query);
    const session = { sid: request.sessionID, operatorId: operator.id, now: now() };
    const spent = await consumeOauthState(database, { ...session, state });
    const audit = (action: AuditAction, subject: string | null, detail: Record<string, unknown>) =>
      recordAudit(database, { operator, action, ...(subject ? { subject } : {}), detail, now: now() });
    if (spent.kind === 'unknown') {
      // Any site can redirect a browser here, so this is not recorded as the operator's action.
      log.warn({ event: 'crm-callback-refused', requestId: operator.requestId });
      return redirectToOauthError(response, oauthStateErrorMessages.unknown);
    }
    if (spent.kind !== 'good') {
      await audit('crm-connect-failed', null, { why: `state ${spent.kind}` });
      return redirectToOauthError(response, oauthStateErrorMessages[spent.kind]);
    }
    if (error !== undefined || code === undefined) {
      await audit('crm-connect-failed', spent.locationId, { why: error ?? 'no code' });
      return redirectToOauthError(
        response,
        error === 'access_denied'
          ? 'The connection was not allowed in HighLevel. Start again when you want it.'
          : `HighLevel did not allow the connection (${error ?? 'it sent no code'}). Start again.`,
      );
    }
    try {
      const { locationIds, missing } = await grants.connect({
        code,
        redirectUri: redirectUri(),
        connectedBy: operator.name,
      });
      const isOther = spent.locationId !== null && !locationIds.includes(spent.locationId);
      const wanted = isOther ? { wanted: spent.locationId } : {};
      for (const id of locationIds) await audit('crm-connected', id, wanted);
      for (const id of missing) await audit('crm-connect-failed', id, { why: 'no token of this location' });
      const connected = { locationIds, missing, wanted: spent.locationId };
      const query = createConnectionQuery(connected, await leadsTo());
      request.session.connected = { query, at: now() };
      await saveSession(request);
      response.redirect(302, `/oauth/success?${query}`);
    } catch (fault) {
      if (!(fault instanceof OauthError)) throw fault;
      log.warn({
        event: 'crm-not-connected',
        requestId: operator.requestId,
        kind: fault.kind,
        reason: fault.message,
      });
      await audit('crm-connect-failed', spent.locationId, { why: fault.kind });
      redirectToOauthError(response, connectFailureMessage(fault));
    }
  };
}

/** Milliseconds for which the result page reports a connection. */
const REPORT_TTL_MS = 10 * 60_000;

/**
 * Returns whether the browser that requests the result page has just made the connection that the query describes.
 * The page is open to anyone, so its query alone proves nothing. The session must be loaded.
 */
export function hasJustConnectedCrm({ session, originalUrl }: Request, now: number): boolean {
  const { connected } = session;
  return (
    connected !== undefined &&
    now - connected.at < REPORT_TTL_MS &&
    originalUrl === `/oauth/success?${connected.query}`
  );
}

/** Redirects to the error page. The reason explains what to do. */
export function redirectToOauthError(response: Response, reason: string): void {
  response.redirect(302, `/oauth/error?${new URLSearchParams({ reason }).toString()}`);
}

/**
 * Creates the query for /oauth/success: the connected location, and any differences from the operator's choice.
 * `leadsTo` is set if leads go to another location, or are kept until the location that they are for is connected.
 */
function createConnectionQuery(
  { locationIds, missing, wanted }: CrmConnectResult & { wanted: string | null },
  target: LeadsTarget | null,
): string {
  const [first = ''] = locationIds;
  const shown = [wanted, target?.locationId].find((id) => id && locationIds.includes(id)) ?? first;
  const isOther = wanted !== null && !locationIds.includes(wanted);
  const flow = target && flowOf(target);
  return new URLSearchParams({
    locationId: shown,
    ...(isOther ? { wanted } : {}),
    ...(missing.length > 0 ? { missing: String(missing.length) } : {}),
    ...(target && flow && (target.locationId !== shown || flow !== 'elsewhere')
      ? { leadsTo: target.locationId, leads: flow }
      : {}),
  }).toString();
}

function flowOf({ state, until }: LeadsTarget): 'elsewhere' | 'unconnected' | 'reconnect' {
  if (state === 'unconnected') return 'unconnected';
  return state === 'reconnect' && until === null ? 'reconnect' : 'elsewhere';
}
