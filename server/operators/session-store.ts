import { callbackify } from 'node:util';
import session, { type SessionData } from 'express-session';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { tokenHash } from './tokens.ts';

/** Milliseconds between two notes that a session is still in use. */
const TOUCH_EVERY = 60_000;
/** Where the cookie names no end. */
const DEFAULT_AGE = 12 * 3_600_000;

type Done<T = void> = (error?: unknown, value?: T) => void;

/** Keeps express-session's sessions in our own database: they survive a restart and hold on every server. */
export class DatabaseSessionStore extends session.Store {
  readonly #database: Kysely<Database>;

  constructor(database: Kysely<Database>) {
    super();
    this.#database = database;
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    const found = this.#database
      .selectFrom('sessions')
      .select('data')
      .where('sid_hash', '=', tokenHash(sid))
      .where('expires_at', '>', Date.now())
      .executeTakeFirst()
      .then((row): SessionData | null => (row ? JSON.parse(row.data) : null));
    settle(found, (error, value) => done(error, value ?? null));
  }

  override set(sid: string, data: SessionData, done: Done = () => {}): void {
    const row = {
      sid_hash: tokenHash(sid),
      operator_id: data.operatorId ?? null,
      data: JSON.stringify(data),
      expires_at: endOf(data),
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
    const end = endOf(data);
    settle(
      this.#database
        .updateTable('sessions')
        .set({ expires_at: end })
        .where('sid_hash', '=', tokenHash(sid))
        // Not at every request: a minute more or less is nothing to a session.
        .where('expires_at', '<', end - TOUCH_EVERY)
        .execute(),
      (error) => done(error),
    );
  }

  override destroy(sid: string, done: Done = () => {}): void {
    settle(this.#database.deleteFrom('sessions').where('sid_hash', '=', tokenHash(sid)).execute(), (error) =>
      done(error),
    );
  }
}

/** The same sessions, for requests that do not count as use: they last no longer by them. */
export class UntouchedSessionStore extends DatabaseSessionStore {
  override touch(_sid: string, _data: SessionData, done: Done = () => {}): void {
    done();
  }
}

function endOf(data: SessionData): number {
  const { expires } = data.cookie;
  return expires ? new Date(expires).getTime() : Date.now() + DEFAULT_AGE;
}

function settle<T>(work: Promise<T>, done: Done<T>): void {
  callbackify(() => work)(done);
}
