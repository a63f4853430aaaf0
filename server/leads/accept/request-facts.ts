import type { Request, Response } from 'express';
import { requestIdOf } from '../../machine/request-id.ts';
import { OPEN_FOR } from '../store/plan-batch.ts';
import type { RequestFacts } from './submission.ts';

/** Longer ones are cut; real browsers' have about 120 characters. */
const MOST_OF_USER_AGENT = 300;

/** Where visitors reach the site. */
export interface CookieOptions {
  /** Whether by https: the cookie then bears the prefix that keeps other hosts from setting it. */
  secure: boolean;
}

/** What is known of a request. */
export function factsOf(
  request: Request,
  response: Response,
  options: CookieOptions,
  now: number,
): RequestFacts {
  return {
    requestId: requestIdOf(request, response),
    ip: request.ip ?? '',
    userAgent: (request.get('user-agent') ?? '').slice(0, MOST_OF_USER_AGENT),
    browserKey: readBrowserKey(request, options),
    now,
  };
}

/** Gives the browser the cookie that lets it change its lead, for as long as it may. */
export function setBrowserKey(response: Response, key: string, options: CookieOptions): void {
  response.cookie(cookieName(options), key, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: OPEN_FOR,
    secure: options.secure,
  });
}

function readBrowserKey(request: Request, options: CookieOptions): string | null {
  const start = `${cookieName(options)}=`;
  const pair = (request.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(start));
  const value = pair?.slice(start.length) ?? '';
  return /^[\w-]{20,64}$/.test(value) ? value : null;
}

function cookieName({ secure }: CookieOptions): string {
  return secure ? '__Host-visitor' : 'visitor';
}
