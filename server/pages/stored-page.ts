import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
import { pageHeaders, type Encoding } from './page-headers.ts';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

interface Validated {
  etag: string;
  /** The headers of a 304 response. */
  notModified: string[];
}

interface Answer extends Validated {
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
  if (!improving) void improveAll();
}

async function improveAll(): Promise<void> {
  improving = true;
  for (let page = waiting.shift(); page; page = waiting.shift()) {
    // If this fails, the page keeps its quick compression.
    await page
      .deref()
      ?.improve?.()
      .catch(() => {});
  }
  improving = false;
}

export interface SendOptions {
  /** The value of X-Request-Id, unless a middleware has set this header. */
  requestId?: string;
  /** A value for Set-Cookie. */
  cookie?: string | null;
}

/** Sends a stored page in the best accepted encoding, or 304 if the browser already has it. Returns the status. */
export function sendStoredPage(
  page: StoredPage,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, cookie = null }: SendOptions = {},
): number {
  const answer = page.answers[encodingFor(request.headers['accept-encoding'] ?? '')];
  const given = request.headers['if-none-match'];
  const more = cookie === null ? [] : ['Set-Cookie', cookie];
  if (requestId !== undefined) more.push('X-Request-Id', requestId);
  if (page.status === 200 && given !== undefined) {
    const same = [answer, answer.other].find((each) => each && hasETag(given, each.etag));
    if (same) {
      response.writeHead(304, [...same.notModified, ...more]).end();
      return 304;
    }
  }
  const isUsual = requestId !== undefined && cookie === null;
  if (!isUsual || !reuseHead(answer, page.status, requestId, response)) {
    response.writeHead(page.status, [...answer.headers, ...more]);
    if (isUsual) answer.head ??= headOf(response);
  }
  if (request.method === 'HEAD') response.end();
  else response.end(answer.body);
  return page.status;
}

/** The text of a response's status line and headers, which Node sends with the first bytes of the body. */
interface WithHead {
  _header?: string | null;
}

/**
 * Gives a response the head that Node made before. `writeHead` checks and joins all headers again, which takes a
 * quarter of the time of a stored page. Returns false if it has to be called: before the first response, and on
 * connections that do not stay open.
 */
function reuseHead(
  { head }: Answer,
  status: number,
  requestId: string,
  response: ServerResponse & WithHead,
): boolean {
  if (head === undefined || !response.shouldKeepAlive) return false;
  const [start, beforeDate, end] = head;
  response.statusCode = status;
  response._header = start + requestId + beforeDate + httpDate() + end;
  return true;
}

/** Returns the head of a response without its id and date. Undefined if it has no id, or if its connection will close. */
function headOf({ _header: head, shouldKeepAlive }: ServerResponse & WithHead): Answer['head'] {
  const parts = /^(.*\r\nX-Request-Id: )[^\r]*(\r\nDate: )[^\r]*(\r\n.*)$/s.exec(head ?? '');
  const [, start, beforeDate, end] = parts ?? [];
  if (!shouldKeepAlive || start === undefined || beforeDate === undefined || end === undefined)
    return undefined;
  return [start, beforeDate, end];
}

let date = '';
let dateSecond = 0;

/** Returns the value of a Date header. It changes once a second. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}

/** Whether an If-None-Match header matches an ETag, by weak comparison (RFC 9110, 13.1.2). */
function hasETag(given: string, etag: string): boolean {
  if (given === etag) return true;
  if (given.trim() === '*') return true;
  return given.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

const encodings = new Map<string, Encoding>();
/** Maximum number of cached headers. Browsers send only a handful of different ones. */
const MOST_HEADERS = 100;

/** Returns the best encoding that an Accept-Encoding header allows. */
export function encodingFor(header: string): Encoding {
  let encoding = encodings.get(header);
  if (encoding === undefined) {
    encoding = (['br', 'gzip'] as const).find((each) => takes(header, each)) ?? 'identity';
    if (encodings.size >= MOST_HEADERS) encodings.clear();
    encodings.set(header, encoding);
  }
  return encoding;
}

function takes(header: string, encoding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
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
