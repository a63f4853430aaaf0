import { isObject } from '../../../src/builder/raw-value.ts';
import type { Reply } from './probe-wordpress.ts';

/** An HTTP response, as opposed to no response at all. */
export type ReceivedReply = Exclude<Reply, { failed: string }>;

/**
 * Returns whether a server in front of WordPress asks for a password. WordPress itself never sends
 * `WWW-Authenticate`.
 */
export function isAskedInFront(reply: ReceivedReply): boolean {
  return reply.status === 401 && reply.headers['www-authenticate'] !== undefined && codeOf(reply) === null;
}

/** Returns whether WordPress refuses the user name or the password of a request. */
export function isUnknownAccount(reply: ReceivedReply): boolean {
  return (
    reply.status === 401 && /^(invalid_username|invalid_email|incorrect_password)$/.test(codeOf(reply) ?? '')
  );
}

/** Returns the error code in a response of the REST API; null if it has none. */
export function codeOf({ json }: ReceivedReply): string | null {
  return isObject(json) && typeof json.code === 'string' ? json.code : null;
}
