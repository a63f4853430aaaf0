import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Sends a text file that crawlers and feed readers read. */
export function sendCrawlerFile(request: Request, response: Response, type: string, body: string): void {
  response.set({
    'Content-Type': `${type}; charset=utf-8`,
    // An unpublished page must disappear from these files at once.
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    // Only crawlers read these files, so browsers need not load or run anything.
    'Content-Security-Policy': "default-src 'none'",
  });
  if (request.fresh) response.status(304).end();
  else response.send(body);
}
