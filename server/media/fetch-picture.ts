/** Maximum milliseconds from the request to the last byte. */
const TIMEOUT = 15_000;
/** Maximum size in bytes. */
const LARGEST = 25_000_000;
const MOST_REDIRECTS = 3;

interface FetchOptions {
  /** The only origins that may be requested, including by redirects. */
  allowedOrigins: readonly string[];
  fetch: typeof fetch;
}

/** Fetches a file of at most 25 MB. Throws if it is incomplete, too slow or not from an allowed origin. */
export async function fetchPicture(
  url: string,
  { allowedOrigins, fetch: ask }: FetchOptions,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT);
  let address = new URL(url);
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (!isAllowed(address, allowedOrigins)) {
      throw new Error(
        `${address.origin} is not an origin of pictures. Add it to IMAGE_ORIGINS if it should be.`,
      );
    }
    const response = await ask(address, { redirect: 'manual', headers: { Accept: 'image/*' }, signal });
    const target = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || target === null) return readBody(response, url);
    await response.body?.cancel();
    address = new URL(target, address);
  }
  throw new Error(`${url} redirects more than ${MOST_REDIRECTS} times.`);
}

/** Returns whether pictures may be fetched from a URL. If http is allowed for a host, so is https. */
export function isAllowed(url: URL, allowedOrigins: readonly string[]): boolean {
  return (
    allowedOrigins.includes(url.origin) ||
    (url.protocol === 'https:' && allowedOrigins.includes(`http://${url.host}`))
  );
}

async function readBody(response: Response, url: string): Promise<Buffer> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${url} answers ${response.status}.`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  // Throwing inside the loop cancels the rest of the stream.
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > LARGEST)
      throw new Error(`${url} is larger than ${LARGEST / 1e6} MB. Upload a smaller picture.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
