import type { Request, RequestHandler, Response } from 'express';
import type { OperatorsTable } from '../database/operator-tables.ts';
import { openSession, renewSession, saveSession } from './operator-session.ts';
import { newToken } from './tokens.ts';

/** Signs an operator in: a new session with a new id and a new token against cross-site requests. */
export type EnterSession = (
  request: Request,
  response: Response,
  operator: Pick<OperatorsTable, 'id' | 'session_epoch'>,
) => Promise<void>;

/** How the accounts' routes sign in, over one session middleware. */
export function enterSession(session: RequestHandler, now: () => number): EnterSession {
  return async (request, response, operator) => {
    await openSession(session, request, response);
    await renewSession(request);
    Object.assign(request.session, {
      operatorId: operator.id,
      epoch: operator.session_epoch,
      csrf: newToken(),
      signedInAt: now(),
    });
    await saveSession(request);
  };
}
