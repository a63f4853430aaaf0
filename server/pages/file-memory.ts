import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { encodingFor, sendAnswer } from './send-stored-page.ts';
import type { Answer } from './stored-page.ts';

/** Keeps the files below `/assets/` in memory. Their names contain a hash of their content, so they never change. */
export interface FileMemory {
  /** Answers a request if its file is in memory. Returns false if it did not answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Middleware that keeps the files that the handlers after it send. */
  keep: RequestHandler;
}

interface Options {
  /** The folder of the built site. */
  folder: string;
  requestId: (request: IncomingMessage) => string;
  /** Called for each request that was answered from memory. */
  onHit: (request: IncomingMessage) => void;
}

type KeptFile = Pick<Answer, 'body' | 'headers' | 'head'> & { isBrotli: boolean };

const ASSET = /^\/assets\/[\w.-]+$/;
/** Requests with these headers may need another answer than the whole file. */
const CONDITIONS = ['range', 'if-none-match', 'if-modified-since'] as const;

/** Creates an empty memory. A file is kept when it was sent once, with the headers that it was sent with. */
export function createFileMemory({ folder, requestId, onHit }: Options): FileMemory {
  const files = new Map<string, KeptFile>();

  async function remember(url: string, response: ServerResponse): Promise<void> {
    const isBrotli = response.getHeader('Content-Encoding') === 'br';
    // A client that does not accept Brotli was sent the original of a file that has a compressed copy.
    if (response.statusCode !== 200 || (!isBrotli && response.hasHeader('Vary'))) return;
    // Headers for one visitor must not be sent to others.
    if (response.hasHeader('Set-Cookie')) return;
    const body = await readFile(path.join(folder, isBrotli ? `${url}.br` : url));
    if (body.byteLength !== Number(response.getHeader('Content-Length'))) return;
    const names = response.getHeaderNames().filter((name) => name !== 'x-request-id');
    const headers = names.flatMap((name) => [name, String(response.getHeader(name))]);
    files.set(url, { body, headers, head: undefined, isBrotli });
  }

  return {
    answer(request, response) {
      const { method, headers, url = '' } = request;
      const file = files.get(url);
      if (file === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
      if (file.isBrotli && encodingFor(headers['accept-encoding'] ?? '') !== 'br') return false;
      if (CONDITIONS.some((name) => headers[name] !== undefined)) return false;
      sendAnswer(file, 200, request, response, { requestId: requestId(request) });
      onHit(request);
      return true;
    },
    keep(request, response, next) {
      const { method, headers, originalUrl } = request;
      const isWhole = CONDITIONS.every((name) => headers[name] === undefined);
      if (method === 'GET' && isWhole && ASSET.test(originalUrl) && !files.has(originalUrl)) {
        // If the file cannot be read, the next request is answered by the handlers after this one, too.
        response.once('finish', () => {
          remember(originalUrl, response).catch(() => {});
        });
      }
      next();
    },
  };
}
