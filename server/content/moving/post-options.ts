import { postFormats } from '../../../src/contracts/post-formats.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';

/** Options of a post. WordPress uses its default for one that is missing, as in files of earlier exports. */
export interface PostOptions {
  sticky?: boolean;
  format?: string;
  comment_status?: string;
}

const FORMATS: ReadonlySet<unknown> = new Set(['standard', ...postFormats]);

/** Returns the options that a post in the WordPress REST format has. Omits those that WordPress would refuse. */
export function postOptions({ sticky, format, comment_status: comments }: JsonObject): PostOptions {
  return {
    ...(typeof sticky === 'boolean' ? { sticky } : {}),
    ...(typeof format === 'string' && FORMATS.has(format) ? { format } : {}),
    ...(comments === 'open' || comments === 'closed' ? { comment_status: comments } : {}),
  };
}
