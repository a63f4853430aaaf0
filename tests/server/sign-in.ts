import { createHmac, randomUUID } from 'node:crypto';
import { SESSION_IDLE_TIMEOUT_MS } from '../../server/operators/sign-in/operator-session.ts';
import { deriveKey } from '../../server/platform/security/secret-keys.ts';
import { newToken, tokenHash } from '../../server/platform/security/tokens.ts';
import { hashOperatorPassword } from '../../server/operators/sign-in/passwords.ts';
import { newOperatorRow } from '../../server/operators/accounts/operator-accounts.ts';
import type { RunningApp } from './running-app.ts';

/** The password of all operators that tests create. */
export const PASSWORD = 'seven quiet lanterns';
// Hashing is slow on purpose, so it is done once per worker.
let passwordHash: Promise<string> | undefined;

/** An operator's browser, with its session cookie and the CSRF token for requests that change data. */
export interface OperatorClient {
  operator: { id: string; name: string; email: string };
  /** The value of the `Cookie` header. */
  cookie: string;
  csrf: string;
  /** Requests a path as the operator's browser does. Does not follow redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a JSON body with the CSRF token. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

/** Creates an operator account with `PASSWORD`. */
export async function addOperator(
  { database }: Pick<RunningApp, 'database'>,
  email = 'operator@example.com',
  name = 'Olive Operator',
): Promise<{ id: string; name: string; email: string }> {
  passwordHash ??= hashOperatorPassword(PASSWORD);
  const operator = newOperatorRow({ email, name, hash: await passwordHash, now: Date.now() });
  await database.query.insertInto('operators').values(operator).execute();
  return { id: operator.id, name, email };
}

/** Signs in an operator. Creates the account if it does not exist. */
export async function signIn(
  app: Pick<RunningApp, 'url' | 'database'>,
  email = 'operator@example.com',
): Promise<OperatorClient> {
  const known = await app.database.query
    .selectFrom('operators')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .executeTakeFirst();
  const operator = known ?? (await addOperator(app, email));
  const answer = await fetch(`${app.url}/api/operators/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${body}`);
  const cookie = cookieOf(answer);
  const session = await fetch(`${app.url}/api/operators/session`, { headers: { cookie } });
  const { csrf }: { csrf: string } = await session.json();
  return clientOf(app, operator, cookie, csrf);
}

/** Returns the session cookie of a response as a `Cookie` header value. Throws if there is none. */
export function cookieOf(answer: Response): string {
  const set = answer.headers.getSetCookie().find((each) => /^(?:__Host-)?operator=/.test(each));
  const pair = set?.split(';')[0];
  if (!pair) throw new Error('The answer sets no session cookie.');
  return pair;
}

/** Creates a browser for an operator who already has a session. */
export function clientOf(
  { url }: Pick<RunningApp, 'url'>,
  operator: OperatorClient['operator'],
  cookie: string,
  csrf: string,
): OperatorClient {
  const ask: OperatorClient['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    if (!headers.has('origin')) headers.set('origin', url);
    if (init.method && init.method !== 'GET' && !headers.has('x-csrf-token'))
      headers.set('x-csrf-token', csrf);
    return fetch(url + path, { redirect: 'manual', ...init, headers });
  };
  return {
    operator,
    cookie,
    csrf,
    fetch: ask,
    send: (method, path, body) =>
      ask(path, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
  };
}

/** Creates a WordPress editor with a session, like one after a sign-in with WordPress. */
export async function signInEditor(
  app: Pick<RunningApp, 'url' | 'database' | 'secrets'>,
  site: string,
): Promise<OperatorClient> {
  const [id, sid, csrf, now] = [randomUUID(), newToken(), newToken(), Date.now()];
  const { query } = app.database;
  editors += 1;
  const editor = { id, site, wordpress_user: editors, name: 'Edda Editor', session_epoch: 1 };
  await query
    .insertInto('editors')
    .values({ ...editor, created_at: now, signed_in_at: now })
    .execute();
  const cookie = {
    originalMaxAge: SESSION_IDLE_TIMEOUT_MS,
    expires: new Date(now + SESSION_IDLE_TIMEOUT_MS),
    path: '/',
  };
  const data = JSON.stringify({ cookie, editorId: id, epoch: 1, csrf, signedInAt: now });
  const expires_at = now + SESSION_IDLE_TIMEOUT_MS;
  await query
    .insertInto('sessions')
    .values({ sid_hash: tokenHash(sid), operator_id: id, data, expires_at })
    .execute();
  const key = deriveKey(app.secrets[0] ?? '', 'operator sessions').toString('base64url');
  const signature = createHmac('sha256', key).update(sid).digest('base64').replace(/=+$/, '');
  const pair = `operator=${encodeURIComponent(`s:${sid}.${signature}`)}`;
  return clientOf(app, { id, name: editor.name, email: '' }, pair, csrf);
}
let editors = 0;
