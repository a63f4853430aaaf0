import type { SessionInfo } from './api-shapes.ts';
import { BACKGROUND_HEADER } from './background-header.ts';
import { isOperatorHere } from './operator-presence.ts';

/** An answer that is not a success. The message is the status code, a colon, and the body or the status text. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  /** The body, where it is JSON. */
  readonly body: unknown;
  /** What the server says in words, where it does. */
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

interface Options {
  method?: string;
  body?: unknown;
  /** For what is asked without a session: it has no token, and 401 is its own answer. */
  open?: boolean;
  /** For what ends the session: where it is over already, nobody has to sign in again for that. */
  ending?: boolean;
}

/** The session's token against cross-site requests; known once the session was read. */
let csrf = '';

/** Remembers the token that every changing request carries. */
export function rememberCsrfToken(token: string): void {
  csrf = token;
}

/** Asks to sign in again. True once that is done; false where it was declined. */
type SignInAgain = () => Promise<boolean>;
let signInAgain: SignInAgain | null = null;

/** Sets who asks to sign in when the session is over; answers the way to take it back. */
export function onSessionOver(ask: SignInAgain): () => void {
  signInAgain = ask;
  return () => {
    if (signInAgain === ask) signInAgain = null;
  };
}

/**
 * Asks an API of ours and reads its JSON. When the session is over, it is asked again after signing in: what was typed
 * is still there. Where no screen can ask, the browser goes to the sign-in page and comes back.
 */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  const { method = 'GET', open = false, ending = false } = options;
  if (method !== 'GET' && !open && csrf === '') await readToken();
  let answer = await send(path, options);
  if (answer.status === 401 && !open && !ending && (await isSignedInAgain()))
    answer = await send(path, options);
  // Whoever signed in again in another tab has a new token.
  if (answer.status === 403 && isTokenOver(answer.text)) {
    await readToken();
    answer = await send(path, options);
  }
  if (!answer.ok) throw new RequestError(answer.status, answer.text, answer.statusText);
  return JSON.parse(answer.text || 'null');
}

async function send(path: string, { method = 'GET', body, open = false }: Options) {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'GET' || open ? {} : { 'X-CSRF-Token': csrf }),
      ...(method === 'GET' && !isOperatorHere() ? { [BACKGROUND_HEADER]: '1' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { ok, status, statusText } = response;
  return { ok, status, statusText, text: await response.text() };
}

async function isSignedInAgain(): Promise<boolean> {
  if (signInAgain) {
    if (!(await signInAgain())) return false;
    await readToken();
    return true;
  }
  if (!location.pathname.startsWith('/sign-in')) {
    location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
  }
  return false;
}

async function readToken(): Promise<void> {
  const answer = await send('/api/operators/session', {});
  if (!answer.ok) return;
  const session: SessionInfo = JSON.parse(answer.text);
  csrf = session.csrf;
}

function isTokenOver(text: string): boolean {
  const body = readJson(text);
  return typeof body === 'object' && body !== null && 'tokenOver' in body;
}
