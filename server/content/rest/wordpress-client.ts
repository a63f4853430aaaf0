import type { WordPressConfig } from '../../platform/config/config.ts';
import {
  certificateFault,
  connectionFailureReason,
  plainHttpAddress,
  plainHttpFault,
} from './connection-failure.ts';
import { ContentError } from './content-error.ts';
import { createSameOriginFetch, redirectLocation } from '../../platform/security/same-origin-fetch.ts';
import { createParallelLimit } from '../../platform/async/parallel-limit.ts';
import { readRestResponse, type RestResponse } from './read-rest-response.ts';
import { parseWordPressUrls, type WordPressUrls } from './wordpress-urls.ts';
import { PLUGIN_SIGNATURE_HEADER, signRequest, type SignedRequestParts } from './signed-request.ts';

/** The query parameters of a REST request. */
export type RestParams = Readonly<Record<string, string | number>>;

/** Reads the REST API of one WordPress site. */
export interface WordPressClient {
  /** The URL of the site, without a trailing slash. */
  home: string;
  /** Whether the credentials of an account are configured. */
  signedIn: boolean;
  /**
   * Reads the JSON at a REST path such as `/wp/v2/pages`. With `as: 'anonymous'`, reads the public view and sends
   * credentials only if anonymous access is denied. If credentials are rejected, reads the public view without them.
   * Throws a `ContentError` if the data cannot be read.
   */
  get(path: string, params: RestParams, as?: 'anonymous'): Promise<unknown>;
  /**
   * Like `get`, but also returns values from the response headers. Throws a `ContentError` if the data cannot be
   * read.
   */
  read(path: string, params: RestParams, as?: 'anonymous'): Promise<RestResponse>;
  /**
   * Sends a POST request to a REST path of the companion plugin, and returns the JSON. Throws a `ContentError` if it
   * fails.
   */
  post(path: string, params: RestParams): Promise<unknown>;
}

type Method = 'GET' | 'POST';

/** Timeouts for the response headers and for the whole response, in milliseconds. */
export interface RequestTimeouts {
  untilHeaders: number;
  untilEnd: number;
}

/**
 * Maximum number of entries on a page of a list: the limit of the WordPress REST API and of the companion plugin's
 * feed.
 */
export const MAX_ENTRIES_PER_PAGE = 100;

/** Maximum number of parallel requests: a small WordPress host does not have many more workers. */
const PARALLEL_REQUESTS = 4;
const MAX_WAITING_REQUESTS = 200;

/** Milliseconds for which `?rest_route=` is used before `/wp-json` is tried again. */
const PRETTY_AGAIN_MS = 60_000;

/**
 * Creates a client for one WordPress site. Calls `onNotice` with a problem that does not prevent reading, and with null
 * after each request that shows that the problem does not exist.
 */
export function createWordPressClient(options: {
  config: WordPressConfig;
  timing: RequestTimeouts;
  fetch: typeof fetch;
  onNotice: (message: string | null) => void;
  /** Aborts every request. */
  signal?: AbortSignal;
  /** Maximum number of parallel requests. */
  parallel?: number;
}): WordPressClient {
  const { timing, onNotice } = options;
  const { credentials, proxy } = options.config;
  const root = parseWordPressUrls(options.config.url);
  const limited = createParallelLimit(
    options.parallel ?? PARALLEL_REQUESTS,
    MAX_WAITING_REQUESTS,
    () =>
      new ContentError(
        `WordPress at ${root.home} has ${MAX_WAITING_REQUESTS} requests waiting. Check its load.`,
      ),
  );
  const send = createSameOriginFetch(options.fetch);
  /** The end of the time for which `?rest_route=` is used, in milliseconds of `performance.now()`. */
  let plainUntil = -Infinity;

  async function ask(
    url: string,
    what: string,
    signed: boolean,
    { method, path }: { method: Method; path: string },
  ): Promise<RestResponse> {
    const stop = new AbortController();
    const stopAfter = (milliseconds: number) =>
      setTimeout(() => stop.abort(tooSlow(what, milliseconds)), milliseconds);
    const headers = stopAfter(timing.untilHeaders);
    const end = stopAfter(timing.untilEnd);
    try {
      const response = await send(url, {
        method,
        headers: {
          ...wordPressRequestHeaders(options.config, signed ? 'signed in' : 'anonymous'),
          ...pluginSignatureHeaders(options.config.secret, { method, route: path }),
        },
        signal: options.signal ? AbortSignal.any([stop.signal, options.signal]) : stop.signal,
      });
      clearTimeout(headers);
      refuseMoved(response, url, root);
      return await readRestResponse(response, what, { signedIn: signed, proxied: proxy !== null });
    } catch (error) {
      throw error instanceof ContentError ? error : unreachable(error, what, root.home);
    } finally {
      clearTimeout(headers);
      clearTimeout(end);
      // Closes the connection if the response was not read to its end.
      stop.abort();
    }
  }

  async function askEither(
    path: string,
    params: RestParams,
    signed: boolean,
    method: Method = 'GET',
  ): Promise<RestResponse> {
    const what = `WordPress at ${root.home}, ${path},`;
    const request = { method, path };
    if (performance.now() < plainUntil) return ask(plainRestUrl(root, path, params), what, signed, request);
    try {
      const answer = await ask(prettyRestUrl(root, path, params), what, signed, request);
      onNotice(null);
      return answer;
    } catch (error) {
      if (!(error instanceof ContentError && error.html && mayBeThemeResponse(error.status))) throw error;
      // Without permalinks, or if the web server does not serve them, the REST API is available only at
      // `?rest_route=`.
      const answer = await ask(plainRestUrl(root, path, params), what, signed, request).catch(
        (asPlain: unknown) => {
          // An error with a WordPress error code comes from the REST API, so `?rest_route=` works.
          if (asPlain instanceof ContentError && asPlain.code !== null) return asPlain;
          throw error;
        },
      );
      plainUntil = performance.now() + PRETTY_AGAIN_MS;
      onNotice(
        `WordPress at ${root.home} does not answer at ${root.root}. Set permalinks in WordPress (Settings › Permalinks) to ` +
          'anything but "Plain", and let its web server pass this address on to WordPress. Until then it is read at ?rest_route=.',
      );
      if (answer instanceof ContentError) throw answer;
      return answer;
    }
  }

  const read: WordPressClient['read'] = (path, params, as) =>
    limited(async () => {
      if (credentials === null) return askEither(path, params, false);
      const askAs = (signed: boolean) => askEither(path, params, signed);
      const signedFirst = as !== 'anonymous';
      try {
        return await askAs(signedFirst);
      } catch (error) {
        if (!isDenied(error)) throw error;
        if (!signedFirst) return askAs(true);
        // WordPress rejects wrong credentials at every URL, even where anonymous access is allowed.
        return askAs(false).catch((anonymousError: unknown) => {
          throw anonymousError instanceof ContentError && !anonymousError.refused ? anonymousError : error;
        });
      }
    });
  return {
    home: root.home,
    signedIn: credentials !== null,
    read,
    get: async (path, params, as) => (await read(path, params, as)).json,
    post: async (path, params) =>
      (await limited(() => askEither(path, params, credentials !== null, 'POST'))).json,
  };
}

/**
 * Returns the headers of requests to WordPress. If a proxy in front of it has a password, the `Authorization` header
 * is for the proxy. The account is then sent in `X-Lintel-Authorization`, which the companion plugin reads; `none`
 * means no account.
 */
export function wordPressRequestHeaders(
  { credentials, proxy }: Pick<WordPressConfig, 'credentials' | 'proxy'>,
  as: 'signed in' | 'anonymous',
): Record<string, string> {
  const account =
    as === 'signed in' && credentials ? basic(credentials.username, credentials.appPassword) : null;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (proxy) {
    headers.Authorization = basic(proxy.username, proxy.password);
    headers['X-Lintel-Authorization'] = account ?? 'none';
  } else if (account !== null) {
    headers.Authorization = account;
  }
  return headers;
}

/**
 * Returns the signature header for a route of the companion plugin; an empty object for other routes or without a
 * secret. `now` is in epoch milliseconds.
 */
export function pluginSignatureHeaders(
  secret: string | null | undefined,
  parts: SignedRequestParts,
  now = Date.now(),
): Record<string, string> {
  if (!secret || !parts.route.startsWith('/lintel/v1/')) return {};
  return { [PLUGIN_SIGNATURE_HEADER]: signRequest(parts, { secret, now }) };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Maximum number of attempts for a request that fails temporarily. */
const TRIES = 4;

/**
 * Wraps a client so that it retries reads. `pause` waits before a retry and receives the number of attempts so far.
 * `isWorth` decides which faults are retried: by default temporary ones for which WordPress sent no `Retry-After`.
 */
export function withReadRetries(
  client: WordPressClient,
  pause: (tried: number, fault: ContentError) => Promise<void>,
  {
    tries = TRIES,
    isWorth = ({ passing, retryAfter }: ContentError): boolean => passing && retryAfter === null,
  } = {},
): WordPressClient {
  const read: WordPressClient['read'] = async (path, params, as) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await client.read(path, params, as);
      } catch (error) {
        if (!(error instanceof ContentError) || tried === tries || !isWorth(error)) throw error;
        await pause(tried, error);
      }
    }
  };
  return { ...client, read, get: async (path, params, as) => (await read(path, params, as)).json };
}

/**
 * Whether the status of an HTML response may come from WordPress's theme, or from a redirect to it, instead of the
 * REST API. This happens at `/wp-json` with plain permalinks.
 */
export function mayBeThemeResponse(status: number | null): boolean {
  return status === 200 || status === 301 || status === 302 || status === 404;
}

/** Returns the URL of a REST path below `/wp-json`, which needs permalinks other than "Plain". */
export function prettyRestUrl({ root }: WordPressUrls, path: string, params: RestParams): string {
  const query = queryOf(params);
  return query === '' ? root + path : `${root}${path}?${query}`;
}

/** Returns the URL of a REST path with `?rest_route=`, which works with every permalink setting. */
export function plainRestUrl({ home }: WordPressUrls, path: string, params: RestParams): string {
  const query = queryOf(params);
  return `${home}/?rest_route=${path}${query === '' ? '' : `&${query}`}`;
}

function queryOf(params: RestParams): string {
  return new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString();
}

/** Throws a `ContentError` for a redirect to another origin, because the credentials are only for this one. */
function refuseMoved(response: Response, url: string, root: WordPressUrls): void {
  const at = redirectLocation(response, new URL(url));
  if (!at || at.origin === new URL(root.root).origin) return;
  // Canceling rejects if the connection has failed meanwhile, which does not matter here.
  response.body?.cancel().catch(() => {});
  throw new ContentError(
    `WordPress at ${root.home} has moved to ${at.origin}. Set the address of WordPress to that.`,
  );
}

function isDenied(error: unknown): error is ContentError {
  return error instanceof ContentError && (error.status === 401 || error.status === 403);
}

function tooSlow(what: string, milliseconds: number): ContentError {
  return new ContentError(
    `${what} does not answer within ${milliseconds / 1_000} seconds. Check its load and the network between.`,
    { heavy: true },
  );
}

function unreachable(error: unknown, what: string, home: string): ContentError {
  const said = connectionFailureReason(error);
  const http = plainHttpAddress(home, said);
  const fix =
    http === null
      ? (certificateFault(said) ?? 'Check that it runs and that its address is right.')
      : plainHttpFault(http);
  return new ContentError(`${what} cannot be reached (${said}). ${fix}`);
}
