import { isJsonObject } from '../../../src/builder/raw-value.ts';
import type { ResponseOrFailure } from './probe-wordpress.ts';

/** An HTTP response, as opposed to no response at all. */
export type ReceivedResponse = Exclude<ResponseOrFailure, { failed: string }>;

/**
 * Returns whether a server in front of WordPress asks for a password. WordPress itself never sends
 * `WWW-Authenticate`.
 */
export function isProxyAuthRequired(reply: ReceivedResponse): boolean {
  return (
    reply.status === 401 && reply.headers['www-authenticate'] !== undefined && restErrorCode(reply) === null
  );
}

/** Returns whether WordPress refuses the user name or the password of a request. */
export function isLoginRefused(reply: ReceivedResponse): boolean {
  return (
    reply.status === 401 &&
    /^(invalid_username|invalid_email|incorrect_password)$/.test(restErrorCode(reply) ?? '')
  );
}

/** Returns the error code in a response of the REST API; null if it has none. */
export function restErrorCode({ json }: ReceivedResponse): string | null {
  return isJsonObject(json) && typeof json.code === 'string' ? json.code : null;
}
