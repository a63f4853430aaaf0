import type { Request, RequestHandler, Response } from 'express';
import { randomId } from '../leads/store/random-id.ts';

/** Ids of what stands before the server are taken as they are when they look like one; a telephone number does not. */
const SANE = /^(?=.*[A-Za-z])[\w.-]{8,64}$/;
const HEADER = 'X-Request-Id';

const ids = new WeakMap<Response, string>();

/** Gives every request its id, first of all, and answers it: by it an answer is found in the log. */
export const giveRequestId: RequestHandler = (request, response, next) => {
  requestIdOf(request, response);
  next();
};

/** A request's id, the same wherever it is asked for: the one it came with, where that is a sane one. */
export function requestIdOf(request: Request, response: Response): string {
  const known = ids.get(response);
  if (known !== undefined) return known;
  const asked = request.get(HEADER);
  const id = asked && SANE.test(asked) ? asked : randomId();
  ids.set(response, id);
  response.set(HEADER, id);
  return id;
}
