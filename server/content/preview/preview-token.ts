import { z } from 'zod';
import { isWordPressSignature } from '../rest/signed-request.ts';

const payloadSchema = z.object({
  /** Unique, and used to revoke a shared link. */
  id: z.string().min(1).max(64),
  post: z.number().int().positive(),
  user: z.number().int().positive(),
  name: z.string().max(250),
  /** Epoch seconds. */
  expires: z.number().int(),
  /** `share`: a link for people without an account in WordPress. */
  kind: z.enum(['draft', 'share']),
});

/** The contents of a preview token. `user` and `name` identify the editor who created the link. */
export type PreviewTokenPayload = z.infer<typeof payloadSchema>;

/** Why a token is refused. */
export type PreviewTokenFault = 'forged' | 'expired';

/** The response header of a preview with the WordPress id of the page or post. No other response has it. */
export const PREVIEW_HEADER = 'x-lintel-preview';

/** Longer tokens are refused without checking their signature. */
const MAX_TOKEN_CHARACTERS = 2_000;

/**
 * Reads a token of the companion plugin: `base64url(JSON).signature`. Returns `forged` for a token that is malformed,
 * too long or not signed with our secret, even if it is also expired. `now` is in epoch milliseconds.
 */
export function readPreviewToken(
  token: string,
  secret: string,
  now: number,
): PreviewTokenPayload | PreviewTokenFault {
  const [encoded = '', signature = '', ...more] = token.split('.');
  if (token.length > MAX_TOKEN_CHARACTERS || encoded === '' || more.length > 0) return 'forged';
  if (!isWordPressSignature(signature, `preview.${encoded}`, secret)) return 'forged';
  const payload = payloadSchema.safeParse(parsed(Buffer.from(encoded, 'base64url').toString()));
  if (!payload.success) return 'forged';
  return payload.data.expires * 1000 > now ? payload.data : 'expired';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
