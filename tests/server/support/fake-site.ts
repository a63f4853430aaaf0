import { createHash, pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { checkSignedRequest } from '../../../server/content/rest/signed-request.ts';
import { TEST_LIMIT } from '../../setup/time-limits.ts';
import { createFakeFeed, withFields, type FakeEntries } from './fake-feed.ts';

type Json = Record<string, unknown>;

/** An entry as WordPress stores it. */
export interface FakeEntry extends Json {
  id: number;
}

const LISTS = {
  '/wp/v2/pages': 'pages',
  '/wp/v2/posts': 'posts',
  '/wp/v2/media': 'media',
  '/wp/v2/categories': 'categories',
  '/wp/v2/tags': 'tags',
  '/wp/v2/users': 'users',
  '/wp/v2/comments': 'comments',
} as const;
type ListName = (typeof LISTS)[keyof typeof LISTS];
const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const ACCOUNT = basic('editor', 'abcd efgh');

/** A user with an application password. */
export interface FakeAccount {
  id: number;
  username: string;
  name: string;
  password: string;
  /** The id of the password. */
  uuid: string;
  capabilities: readonly string[];
}

/** A response that replaces WordPress's own response. */
export interface FakeAnswer {
  status?: number;
  json: unknown;
  headers?: Record<string, string>;
}

/** How WordPress, or a proxy in front of it, misbehaves. */
export type Misbehaviour =
  | null
  | 'down'
  /** Requests never get a response. */
  | 'silent'
  /** Permalinks are disabled, so the REST API is only available at `?rest_route=`. */
  | 'plain permalinks'
  | 'html'
  | 'cut'
  | { status: number; headers?: Record<string, string>; json?: Json }
  | { slow: number }
  /** Only every nth request succeeds. */
  | { answersEach: number };

/**
 * Starts an in-memory WordPress whose lists behave like the real ones: totals, pagination, `modified_after`, `include`,
 * statuses, and entries that are counted but not returned. Its own clock has a resolution of one second. The companion
 * plugin and its change feed are active.
 */
export async function startFakeSite() {
  let parallel = 0;
  const server = createServer((request, response) => {
    parallel += 1;
    site.mostParallel = Math.max(site.mostParallel, parallel);
    void answer(request, response).finally(() => {
      parallel -= 1;
    });
  });
  // A connection that the server closes while the tests stand still would make the next request fail.
  server.keepAliveTimeout = TEST_LIMIT;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The fake has no port.');
  const url = `http://127.0.0.1:${address.port}`;

  const site = {
    url,
    env: { WORDPRESS_API_URL: url, WORDPRESS_USERNAME: 'editor', WORDPRESS_APP_PASSWORD: 'abcd efgh' },
    /** Milliseconds by which its clock is ahead of the real one. */
    ahead: 0,
    lists: { pages: [], posts: [], media: [], categories: [], tags: [], users: [], comments: [] } as Record<
      ListName,
      FakeEntry[]
    >,
    root: {
      name: 'Fake',
      description: '',
      url,
      home: url,
      show_on_front: 'posts',
      page_on_front: 0,
      page_for_posts: 0,
    } as Json,
    menus: {} as Record<string, Json>,
    settings: {} as Json,
    /** Whether the companion plugin is active. */
    plugin: true,
    /** The secret that the plugin shares with the site; null if it has none. */
    secret: null as string | null,
    /** Ids of entries that are counted but not returned. */
    unseen: new Set<number>(),
    misbehaviour: null as Misbehaviour,
    /**
     * Whether wrong credentials are rejected at every URL, as in WordPress. Otherwise the request counts as anonymous.
     */
    refusesUnknown: false,
    /** Custom responses by REST path. If a handler returns null, the default response is used. */
    routes: new Map<
      string,
      (query: URLSearchParams, request: IncomingMessage) => FakeAnswer | null | Promise<FakeAnswer | null>
    >(),
    /** Users in addition to the configured one. */
    accounts: [] as FakeAccount[],
    /** The edit lock of each page, by page id: the id and name of its user. */
    locks: new Map<number, { id: number; name: string }>(),
    /** The credentials (`name:password`) that a proxy in front of WordPress requires. */
    proxy: null as string | null,
    asked: [] as string[],
    /** The largest number of requests that were handled at the same time. */
    mostParallel: 0,
    stamp: (ago = 0) => new Date(Date.now() + site.ahead - ago).toISOString().slice(0, 19),
    add(list: ListName, entry: FakeEntry, ago = 60_000) {
      site.lists[list].push({ ...defaults(list, entry, url), modified_gmt: site.stamp(ago), ...entry });
    },
    edit(list: ListName, id: number, more: Json) {
      const entry = site.lists[list].find((each) => each.id === id);
      if (!entry) throw new Error(`The fake has no entry ${id} in ${list}.`);
      Object.assign(entry, { modified_gmt: site.stamp() }, more);
    },
    remove(list: ListName, id: number) {
      site.lists[list] = site.lists[list].filter((each) => each.id !== id);
    },
    /** Stores the next page that is created, and answers like a proxy that waited too long for WordPress. */
    loseNextCreation() {
      site.routes.set('/wp/v2/pages', async (_query, request) => {
        if (request.method !== 'POST') return null;
        site.routes.delete('/wp/v2/pages');
        await sendPage(null, await bodyOf(request));
        return { status: 504, json: {} };
      });
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const feed = createFakeFeed(visibleEntries);

  /** Returns what the change feed says of each entry. */
  function visibleEntries(): FakeEntries {
    const { pages, posts, media, categories, tags, users, comments } = site.lists;
    const byId = (entries: readonly FakeEntry[]) =>
      new Map(
        entries
          .filter(({ id }) => !site.unseen.has(id))
          .toSorted((a, b) => a.id - b.id)
          .map((entry) => [String(entry.id), entry] as const),
      );
    return new Map<string, ReadonlyMap<string, Json>>([
      ['site', new Map([['site', site.root]])],
      ['settings', new Map([['site', site.settings]])],
      ['menu', new Map(Object.entries(site.menus))],
      ['category', byId(categories)],
      ['tag', byId(tags)],
      ['author', byId(users)],
      [
        'page',
        new Map([...byId(pages)].map(([id, page]) => [id, isOpen(page) ? feedEntry(page) : withheld(page)])),
      ],
      ['post', new Map([...byId(posts.filter(isOpen))].map(([id, post]) => [id, feedEntry(post)]))],
      ['media', byId(media)],
      ['comment', byId(comments)],
    ]);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', url);
    site.asked.push(asked.pathname + asked.search);
    const bad = site.misbehaviour;
    if (
      bad === 'down' ||
      (isObject(bad) && 'answersEach' in bad && site.asked.length % bad.answersEach !== 0)
    ) {
      response.destroy();
      return;
    }
    if (bad === 'silent') return;
    if (isObject(bad) && 'slow' in bad) await new Promise((resolve) => setTimeout(resolve, bad.slow));
    const send = (status: number, json: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        'Content-Type': 'application/json; charset=UTF-8',
        Date: new Date(Date.now() + site.ahead).toUTCString(),
        ...headers,
      });
      const text = JSON.stringify(json);
      if (bad !== 'cut') return void response.end(text);
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    };
    const pretty = !asked.searchParams.has('rest_route');
    if (bad === 'html' || (bad === 'plain permalinks' && pretty)) {
      return send(200, '<!doctype html>', { 'Content-Type': 'text/html' });
    }
    if (isObject(bad) && 'status' in bad) return send(bad.status, bad.json ?? {}, bad.headers);
    const authorization = request.headers.authorization;
    if (site.proxy !== null && authorization !== `Basic ${Buffer.from(site.proxy).toString('base64')}`) {
      return send(401, 'Unauthorized', {
        'Content-Type': 'text/html',
        'WWW-Authenticate': 'Basic realm="Staging"',
      });
    }
    const account = site.proxy === null ? authorization : request.headers['x-lintel-authorization'];
    const own = site.accounts.find(({ username, password }) => account === basic(username, password));
    const signedIn = account === ACCOUNT || own !== undefined;
    const path = asked.searchParams.get('rest_route') ?? (asked.pathname.replace(/^\/wp-json/, '') || '/');
    if ((site.refusesUnknown || site.accounts.length > 0) && account !== undefined && !signedIn) {
      return send(401, { code: 'incorrect_password', message: 'No.' });
    }
    const replaced = await site.routes.get(path)?.(asked.searchParams, request);
    if (replaced) return send(replaced.status ?? 200, replaced.json, replaced.headers);
    if (own && answerAccount(own, { path, method: request.method ?? 'GET' }, send)) return;
    const lock = /^\/lintel\/v1\/lock\/(\d+)$/.exec(path);
    if (lock && signedIn) {
      const body = request.method === 'POST' ? await bodyOf(request) : null;
      const user = own ?? { id: 1, name: 'editor' };
      return send(200, { by: changeLock(Number(lock[1]), user, body?.['action']) });
    }
    const refused = () => send(401, { code: 'rest_forbidden', message: 'No.' });
    const absent = (code = 'rest_no_route') => send(404, { code, message: 'No.' });

    const page = /^\/wp\/v2\/pages(?:\/(\d+))?$/.exec(path);
    if (page && (page[1] !== undefined || request.method === 'POST')) {
      if (!signedIn) return refused();
      const known = site.lists.pages.find((each) => each.id === Number(page[1]));
      if (known && !maySee(own, known)) return send(403, { code: 'rest_forbidden', message: 'No.' });
      const mayEdit = mayEditPage(own, known);
      if (!mayEdit && (request.method === 'POST' || asked.searchParams.get('context') === 'edit')) {
        return send(403, { code: 'rest_forbidden_context', message: 'No.' });
      }
      const body: Json | null = request.method === 'POST' ? await bodyOf(request) : null;
      const entry = await sendPage(page[1] === undefined ? null : Number(page[1]), body);
      return entry ? send(200, entry) : absent('rest_post_invalid_id');
    }
    const list = Object.entries(LISTS).find(([each]) => each === path)?.[1];
    if (list) return sendList(list, asked.searchParams, { signedIn, own }, send);
    if (path === '/') return send(200, site.root);
    if (path === '/wp/v2/users/me') {
      return signedIn ? send(200, { id: 1, capabilities: { edit_others_pages: true } }) : refused();
    }
    if (path.startsWith('/menus/v1/locations/')) {
      if (!site.plugin) return absent();
      const menu = site.menus[path.slice('/menus/v1/locations/'.length)];
      return menu ? send(200, menu) : absent('not_found');
    }
    if (path.startsWith('/wp/v2/menu-locations/')) return absent('rest_menu_location_invalid');
    if (!site.plugin || !path.startsWith('/lintel/v1/')) return absent();
    if (path === '/lintel/v1/state') {
      const { show_on_front, page_on_front } = site.root;
      return send(200, { version: feed.newestMark(), show_on_front, page_on_front });
    }
    if (path === '/lintel/v1/changes') {
      const mayEdit = signedIn && mayEditPage(own, { id: 0, author: 0 });
      return mayEdit || isSigned(request) ? send(200, feed.answer(asked.searchParams)) : refused();
    }
    return path === '/lintel/v1/site-settings' ? send(200, site.settings) : absent();
  }

  function isSigned({ headers }: IncomingMessage): boolean {
    const { secret } = site;
    if (secret === null) return false;
    const parts = { method: 'GET', route: '/lintel/v1/changes' };
    return (
      'id' in checkSignedRequest(String(headers['x-lintel-signature']), parts, { secret, now: Date.now() })
    );
  }

  /** Responds to a user's requests about their own account. Returns false for all other requests. */
  function answerAccount(
    own: FakeAccount,
    { path, method }: { path: string; method: string },
    send: (status: number, json: unknown) => void,
  ): boolean {
    const { id, username, name, uuid, capabilities } = own;
    const granted = Object.fromEntries(capabilities.map((each) => [each, true]));
    if (path === '/wp/v2/users/me') send(200, { id, username, name, capabilities: granted });
    else if (path === '/wp/v2/users/me/application-passwords/introspect') send(200, { uuid });
    else if (method === 'DELETE' && path === `/wp/v2/users/me/application-passwords/${uuid}`) {
      site.accounts = site.accounts.filter((each) => each !== own);
      send(200, { deleted: true });
    } else return false;
    return true;
  }

  /** Handles a lock as the companion plugin does. Returns another user's lock, or null if there is none. */
  function changeLock(page: number, { id, name }: { id: number; name: string }, action: unknown) {
    const holder = site.locks.get(page);
    const other = holder && holder.id !== id ? holder : null;
    if (action === 'take' || (action === 'hold' && !other)) {
      site.locks.set(page, { id, name });
      return null;
    }
    if (action === 'release' && !other) site.locks.delete(page);
    return other;
  }

  /** Reads or writes a page as its editor. A write without an id creates the page. */
  async function sendPage(id: number | null, body: Json | null): Promise<FakeEntry | null> {
    if (id === null) {
      const next = Math.max(0, ...site.lists.pages.map((each) => each.id)) + 1;
      site.add('pages', {
        id: next,
        slug: String(body?.['slug']),
        link: `${url}/${String(body?.['slug'])}/`,
      });
      return sendPage(next, body);
    }
    const entry = site.lists.pages.find((each) => each.id === id);
    if (!entry) return null;
    if (body) {
      const { acf, title, ...others } = body;
      const before = Array.isArray(entry['acf']) ? {} : entry['acf'];
      site.edit('pages', id, {
        ...others,
        ...(title === undefined ? {} : { title: { rendered: title, raw: title } }),
        acf: Object.assign({}, before, acf),
      });
    }
    return site.plugin ? entry : Object.assign({}, entry, { acf: undefined });
  }

  function sendList(
    name: ListName,
    query: URLSearchParams,
    { signedIn, own }: { signedIn: boolean; own: FakeAccount | undefined },
    send: (status: number, json: unknown, headers?: Record<string, string>) => void,
  ): void {
    const statuses = query.get('status')?.split(',');
    if (statuses && (!signedIn || own?.capabilities.includes('edit_pages') === false)) {
      return send(400, { code: 'rest_invalid_param' });
    }
    const after = query.get('modified_after');
    const include = query.get('include')?.split(',');
    const found = site.lists[name]
      .filter((entry) => name !== 'pages' || maySee(own, entry))
      .filter(({ status = 'publish' }) => (statuses ?? ['publish', 'inherit']).includes(String(status)))
      .filter(({ id }) => !include || include.includes(String(id)))
      .filter(({ modified_gmt }) => !after || Date.parse(`${String(modified_gmt)}Z`) > Date.parse(after));
    const by = { modified: 'modified_gmt', date_gmt: 'date_gmt' }[query.get('orderby') ?? ''] ?? 'id';
    const order = query.get('order') === 'desc' ? -1 : 1;
    found.sort((a, b) => order * (by === 'id' ? a.id - b.id : String(a[by]).localeCompare(String(b[by]))));
    const size = Number(query.get('per_page') ?? 10);
    const start = (Number(query.get('page') ?? 1) - 1) * size;
    if (size > 100 || (start > 0 && start >= found.length)) {
      return send(400, { code: 'rest_post_invalid_page_number' });
    }
    const fields = query.get('_fields')?.split(',');
    const isEdited = query.get('context') === 'edit';
    if (isEdited && (!signedIn || own?.capabilities.includes('edit_pages') === false)) {
      return send(403, { code: 'rest_forbidden_context' });
    }
    const shown = found
      .slice(start, start + size)
      .filter(({ id }) => !site.unseen.has(id))
      .map((entry) => withFields(isEdited ? editedEntry(entry) : restEntry(entry), fields));
    send(200, shown, {
      'X-WP-Total': String(found.length),
      'X-WP-TotalPages': String(Math.ceil(found.length / size)),
    });
  }

  return Object.assign(site, { feed });
}

export type FakeSite = Awaited<ReturnType<typeof startFakeSite>>;

/** Returns an entry as REST shows it to visitors who have not entered its password. */
function restEntry(entry: FakeEntry): FakeEntry {
  const { password, ...shown } = entry;
  if (password === undefined || password === '') return shown;
  const text = { rendered: '', protected: true };
  return { ...shown, content: text, excerpt: text, acf: [] };
}

/** Returns an entry as REST shows it to its editor. */
function editedEntry(entry: FakeEntry): FakeEntry {
  const { password = '', content } = entry;
  return { ...entry, content: Object.assign({}, content, { protected: password !== '' }) };
}

/** Returns an entry as in `protected-posts.php`, with a hash in place of its password. */
function feedEntry(entry: FakeEntry): FakeEntry {
  const { password, ...data } = entry;
  if (typeof password !== 'string' || password === '') return data;
  const salt = createHash('sha256').update(`${entry.id} ${password}`).digest('hex').slice(0, 32);
  const hash = pbkdf2Sync(password, salt, 1_000, 32, 'sha256').toString('hex');
  const content = Object.assign({}, data['content'], { protected: true });
  return { ...data, content, password_hash: `pbkdf2-sha256:1000:${salt}:${hash}` };
}

/** Whether WordPress shows a page to a user; the configured account is an editor. */
function maySee(own: FakeAccount | undefined, { author, status = 'publish' }: FakeEntry): boolean {
  if (!own || status === 'publish' || author === own.id) return true;
  return own.capabilities.includes(status === 'private' ? 'read_private_pages' : 'edit_others_pages');
}

function isOpen({ status = 'publish', content }: FakeEntry): boolean {
  return status === 'publish' && !isProtected(content);
}

function isProtected(content: unknown): boolean {
  return Object(content).protected === true;
}

/** Returns what the change feed says of a page that is not public, as in `change-feed.php`. */
function withheld(page: FakeEntry): FakeEntry {
  const { id, slug, status, link, parent, title, modified_gmt, date_gmt, content } = page;
  const text = JSON.stringify(content ?? null);
  return {
    id,
    slug,
    status,
    link,
    parent,
    title,
    modified_gmt,
    ...(status === 'future' ? { date_gmt } : {}),
    ...(isProtected(content) ? { content: { rendered: '', protected: true } } : {}),
    ...(text.includes('privacy-policy-tutorial') ? { default_privacy: true } : {}),
  };
}

function mayEditPage(own: FakeAccount | undefined, entry: FakeEntry | undefined): boolean {
  if (!own) return true;
  const isOthers = entry !== undefined && entry['author'] !== own.id;
  return own.capabilities.includes(isOthers ? 'edit_others_pages' : 'edit_pages');
}

function isObject(value: Misbehaviour): value is Exclude<Misbehaviour, null | string> {
  return typeof value === 'object' && value !== null;
}

function defaults(list: ListName, { id, slug }: FakeEntry, url: string): Json {
  if (list === 'media')
    return { source_url: `${url}/wp-content/uploads/${id}.jpg`, alt_text: '', status: 'inherit' };
  if (list === 'comments') return commentDefaults(id, url);
  if (list !== 'pages' && list !== 'posts') return { name: `Name ${id}`, slug: `name-${id}` };
  return {
    slug: `entry-${id}`,
    status: 'publish',
    link: `${url}/${typeof slug === 'string' ? encodeURIComponent(slug.toWellFormed()) : `entry-${id}`}/`,
    parent: 0,
    title: { rendered: `Entry ${id}` },
    content: { rendered: `<p>Text ${id}</p>`, protected: false },
    excerpt: { rendered: '', protected: false },
    featured_media: 0,
    acf: [],
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const body: unknown = await json(request);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new Error('WordPress was sent something that is no JSON object.');
}

function commentDefaults(id: number, url: string): Json {
  return {
    post: 1,
    parent: 0,
    author: 0,
    author_name: `Visitor ${id}`,
    author_url: '',
    date_gmt: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString().slice(0, 19),
    content: { rendered: `<p>Comment ${id}</p>` },
    type: 'comment',
    link: `${url}/entry-1/#comment-${id}`,
  };
}
