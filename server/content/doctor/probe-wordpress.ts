import { setTimeout as sleep } from 'node:timers/promises';
import type { PictureUrlResolver } from '../../media/picture-url-resolver.ts';
import type { WordPressConfig } from '../../platform/config/config.ts';
import { createSameOriginFetch, redirectLocation } from '../../platform/security/same-origin-fetch.ts';
import { createPublicFetch } from '../../platform/security/public-fetch.ts';
import { PREVIEW_HEADER } from '../preview/preview-token.ts';
import { connectionFailureReason } from '../rest/connection-failure.ts';
import { createFileFetch } from '../rest/file-fetch.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import {
  mayBeThemeResponse,
  plainRestUrl,
  pluginSignatureHeaders,
  prettyRestUrl,
  wordPressRequestHeaders,
  type RestParams,
} from '../rest/wordpress-client.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';

/** The result of a request: an HTTP response, or in `failed` the error code or message if there was none. */
export type ResponseOrFailure =
  | {
      status: number;
      /** The parsed body; undefined if it was not JSON. */
      json: unknown;
      /** The beginning of a body that was not JSON. */
      text: string;
      /** The origin that responded, or the other origin to which it redirects. Such a redirect is not followed. */
      origin: string;
      headers: Readonly<Record<string, string>>;
      /** How far WordPress's clock is ahead of ours, in milliseconds; null without a `Date` header. */
      ahead: number | null;
    }
  | { failed: string };

/**
 * WordPress's responses to the doctor's requests. A property is null if its request was not sent, because the
 * configuration or an earlier response made it pointless.
 */
export interface ProbeResult {
  /** The configured URL of the WordPress site, without a trailing slash. */
  home: string;
  /** Whether credentials for a server in front of WordPress are configured. */
  proxied: boolean;
  /** The REST root at `/wp-json`. */
  root: ResponseOrFailure;
  /** The REST root at `?rest_route=`, requested if `/wp-json` does not return JSON. */
  plainRoot: ResponseOrFailure | null;
  /** The account, with its capabilities. */
  account: ResponseOrFailure | null;
  /** The companion plugin's state, which is public. */
  state: ResponseOrFailure | null;
  /** The companion plugin's own report, requested with the account and the shared secret. */
  plugin: ResponseOrFailure | null;
  menus: { primary: ResponseOrFailure; footer: ResponseOrFailure } | null;
  pictures: readonly { url: string; reply: ResponseOrFailure }[];
  /** The state of the change notice that the plugin was asked to send. The notice announces no changes. */
  notice: ResponseOrFailure | null;
  /** The id of the previewed page, the response to the request for a preview link, and what the link opened. */
  preview: { page: number; link: ResponseOrFailure; opened: ResponseOrFailure | null } | null;
}

interface Options {
  config: WordPressConfig;
  /** URLs of pictures to request. */
  pictures: readonly string[];
  source: PictureUrlResolver;
  /** The configured public URL of this site, where previews open; null if it is not set. */
  publicUrl: string | null;
  /** The id of a page to preview; null if there is none. */
  page: number | null;
  fetch?: typeof fetch;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Timeout of a request in milliseconds. */
  limit?: number;
}

/** The properties read here. Responses of the global `fetch` and of undici's `fetch` both have them. */
interface Answer extends Pick<Response, 'status' | 'url' | 'text'> {
  headers: { get(name: string): string | null };
}

const MAX_TEXT_CHARACTERS = 4_000;
const KEPT_HEADERS = ['www-authenticate', 'link', 'server', 'cf-mitigated', 'x-sucuri-id', PREVIEW_HEADER];
/** Milliseconds within which a notice must be live, and between two requests for its state. */
const NOTICE_LIMIT_MS = 10_000;
const POLL_MS = 250;

/**
 * Makes the doctor's requests to a WordPress, one after another. If the shared secret is valid, also has the companion
 * plugin send a change notice, and opens a preview. Never throws.
 */
export async function probeWordPress({
  config,
  pictures,
  source,
  publicUrl,
  page,
  fetch: send = fetch,
  now = Date.now,
  limit = 15_000,
}: Options): Promise<ProbeResult> {
  const root = parseWordPressUrls(config.url);
  const askWordPress = createSameOriginFetch(send);
  const askElsewhere = createPublicFetch(
    [root.home, publicUrl].flatMap((home) => URL.parse(home ?? '')?.hostname ?? []),
  );
  const askFile = createFileFetch(config);
  let plain = false;

  async function ask(
    url: string,
    request: (signal: AbortSignal) => Promise<Answer>,
    isHead = false,
  ): Promise<ResponseOrFailure> {
    try {
      const response = await request(AbortSignal.timeout(limit));
      const ahead = Date.parse(response.headers.get('date') ?? '') - now();
      const body = isHead ? '' : await response.text();
      const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        json: isJson ? parsed(body) : undefined,
        text: isJson ? '' : body.slice(0, MAX_TEXT_CHARACTERS),
        origin: (redirectLocation(response, new URL(url)) ?? new URL(response.url || url)).origin,
        headers: Object.fromEntries(
          KEPT_HEADERS.flatMap((name) => {
            const value = response.headers.get(name);
            return value === null ? [] : [[name, value]];
          }),
        ),
        ahead: Number.isNaN(ahead) ? null : ahead,
      };
    } catch (error) {
      return { failed: connectionFailureReason(error) };
    }
  }

  const rest = (
    path: string,
    as: 'signed in' | 'anonymous' = 'anonymous',
    { params = {}, method = 'GET' }: { params?: RestParams; method?: 'GET' | 'POST' } = {},
  ) => {
    const url = plain ? plainRestUrl(root, path, params) : prettyRestUrl(root, path, params);
    const headers = {
      ...wordPressRequestHeaders(config, as),
      ...pluginSignatureHeaders(config.secret, { method, route: path }, now()),
    };
    return ask(url, (signal) => askWordPress(url, { method, headers, signal }));
  };

  /** Requests a preview link that WordPress made. */
  const open = (url: string) =>
    ask(url, (signal) => askElsewhere(new URL(url), { signal, redirect: 'manual' }));

  async function askPicture(url: string): Promise<ResponseOrFailure> {
    const from = source(new URL(url));
    if (!from) return { failed: 'not WordPress’s address, nor in IMAGE_ORIGINS' };
    return ask(from.href, (signal) => askFile(from, { method: 'HEAD', signal, redirect: 'manual' }), true);
  }

  /** Makes the plugin send a notice, and waits for a limited time until the site has processed it. */
  async function sendNotice(): Promise<ResponseOrFailure> {
    const send = (params: RestParams = {}) =>
      rest('/lintel/v1/doctor/notice', 'anonymous', { params, method: 'POST' });
    let reply = await send();
    const { id } = jsonOf(reply);
    if (typeof id !== 'string') return reply;
    const until = performance.now() + NOTICE_LIMIT_MS;
    while (jsonOf(reply).state === 'reading' && performance.now() < until) {
      await sleep(POLL_MS);
      reply = await send({ about: id });
    }
    return reply;
  }

  async function openPreview(page: number): Promise<ProbeResult['preview']> {
    const link = await rest(`/lintel/v1/preview-url/${page}`, 'signed in', { method: 'POST' });
    const url = previewUrlOf(link);
    return { page, link, opened: url === null ? null : await open(url) };
  }

  /** Requests a public path anonymously. If the REST API denies anonymous access, requests it with the account. */
  async function askOpenly(path: string): Promise<ResponseOrFailure> {
    const reply = await rest(path);
    const isClosed = !('failed' in reply) && (reply.status === 401 || reply.status === 403);
    return isClosed && config.credentials ? rest(path, 'signed in') : reply;
  }

  const params = { _fields: 'name,url,home,namespaces,authentication,show_on_front,page_on_front' };
  const pretty = await rest('/', 'anonymous', { params });
  const probe: ProbeResult = {
    home: root.home,
    proxied: config.proxy !== null,
    root: pretty,
    plainRoot: null,
    account: null,
    state: null,
    plugin: null,
    menus: null,
    pictures: [],
    notice: null,
    preview: null,
  };
  if ('failed' in pretty) return probe;
  if (
    pretty.json === undefined &&
    mayBeThemeResponse(pretty.status) &&
    pretty.origin === new URL(root.home).origin
  ) {
    plain = true;
    probe.plainRoot = await rest('/', 'anonymous', { params });
    if ('failed' in probe.plainRoot || probe.plainRoot.json === undefined) return probe;
  }
  if (config.credentials) {
    probe.account = await rest('/wp/v2/users/me', 'signed in', { params: { context: 'edit' } });
  }
  probe.state = await askOpenly('/lintel/v1/state');
  probe.plugin = await rest('/lintel/v1/doctor', 'signed in');
  if (jsonOf(probe.plugin).signature === 'valid') {
    probe.notice = await sendNotice();
    if (page !== null) probe.preview = await openPreview(page);
  }
  probe.menus = {
    primary: await askOpenly('/menus/v1/locations/primary'),
    footer: await askOpenly('/menus/v1/locations/footer'),
  };
  const asked: { url: string; reply: ResponseOrFailure }[] = [];
  for (const url of pictures) asked.push({ url, reply: await askPicture(url) });
  return { ...probe, pictures: asked };
}

/** Returns the `url` in a response to a request for a preview link; null if there is none, or if it is not valid. */
export function previewUrlOf(reply: ResponseOrFailure): string | null {
  if ('failed' in reply || reply.status !== 200 || !isJsonObject(reply.json)) return null;
  const { url } = reply.json;
  return typeof url === 'string' && URL.canParse(url) ? url : null;
}

function jsonOf(reply: ResponseOrFailure): Record<string, unknown> {
  return 'failed' in reply || !isJsonObject(reply.json) ? {} : reply.json;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
