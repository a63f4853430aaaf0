import type { Express, Request, Response } from 'express';
import { ApiFault, badRequest, unprocessable } from './api-fault.ts';
import { authorize, checkVersion } from './authorize.ts';
import { operations, schemaFaults, type Operation, type OperationName } from './official-schemas.ts';
import { sendAnswer } from './send-answer.ts';
import { visitOf } from './take-request.ts';
import type { MetFaults } from './faults.ts';
import type { Sandbox } from './sandbox.ts';
import type { Token } from './oauth-state.ts';

/** A request that was let in and is shaped as the official files say. */
export interface Call {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  /** Throws where the request needs none. */
  token(): Token;
  faults: MetFaults;
  /** Writes down which fault the request met. */
  note(fault: string): void;
}

/** What to answer; `hang`: nothing at all, for so many milliseconds, then a reset. */
export type Answer = { status: number; body: unknown } | { hang: number };

/** Serves one request of the official files: lets in, checks, carries out, checks its own answer. */
export function serveOperation(
  app: Express,
  sandbox: Sandbox,
  name: OperationName,
  carryOut: (call: Call) => Answer,
): void {
  const operation = operations.get(name);
  if (!operation) throw new Error(`official-api.json has no ${name}. Add it there first.`);
  app[operation.method](operation.path, (request, response) => {
    const answer = answerOrRefusal(() => carryOut(letIn(sandbox, operation, request, response)));
    if ('hang' in answer) return hang(response, answer.hang);
    sendAnswer(sandbox, operation, response, answer);
  });
}

function answerOrRefusal(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiFault) return { status: error.status, body: error.body };
    throw error;
  }
}

function letIn(sandbox: Sandbox, operation: Operation, request: Request, response: Response): Call {
  const visit = visitOf(response);
  const violate = (faults: string[]) =>
    sandbox.state.violations.push({
      of: 'request',
      requestNumber: visit.record.number,
      operation: operation.name,
      faults,
    });
  if (operation.needsVersion) {
    try {
      checkVersion(request);
    } catch (error) {
      violate([`Version header: ${request.get('version') ?? 'missing'}`]);
      throw error;
    }
  }
  const token = operation.security.length > 0 ? authorize(sandbox, operation, request) : null;
  if (token) takeAllowance(sandbox, token, response);
  if (visit.unreadable !== null) {
    violate([visit.unreadable]);
    throw badRequest(visit.unreadable);
  }
  const body: unknown = request.body ?? {};
  const faults = [
    ...schemaFaults(operation.query, request.query),
    ...(operation.bodyType !== null && !request.is(operation.bodyType)
      ? [`Content-Type must be ${operation.bodyType}`]
      : []),
    ...(operation.body ? schemaFaults(operation.body, body) : []),
  ];
  if (faults.length > 0) {
    violate(faults);
    // Some requests have no 422 in the files.
    throw operation.answers.has(422) ? unprocessable(faults) : badRequest(faults.join(', '));
  }
  return {
    parameters: strings(request.params),
    query: strings(request.query),
    body,
    token() {
      if (!token) throw new Error(`${operation.name} asks for no token.`);
      return token;
    },
    faults: visit.faults,
    note(fault) {
      visit.record.fault = fault;
    },
  };
}

/** HighLevel counts by app and location. */
function takeAllowance(sandbox: Sandbox, token: Token, response: Response): void {
  const location = sandbox.state.locations.get(token.locationId ?? '');
  if (!location) return;
  const { allowed, headers } = sandbox.limiter.take(`${token.clientId} ${location.id}`, location.limits);
  response.set(headers);
  // What HighLevel writes into this body is documented nowhere.
  if (!allowed) throw new ApiFault(429, { statusCode: 429, message: 'Too Many Requests' });
}

function strings(record: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function hang(response: Response, milliseconds: number): void {
  const timer = setTimeout(() => response.destroy(), milliseconds);
  response.on('close', () => clearTimeout(timer));
}
