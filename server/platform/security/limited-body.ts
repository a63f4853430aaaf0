import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';

/**
 * The largest declared length of a body, in bytes, whose rest is read after an early response. `deploy/nginx.conf`
 * has the same limit, which is a little more than the largest upload.
 */
const MAX_UNUSED_BYTES = 21 * 1024 * 1024;
/** Milliseconds for which the rest of a body is read. */
const MAX_UNUSED_MS = 30_000;
/** Bytes that are read above the limit of a body without a declared length, so that the client gets a response. */
const TOLERATED_BYTES = 1024 * 1024;

/**
 * Limits how much of a body is read after an early response, for example because nobody is signed in. The rest is
 * read and dropped, because a proxy sends the whole body before it reads the response, which a reset connection would
 * lose. If the body is too large or of unknown length, the connection is closed after the response.
 */
export function limitUnusedBody(request: IncomingMessage, response: ServerResponse): void {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  if (encoding !== undefined || Number(length ?? 0) > MAX_UNUSED_BYTES) {
    response.setHeader('Connection', 'close');
  } else if (length !== undefined) {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), MAX_UNUSED_MS).unref();
      request.once('close', () => clearTimeout(timer)).resume();
    });
  }
}

/**
 * Creates a body parser, such as `limitedBodyParser(express.json, { limit: 4096 })`. Express's own parsers read a body
 * above the limit to its end before they refuse it. This parser refuses it at once with status 413. If the body has no
 * declared length, it closes the connection `TOLERATED_BYTES` above the limit. The limit is in bytes.
 */
export function limitedBodyParser<Options extends { limit: number }>(
  createParser: (options: Options) => RequestHandler,
  options: Options,
): RequestHandler {
  const parse = createParser(options);
  const { limit } = options;
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      next(Object.assign(new Error(`The body is larger than ${limit} bytes.`), { status: 413 }));
      return;
    }
    if (request.headers['transfer-encoding'] !== undefined) cutAbove(limit + TOLERATED_BYTES, request);
    parse(request, response, (error?: unknown) => {
      next(error ?? (isUnread(request) ? CLIENT_LEFT : undefined));
    });
  };
}

const CLIENT_LEFT = Object.assign(new Error('The client left before its body was read.'), { status: 400 });

/** Returns whether a body was not read because the client has left, which body-parser does not report as an error. */
function isUnread({ body, headers, socket }: Request): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && body === undefined && !socket.readable;
}

function cutAbove(most: number, request: Request): void {
  let received = 0;
  request.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > most) request.destroy();
  });
}
