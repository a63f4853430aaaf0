import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { SetCachingHeaders } from '../../platform/caching-headers.ts';
import { negotiateEncoding } from '../store/stored-page.ts';

/** Maximum bytes of compressed files that are kept in memory. A sitemap of 10,000 pages takes about 100 kB. */
const MAX_KEPT_BYTES = 8_000_000;

const kept = new LRUCache<string, Buffer>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: (body) => Math.max(1, body.byteLength),
});

const compress = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: string) => promisify(gzip)(body),
};

interface Exchange {
  request: Request;
  response: Response;
  setCaching: SetCachingHeaders;
}

/** Sends a text file for crawlers and feed readers, compressed if the client accepts it, or 304 if it is unchanged. */
export async function sendCrawlerFile(
  { request, response, setCaching }: Exchange,
  type: string,
  body: string,
): Promise<void> {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  // An unpublished page must disappear from these files at once.
  setCaching(response, { browser: 'no-cache', until: 'content' });
  response.set({
    'Content-Type': `${type}; charset=utf-8`,
    // Weak, because each encoding has other bytes.
    ETag: `W/"${hash}"`,
    Vary: 'Accept-Encoding',
    // Only crawlers read these files, so browsers need not load or run anything.
    'Content-Security-Policy': "default-src 'none'",
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const encoding = negotiateEncoding(request.get('accept-encoding') ?? '');
  if (encoding === 'identity') {
    response.send(body);
    return;
  }
  const key = `${encoding} ${hash}`;
  const bytes = kept.get(key) ?? (await compress[encoding](body));
  kept.set(key, bytes);
  response.set('Content-Encoding', encoding).send(bytes);
}
