import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A rendered document, compressed, with the headers of its response. */
export interface StoredPage {
  readonly status: 200 | 404;
  /**
   * The ETag, which is the same for every encoding. It is weak, because each encoding has other bytes (RFC 9110,
   * 8.8.1).
   */
  readonly etag: string;
  /**
   * The headers that every response has, including a 304, except Cache-Control, as a flat list of names and values.
   */
  readonly headers: readonly string[];
  readonly cacheControl: string;
  /** Whether the page is the same for all visitors, so that shared caches may keep it. */
  readonly isShared: boolean;
  /** The Brotli-compressed document. */
  readonly brotli: Buffer;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Options {
  status: 200 | 404;
  html: string;
  /** The Content-Security-Policy. */
  policy: string;
  /** Whether the page is requested often enough to justify a better compression. */
  often: boolean;
  /** Whether the page depends on the visitor's cookie, so that shared caches must not keep it. */
  isPersonal?: boolean;
  /** Whether the page asks for a password. No cache may keep it: after the password, its URL shows another page. */
  isForm?: boolean;
  /** The headers of every response of the site, as a flat list of names and values. */
  common: readonly string[];
}

/**
 * The Brotli quality of pages that are requested often, and of others. The higher one takes three times as long for a
 * tenth fewer bytes.
 */
const QUALITY = { often: 5, seldom: 3 };

/**
 * Documents of at least this size are compressed in another thread. Smaller ones are not, because each thread needs
 * memory.
 */
const LARGE_BYTES = 250_000;

/**
 * Maximum bytes of gzip and uncompressed documents in memory. Few clients need them; they are made from the Brotli
 * bytes.
 */
const MAX_OTHER_BYTES = 8_000_000;

const otherBodies = new LRUCache<string, Buffer>({
  maxSize: MAX_OTHER_BYTES,
  sizeCalculation: (body) => body.byteLength,
});

const compress = promisify(brotliCompress);

/** Compresses a document, and prepares the headers of its response. */
export async function createStoredPage({
  status,
  html,
  policy,
  often,
  isPersonal = false,
  isForm = false,
  common,
}: Options): Promise<StoredPage> {
  const document = Buffer.from(html);
  const size = document.byteLength;
  const compression = brotliOptions(size, often ? QUALITY.often : QUALITY.seldom);
  const brotli =
    size < LARGE_BYTES ? brotliCompressSync(document, compression) : await compress(document, compression);
  const hash = createHash('sha256').update(document).digest('base64url').slice(0, 22);
  const etag = `W/"${hash}"`;
  return {
    status,
    etag,
    headers: [
      ...common,
      'Content-Security-Policy',
      policy,
      'ETag',
      etag,
      'Vary',
      isPersonal ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
      'Speculation-Rules',
      '"/speculation-rules.json"',
    ],
    cacheControl: cacheControlOf({ isForm, isPersonal }),
    isShared: !isForm && !isPersonal,
    brotli: copyOf(brotli),
  };
}

/** Browsers revalidate pages on each view and receive 304 if nothing has changed, so edits show at once. */
function cacheControlOf({ isForm, isPersonal }: { isForm: boolean; isPersonal: boolean }): string {
  if (isForm) return 'private, no-store';
  return isPersonal ? 'private, no-cache' : 'no-cache';
}

function brotliOptions(bytes: number, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
      // Brotli's window need not be larger than the page. The default window takes 4 MB of memory.
      [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
}

/** Returns the exponent of Brotli's smallest window for this many bytes, within the sizes that Brotli allows. */
function windowFor(bytes: number): number {
  const exponent = Math.ceil(Math.log2(bytes + 16));
  return Math.min(Math.max(exponent, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_MAX_WINDOW_BITS);
}

/**
 * Copies bytes into a buffer of their own. Compression returns a slice of Node's shared 64 kB, all of which the slice
 * would keep in memory.
 */
function copyOf(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

/** Returns the document's bytes in an encoding. */
export function storedPageBody(page: StoredPage, encoding: Encoding): Buffer {
  if (encoding === 'br') return page.brotli;
  // The ETag is a hash of the document, so it identifies the document.
  const key = `${encoding} ${page.etag}`;
  const known = otherBodies.get(key);
  if (known) return known;
  const document = brotliDecompressSync(page.brotli);
  const body = copyOf(encoding === 'gzip' ? gzipSync(document) : document);
  otherBodies.set(key, body);
  return body;
}

/** The parts of a response that are not the same for every request. */
export interface SendPageOptions {
  /** The value of X-Request-Id, unless a middleware has set this header. */
  requestId?: string;
  /** A value for Set-Cookie. */
  cookie?: string | null;
  /** The caching headers for a CDN, as a flat list. The response then has neither a cookie nor a request id. */
  caching?: readonly string[] | null;
}

/** Sends a stored page in the best accepted encoding, or 304 if the browser already has it. Returns the status. */
export function sendStoredPage(
  page: StoredPage,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, cookie = null, caching = null }: SendPageOptions = {},
): number {
  const headers = [...page.headers];
  if (caching) {
    headers.push(...caching);
    response.removeHeader('X-Request-Id');
  } else {
    headers.push('Cache-Control', page.cacheControl);
    if (cookie !== null) headers.push('Set-Cookie', cookie);
    if (requestId !== undefined) headers.push('X-Request-Id', requestId);
  }
  const known = request.headers['if-none-match'];
  if (page.status === 200 && known !== undefined && hasETag(known, page.etag)) {
    response.writeHead(304, headers).end();
    return 304;
  }
  const encoding = negotiateEncoding(request.headers['accept-encoding'] ?? '');
  const body = storedPageBody(page, encoding);
  headers.push('Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.byteLength));
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  response.writeHead(page.status, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
  return page.status;
}

/** Whether an If-None-Match header matches an ETag, by weak comparison (RFC 9110, 13.1.2). */
function hasETag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true;
  const strong = etag.replace(/^W\//, '');
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === strong);
}

/** Returns the best encoding that an Accept-Encoding header allows. */
export function negotiateEncoding(header: string): Encoding {
  return (['br', 'gzip'] as const).find((each) => isAccepted(header, each)) ?? 'identity';
}

function isAccepted(header: string, encoding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}
