import { readdir } from 'node:fs/promises';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const BUILD = fileURLToPath(new URL('../../dist/client', import.meta.url));
// These headers belong to the connection, not to the file. Cookies are dropped because a copy must not hand out a
// session.
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'set-cookie',
  'content-length',
]);
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(javascript|json|manifest\+json|xml))/;

interface StoredResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface StaticCopy {
  url: string;
  /** Returns the requested paths that are not stored, in order. */
  missed(): string[];
  stop(): Promise<void>;
}

/**
 * Starts a minimal server that replays stored responses from memory. It stores the responses of the server at `base` to
 * `urls` and to all built files.
 */
export async function startStaticCopy(base: string, urls: readonly string[]): Promise<StaticCopy> {
  const stored = new Map<string, StoredResponse>();
  for (const path of new Set([...urls.map((url) => url.slice(base.length)), ...(await builtFiles())])) {
    stored.set(path, await fetchRaw(base + path));
  }
  const missed: string[] = [];
  const server = createServer((request, response) => {
    const found = stored.get(request.url ?? '/');
    if (!found) {
      missed.push(`${request.method} ${request.url}`);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(found.status, { ...found.headers, 'content-length': found.body.length });
    response.end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the static copy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    missed: () => [...new Set(missed)],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lists all built files, because the set of lazily loaded images and scripts differs from run to run. */
async function builtFiles(): Promise<string[]> {
  const files = await readdir(BUILD, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name))
    .map((file) => `/${relative(BUILD, join(file.parentPath, file.name)).split(sep).join('/')}`);
}

/** Returns the body as sent over the wire. `fetch` would decompress it. */
async function fetchRaw(url: string): Promise<StoredResponse> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', accept: 'text/html,image/avif,image/webp,*/*' };
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve(compressed(response.statusCode ?? 500, response.headers, chunks)));
    }).once('error', reject);
  });
}

function compressed(status: number, received: IncomingHttpHeaders, chunks: Buffer[]): StoredResponse {
  const headers = Object.fromEntries(Object.entries(received).filter(([name]) => !DROPPED.has(name)));
  const body = Buffer.concat(chunks);
  // The copy compresses every compressible file, as a file server would. A page that the site sends uncompressed
  // therefore counts against the site.
  if (headers['content-encoding'] || !COMPRESSIBLE.test(received['content-type'] ?? '')) {
    return { status, headers, body };
  }
  return { status, headers: { ...headers, 'content-encoding': 'br' }, body: brotliCompressSync(body) };
}
