import { ContentError } from './content-error.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';

/** Maximum response size in bytes, three times that of 100 large pages. Larger responses are errors or attacks. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** A parsed response of WordPress's REST API. */
export interface RestResponse {
  json: unknown;
  /** The total number of entries in a list; null if the header is missing. */
  total: number | null;
  /** WordPress's time in epoch milliseconds, from the `Date` header; null if there is none. */
  date: number | null;
}

/** How the request was authenticated, for messages. */
interface Authentication {
  signedIn: boolean;
  /** Whether a password for a proxy in front of WordPress is configured. */
  proxied: boolean;
}

/**
 * Parses a WordPress response as JSON. `what` names the request in messages. Throws a `ContentError` if the status is
 * not 200, or if the body is too large or is not JSON.
 */
export async function readRestResponse(
  response: Response,
  what: string,
  asking: Authentication,
): Promise<RestResponse> {
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  const body = await bodyText(response, what);
  const json = isJson ? parsed(body) : undefined;
  if (response.status !== 200) throw failure(response, json, what, asking);
  if (!isJson) {
    throw new ContentError(
      `${what} answers HTML. Set permalinks in WordPress (Settings › Permalinks) to anything but "Plain", ` +
        'and check that the address of WordPress is right.',
      { status: 200, html: true },
    );
  }
  if (json === undefined) {
    throw new ContentError(
      `${what} answers JSON that cannot be read (${body.length} characters; it may have broken off, or carry a PHP ` +
        'notice). Switch WP_DEBUG_DISPLAY off in wp-config.php and look into WordPress’s error log.',
      { status: 200, heavy: true },
    );
  }
  return {
    json,
    total: countIn(response.headers.get('x-wp-total')),
    date: timeIn(response.headers.get('date')),
  };
}

function countIn(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) : null;
}

function timeIn(header: string | null): number | null {
  const time = Date.parse(header ?? '');
  return Number.isNaN(time) ? null : time;
}

async function bodyText(response: Response, what: string): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) {
      throw new ContentError(
        `${what} answers more than 32 MB. Shorten the page, or look for a plugin that adds to the answer.`,
        { heavy: true },
      );
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function failure(response: Response, json: unknown, what: string, asking: Authentication): ContentError {
  const { status } = response;
  const code = isJsonObject(json) && typeof json.code === 'string' ? json.code : undefined;
  const retryAfter = waitAsked(response.headers.get('retry-after'));
  const notes = {
    status,
    html: json === undefined,
    heavy: [500, 502, 504].includes(status),
    ...(code === undefined ? {} : { code }),
    ...(retryAfter === null ? {} : { retryAfter }),
  };
  // WordPress itself never sends this header, so it comes from a server in front of it.
  const asked = status === 401 && code === undefined ? response.headers.get('www-authenticate') : null;
  const why = asked === null ? reason(status, code, asking.signedIn) : refusedByProxy(asked, asking.proxied);
  return new ContentError(`${what} ${why}`, notes);
}

function refusedByProxy(asked: string, proxied: boolean): string {
  const by = `by a server in front of WordPress, not by WordPress itself (401, WWW-Authenticate: ${asked.slice(0, 80)})`;
  return proxied
    ? `is refused ${by}. Check WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD.`
    : `is refused ${by}. Set WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD, which need a connection by ` +
        'environment variables, or let that server pass requests to /wp-json without a password.';
}

function reason(status: number, code: string | undefined, signedIn: boolean): string {
  const said = code === undefined ? `${status}` : `${status} ${code}`;
  if (status === 403 && signedIn && code !== undefined) {
    return `is closed to our account (${said}). Give WORDPRESS_USERNAME a role that may read it, such as Administrator.`;
  }
  if (status === 401 || status === 403) {
    return signedIn
      ? `refuses our sign-in (${said}). Make a new application password in WordPress (Users › Profile), set ` +
          'WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, and check that the host passes the Authorization header on.'
      : `may not be read without signing in (${said}). Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, or let ` +
          'the security plugin that closes the REST API open it.';
  }
  if (status === 404) return `is not there (${said}). Check that the address of WordPress is right.`;
  if (status === 429 || status === 503) {
    return `is closed for maintenance or overloaded (${said}). It is asked again by itself; if it lasts, delete WordPress’s file .maintenance.`;
  }
  if (status >= 500) return `fails (${said}). Look into WordPress’s error log, wp-content/debug.log.`;
  return `answers ${said}. Check the address of WordPress and the plugins that change the REST API.`;
}

/** Converts a `Retry-After` header, in seconds or as a date, to milliseconds; null if it is absent or invalid. */
function waitAsked(header: string | null): number | null {
  if (header === null) return null;
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : null;
}
