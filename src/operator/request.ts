/** An answer that is not a success. The message is the status code, a colon, and the body or the status text. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  /** What the server says in words, where it does. */
  readonly detail: string | null;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.detail = wordsOf(body);
  }
}

function wordsOf(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body);
    if (typeof read !== 'object' || read === null) return null;
    const words = 'error' in read ? read.error : 'message' in read ? read.message : null;
    return typeof words === 'string' ? words : null;
  } catch {
    return null;
  }
}

/** The session's token against cross-site requests; known once the session was read. */
let csrf = '';

/** Remembers the token that every changing request carries. */
export function rememberCsrfToken(token: string): void {
  csrf = token;
}

/** Asks an API of ours and reads its JSON. Without a session the browser goes to the sign-in page and comes back. */
export async function request<T>(
  path: string,
  options: { method?: string; body?: unknown } = {},
): Promise<T> {
  const { method = 'GET', body } = options;
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'X-CSRF-Token': csrf }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 401 && location.pathname !== '/sign-in') {
    location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
  }
  if (!response.ok) throw new RequestError(response.status, text, response.statusText);
  return JSON.parse(text || 'null');
}
