import type { Request, Response } from 'express';
import type { KeptPage } from './kept-page.ts';

/** Sends a kept page in the best encoding the browser takes, or 304 where it has it already. */
export function sendKept(request: Request, response: Response, page: KeptPage): void {
  // One by one: asked for all at once, a browser's order counts, and all of them name gzip first.
  const chosen = (['br', 'gzip'] as const).find((each) => request.acceptsEncodings(each)) ?? 'identity';
  response.status(page.status);
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': page.policy,
    // Asked for again each time, answered by 304 where nothing changed: an edit is seen at once.
    'Cache-Control': 'no-cache',
    ETag: page.etag,
    Vary: 'Accept-Encoding',
    'Speculation-Rules': '"/speculation-rules.json"',
  });
  if (page.status === 200 && request.fresh) {
    response.status(304).end();
    return;
  }
  if (chosen !== 'identity') response.set('Content-Encoding', chosen);
  const body = page.bodies[chosen];
  response.set('Content-Length', String(body.byteLength));
  response.end(request.method === 'HEAD' ? undefined : body);
}
