import { callbackify } from 'node:util';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Kysely } from 'kysely';
import { BACKGROUND_REQUEST_HEADER } from '../../../src/contracts/operators/operator-api.ts';
import {
  SESSION_IDLE_HOURS,
  SESSION_MAX_DAYS,
  type OperatorRole,
} from '../../../src/contracts/operators/account-calls.ts';
import { pageCalls } from '../../../src/contracts/operators/page-calls.ts';
import type { OperatorsTable } from '../../database/schema/operator-tables.ts';
import type { Database } from '../../database/schema/schema.ts';
import { deriveKey } from '../../platform/security/secret-keys.ts';
import { newToken, tokenHash } from '../../platform/security/tokens.ts';
import { clearEditorCookie, setEditorCookie } from './editor-cookie.ts';

declare module 'express-session' {
  interface SessionData {
    operatorId?: string;
    /** Set instead of `operatorId` for a person who signed in with WordPress. */
    editorId?: string;
    /**
     * The account's epoch at sign-in. "Sign out everywhere" increases the account's epoch, which ends this session.
     */
    epoch: number;
    /** The token that a request must send to change data. */
    csrf: string;
    signedInAt: number;
    /** A second factor that is being set up, encrypted. */
    pendingTotp?: string;
    /** A pending sign-in with WordPress, or connection of the person's own account. Only the latest one is valid. */
    wordpress?: PendingAuthorization;
    /**
     * A WordPress that is being connected to the site. Only the latest one is valid. `state` is a hash, and `startedAt`
     * is in epoch milliseconds.
     */
    connection?: { state: string; url: string; startedAt: number };
    /** The latest connection of the CRM: the query of its result page, and its time in epoch milliseconds. */
    connected?: { query: string; at: number };
  }
}

/** A sign-in or an account connection that is waiting for WordPress's response. */
export interface PendingAuthorization {
  /** A hash of the `state`. */
  state: string;
  /** The id of the operator who connects an account; null for a sign-in. */
  holder: string | null;
  /** The path to which the browser is redirected afterwards. */
  to: string;
  /** Epoch milliseconds. */
  startedAt: number;
}

/** Milliseconds of inactivity after which a session ends. */
export const SESSION_IDLE_TIMEOUT_MS = SESSION_IDLE_HOURS * 3_600_000;
/** Maximum lifetime of a session in milliseconds. */
export const SESSION_TTL_MS = SESSION_MAX_DAYS * 24 * 3_600_000;

interface Options {
  database: Kysely<Database>;
  secrets: readonly string[];
  /** Whether operators use https. */
  secure: boolean;
  /** Returns the database's time in epoch milliseconds. */
  now: () => number;
}

/**
 * Creates the session middleware of the operator routes. Public pages do not use it. Background requests from an open
 * screen do not extend the session.
 */
export function createSessionMiddleware({ database, secrets, secure, now }: Options): RequestHandler {
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
      cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: SESSION_IDLE_TIMEOUT_MS },
    });
  const inUse = middleware(new DatabaseSessionStore(database, now), true);
  const atRest = middleware(new UntouchedSessionStore(database, now), false);
  return (request, response, next) => {
    // With an https PUBLIC_URL, browsers use https even if the proxy does not send this header.
    if (secure) request.headers['x-forwarded-proto'] = 'https';
    return (isBackground(request) ? atRest : inUse)(request, response, next);
  };
}

/**
 * The route with which an open page builder refreshes its edit lock, without any user action. All other requests that
 * change something are sent because of a user action.
 */
const REFRESHED = pageCalls.lock.path;

/**
 * Whether a request was sent without a user action. Event streams count too, although browsers cannot add the header
 * to them.
 */
function isBackground(request: Request): boolean {
  const saysSo = request.get(BACKGROUND_REQUEST_HEADER) !== undefined;
  if (request.method !== 'GET') return saysSo && request.path === REFRESHED;
  return saysSo || request.get('Accept') === 'text/event-stream';
}

/** Returns the cookie's name. With https, the `__Host-` prefix makes browsers bind it to this host and to https. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-operator' : 'operator';
}

/** Loads the session into `request.session`. Rejects if the database cannot be read. */
export function loadSession(session: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void session(request, response, (error?: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

/** Replaces the session with a new one that has a new id, to prevent session fixation. */
function renewSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

/** Ends the session and clears its cookies. Rejects if the database cannot be written. */
export function endSession(request: Request, response: Response): Promise<void> {
  const { cookie } = request.session;
  const name = cookieName(cookie.secure === true);
  clearEditorCookie(request, response);
  response.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure: cookie.secure === true, path: '/' });
  return new Promise((resolve, reject) => {
    request.session.destroy((error: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

/**
 * Stores the session. Await this before responding, because the next request may reach another server. Rejects if the
 * database cannot be written.
 */
export function saveSession(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.save((error: unknown) => (error ? reject(asError(error)) : resolve()));
  });
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

/** Minimum milliseconds between updates of a session's expiry. */
const TOUCH_INTERVAL_MS = 60_000;

type Done<T = void> = (error?: unknown, value?: T) => void;

/** Stores the sessions of express-session in our database, so that they survive restarts and work on every server. */
class DatabaseSessionStore extends session.Store {
  readonly #database: Kysely<Database>;
  readonly #now: () => number;

  constructor(database: Kysely<Database>, now: () => number) {
    super();
    this.#database = database;
    this.#now = now;
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    const found = this.#database
      .selectFrom('sessions')
      .select('data')
      .where('sid_hash', '=', tokenHash(sid))
      .where('expires_at', '>', this.#now())
      .executeTakeFirst()
      .then((row): SessionData | null => (row ? JSON.parse(row.data) : null));
    settle(found, (error, value) => done(error, value ?? null));
  }

  override set(sid: string, data: SessionData, done: Done = () => {}): void {
    const row = {
      sid_hash: tokenHash(sid),
      operator_id: data.operatorId ?? data.editorId ?? null,
      data: JSON.stringify(data),
      expires_at: this.#endOf(data),
    };
    const { sid_hash: _, ...changed } = row;
    settle(
      this.#database
        .insertInto('sessions')
        .values(row)
        .onConflict((conflict) => conflict.column('sid_hash').doUpdateSet(changed))
        .execute(),
      (error) => done(error),
    );
  }

  override touch(sid: string, data: SessionData, done: Done = () => {}): void {
    const end = this.#endOf(data);
    settle(
      this.#database
        .updateTable('sessions')
        .set({ expires_at: end })
        .where('sid_hash', '=', tokenHash(sid))
        // At most once a minute, to reduce writes.
        .where('expires_at', '<', end - TOUCH_INTERVAL_MS)
        .execute(),
      // Ignore errors: if the disk is full, operators must still be able to see that on the screens.
      () => done(),
    );
  }

  /**
   * Returns when a session expires, by the database's clock. The cookie's expiry is by this machine's clock, so only
   * its remaining milliseconds are used. Not every cookie has an expiry.
   */
  #endOf(data: SessionData): number {
    return this.#now() + (data.cookie.maxAge ?? SESSION_IDLE_TIMEOUT_MS);
  }

  override destroy(sid: string, done: Done = () => {}): void {
    settle(this.#database.deleteFrom('sessions').where('sid_hash', '=', tokenHash(sid)).execute(), (error) =>
      done(error),
    );
  }
}

/**
 * A session store that does not extend sessions, for requests that are sent without a user action, such as the stream
 * of live events.
 */
class UntouchedSessionStore extends DatabaseSessionStore {
  override touch(_sid: string, _data: SessionData, done: Done = () => {}): void {
    done();
  }
}

function settle<T>(work: Promise<T>, done: Done<T>): void {
  callbackify(() => work)(done);
}

/**
 * Signs an operator or an editor in: starts a session with a new id and a new CSRF token, and sets the editor cookie.
 */
export type StartSession = (
  request: Request,
  response: Response,
  person: Pick<OperatorsTable, 'id' | 'session_epoch'>,
  role?: OperatorRole,
) => Promise<void>;

/** Creates the function that signs people in through this session middleware. `now` returns epoch milliseconds. */
export function createStartSession(session: RequestHandler, now: () => number): StartSession {
  return async (request, response, person, role = 'operator') => {
    await loadSession(session, request, response);
    await renewSession(request);
    Object.assign(request.session, {
      ...(role === 'editor' ? { editorId: person.id } : { operatorId: person.id }),
      epoch: person.session_epoch,
      csrf: newToken(),
      signedInAt: now(),
    });
    await saveSession(request);
    // Unlike the session cookie, the editor cookie is not renewed, so it gets the maximum lifetime of a session.
    setEditorCookie(request, response, SESSION_TTL_MS);
  };
}
