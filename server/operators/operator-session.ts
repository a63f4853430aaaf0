import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Kysely } from 'kysely';
import { BACKGROUND_HEADER } from '../../src/operator/background-header.ts';
import type { Database } from '../database/schema.ts';
import { deriveKey } from '../secret-keys.ts';
import { DatabaseSessionStore, UntouchedSessionStore } from './session-store.ts';
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
  database: Kysely<Database>;
  secrets: readonly string[];
  /** Whether operators come over https. */
  secure: boolean;
}

/**
 * The session middleware of the operators' routes; visitors' pages never meet it. What an open screen asks by itself is
 * rest: it does not make the session last longer.
 */
export function operatorSession({ database, secrets, secure }: Options): RequestHandler {
  const middleware = (store: session.Store, rolling: boolean) =>
    session({
      store,
      name: cookieName(secure),
      secret: secrets.map((secret) => deriveKey(secret, 'operator sessions').toString('base64url')),
      genid: newToken,
      resave: false,
      saveUninitialized: false,
      rolling,
      proxy: true,
      cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: SESSION_REST },
    });
  const inUse = middleware(new DatabaseSessionStore(database), true);
  const atRest = middleware(new UntouchedSessionStore(database), false);
  return (request, response, next) => {
    // PUBLIC_URL says that browsers come by https, whatever the proxy that ends it says.
    if (secure) request.headers['x-forwarded-proto'] = 'https';
    return (isBackground(request) ? atRest : inUse)(request, response, next);
  };
}

/** Reads that go on with nobody there; among them the stream, for which browsers cannot say so. */
function isBackground(request: Request): boolean {
  if (request.method !== 'GET') return false;
  return request.get(BACKGROUND_HEADER) !== undefined || request.get('Accept') === 'text/event-stream';
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
