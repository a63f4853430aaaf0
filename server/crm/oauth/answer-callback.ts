import type { RequestHandler, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LeadsTarget } from '../../../src/operator/api-shapes.ts';
import type { AuditAction } from '../../../src/operator/audit-words.ts';
import type { Database } from '../../database/schema.ts';
import type { OperatorGuard } from '../../operators/require-operator.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import type { CrmGrants } from './crm-grants.ts';
import { connectionQuery } from './connection-query.ts';
import { whyNotConnected } from './describe-oauth-fault.ts';
import { OauthFault } from './oauth-fault.ts';
import { spendState, stateWords } from './oauth-states.ts';

interface Options {
  grants: CrmGrants;
  /** Where leads go. */
  leadsTo: () => Promise<LeadsTarget | null>;
  database: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
  /** The callback's own address, as the CRM knows it. */
  redirectUri: () => string;
  now: () => number;
}

/** Nothing of it is shown but an error's name. */
const callback = z.object({
  state: z.string().min(1).max(200).catch(''),
  code: z.string().min(1).max(2000).optional().catch(undefined),
  error: z
    .string()
    .transform((name) => (/^\w{1,40}$/.test(name) ? name : 'unknown'))
    .optional()
    .catch('unknown'),
});

/** Takes the CRM's answer to an operator's try to connect. It is open, but good for nothing without its `state`. */
export function answerCallback(options: Options): RequestHandler {
  const { grants, leadsTo, database, guard, log, redirectUri, now } = options;
  return async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const operator = await guard.who(request, response);
    if (!operator) return showError(response, 'Your session has ended. Sign in, then start again.');
    const { state, code, error } = callback.parse(request.query);
    const session = { sid: request.sessionID, operatorId: operator.id, now: now() };
    const spent = await spendState(database, { ...session, state });
    const audit = (action: AuditAction, subject: string | null, detail: Record<string, unknown>) =>
      writeAudit(database, { operator, action, ...(subject ? { subject } : {}), detail, now: now() });
    if (spent.kind === 'unknown') {
      // Anybody's page can send a browser here with a guess: no deed of the operator's.
      log.warn({ event: 'crm-callback-refused', requestId: operator.requestId });
      return showError(response, stateWords.unknown);
    }
    if (spent.kind !== 'good') {
      await audit('crm-connect-failed', null, { why: `state ${spent.kind}` });
      return showError(response, stateWords[spent.kind]);
    }
    if (error !== undefined || code === undefined) {
      await audit('crm-connect-failed', spent.locationId, { why: error ?? 'no code' });
      return showError(
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
      response.redirect(302, `/oauth/success?${connectionQuery(connected, await leadsTo())}`);
    } catch (fault) {
      if (!(fault instanceof OauthFault)) throw fault;
      log.warn({
        event: 'crm-not-connected',
        requestId: operator.requestId,
        kind: fault.kind,
        reason: fault.message,
      });
      await audit('crm-connect-failed', spent.locationId, { why: fault.kind });
      showError(response, whyNotConnected(fault));
    }
  };
}

/** Shows the error page; the reason says what to do. */
export function showError(response: Response, reason: string): void {
  response.redirect(302, `/oauth/error?${new URLSearchParams({ reason }).toString()}`);
}
