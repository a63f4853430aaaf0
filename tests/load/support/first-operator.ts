import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Sends JSON as the signed-in operator, and returns the answer. Throws unless it is a 2xx. */
export interface SendAsOperator {
  (method: string, path: string, body?: object): Promise<unknown>;
  /** The origin of the site, and the headers of each request, to download a file. */
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Makes the first account of a site with the link of its first start, and signs in. */
export async function firstOperator(url: string, dataDir: string): Promise<SendAsOperator> {
  let token: string | undefined;
  while (token === undefined) {
    const link = await readFile(path.join(dataDir, 'first-sign-in'), 'utf8').catch(() => '');
    token = /#(\S+)/.exec(link)?.[1];
    if (token === undefined) await delay(100);
  }
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: url };
  const send = async (method: string, at: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url + at, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
    const cookie = answer.headers.getSetCookie().find((each) => /^(?:__Host-)?operator=/.test(each));
    if (cookie !== undefined) headers['cookie'] = cookie.split(';')[0] ?? '';
    return answer.json();
  };
  await send('POST', '/api/operators/link/use', {
    token,
    name: 'Olive Operator',
    email: 'olive@example.com',
    password: 'seven quiet lanterns',
  });
  const { csrf } = Object(await send('GET', '/api/operators/session'));
  headers['x-csrf-token'] = String(csrf);
  return Object.assign(send, { url, headers });
}
