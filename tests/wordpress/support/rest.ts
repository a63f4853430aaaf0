import { z } from 'zod';

/** A REST client for one user. Its methods throw an error with WordPress's message if WordPress refuses the request. */
export interface Rest {
  get(path: string): Promise<unknown>;
  post(path: string, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  delete(path: string): Promise<unknown>;
  /** Uploads a file to the media library and returns its attachment id. */
  upload(file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }): Promise<number>;
}

const entry = z.looseObject({ id: z.number() });

/** Creates a REST client that works with any permalink setting. `who` contains the authentication headers. */
export function restClient(site: string, who: Readonly<Record<string, string>>): Rest {
  async function ask(path: string, init: RequestInit): Promise<unknown> {
    const headers = { ...who, ...Object.fromEntries(new Headers(init.headers)) };
    const response = await fetch(`${site}/?rest_route=${path.replace('?', '&')}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`WordPress: ${init.method ?? 'GET'} ${path} is ${response.status}: ${text}`);
    }
    return JSON.parse(text);
  }
  return {
    get: (path) => ask(path, {}),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    delete: (path) => ask(path, { method: 'DELETE' }),
    async upload({ name, type, bytes }) {
      const answer = await ask('/wp/v2/media', {
        method: 'POST',
        headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
        body: bytes,
      });
      return entry.parse(answer).id;
    },
  };
}

/** Returns the headers that authenticate a request with an application password. */
export function basicAuthorization(username: string, appPassword: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${appPassword}`).toString('base64')}` };
}

/** Logs in through wp-login.php, for users without an application password. Returns the session headers. */
export async function signIn(site: string, username: string, password: string) {
  const answer = await fetch(`${site}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: username, pwd: password, testcookie: '1' }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .join('; ');
  const nonce = await fetch(`${site}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } });
  if (answer.status !== 302 || !nonce.ok) throw new Error(`WordPress does not let ${username} sign in.`);
  return { cookie, 'x-wp-nonce': await nonce.text() };
}

/** Fields of a page, as the REST API expects them. */
export type PageFields = Readonly<Record<string, unknown>>;

/** Creates a page and returns its id. The status is `publish` unless the fields specify another one. */
export async function createPage(rest: Rest, fields: PageFields): Promise<number> {
  return entry.parse(await rest.post('/wp/v2/pages', { status: 'publish', ...fields })).id;
}

export async function editPage(rest: Rest, id: number, fields: PageFields): Promise<void> {
  await rest.post(`/wp/v2/pages/${id}`, fields);
}

/** Returns the id of the first page with this slug. Throws if there is none. */
export async function pageId(rest: Rest, slug: string): Promise<number> {
  const [page] = z.array(entry).parse(await rest.get(`/wp/v2/pages?slug=${slug}&_fields=id`));
  if (!page) throw new Error(`WordPress has no page "${slug}".`);
  return page.id;
}
