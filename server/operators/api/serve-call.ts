import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { DEFAULT_MAX_BODY_BYTES, type OperatorCall } from '../../../src/contracts/operators/operator-call.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';
import { ApiError } from './api-error.ts';
import {
  operatorOf,
  sendJsonError,
  ROUTER_METHODS,
  type OperatorGuard,
  type OperatorIdentity,
} from './operator-guard.ts';

/** The request and response of a call, for its handler. */
interface CallContext {
  request: Request;
  response: Response;
  /** The signed-in person. Throws for an open call. */
  readonly operator: OperatorIdentity;
}

type Input = z.ZodType<unknown, object>;
type Handler<I extends Input, O extends z.ZodType> = (
  input: z.output<I>,
  context: CallContext,
) => z.input<O> | Promise<z.input<O>>;

/**
 * Adds the route of a call, which the handler answers. The `before` middleware runs after the check of rights and
 * before the body is read.
 */
export type ServeCall = <I extends Input, O extends z.ZodType>(
  call: OperatorCall<I, O>,
  handler: Handler<I, O>,
  ...before: RequestHandler[]
) => void;

/**
 * Creates a router for calls of the operators' API, and the function that adds a call. Rights and input are checked
 * before the handler runs, and the output afterwards: properties that the call does not declare are not sent. A
 * handler refuses a call by throwing an `ApiError`.
 */
export function createCallRouter(guard: OperatorGuard): { router: Router; serve: ServeCall } {
  const router = Router();
  const guards = { operator: guard.api, editor: guard.editorApi, open: guard.openApi };
  const serve: ServeCall = (call, handler, ...before) => {
    const { method, path, role, output, status = 200 } = call;
    const run: RequestHandler = async (request, response) => {
      const read = call.input.safeParse(rawInput(call, request));
      if (!read.success) return sendJsonError(response, 422, invalidText(call, read.error));
      const context: CallContext = {
        request,
        response,
        get operator() {
          return operatorOf(response);
        },
      };
      try {
        const checked = output.safeParse(await handler(read.data, context));
        if (!checked.success) {
          const [issue] = checked.error.issues;
          throw new Error(
            `The response of ${method} ${path} does not fit its definition at ${issue?.path.join('.')}: ${issue?.message}`,
          );
        }
        response.status(status).json(checked.data);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        sendJsonError(response, error.status, error.message, error.body);
      }
    };
    router[ROUTER_METHODS[method]](path, guards[role], ...before, ...bodyOf(call), run);
  };
  return { router, serve };
}

function bodyOf({
  method,
  sendsFile,
  maxBodyBytes: limit = DEFAULT_MAX_BODY_BYTES,
}: OperatorCall): RequestHandler[] {
  if (method === 'GET') return [];
  return [
    sendsFile
      ? limitedBodyParser(express.raw, { type: () => true, limit })
      : limitedBodyParser(express.json, { limit }),
  ];
}

/** Merges the body of a request, or else its query, with its path parameters. */
function rawInput({ method, sendsFile }: OperatorCall, request: Request): unknown {
  if (method !== 'GET' && !sendsFile) {
    const body: unknown = request.body ?? {};
    return typeof body === 'object' && !Array.isArray(body) ? { ...body, ...request.params } : body;
  }
  return { ...nonEmptyQueryParameters(request), ...request.params };
}

/** Returns the query parameters of a request, without the empty ones. */
export function nonEmptyQueryParameters({ query }: Request): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

function invalidText({ invalid }: OperatorCall, { issues }: z.ZodError): string {
  if (typeof invalid === 'string') return invalid;
  const [issue = { path: [], message: 'invalid' }] = issues;
  if (invalid) return invalid(issue);
  const place = issue.path.join('.');
  return `This request cannot be read${place ? ` at ${place}` : ''}: ${issue.message}`;
}
