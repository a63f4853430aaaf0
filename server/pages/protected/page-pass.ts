import { createHmac } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Response } from 'express';
import type { PasswordProtection } from '../../content/values/password-protection.ts';
import { deriveKey } from '../../platform/security/secret-keys.ts';
import { equalInConstantTime } from '../../platform/security/tokens.ts';

/** How long the cookie opens a page after its password was entered: ten days, as in WordPress. */
export const PAGE_PASS_LIFETIME_MS = 10 * 24 * 3_600_000;

const NAME = 'page-pass-';

type Lock = Pick<PasswordProtection, 'id' | 'hash'>;

/** Returns the name of the cookie that opens a page. With `secure`, browsers send it over https only. */
export function pagePassCookieName({ id }: Pick<Lock, 'id'>, secure: boolean): string {
  return `${secure ? '__Host-' : ''}${NAME}${id}`;
}

/**
 * Returns the value of the cookie that opens a page: its expiry time, and a signature. The signature includes the page
 * and the hash of its password, so a new password makes the cookie invalid. `now` is in epoch milliseconds.
 */
export function pagePassCookieValue(lock: Lock, secrets: readonly string[], now: number): string {
  const [secret = ''] = secrets;
  const ends = now + PAGE_PASS_LIFETIME_MS;
  return `${ends}.${sign(lock, ends, secret)}`;
}

/** Sets the cookie that opens a page. `now` is in epoch milliseconds. */
export function setPagePassCookie(
  response: Response,
  lock: Lock,
  { secrets, secure, now }: { secrets: readonly string[]; secure: boolean; now: number },
): void {
  response.cookie(pagePassCookieName(lock, secure), pagePassCookieValue(lock, secrets, now), {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: PAGE_PASS_LIFETIME_MS,
    secure,
  });
}

/** Whether the cookies of a request open this page. `now` is in epoch milliseconds. */
export function hasPagePass(
  cookies: string | undefined,
  lock: Lock,
  { secrets, secure, now }: { secrets: readonly string[]; secure: boolean; now: number },
): boolean {
  const [end = '', signature = ''] =
    parseCookie(cookies ?? '')[pagePassCookieName(lock, secure)]?.split('.') ?? [];
  const ends = Number(end);
  if (!(ends > now)) return false;
  return secrets.some((secret) => equalInConstantTime(signature, sign(lock, ends, secret)));
}

/** Whether one of the cookies may open a page. Checks neither its signature nor its expiry time. */
export function mayHavePagePass(cookies: string | undefined): boolean {
  return cookies?.includes(NAME) === true;
}

function sign({ id, hash }: Lock, ends: number, secret: string): string {
  return createHmac('sha256', deriveKey(secret, 'page passwords'))
    .update(JSON.stringify([id, hash, ends]))
    .digest('base64url');
}
