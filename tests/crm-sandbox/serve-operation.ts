import type { Express, Request, Response } from 'express';
import type { MetFaults } from './faults.ts';
import {
  ApiFault,
  badRequest,
  unprocessable,
  operations,
  schemaFaults,
  type Operation,
  type OperationName,
  unauthorized,
} from './official-api.ts';
import { visitOf } from './record-request.ts';
import type { Sandbox, Token, Location } from './sandbox.ts';

/** An authorized request that matches the official schema. */
export interface Call {
  parameters: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  /** Returns the request's token. Throws if the operation needs no token. */
  token(): Token;
  faults: MetFaults;
  /** Records the fault that was injected into the request. */
  note(fault: string): void;
}

/** A response. `hang` sends no response and resets the connection after this many milliseconds. */
export type Answer = { status: number; body: unknown } | { hang: number };

/**
 * Registers a route for one operation of the official files. It authorizes and validates the request, runs the handler,
 * and validates its response.
 */
export function serveOperation(
  app: Express,
  sandbox: Sandbox,
  name: OperationName,
  run: (call: Call) => Answer,
): void {
  const operation = operations.get(name);
  if (!operation) throw new Error(`official-api.json has no ${name}. Add it there first.`);
  app[operation.method](operation.path, (request, response) => {
    const answer = answerOrRefusal(() => run(acceptRequest(sandbox, operation, request, response)));
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

function acceptRequest(sandbox: Sandbox, operation: Operation, request: Request, response: Response): Call {
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
    // For some operations, the official files do not describe a 422.
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

/** Counts the request towards the rate limit of its app and location. Throws a 429 if the limit is exceeded. */
function takeAllowance(sandbox: Sandbox, token: Token, response: Response): void {
  const location = sandbox.state.locations.get(token.locationId ?? '');
  if (!location) return;
  const { allowed, headers } = sandbox.limiter.take(`${token.clientId} ${location.id}`, location.limits);
  response.set(headers);
  // HighLevel does not document the body of its 429 response.
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

/** The API version of the official files. Version `v3` is incompatible. */
const API_VERSION = '2021-07-28';

/** Returns the request's token. Throws a 401 `ApiFault` if the token is missing, unknown, expired, or lacks a scope. */
function authorize(sandbox: Sandbox, operation: Operation, request: Request): Token {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const token = given === undefined ? undefined : sandbox.state.tokens.get(given);
  if (!token || token.revoked) throw unauthorized();
  if (token.expiresAt !== null && token.expiresAt <= sandbox.now()) {
    throw unauthorized('Invalid token: access token is expired');
  }
  const allowed = operation.security.some(
    ({ scheme, scopes }) => fits(scheme, token) && scopes.every((scope) => token.scopes.includes(scope)),
  );
  if (!allowed) throw unauthorized('The token is not authorized for this scope.');
  return token;
}

function fits(scheme: string, token: Token): boolean {
  if (scheme === 'Agency-Access-Only') return token.userType === 'Company' && token.kind === 'access';
  if (scheme === 'Agency-Access') return token.userType === 'Company';
  return token.userType === 'Location';
}

/** Throws an `ApiFault` unless the request's `Version` header is the supported one. */
function checkVersion(request: Request): void {
  const version = request.get('version');
  if (version === undefined) throw unauthorized('version header was not found.');
  if (version !== API_VERSION) throw badRequest(`version header is invalid. Send Version: ${API_VERSION}`);
}

/** Returns the location with this id. Throws a 403 `ApiFault` if the token is not valid for it. */
export function reachLocation(sandbox: Sandbox, token: Token, locationId: string): Location {
  const location = sandbox.state.locations.get(locationId);
  const mayReach =
    location !== undefined && token.companyId === location.companyId
      ? token.locationId === null || token.locationId === locationId
      : false;
  if (!location || !mayReach) {
    throw new ApiFault(403, {
      statusCode: 403,
      message: 'The token does not have access to this location.',
      error: 'Forbidden',
    });
  }
  return location;
}

/**
 * Sends a response, corrupted if the garbage fault is on. Throws if the response does not match the official schema.
 */
function sendAnswer(
  sandbox: Sandbox,
  operation: Operation,
  response: Response,
  answer: { status: number; body: unknown },
): void {
  const { record, faults } = visitOf(response);
  const schema = operation.answers.get(answer.status);
  const wrong = schema ? schemaFaults(schema, answer.body) : undocumented(answer.status);
  if (wrong.length > 0) {
    sandbox.state.violations.push({
      of: 'answer',
      requestNumber: record.number,
      operation: operation.name,
      faults: wrong,
    });
    throw new Error(`The sandbox’s own answer to ${operation.name} is wrong: ${wrong.join('; ')}`);
  }
  if (faults.garbage !== 'none') record.fault = `garbage: ${faults.garbage}`;
  response.status(answer.status);
  const text = JSON.stringify(answer.body);
  switch (faults.garbage) {
    case 'none': {
      response.type('json').send(text);
      return;
    }
    case 'html': {
      response
        .type('html')
        .send('<!doctype html><title>Just a moment...</title><h1>Checking your browser</h1>');
      return;
    }
    case 'empty': {
      response.type('json').send('');
      return;
    }
    case 'truncated': {
      response.type('json').send(text.slice(0, Math.floor(text.length / 2)));
      return;
    }
    case 'wrong-shape': {
      response.type('json').send('{"contact":[],"id":7,"access_token":null,"customFields":"none"}');
      return;
    }
  }
}

/**
 * Returns a violation for a status that the official files do not describe. 403 and 429 are exempt: HighLevel sends
 * them although the files omit them.
 */
function undocumented(status: number): string[] {
  return status === 403 || status === 429 ? [] : [`status ${status} is not documented`];
}
