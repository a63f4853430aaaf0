import { ContentFault } from './content-fault.ts';
import { isObject } from './raw-value.ts';

/** A page with all its fields is some 100 kB; more than this is a mistake or an attack. */
const LARGEST_ANSWER = 5 * 1024 * 1024;

/**
 * Reads an answer of WordPress as JSON. `what` names the question in messages. Throws a `ContentFault` for every
 * answer that is not the data asked for.
 */
export async function readAnswer(response: Response, what: string, signedIn: boolean): Promise<unknown> {
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  const body = await bodyText(response, what);
  const json = isJson ? parsed(body) : undefined;
  if (response.status !== 200) throw failure(response, json, what, signedIn, isJson);
  if (!isJson) {
    throw new ContentFault(
      `${what} answers HTML. Set permalinks in WordPress (Settings → Permalinks) to anything but "Plain", ` +
        'and check that WORDPRESS_API_URL is the site’s address.',
      { status: 200, html: true },
    );
  }
  if (json === undefined) {
    throw new ContentFault(
      `${what} answers JSON that cannot be read (${body.length} characters; it may have broken off, or carry a PHP ` +
        'notice). Switch WP_DEBUG_DISPLAY off in wp-config.php and look into WordPress’s error log.',
      { status: 200 },
    );
  }
  return json;
}

async function bodyText(response: Response, what: string): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > LARGEST_ANSWER) {
      throw new ContentFault(
        `${what} answers more than 5 MB. Shorten the page, or look for a plugin that adds to the answer.`,
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

function failure(
  response: Response,
  json: unknown,
  what: string,
  signedIn: boolean,
  isJson: boolean,
): ContentFault {
  const { status } = response;
  const code = isObject(json) && typeof json.code === 'string' ? json.code : undefined;
  const retryAfter = waitAsked(response.headers.get('retry-after'));
  const notes = {
    status,
    html: !isJson,
    ...(code === undefined ? {} : { code }),
    ...(retryAfter === null ? {} : { retryAfter }),
  };
  return new ContentFault(`${what} ${reason(status, code, signedIn)}`, notes);
}

function reason(status: number, code: string | undefined, signedIn: boolean): string {
  const said = code === undefined ? `${status}` : `${status} ${code}`;
  if (status === 403 && signedIn && code !== undefined) {
    return `is closed to our account (${said}). Give WORDPRESS_USERNAME a role that may read it, such as Administrator.`;
  }
  if (status === 401 || status === 403) {
    return signedIn
      ? `refuses our sign-in (${said}). Make a new application password in WordPress (Users → Profile), set ` +
          'WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, and check that the host passes the Authorization header on.'
      : `may not be read without signing in (${said}). Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, or let ` +
          'the security plugin that closes the REST API open it.';
  }
  if (status === 404) return `is not there (${said}). Check that WORDPRESS_API_URL is the site’s address.`;
  if (status === 429 || status === 503) {
    return `is closed for maintenance or overloaded (${said}). It is asked again by itself; if it lasts, delete WordPress’s file .maintenance.`;
  }
  if (status >= 500) return `fails (${said}). Look into WordPress’s error log, wp-content/debug.log.`;
  return `answers ${said}. Check WORDPRESS_API_URL and the plugins that change the REST API.`;
}

/** `Retry-After` in milliseconds, given as seconds or as a date; null when absent. */
function waitAsked(header: string | null): number | null {
  if (header === null) return null;
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : null;
}
