import { hashPassword } from '../../server/operators/passwords.ts';
import { newOperator } from '../../server/operators/operator-accounts.ts';
import type { RunningApp } from './running-app.ts';

/** The password of all operators that tests create. */
export const PASSWORD = 'seven quiet lanterns';

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
  const operator = newOperator({ email, name, hash: await hashPassword(PASSWORD), now: Date.now() });
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
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
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
