import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Content } from './content.ts';
import { describeSections } from './describe-sections.ts';

/** The path from which the plugin fetches the fields of all blocks, and the layouts and texts of the built-in pages. */
export const SECTIONS_PATH = '/api/content/sections';

/**
 * Creates the handler of `GET /api/content/sections`. It returns what the build writes to
 * `wordpress/lintel/sections.json`, for a companion plugin whose own copy does not match the site. The route is public,
 * because the site shows all of this anyway.
 */
export function createSectionsRoute({
  blocks,
  builtIn,
}: Pick<Content, 'blocks' | 'builtIn'>): RequestHandler {
  let described: { body: string; tag: string } | undefined;
  return (request, response) => {
    // Created on the first request, because most servers never get one. Blocks do not change while the server runs.
    described ??= describe();
    response.set({ 'Cache-Control': 'no-cache', ETag: described.tag });
    if (request.headers['if-none-match']?.endsWith(described.tag)) response.status(304).end();
    else response.type('application/json').send(described.body);
  };

  function describe() {
    const body = JSON.stringify(describeSections(blocks, builtIn));
    return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
  }
}
