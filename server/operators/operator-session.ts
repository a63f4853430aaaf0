import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { deriveKey } from '../secret-keys.ts';
import type { DatabaseSessionStore } from './session-store.ts';
import { newToken } from './tokens.ts';

declare module 'express-session' {
  interface SessionData {
    operatorId: string;
    /** The account's epoch at sign-in: "sign out everywhere" makes it old. */
    epoch: number;
    /** Goes with every changing request. */
    csrf: string;
    signedInAt: number;
    /** A second factor that is being set up, encrypted. */
    pendingTotp?: string;
  }
}

/** Milliseconds of rest after which a session is over, and its longest life. */
export const SESSION_REST = 12 * 3_600_000;
export const SESSION_LIFE = 7 * 24 * 3_600_000;

interface Options {
  store: DatabaseSessionStore;
  secrets: readonly string[];
  /** Whether operators come over https. */
  secure: boolean;
}

/** The session middleware of the operators' routes; visitors' pages never meet it. */
export function operatorSession({ store, secrets, secure }: Options): RequestHandler {
  const middleware = session({
    store,
    name: cookieName(secure),
    secret: secrets.map((secret) => deriveKey(secret, 'operator sessions').toString('base64url')),
    genid: newToken,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: true,
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: SESSION_REST },
  });
  if (!secure) return middleware;
  return (request, response, next) => {
    // PUBLIC_URL says that browsers come by https, whatever the proxy that ends it says.
    request.headers['x-forwarded-proto'] = 'https';
    return middleware(request, response, next);
  };
}

/** On https the browser itself holds the cookie to this host and to encrypted connections. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-operator' : 'operator';
}

/** Reads the session of a request, for routes that decide themselves what to do without one. */
export function openSession(session: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void session(request, response, (error?: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

/** A new session in place of the old one, with a new id: who knew the old one has nothing. */
export function renewSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

/** Ends the session, if there is one, and takes its cookie back. */
export function endSession(request: Request, response: Response): Promise<void> {
  const { cookie } = request.session;
  const name = cookieName(cookie.secure === true);
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure: cookie.secure === true, path: '/' });
  return new Promise((resolve, reject) => {
    request.session.destroy((error: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

/** Writes the session before the answer goes out: the next request may come to another server. */
export function saveSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.save((error: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
