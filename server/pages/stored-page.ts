import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib';
import { createEventLoopYield } from '../platform/event-loop-yield.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

interface Validated {
  etag: string;
  /** The headers of a 304 response. */
  notModified: string[];
}

export interface Answer extends Validated {
  readonly body: Buffer;
  headers: string[];
  /** The head that Node made of `headers` for the first request, in parts between which the id and the date go. */
  head?: readonly [start: string, beforeDate: string, end: string] | undefined;
  /** The same document in the other compression, which a browser may still have. */
  other?: Validated;
}

/** A document ready to be sent, with the body and all headers for each encoding. */
export interface StoredPage {
  status: 200 | 404;
  /** Bytes in memory for the compressed bodies that exist. Changes with the best compression and the first gzip. */
  readonly size: number;
  answers: Record<Encoding, Answer>;
  /** Replaces the quick compression with the best one. Missing if the page is not requested often enough. */
  improve?: () => Promise<void>;
}

interface Options {
  status: 200 | 404;
  html: string;
  policy: string;
  /** Whether the page is requested often enough to justify the best compression. */
  often: boolean;
  /** Whether the page depends on the visitor's cookie, so that shared caches must not keep it. */
  isPersonal?: boolean;
  /** The headers of every response, as a flat list of names and values. */
  common: readonly string[];
}

/** The Brotli quality for the first visitor. A quality of 5 takes three times as long for a tenth fewer bytes. */
const QUICK = 3;

/**
 * Document sizes in bytes. From LARGE on, compression runs in other threads; from HUGE on, only the quick one is used.
 */
const LARGE = 250_000;
const HUGE = 1_000_000;

/** Prepares a page for sending. The best compression replaces the quick one as soon as it is ready. */
export async function storePage({
  status,
  html,
  policy,
  often,
  isPersonal = false,
  common,
}: Options): Promise<StoredPage> {
  const nextTurn = createEventLoopYield();
  // No function below may use `identity`: all of them live as long as the page and would keep these bytes in memory.
  const identity = Buffer.from(html);
  const size = identity.byteLength;
  const options = brotliOptions(size, QUICK);
  await nextTurn();
  const isLarge = size >= LARGE;
  const [br, gz] = isLarge
    ? await Promise.all([brotli(identity, options), gzipAsync(identity)])
    : // Small documents take a few milliseconds on this thread. Other threads would each need additional memory.
      [brotliCompressSync(identity, options), null];
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  // A strong validator changes with every byte (RFC 9110, 8.8.1), so each compression has its own.
  const head = (encoding: Encoding, length: number, name: string) => {
    const etag = `"${hash}${name}"`;
    return { etag, ...pageHeaders({ common, policy, etag, encoding, length, isPersonal }) };
  };
  const gzipAnswerOf = (body: Buffer) => ({ body: copyOf(body), ...head('gzip', body.byteLength, '-gzip') });
  const brotliAnswerOf = (body: Buffer, quality: 'quick' | 'best'): Answer => {
    const { etag, notModified } = head('br', 0, quality === 'quick' ? '-br' : '-br-quick');
    const name = quality === 'quick' ? '-br-quick' : '-br';
    return { body: copyOf(body), ...head('br', body.byteLength, name), other: { etag, notModified } };
  };
  let gzipAnswer = gz && gzipAnswerOf(gz);
  let identityBody = new WeakRef<Buffer>(identity);
  const unpacked = () => {
    const kept = identityBody.deref();
    if (kept) return kept;
    const body = brotliDecompressSync(page.answers.br.body);
    identityBody = new WeakRef(body);
    return body;
  };
  const page: StoredPage = {
    status,
    get size() {
      return page.answers.br.body.byteLength + (gzipAnswer?.body.byteLength ?? 0);
    },
    answers: {
      br: brotliAnswerOf(br, 'quick'),
      // Most clients accept Brotli, so other encodings of a page are created when first requested.
      get gzip() {
        gzipAnswer ??= gzipAnswerOf(gzipSync(unpacked()));
        return gzipAnswer;
      },
      identity: {
        // Few clients request it, and it is four times as large as both others, so the garbage collector may drop it.
        get body() {
          return unpacked();
        },
        ...head('identity', size, ''),
      },
    },
  };
  if (often && size < HUGE) {
    page.improve = async () => {
      const best = brotliOptions(size, constants.BROTLI_MAX_QUALITY);
      page.answers.br = brotliAnswerOf(await brotli(unpacked(), best), 'best');
    };
    improveLater(page);
  }
  return page;
}

/** Weak, so that a page that was dropped in the meantime neither stays in memory nor is compressed. */
const waiting: WeakRef<StoredPage>[] = [];
/** Maximum length of that list. Further pages keep their quick compression. */
const MOST_WAITING = 1_000;
let improving = false;

/** Compresses pages in other threads, one at a time, because each needs many times the memory of the page itself. */
function improveLater(page: StoredPage): void {
  if (waiting.length < MOST_WAITING) waiting.push(new WeakRef(page));
  if (!improving) improveNext();
}

function improveNext(): void {
  const page = waiting.shift();
  improving = page !== undefined;
  // If this fails, the page keeps its quick compression.
  const improve = async () => page?.deref()?.improve?.();
  if (page) improve().then(improveNext, improveNext);
}

/** Copies bytes into memory of their own. Compression returns a part of Node's shared 64 kB, all of which would be kept. */
function copyOf(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

function brotliOptions(bytes: number, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
      // The window need not be larger than the page; the default is 4 MB.
      [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
}

/** Returns the exponent of the smallest power of two that holds this many bytes. */
function windowFor(bytes: number): number {
  const exponent = Math.ceil(Math.log2(bytes + 16));
  return Math.min(Math.max(exponent, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_MAX_WINDOW_BITS);
}

interface HeaderOptions {
  /** The headers of every response, as a flat list of names and values. */
  common: readonly string[];
  /** The Content-Security-Policy. */
  policy: string;
  etag: string;
  encoding: Encoding;
  /** Whether the page depends on the visitor's cookie, so that shared caches must not keep it. */
  isPersonal: boolean;
  /** Length of the body in bytes. */
  length: number;
}

/** Returns a page's headers as flat lists of names and values: for the document, and for a 304 response. */
function pageHeaders({ common, policy, etag, encoding, length, isPersonal }: HeaderOptions): {
  headers: string[];
  notModified: string[];
} {
  const notModified = [
    ...common,
    'Content-Security-Policy',
    policy,
    // Browsers revalidate on each view and receive 304 if nothing has changed, so edits show at once.
    'Cache-Control',
    isPersonal ? 'private, no-cache' : 'no-cache',
    'ETag',
    etag,
    'Vary',
    isPersonal ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    'Speculation-Rules',
    '"/speculation-rules.json"',
  ];
  const headers = [
    ...notModified,
    'Content-Type',
    'text/html; charset=utf-8',
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    'Content-Length',
    String(length),
  ];
  return { headers, notModified };
}
