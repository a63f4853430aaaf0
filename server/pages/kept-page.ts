import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A page ready to be sent, in each encoding a browser may ask for. */
export interface KeptPage {
  status: number;
  policy: string;
  etag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
}

interface Page {
  status: number;
  html: string;
  policy: string;
  /** Whether it will be asked for often enough to be worth the best compression. */
  often: boolean;
}

/** Prepares a page. For one asked for often, the best compression replaces the quick one as soon as it is done. */
export async function keepPage(page: Page): Promise<KeptPage> {
  const identity = Buffer.from(page.html);
  const [br, gz] = await Promise.all([brotliAt(identity, 5), gzipped(identity)]);
  const kept: KeptPage = {
    status: page.status,
    policy: page.policy,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { br, gzip: gz, identity },
  };
  if (!page.often) return kept;
  void brotliAt(identity, constants.BROTLI_MAX_QUALITY).then((best) => {
    kept.bodies.br = best;
  });
  return kept;
}

function brotliAt(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}
