export type Encoding = 'br' | 'gzip' | 'identity';

interface Options {
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
export function pageHeaders({ common, policy, etag, encoding, length, isPersonal }: Options): {
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
