import { createHmac } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { PageLock } from '../../content/values/page-lock.ts';
import { deriveKey } from '../../platform/security/secret-keys.ts';
import { sameText } from '../../platform/security/tokens.ts';

/** How long a page stays open for a browser that sent its password, as in WordPress. */
export const OPEN_MS = 10 * 24 * 3_600_000;

const NAME = 'page-pass-';

type Lock = Pick<PageLock, 'id' | 'hash'>;

/** Returns the name of the cookie that opens a page. With `secure`, browsers send it over https only. */
export function passName({ id }: Pick<Lock, 'id'>, secure: boolean): string {
  return `${secure ? '__Host-' : ''}${NAME}${id}`;
}

/**
 * Returns the value of the cookie: when it ends, and a signature. It is for one page and one password, so it opens
 * nothing when the password changes. `now` is in epoch milliseconds.
 */
export function newPass(lock: Lock, secrets: readonly string[], now: number): string {
  const [secret = ''] = secrets;
  const ends = now + OPEN_MS;
  return `${ends}.${sign(lock, ends, secret)}`;
}

/** Whether the cookies of a request open a page. `now` is in epoch milliseconds. */
export function hasPass(
  cookies: string | undefined,
  lock: Lock,
  { secrets, secure, now }: { secrets: readonly string[]; secure: boolean; now: number },
): boolean {
  const [end = '', signature = ''] = parseCookie(cookies ?? '')[passName(lock, secure)]?.split('.') ?? [];
  const ends = Number(end);
  if (!(ends > now)) return false;
  return secrets.some((secret) => sameText(signature, sign(lock, ends, secret)));
}

/** Whether cookies open any page. */
export function mayHavePass(cookies: string | undefined): boolean {
  return cookies?.includes(NAME) === true;
}

function sign({ id, hash }: Lock, ends: number, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'page passwords'))
    .update(JSON.stringify([id, hash, ends]))
    .digest('base64url');
}
