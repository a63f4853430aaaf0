import { redirectTarget } from '../platform/security/fetch-within-origin.ts';
import type { PublicFetch } from '../platform/security/public-fetch.ts';
import type { PictureSource } from './picture-source.ts';

/** Maximum milliseconds from the request to the last byte. */
const TIMEOUT_MS = 15_000;
/** Maximum size in bytes. */
const MAX_BYTES = 25_000_000;
const MAX_REDIRECTS = 3;

interface FetchOptions {
  /** Decides what is requested, also after redirects. */
  source: PictureSource;
  fetch: PublicFetch;
}

/** Fetches a file of at most 25 MB. Throws if it is incomplete, too slow or not one of the site's pictures. */
export async function fetchPicture(url: string, { source, fetch: ask }: FetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let address = new URL(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const from = source(address);
    if (!from) {
      throw new Error(
        `${address.origin} is not an origin of pictures. Add it to IMAGE_ORIGINS if it should be.`,
      );
    }
    const response = await ask(from, { redirect: 'manual', headers: { Accept: 'image/*' }, signal });
    const target = redirectTarget(response, from);
    if (!target) return readBody(response, url);
    await response.body?.cancel();
    address = target;
  }
  throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times.`);
}

async function readBody(
  response: Pick<Awaited<ReturnType<PublicFetch>>, 'ok' | 'status' | 'body'>,
  url: string,
): Promise<Buffer> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${url} answers ${response.status}.`);
  }
  const parts: Buffer[] = [];
  let length = 0;
  // Throwing inside the loop cancels the rest of the stream.
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > MAX_BYTES)
      throw new Error(`${url} is larger than ${MAX_BYTES / 1e6} MB. Upload a smaller picture.`);
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}
