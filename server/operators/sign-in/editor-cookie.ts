import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { EDITOR_COOKIE } from '../../../src/contracts/operators/page-bar.ts';

/** The attributes of the editor cookie. Scripts read it to show the page bar. Responses do not depend on it. */
const attributes = ({ session }: Request): CookieOptions => ({
  sameSite: 'lax',
  secure: session.cookie.secure === true,
  path: '/',
});

/**
 * Sets the editor cookie, which shows scripts on public pages that somebody is signed in. `maxAge` is in
 * milliseconds.
 */
export function setEditorCookie(request: Request, response: Response, maxAge: number): void {
  response.cookie(EDITOR_COOKIE, '1', { ...attributes(request), maxAge });
}

/** Clears the editor cookie if the request has it. */
export function clearEditorCookie(request: Request, response: Response): void {
  if (parseCookie(request.get('cookie') ?? '')[EDITOR_COOKIE] === undefined) return;
  response.clearCookie(EDITOR_COOKIE, attributes(request));
}
