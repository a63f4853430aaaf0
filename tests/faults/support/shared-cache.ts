import { once } from 'node:events';
import { createServer, request as requestOf, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { z } from 'zod';
import { TEST_LIMIT } from '../../setup/time-limits.ts';

/** A small CDN: a shared cache as in RFC 9111, 5861 and 9213, which purges by key, with a clock that the test moves. */
export interface SharedCache {
  /** Where visitors ask. */
  url: string;
  /** Where the site posts the keys of what has changed. */
  purgeUrl: string;
  /** The site's address, or null while it cannot be reached. */
  origin: string | null;
  /** Whether purge requests are answered with 500. */
  refusesPurges: boolean;
  /** The keys of all purge requests that were accepted. */
  purged: readonly string[];
  /** The status of each purge request. */
  purgeStatuses: readonly number[];
  /** Adds to the clock. */
  advance(seconds: number): void;
  stop(): Promise<void>;
}

interface Stored {
  status: number;
  headers: readonly string[];
  body: Buffer;
  keys: readonly string[];
  /** The request headers that `Vary` names, with their values. */
  vary: readonly (readonly [name: string, value: string | undefined])[];
  etag: string | undefined;
  /** Seconds of the cache's clock. */
  storedAt: number;
  freshFor: number;
  staleWhileRevalidate: number;
  staleIfError: number;
}

const purgeBody = z.object({ keys: z.array(z.string()).min(1).max(30) });
const HOP = /^(?:connection|keep-alive|transfer-encoding|date)$/i;
/** Only for caches. */
const FOR_CACHES = /^(?:surrogate-.*|cache-tag|cdn-cache-control)$/i;

/** Starts a cache without an origin on a free port. `X-Cache` of its answers is hit, stale, miss, pass or error. */
export async function startSharedCache(token: string): Promise<SharedCache> {
  const stored = new Map<string, Stored[]>();
  const purged: string[] = [];
  const purgeStatuses: number[] = [];
  let now = 0;

  const server = createServer((request, response) => {
    const isPurge = request.method === 'POST' && request.url === '/purge-by-key';
    (isPurge ? purge(request, response) : answer(request, response)).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'X-Cache': 'error' }).end(String(error));
    });
  });

  async function purge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { keys } = purgeBody.parse(await json(request));
    const isAllowed = request.headers.authorization === `Bearer ${token}`;
    const status = cache.refusesPurges ? 500 : isAllowed ? 204 : 403;
    if (status === 204) {
      purged.push(...keys);
      for (const [at, variants] of stored) {
        stored.set(
          at,
          variants.filter((each) => !each.keys.some((key) => keys.includes(key))),
        );
      }
    }
    purgeStatuses.push(status);
    response.writeHead(status).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request;
    const body = await buffer(request);
    // The encodings that the site sends. Otherwise, each browser's own list would be stored apart.
    request.headers['accept-encoding'] = /\b(?:br|gzip)\b/.exec(
      String(request.headers['accept-encoding']),
    )?.[0];
    if (method !== 'GET' && method !== 'HEAD') {
      const passed = await ask(request, body).catch(() => null);
      return passed ? send(passed, response, 'pass') : sendError(response);
    }
    const found = stored
      .get(url)
      ?.find(({ vary }) => vary.every(([name, value]) => request.headers[name] === value));
    const age = found ? now - found.storedAt : 0;
    if (found && age < found.freshFor) return send(found, response, 'hit');
    const staleness = found ? age - found.freshFor : 0;
    if (found && staleness < found.staleWhileRevalidate) {
      send(found, response, 'stale');
      await fetchAndStore(request, url, found).catch(() => {});
      return;
    }
    const fetched = await fetchAndStore(request, url, found).catch(() => null);
    const isError = !fetched || fetched.status >= 500;
    if (isError && found && staleness < found.staleIfError) return send(found, response, 'stale');
    return fetched ? send(fetched, response, 'miss') : sendError(response);
  }

  async function fetchAndStore(
    request: IncomingMessage,
    url: string,
    known: Stored | undefined,
  ): Promise<Stored> {
    const etag = known?.etag;
    const fetched = await ask(request, Buffer.alloc(0), etag === undefined ? {} : { 'if-none-match': etag });
    // An answer that has not changed is as fresh as the one that says so.
    const next =
      fetched.status === 304 && known
        ? { ...fetched, status: known.status, headers: known.headers, body: known.body, vary: known.vary }
        : fetched;
    if (next.status >= 500) return next;
    const others = (stored.get(url) ?? []).filter(
      ({ vary }) => JSON.stringify(vary) !== JSON.stringify(next.vary),
    );
    stored.set(url, next.freshFor > 0 ? [...others, next] : others);
    return next;
  }

  /** Asks the origin. Throws if it cannot be reached, or if the answer is cut. */
  async function ask(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    more: Record<string, string> = {},
  ): Promise<Stored> {
    if (cache.origin === null) throw new Error('There is no origin.');
    const { 'if-none-match': _, connection: __, ...given } = headers;
    const sent = Object.entries({ ...given, ...more, 'x-forwarded-for': '127.0.0.1' });
    const asked = requestOf(cache.origin + url, {
      method,
      headers: Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
      agent: false,
    });
    asked.end(body);
    const [response]: IncomingMessage[] = await once(asked, 'response');
    if (!response) throw new Error('The origin does not answer.');
    return readAnswer(response, await buffer(response), headers);
  }

  function readAnswer(
    { statusCode: status = 0, headers, rawHeaders }: IncomingMessage,
    body: Buffer,
    asked: IncomingMessage['headers'],
  ): Stored {
    const own = headers['cache-control'] ?? '';
    const header = headers['cdn-cache-control'];
    const directives = typeof header === 'string' ? header : own;
    const seconds = (name: string) =>
      Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(directives)?.[1] ?? 0);
    const isPrivate = /no-store|private|no-cache/.test(own) || headers['set-cookie'] !== undefined;
    return {
      status,
      body,
      headers: withoutHop(rawHeaders),
      keys: String(headers['surrogate-key'] ?? '').split(' '),
      vary: (headers.vary ?? '')
        .toLowerCase()
        .split(/, */)
        .filter(Boolean)
        .map((name) => [name, asked[name]?.toString()] as const),
      etag: headers.etag,
      storedAt: now,
      freshFor: isPrivate ? 0 : seconds('s-maxage') || seconds('max-age'),
      staleWhileRevalidate: seconds('stale-while-revalidate'),
      staleIfError: seconds('stale-if-error'),
    };
  }

  server.keepAliveTimeout = TEST_LIMIT;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const cache: SharedCache = {
    url,
    purgeUrl: `${url}/purge-by-key`,
    origin: null,
    refusesPurges: false,
    purged,
    purgeStatuses,
    advance: (seconds) => (now += seconds),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return cache;
}

function withoutHop(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!HOP.test(name) && !FOR_CACHES.test(name)) kept.push(name, value);
  }
  return kept;
}

function send({ status, headers, body }: Stored, response: ServerResponse, how: string): void {
  const isBodyless = status === 204 || status === 304;
  response.writeHead(status, [...headers, 'X-Cache', how]);
  response.end(isBodyless ? undefined : body);
}

function sendError(response: ServerResponse): void {
  response.writeHead(502, { 'Content-Type': 'text/plain', 'X-Cache': 'error' });
  response.end('The origin cannot be reached.');
}
