import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer of the fake WordPress: a status, JSON (or raw text with its type), headers. */
export interface FakeAnswer {
  status?: number;
  json?: unknown;
  text?: string;
  type?: string;
  headers?: Record<string, string>;
  /** The answer never comes. */
  hang?: true;
}

/** A WordPress made of node:http, for tests over real HTTP. */
export interface FakeWordPress {
  url: string;
  /** Answers by REST path; what is not here is WordPress's own `rest_no_route`. */
  routes: Map<string, (query: URLSearchParams, request: IncomingMessage) => FakeAnswer>;
  /** When set, every question gets this answer. */
  broken: FakeAnswer | null;
  asked: string[];
  stop(): Promise<void>;
}

/** Starts a fake WordPress on a port of its own, at `port` when given. */
export async function startFakeWordPress(port = 0): Promise<FakeWordPress> {
  const server = createServer((request, response) => answer(fake, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const fake: FakeWordPress = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    routes: new Map(),
    broken: null,
    asked: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

function answer(fake: FakeWordPress, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', fake.url);
  fake.asked.push(url.pathname + url.search);
  const path = url.searchParams.get('rest_route') ?? url.pathname.replace(/^\/wp-json/, '');
  const given = fake.broken ??
    fake.routes.get(path)?.(url.searchParams, request) ?? {
      status: 404,
      json: { code: 'rest_no_route', message: 'No route was found.', data: { status: 404 } },
    };
  if (given.hang) return;
  response.writeHead(given.status ?? 200, {
    'Content-Type': given.type ?? 'application/json; charset=UTF-8',
    ...given.headers,
  });
  response.end(given.text ?? JSON.stringify(given.json));
}

/** A page as `pages?slug=` lists it. */
export function restPage(fake: FakeWordPress, slug: string, more: Record<string, unknown> = {}) {
  return {
    id: 10,
    slug,
    status: 'publish',
    link: `${fake.url}/${slug === 'home' ? '' : `${slug}/`}`,
    parent: 0,
    modified_gmt: '2026-11-21T02:43:38',
    title: { rendered: 'Title &#038; more' },
    content: { rendered: '', protected: false },
    excerpt: { rendered: '', protected: false },
    featured_media: 0,
    acf: [],
    ...more,
  };
}

/** Lets the fake list these pages by slug, as WordPress does: public ones only, unless a status is asked for. */
export function listPages(fake: FakeWordPress, pages: readonly ReturnType<typeof restPage>[]): void {
  fake.routes.set('/wp/v2/pages', (query) => {
    const slugs = query.get('slug')?.split(',') ?? [];
    const statuses = query.get('status')?.split(',') ?? ['publish'];
    return { json: pages.filter((page) => slugs.includes(page.slug) && statuses.includes(page.status)) };
  });
}
