/** Milliseconds until a photograph is given up: an image without it is better than none. */
const TIMEOUT = 4000;
/** Bytes. WordPress scales what is uploaded to 2560 pixels. */
const LARGEST = 8_000_000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Fetches a JPEG or PNG as a `data:` address. Throws when it does not come, or is something else. */
export async function fetchPhotograph(src: string, fetcher: typeof fetch): Promise<string> {
  // Somewhere else than it was said to be it may be anywhere.
  const response = await fetcher(src, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok || !response.body) throw new Error(`${src} answers ${response.status}.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > LARGEST) throw new Error(`${src} is larger than ${LARGEST} bytes.`);
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const type = typeOf(body);
  if (type === null) throw new Error(`${src} is neither JPEG nor PNG.`);
  return `data:${type};base64,${body.toString('base64')}`;
}

function typeOf(body: Buffer): string | null {
  if (body.subarray(0, JPEG.byteLength).equals(JPEG)) return 'image/jpeg';
  return body.subarray(0, PNG.byteLength).equals(PNG) ? 'image/png' : null;
}
