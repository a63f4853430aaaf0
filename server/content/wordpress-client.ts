import type { WordPressConfig } from '../config.ts';
import { ContentFault } from './content-fault.ts';
import type { ContentTiming } from './content-timing.ts';
import { limitParallel } from './limit-parallel.ts';
import { readAnswer } from './read-answer.ts';
import { restRoot } from './rest-root.ts';
import type { RestRoot } from './rest-root.ts';

/** Query parameters of a question to WordPress. */
export type Params = Readonly<Record<string, string | number>>;

/** Asks WordPress's REST API. */
export interface WordPressClient {
  /** Where the site stands. */
  home: string;
  /** True when questions carry credentials. */
  signedIn: boolean;
  /**
   * The JSON at a REST path such as `/wp/v2/pages`. `as: 'stranger'` asks for what everybody may see; credentials
   * then only go along where strangers are turned away. Throws a `ContentFault`.
   */
  get(path: string, params: Params, as?: 'stranger'): Promise<unknown>;
}

/** So many questions at a time: a small WordPress host has not many more workers. */
const PARALLEL = 4;
const LONGEST_QUEUE = 200;

/** A client of one WordPress. `onNotice` hears of what works but should be mended. */
export function wordPressClient(options: {
  config: WordPressConfig;
  timing: ContentTiming;
  fetch: typeof fetch;
  onNotice: (message: string) => void;
}): WordPressClient {
  const { timing, onNotice } = options;
  const { credentials } = options.config;
  const root = restRoot(options.config.url);
  const authorization =
    credentials &&
    `Basic ${Buffer.from(`${credentials.username}:${credentials.appPassword}`).toString('base64')}`;
  const limited = limitParallel(
    PARALLEL,
    LONGEST_QUEUE,
    () =>
      new ContentFault(`WordPress at ${root.home} has ${LONGEST_QUEUE} questions waiting. Check its load.`),
  );
  let withoutPermalinks = false;

  async function ask(url: string, what: string, header: string | null): Promise<unknown> {
    const stop = new AbortController();
    const stopAfter = (milliseconds: number) =>
      setTimeout(() => stop.abort(tooSlow(what, milliseconds)), milliseconds);
    const headers = stopAfter(timing.untilHeaders);
    const end = stopAfter(timing.untilEnd);
    try {
      const response = await options.fetch(url, {
        headers: { Accept: 'application/json', ...(header === null ? {} : { Authorization: header }) },
        signal: stop.signal,
      });
      clearTimeout(headers);
      refuseMoved(response, root);
      return await readAnswer(response, what, header !== null);
    } catch (error) {
      throw error instanceof ContentFault ? error : unreachable(error, what);
    } finally {
      clearTimeout(headers);
      clearTimeout(end);
      // Ends the connection where the answer was not read to its end.
      stop.abort();
    }
  }

  async function askEither(path: string, params: Params, header: string | null): Promise<unknown> {
    const what = `WordPress at ${root.home}, ${path},`;
    if (withoutPermalinks) return ask(plainAddress(root, path, params), what, header);
    try {
      return await ask(prettyAddress(root, path, params), what, header);
    } catch (error) {
      if (!(error instanceof ContentFault && error.html && (error.status === 200 || error.status === 404))) {
        throw error;
      }
      // Without permalinks the REST API still answers at `?rest_route=`.
      const answer = await ask(plainAddress(root, path, params), what, header).catch(() => {
        throw error;
      });
      withoutPermalinks = true;
      onNotice(`${error.message} Until then it is read at ?rest_route=.`);
      return answer;
    }
  }

  return {
    home: root.home,
    signedIn: credentials !== null,
    get: (path, params, as) =>
      limited(async () => {
        if (as !== 'stranger' || authorization === null) return askEither(path, params, authorization);
        try {
          return await askEither(path, params, null);
        } catch (error) {
          if (!(error instanceof ContentFault) || (error.status !== 401 && error.status !== 403)) throw error;
          return askEither(path, params, authorization);
        }
      }),
  };
}

function prettyAddress({ root }: RestRoot, path: string, params: Params): string {
  const query = queryOf(params);
  return query === '' ? root + path : `${root}${path}?${query}`;
}

function plainAddress({ home }: RestRoot, path: string, params: Params): string {
  const query = queryOf(params);
  return `${home}/?rest_route=${path}${query === '' ? '' : `&${query}`}`;
}

function queryOf(params: Params): string {
  return new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString();
}

/** `fetch` drops the credentials on its way to another origin: the answer would be a stranger's view. */
function refuseMoved(response: Response, root: RestRoot): void {
  const at = response.redirected ? URL.parse(response.url) : null;
  if (!at || at.origin === new URL(root.root).origin) return;
  void response.body?.cancel();
  throw new ContentFault(
    `WordPress at ${root.home} has moved to ${at.origin}. Set WORDPRESS_API_URL to that.`,
  );
}

function tooSlow(what: string, milliseconds: number): ContentFault {
  return new ContentFault(
    `${what} does not answer within ${milliseconds / 1_000} seconds. Check its load and the network between.`,
  );
}

function unreachable(error: unknown, what: string): ContentFault {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const said = code ?? (cause instanceof Error ? cause.message : 'unknown cause');
  return new ContentFault(
    `${what} cannot be reached (${said}). Check that it runs and that WORDPRESS_API_URL is right.`,
  );
}
