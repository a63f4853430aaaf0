import type { Kysely } from 'kysely';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { WordPressConfig } from '../../platform/config/config.ts';
import type { PublicFetch } from '../../platform/security/public-fetch.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { createEmbeddedChangeFeed } from './embedded-feed.ts';
import { handleEmbeddedLock, type EditingOperator } from './embedded-edit-locks.ts';
import { createEmbeddedMedia, EMBEDDED_PICTURE_PATH_PATTERN } from './embedded-media.ts';
import { createEmbeddedMenus } from './embedded-menus.ts';
import { createEmbeddedPages } from './embedded-pages.ts';
import { createEmbeddedSiteSettings, type EmbeddedSiteSettings } from './embedded-site-settings.ts';
import { createEmbeddedStore } from './embedded-store.ts';
import { layoutEntryKindOf, type LayoutEntryKind } from '../rest/layout-entry-routes.ts';
import { entryNotFoundError, RestError } from './rest-error.ts';

/** The address of the embedded source. No request to it leaves the server. */
const HOME = 'https://embedded.invalid';

/** The settings with which the clients of WordPress read and write the embedded source. */
export const EMBEDDED_SOURCE_CONFIG: WordPressConfig = {
  url: HOME,
  // Without an account, the clients would read the public view only.
  credentials: { username: 'embedded', appPassword: 'embedded' },
  secret: null,
  proxy: null,
};

/**
 * The content that is edited on this site, without a WordPress. It implements the routes of WordPress and of the
 * companion plugin that this server uses, so that the code around it is the same with and without WordPress.
 */
export interface EmbeddedContent {
  /** Handles the requests of the sync. */
  fetch: typeof fetch;
  /** Returns a `fetch` that handles the requests of an operator. */
  fetchAs(editor: EditingOperator): typeof fetch;
  /** The settings and menus. */
  site: EmbeddedSiteSettings;
  /** Returns a `fetch` that responds with uploaded pictures, and passes other requests on to `others`. */
  withPictures(others: PublicFetch): PublicFetch;
}

interface Options {
  query: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  builtIn: BuiltInContent;
  now: () => number;
}

interface Call {
  /** The captured groups of the route's pattern. */
  parts: readonly string[];
  params: URLSearchParams;
  /** Reads the body. Throws a `RestError` if it is no JSON object. */
  json: () => Promise<JsonObject>;
  request: Request;
  editor: EditingOperator;
}

type Handler = (call: Call) => Promise<unknown>;

/** Match the routes of pages, shared sections and templates: of all entries of a kind, and of one entry. */
const ENTRIES = /^(\/wp\/v2\/(?:pages|lintel_section|lintel_template))$/;
const ENTRY = /^(\/wp\/v2\/(?:pages|lintel_section|lintel_template))\/(\d+)$/;

/**
 * Returns the kind of the entries that a route serves. Throws a `RestError` for routes of entries without a layout.
 */
function kindOf(route: string | undefined): LayoutEntryKind {
  const kind = layoutEntryKindOf(route ?? '');
  if (kind) return kind;
  throw entryNotFoundError();
}

/** The editor in requests of the sync, which no operator sends. */
const SYNC: EditingOperator = { id: '', name: '' };

/** Creates the embedded source. It stores its content in the server's own database. */
export function createEmbeddedContent({ query, engine, builtIn, now }: Options): EmbeddedContent {
  const store = createEmbeddedStore({ query, engine, now });
  const pages = createEmbeddedPages(store, now, builtIn);
  const media = createEmbeddedMedia({ store, query, home: HOME, builtIn: builtIn.contents });
  const menus = createEmbeddedMenus(store, builtIn);
  const feed = createEmbeddedChangeFeed({ store, pages, menus, builtIn, home: HOME });

  const routes: readonly (readonly [method: string, path: RegExp, Handler])[] = [
    ['GET', /^\/lintel\/v1\/changes$/, ({ params }) => feed(params.get('since') ?? '0')],
    ['GET', /^\/wp\/v2\/users\/me$/, async () => ({ id: 1, capabilities: { edit_others_pages: true } })],
    [
      'GET',
      /^\/lintel\/v1\/lock\/(\d+)$/,
      ({ parts: [page = ''], editor }) => handleEmbeddedLock(query, { page, editor, action: null }, now()),
    ],
    [
      'POST',
      /^\/lintel\/v1\/lock\/(\d+)$/,
      async ({ parts: [page = ''], editor, json }) =>
        handleEmbeddedLock(query, { page, editor, action: (await json()).action }, now()),
    ],
    ['GET', ENTRIES, async ({ parts: [route], params }) => onePage(await pages.list(kindOf(route)), params)],
    [
      'POST',
      ENTRIES,
      async ({ parts: [route], json, editor }) => pages.save(kindOf(route), null, await json(), editor.name),
    ],
    ['GET', ENTRY, ({ parts: [route, id = ''] }) => pages.find(kindOf(route), id)],
    [
      'POST',
      ENTRY,
      async ({ parts: [route, id = ''], json, editor }) =>
        pages.save(kindOf(route), id, await json(), editor.name),
    ],
    [
      'DELETE',
      ENTRY,
      ({ parts: [route, id = ''], params, editor }) =>
        pages.remove(kindOf(route), id, editor.name, params.get('force') === 'true'),
    ],
    [
      'GET',
      /^\/wp\/v2\/(?:pages|lintel_section|lintel_template)\/(\d+)\/revisions$/,
      async ({ parts: [id = ''] }) =>
        (await store.revisions(id)).map(({ change, author, at }) => ({
          id: change,
          author,
          modified_gmt: new Date(at).toISOString().slice(0, -1),
        })),
    ],
    [
      'GET',
      /^\/wp\/v2\/(?:pages|lintel_section|lintel_template)\/(\d+)\/revisions\/(\d+)$/,
      async ({ parts: [id = '', change] }) => {
        const revision = (await store.revisions(id)).find((each) => each.change === Number(change));
        if (!revision) throw entryNotFoundError();
        return { id: revision.change, lintel_sections: revision.data.acf };
      },
    ],
    [
      'GET',
      /^\/wp\/v2\/media$/,
      ({ params }) =>
        media.list({
          search: params.get('search') ?? '',
          page: Number(params.get('page') ?? 1),
          perPage: Number(params.get('per_page') ?? 10),
        }),
    ],
    [
      'POST',
      /^\/wp\/v2\/media$/,
      async ({ request }) => {
        const [, name = 'picture'] =
          /filename="([^"]+)"/.exec(request.headers.get('content-disposition') ?? '') ?? [];
        const type = request.headers.get('content-type') ?? '';
        return media.upload({ name, type, bytes: Buffer.from(await request.arrayBuffer()) });
      },
    ],
    ['GET', /^\/wp\/v2\/media\/(\d+)$/, ({ parts: [id = ''] }) => media.find(id)],
    [
      'POST',
      /^\/wp\/v2\/media\/(\d+)$/,
      async ({ parts: [id = ''], json }) => media.describe(id, await json()),
    ],
    ['GET', /^\/wp\/v2\/menus$/, async ({ params }) => onePage(menus.menus(), params)],
    ['GET', /^\/wp\/v2\/menu-items$/, async ({ params }) => onePage(await menus.items(), params)],
    ['POST', /^\/wp\/v2\/menu-items$/, async ({ json }) => menus.add(await json())],
    ['DELETE', /^\/wp\/v2\/menu-items\/(\d+)$/, ({ parts: [id] }) => menus.remove(Number(id))],
  ];

  async function answer(request: Request, editor: EditingOperator): Promise<Response> {
    const url = new URL(request.url);
    const path = url.searchParams.get('rest_route') ?? url.pathname.replace(/^\/wp-json/, '');
    for (const [method, pattern, handler] of routes) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (!match) continue;
      const [, ...parts] = match;
      const json = async () => {
        const body: unknown = await request.json().catch(() => null);
        if (isJsonObject(body)) return body;
        throw new RestError(400, 'rest_invalid_json', 'The body is no JSON object.');
      };
      return Response.json(await handler({ parts, params: url.searchParams, json, request, editor }));
    }
    throw new RestError(404, 'rest_no_route', 'There is no such route.');
  }

  /**
   * Returns the error to send for an unexpected error, such as a failed transaction. Returns null for PostgreSQL,
   * which may have committed the transaction before the connection was lost.
   */
  function notStored(error: unknown): RestError | null {
    if (engine !== 'sqlite' || !(error instanceof Error)) return null;
    return new RestError(503, 'not_stored', error.message);
  }

  const fetchAs =
    (editor: EditingOperator): typeof fetch =>
    async (input, init) => {
      try {
        return await answer(new Request(input, init), editor);
      } catch (error) {
        const refused = error instanceof RestError ? error : notStored(error);
        if (!refused) throw error;
        const { status, code, message } = refused;
        return Response.json({ code, message }, { status });
      }
    };

  return {
    fetch: fetchAs(SYNC),
    fetchAs,
    site: createEmbeddedSiteSettings(store, builtIn),
    withPictures: (others) => async (url, init) => {
      if (url.origin !== HOME) return others(url, init);
      const { Response: PictureResponse } = await import('undici');
      const [, id = ''] = EMBEDDED_PICTURE_PATH_PATTERN.exec(url.pathname) ?? [];
      const bytes = await media.bytes(id);
      return new PictureResponse(bytes, { status: bytes ? 200 : 404 });
    },
  };
}

function onePage(entries: readonly JsonObject[], params: URLSearchParams): readonly JsonObject[] {
  const size = Number(params.get('per_page') ?? 10);
  const end = Number(params.get('page') ?? 1) * size;
  return entries.slice(end - size, end);
}
