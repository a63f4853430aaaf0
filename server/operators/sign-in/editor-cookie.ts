import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { EDITOR_COOKIE } from '../../../src/contracts/operators/page-bar.ts';

/** The attributes of the cookie. It is for scripts, and every server sends the same pages whether it is set or not. */
const attributes = ({ session }: Request): CookieOptions => ({
  sameSite: 'lax',
  secure: session.cookie.secure === true,
  path: '/',
});

/** Marks the browser as one in which somebody is signed in, for as long as a session can last. */
export function setEditorCookie(request: Request, response: Response, maxAge: number): void {
  response.cookie(EDITOR_COOKIE, '1', { ...attributes(request), maxAge });
}

/** Removes the mark from a browser that has it. */
export function clearEditorCookie(request: Request, response: Response): void {
  if (parseCookie(request.get('cookie') ?? '')[EDITOR_COOKIE] === undefined) return;
  response.clearCookie(EDITOR_COOKIE, attributes(request));
}
