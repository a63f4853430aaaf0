import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';

/** Bytes after which the connection is closed with the response, because the rest of the body may not be worth reading. */
const LARGE_BYTES = 256 * 1024;
/** Bytes above its limit that are read of a body whose length is not declared, so that the client gets a response. */
const TOLERATED_BYTES = 1024 * 1024;

/** Whether a request has a large body, or one of unknown length. Such a connection is closed after the response. */
export function mayHaveLargeBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BYTES;
}

/**
 * Creates a body parser, such as `limitedBody(express.json, { limit: 4096 })`. Express's own parsers read a body above
 * the limit to its end before they refuse it. This one refuses it at once, or cuts the connection if the body has no
 * declared length. The limit is in bytes.
 */
export function limitedBody<Options extends { limit: number }>(
  createParser: (options: Options) => RequestHandler,
  options: Options,
): RequestHandler {
  const parse = createParser(options);
  const { limit } = options;
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      response.set('Connection', 'close');
      next(Object.assign(new Error(`The body is larger than ${limit} bytes.`), { status: 413 }));
      return;
    }
    if (request.headers['transfer-encoding'] !== undefined) cutAbove(limit + TOLERATED_BYTES, request);
    parse(request, response, next);
  };
}

function cutAbove(most: number, request: Request): void {
  let received = 0;
  request.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > most) request.destroy();
  });
}
