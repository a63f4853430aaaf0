import { hashPassword } from '../../server/operators/passwords.ts';
import { newOperator } from '../../server/operators/new-operator.ts';
import type { RunningApp } from './running-app.ts';

/** The password of every operator that tests make. */
export const PASSWORD = 'seven quiet lanterns';

/** An operator's browser: it has the cookie, and the token that every changing request carries. */
export interface OperatorClient {
  operator: { id: string; name: string; email: string };
  /** As in a `Cookie` header. */
  cookie: string;
  csrf: string;
  /** Asks a path of the application as the operator's browser does. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON and answers what comes back. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

/** Makes an account in the database. */
export async function addOperator(
  { database }: Pick<RunningApp, 'database'>,
  email = 'operator@example.com',
  name = 'Olive Operator',
): Promise<{ id: string; name: string; email: string }> {
  const operator = newOperator({ email, name, hash: await hashPassword(PASSWORD), now: Date.now() });
  await database.query.insertInto('operators').values(operator).execute();
  return { id: operator.id, name, email };
}

/** Signs an operator in, made where there is none of that address yet. */
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

/** The session cookie an answer sets, as a browser sends it back. Throws when there is none. */
export function cookieOf(answer: Response): string {
  const set = answer.headers.getSetCookie().find((each) => /^(?:__Host-)?operator=/.test(each));
  const pair = set?.split(';')[0];
  if (!pair) throw new Error('The answer sets no session cookie.');
  return pair;
}

/** The browser of an operator whose session there is. */
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
