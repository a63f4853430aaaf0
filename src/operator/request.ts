import { BACKGROUND_REQUEST_HEADER } from '../contracts/operators/operator-api.ts';
import { accountCalls } from '../contracts/operators/account-calls.ts';
import { isOperatorActive } from './operator-activity.ts';

/**
 * Thrown for an error response. The message is the status code, a colon, and the response body; the status text if the
 * body is empty.
 */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  /** The parsed body, or null if it is not JSON. */
  readonly body: unknown;
  /** The server's error message, if the body contains one. */
  readonly detail: string | null;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.body = readJson(body);
    this.detail = wordsOf(this.body);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function wordsOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const words = 'error' in body ? body.error : 'message' in body ? body.message : null;
  return typeof words === 'string' ? words : null;
}

export interface RequestOptions {
  method?: string;
  body?: unknown;
  /** A file to send by POST. `body`, `background` and `keepalive` are then ignored. */
  file?: Blob;
  /** Called with the fraction of the file that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /**
   * Whether the request needs no session. It then sends no CSRF token, and a 401 does not mean that the session has
   * ended.
   */
  open?: boolean;
  /**
   * Whether the request ends the session. If the session has already ended, the operator is not asked to sign in
   * again.
   */
  ending?: boolean;
  /**
   * Whether the screen sends this request without an action of the operator. It then does not extend the session. GET
   * requests are marked automatically while the operator is inactive.
   */
  background?: boolean;
  /** Sends the request even if the page is being closed. */
  keepalive?: boolean;
}

/** The session's CSRF token; empty until the session has been fetched. */
let csrf = '';
/** The id of the operator or editor whose name the screen shows; empty until the session has been fetched. */
let person = '';

/**
 * The body of the error that is thrown if somebody other than the person on the screen has signed in. The request is
 * then not sent, or not repeated, because it would be made in the wrong person's name.
 */
const ANOTHER_PERSON = JSON.stringify({
  error:
    'Somebody else has signed in in this browser. Nothing was changed. Reload the page to go on as they.',
});

/**
 * Sets the CSRF token, which requests other than GET and `open` ones send, and the id of the signed-in person. Throws a
 * `RequestError` if the screen shows another person. An empty id resets the person, for tests; the application resets
 * it by loading a new document after signing out.
 */
export function setRequestSession(token: string, id: string): void {
  if (person !== '' && id !== '' && id !== person) throw new RequestError(403, ANOTHER_PERSON, '');
  csrf = token;
  person = id;
}

/** Asks the operator to sign in again. Resolves to true after signing in, or to false if the operator declined. */
type SignInAgain = () => Promise<boolean>;
let signInAgain: SignInAgain | null = null;

/**
 * Registers the function that asks the operator to sign in again after the session has ended. Returns a function that
 * unregisters it.
 */
export function onSessionExpired(ask: SignInAgain): () => void {
  signInAgain = ask;
  return () => {
    if (signInAgain === ask) signInAgain = null;
  };
}

/**
 * Sends a request to this site's API and returns the parsed JSON, which the caller must validate, or null if the body
 * is empty or not JSON; screens use `callApi`. If the session has ended, asks the operator to sign in again, then
 * repeats the request; without a registered handler, the browser goes to the sign-in page. If the CSRF token is
 * outdated, repeats the request with a new one. Rejects with a `RequestError` for an error response.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<unknown> {
  const { method = 'GET', open = false, ending = false } = options;
  if (method !== 'GET' && !open && csrf === '') await readToken();
  let answer = await send(path, options);
  if (answer.status === 401 && !open && !ending && (await isSignedInAgain(options)))
    answer = await send(path, options);
  if (answer.status !== 401 && !open) declinedAt = null;
  // The token changes when the operator signs in again in another tab.
  if (answer.status === 403 && isTokenOver(answer.text)) {
    await readToken();
    answer = await send(path, options);
  }
  if (!answer.ok) throw new RequestError(answer.status, answer.text, answer.statusText);
  return answer.text === '' ? null : readJson(answer.text);
}

async function send(
  path: string,
  {
    method = 'GET',
    body,
    file,
    onProgress = () => {},
    open = false,
    background = false,
    keepalive = false,
  }: RequestOptions,
) {
  if (file) {
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/octet-stream',
      'X-CSRF-Token': csrf,
    };
    return sendFile(path, file, headers, onProgress);
  }
  const response = await fetch(path, {
    method,
    credentials: 'include',
    keepalive,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'GET' || open ? {} : { 'X-CSRF-Token': csrf }),
      ...((method === 'GET' && !isOperatorActive()) || background
        ? { [BACKGROUND_REQUEST_HEADER]: '1' }
        : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { ok, status, statusText } = response;
  return { ok, status, statusText, text: await response.text() };
}

/** The path of the screen on which the operator has declined to sign in again; null if they have not. */
let declinedAt: string | null = null;

async function isSignedInAgain({ method = 'GET', background = false }: RequestOptions): Promise<boolean> {
  if (signInAgain) {
    // Do not ask again for GET and background requests, which the screen may repeat automatically.
    if ((method === 'GET' || background) && declinedAt === location.pathname) return false;
    const isSignedIn = await signInAgain();
    declinedAt = isSignedIn ? null : location.pathname;
    if (!isSignedIn) return false;
    await readToken();
    return true;
  }
  if (!location.pathname.startsWith('/sign-in')) {
    location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
  }
  return false;
}

/**
 * Fetches and stores the token of the session. Throws a `RequestError` if it is the session of another person. If the
 * request fails, the stored token stays.
 */
async function readToken(): Promise<void> {
  const { path, output } = accountCalls.session;
  const answer = await send(path, {});
  if (!answer.ok) return;
  const session = output.parse(readJson(answer.text));
  setRequestSession(session.csrf, session.operator.id);
}

function isTokenOver(text: string): boolean {
  const body = readJson(text);
  return typeof body === 'object' && body !== null && 'tokenOver' in body;
}

interface FileResponse {
  ok: boolean;
  status: number;
  statusText: string;
  text: string;
}

/**
 * Sends a file and reports the fraction that was sent, 0 to 1. Uses XMLHttpRequest, because `fetch` reports no
 * progress. Rejects with a `TypeError` if the server does not respond.
 */
function sendFile(
  path: string,
  file: Blob,
  headers: Readonly<Record<string, string>>,
  onProgress: (share: number) => void,
): Promise<FileResponse> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    call.addEventListener('load', () => {
      const { status, statusText, responseText: text } = call;
      resolve({ ok: status >= 200 && status < 300, status, statusText, text });
    });
    call.addEventListener('error', () => reject(new TypeError('The file was not sent.')));
    call.send(file);
  });
}
