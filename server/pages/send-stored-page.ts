import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Encoding, StoredPage } from './stored-page.ts';

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
  options: SendOptions = {},
): number {
  const answer = page.answers[encodingFor(request.headers['accept-encoding'] ?? '')];
  const given = request.headers['if-none-match'];
  if (page.status === 200 && given !== undefined) {
    const same = [answer, answer.other].find((each) => each && hasETag(given, each.etag));
    if (same) {
      response.writeHead(304, [...same.notModified, ...ownHeaders(options)]).end();
      return 304;
    }
  }
  sendAnswer(answer, page.status, request, response, options);
  return page.status;
}

/** Sends bytes with their prepared headers. */
export function sendAnswer(
  answer: Pick<Answer, 'body' | 'headers' | 'head'>,
  status: number,
  request: IncomingMessage,
  response: ServerResponse,
  options: SendOptions,
): void {
  const { requestId, cookie = null } = options;
  const isUsual = requestId !== undefined && cookie === null;
  if (!isUsual || !reuseHead(answer, status, requestId, response)) {
    response.writeHead(status, [...answer.headers, ...ownHeaders(options)]);
    if (isUsual) answer.head ??= headOf(response);
  }
  if (request.method === 'HEAD') response.end();
  else response.end(answer.body);
}

/** Returns the headers that each response has of its own, as a flat list of names and values. */
function ownHeaders({ requestId, cookie = null }: SendOptions): string[] {
  return [
    ...(cookie === null ? [] : ['Set-Cookie', cookie]),
    ...(requestId === undefined ? [] : ['X-Request-Id', requestId]),
  ];
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
  { head }: Pick<Answer, 'head'>,
  status: number,
  requestId: string,
  response: ServerResponse & WithHead,
): boolean {
  if (head === undefined || !response.shouldKeepAlive || response.hasHeader('Connection')) return false;
  const [start, beforeDate, end] = head;
  response.statusCode = status;
  response._header = start + requestId + beforeDate + httpDate() + end;
  return true;
}

/** Returns the head of a response without its id and date. Undefined if it has no id, or if its connection will close. */
function headOf({ _header: head, shouldKeepAlive }: ServerResponse & WithHead): Answer['head'] {
  if (!head || !shouldKeepAlive) return undefined;
  const parts = /^(.*\r\nX-Request-Id: )[^\r]*(\r\nDate: )[^\r]*(\r\n.*)$/s.exec(head);
  const [, start, beforeDate, end] = parts ?? [];
  if (start === undefined || beforeDate === undefined || end === undefined) return undefined;
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
