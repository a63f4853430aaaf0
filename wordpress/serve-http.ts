import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { PHPRequestHandler, PHPResponse } from '@php-wasm/universal';

/**
 * Maximum bytes of a request body. More than PHP's `post_max_size`, so that WordPress itself rejects large uploads.
 */
const largestBody = 80 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function send(request: IncomingMessage, response: ServerResponse, answer: PHPResponse): void {
  response.statusCode = answer.httpStatusCode;
  for (const [name, values] of Object.entries(answer.headers)) {
    if (name !== 'content-length' && name !== 'transfer-encoding' && name !== 'connection') {
      response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
    }
  }
  // Versioned core files never change, and each wp-admin screen requests about a hundred of them.
  if (/^\/wp-(includes|admin)\/.*\?ver=/.test(request.url ?? '') && !response.hasHeader('cache-control')) {
    response.setHeader('cache-control', 'max-age=86400');
  }
  response.setHeader('content-length', answer.bytes.length);
  response.end(request.method === 'HEAD' ? undefined : answer.bytes);
}

async function answer(
  handler: PHPRequestHandler,
  request: IncomingMessage,
  response: ServerResponse,
  report: (line: string) => void,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end('The request is larger than 80 MB.\n');
    return;
  }
  const method = request.method ?? 'GET';
  const headers = readHeaders(request);
  const result = await handler.request({
    // HEAD runs as GET, because php-wasm reports no content length for HEAD. `send` drops the body.
    method: method === 'HEAD' ? 'GET' : method,
    url: request.url ?? '/',
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
  if (result.errors.trim() !== '') report(result.errors.trim());
  send(request, response, result);
}

/** How long an unused connection stays open, in milliseconds. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Listens on the loopback interface only. Port 0 picks a free port. Requests wait until `handler` resolves. Throws an
 * error that names the fix if the port is taken.
 */
export async function startHttpServer(
  port: number,
  handler: Promise<PHPRequestHandler>,
  report: (line: string) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    handler
      .then((ready) => answer(ready, request, response, report))
      .catch((error: unknown) => {
        report(`${request.method} ${request.url}: ${String(error)}`);
        if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
        response.end('PHP did not answer; the terminal of "npm run wordpress" says why.\n');
      });
  });
  // Must be longer than a PHP request, which blocks the process. Otherwise, Node could close an idle connection after
  // the request at the moment when a client uses it again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const fix =
        'Stop the other program, or choose a port: npm run wordpress -- --port 8882 (0 picks a free one).';
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} of 127.0.0.1 is taken. ${fix}`) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

/**
 * Frees the port: closes idle connections immediately, and others when their request ends or after 3 seconds.
 */
export function closeHttpServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 3000).unref();
  });
}
