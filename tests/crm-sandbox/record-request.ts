import { STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import type { MetFaults } from './faults.ts';
import { type Sandbox, REQUESTS_KEPT, type RequestRecord } from './sandbox.ts';

/** A request in progress, with its record and faults. */
interface Visit {
  record: RequestRecord;
  faults: MetFaults;
  /** Why the body could not be parsed; null if it was parsed. */
  unreadable: string | null;
}

const visits = new WeakMap<Response, Visit>();

/** Returns the state of the request that belongs to this response. Throws if `recordRequest` has not run. */
export function visitOf(response: Response): Visit {
  const visit = visits.get(response);
  if (!visit) throw new Error('The request was not recorded. Put recordRequest in front of its route.');
  return visit;
}

/** Creates middleware that records each API request with its response and determines its faults. */
export function recordRequest(sandbox: Sandbox) {
  let count = 0;
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    const record: RequestRecord = {
      number: ++count,
      at: new Date(sandbox.now()).toISOString(),
      method: request.method,
      path: request.originalUrl,
      body: undefined,
      status: null,
      milliseconds: null,
      fault: null,
    };
    const { requests } = sandbox.state;
    requests.push(record);
    if (requests.length > REQUESTS_KEPT) requests.splice(0, requests.length - REQUESTS_KEPT);
    const faults = sandbox.faults.meet(record.number, `${record.method} ${record.path}`);
    visits.set(response, { record, faults, unreadable: null });
    response.on('close', () => {
      record.milliseconds = Math.round(performance.now() - start);
      if (response.writableFinished) record.status = response.statusCode;
    });
    next();
  };
}

/** Creates middleware that applies the faults that occur before a request is handled. */
export function meetFaults() {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { record, faults } = visitOf(response);
    record.body = request.body;
    if (faults.down) {
      record.fault = 'down';
      request.socket.resetAndDestroy();
      return;
    }
    if (faults.delayMs > 0) {
      record.fault = `delay: ${faults.delayMs} ms`;
      await delay(faults.delayMs);
    }
    if (faults.unauthorized) {
      record.fault = 'unauthorized';
      const message = 'Invalid token: access token is invalid';
      response.status(401).json({ statusCode: 401, message, error: 'Unauthorized' });
    } else if (faults.tooManyRequests) {
      record.fault = 'too many requests';
      response.status(429).set('X-RateLimit-Remaining', '0');
      response.json({ statusCode: 429, message: 'Too Many Requests' });
    } else if (faults.errorStatus !== null) {
      record.fault = `error: ${faults.errorStatus}`;
      response.status(faults.errorStatus);
      response.json({ statusCode: faults.errorStatus, message: STATUS_CODES[faults.errorStatus] });
    } else next();
  };
}

const readingError = z.object({ status: z.int(), type: z.string() });

/** Lets a request with an invalid body continue, because its route must reject it in HighLevel's format. */
export const rememberUnreadable: ErrorRequestHandler = (error, _request, response, next) => {
  const parsed = readingError.safeParse(error);
  const visit = visits.get(response);
  if (!parsed.success || !visit) return next(error);
  visit.unreadable = `The body cannot be read: ${parsed.data.type}`;
  next();
};
