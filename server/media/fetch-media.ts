import { z } from 'zod';
import { isVimeoOembedUrl } from '../../src/contracts/embed-players.ts';
import { redirectLocation } from '../platform/security/same-origin-fetch.ts';
import type { PublicFetch } from '../platform/security/public-fetch.ts';
import type { PictureUrlResolver } from './picture-url-resolver.ts';

/** Maximum milliseconds from the request to the last byte. */
const TIMEOUT_MS = 15_000;
/** The part of an oEmbed response (https://oembed.com) that is used here. */
const oembed = z.object({ thumbnail_url: z.url() });
/** Maximum size in bytes of a picture. */
const MAX_BYTES = 25_000_000;
const MAX_REDIRECTS = 3;

/** Options for fetching files to which content refers. */
export interface MediaFetchOptions {
  /** Decides which URLs may be requested. Redirect targets are checked as well. */
  source: PictureUrlResolver;
  fetch: PublicFetch;
}

interface FetchOptions extends MediaFetchOptions {
  /** The media types for the `Accept` header. */
  accept?: string;
  /** Maximum size in bytes. */
  limit?: number;
}

/**
 * Fetches a file, by default a picture. For an oEmbed URL of Vimeo, fetches the poster that the response names. Throws
 * an `Error` if the URL is not allowed, redirects too often or names no poster, if the response has an error status, or
 * if the file is too large or too slow.
 */
export async function fetchMedia(url: string, options: FetchOptions): Promise<Buffer> {
  const { source, fetch: ask, accept = 'image/*', limit = MAX_BYTES } = options;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let address = new URL(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const from = source(address);
    if (!from) {
      throw new Error(
        `${address.origin} is not an origin of pictures. Add it to IMAGE_ORIGINS if it should be.`,
      );
    }
    const response = await ask(from, { redirect: 'manual', headers: { Accept: accept }, signal });
    const target = redirectLocation(response, from);
    if (target) {
      await response.body?.cancel();
      address = target;
      continue;
    }
    const body = await readBody(response, url, limit);
    if (!isVimeoOembedUrl(from)) return body;
    address = posterAddress(body, url);
  }
  throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times.`);
}

/** Returns the URL of a video's poster from its provider's oEmbed response. Throws an `Error` if there is none. */
function posterAddress(body: Buffer, url: string): URL {
  const { success, data } = oembed.safeParse(JSON.parse(body.toString()));
  if (!success) throw new Error(`${url} names no picture.`);
  return new URL(data.thumbnail_url);
}

async function readBody(
  response: Pick<Awaited<ReturnType<PublicFetch>>, 'ok' | 'status' | 'body'>,
  url: string,
  limit: number,
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
    if (length > limit) throw new Error(`${url} is larger than ${limit / 1e6} MB. Upload a smaller file.`);
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}
