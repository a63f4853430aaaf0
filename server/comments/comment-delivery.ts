import { setTimeout as sleep } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { createWordPressWriter, takesWrites, WriteError } from '../content/rest/wordpress-writer.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema/schema.ts';
import { retryDelay } from '../leads/deliver/record-failure.ts';
import type { WordPressConfig } from '../platform/config/config.ts';
import { runInBackground } from '../platform/async/run-in-background.ts';

/** Brings the comments that visitors wrote to WordPress, which decides whether they are shown. */
export interface CommentDelivery {
  start(): void;
  /** Looks for comments now. */
  wake(): void;
  /** Delivers everything that is due. */
  drain(): Promise<void>;
  /** Resolves when nothing is being delivered any more. */
  stop(): Promise<void>;
}

type Row = Selectable<Database['comments']>;

/** The time between looks for due comments. */
const POLL_MS = 5_000;
/** How long another server leaves a comment to the one that delivers it: longer than a request can take. */
const LEASE_MS = 150_000;
/** How long a delivered comment is remembered, so that a repeat is recognized. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;
const ROWS = 20;

/** WordPress's answers that no later try changes. `comment_duplicate` means that it has the comment. */
const LASTING = new Set([
  'lintel_comments_closed',
  'rest_comment_closed',
  'rest_comment_draft_post',
  'rest_comment_trash_post',
  'rest_comment_invalid_post_id',
]);

interface Options {
  wordpress: WordPressConfig | null;
  database: Pick<OpenDatabase, 'query'>;
  log: Logger;
  /** Epoch milliseconds. */
  now: () => number;
  random?: () => number;
  fetch?: typeof fetch;
}

/** Creates the delivery; null if this server may not write to WordPress. Any number of servers may run one. */
export function createCommentDelivery(options: Options): CommentDelivery | null {
  const { wordpress, log, now, random = Math.random } = options;
  const { query } = options.database;
  if (!wordpress || !takesWrites(wordpress)) return null;
  const writer = createWordPressWriter(wordpress, options.fetch);
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let woken = new AbortController();

  async function deliverDue(): Promise<void> {
    for (;;) {
      const due = await query
        .selectFrom('comments')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now())
        .orderBy('next_attempt_at')
        .limit(ROWS)
        .execute();
      for (const row of due) if (!stopping.signal.aborted && (await claim(row))) await deliver(row);
      if (due.length < ROWS || stopping.signal.aborted) return;
    }
  }

  /** Returns false if another server was first. */
  async function claim({ id, next_attempt_at }: Row): Promise<boolean> {
    const { numUpdatedRows } = await query
      .updateTable('comments')
      .set({ next_attempt_at: now() + LEASE_MS })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '=', next_attempt_at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function deliver(row: Row): Promise<void> {
    const about = { comment: row.id, post: row.post, attempts: row.attempts + 1 };
    try {
      await send(row);
      // WordPress has it now, so what the visitor wrote is erased here.
      const erased = { name: '', email: '', body: '', ip: '', user_agent: '' };
      await change(row, { ...erased, state: 'delivered', last_error: null });
      log.info({ event: 'comment-delivered', ...about });
    } catch (error) {
      // WordPress's message may repeat what the visitor wrote.
      const failure = error instanceof WriteError ? (error.code ?? String(error.status)) : 'unexpected';
      if (error instanceof WriteError && isLasting(error)) {
        await change(row, { state: 'refused', last_error: failure });
        log.error({ event: 'comment-refused', ...about, failure });
      } else {
        const wait = retryDelay(row.attempts + 1, random);
        await change(row, { next_attempt_at: now() + wait, last_error: failure });
        log.warn({ event: 'comment-delivery-failed', ...about, failure, wait });
      }
    }
  }

  async function change({ id, attempts }: Row, values: Partial<Row>): Promise<void> {
    await query
      .updateTable('comments')
      .set({ ...values, attempts: attempts + 1 })
      .where('id', '=', id)
      .execute();
  }

  async function send(row: Row): Promise<void> {
    const { once_key: key, post, parent, name, email, body, ip, user_agent: agent } = row;
    const spam = row.trapped === 1;
    try {
      await writer.post('/lintel/v1/comments', { key, post, parent, name, email, body, ip, agent, spam });
    } catch (error) {
      if (isDuplicate(error)) return;
      if (!(error instanceof WriteError) || error.code !== 'rest_no_route' || !wordpress?.credentials)
        throw error;
      await sendPlain(row);
    }
  }

  /** Without the companion plugin, WordPress recognizes a repeat by itself. */
  async function sendPlain({ post, parent, name, email, body, ip, user_agent, trapped }: Row): Promise<void> {
    const author = { author_name: name, author_email: email, author_ip: ip, author_user_agent: user_agent };
    try {
      await writer.post('/wp/v2/comments', {
        post,
        parent,
        ...author,
        content: body,
        ...(trapped === 1 ? { status: 'spam' } : {}),
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async function forget(): Promise<void> {
    await query
      .deleteFrom('comments')
      .where('state', '=', 'delivered')
      .where('created_at', '<', now() - REMEMBERED_MS)
      .execute();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      await deliverDue().catch((error: unknown) =>
        log.error({ event: 'comments-not-delivered', err: error }),
      );
      const ends = AbortSignal.any([woken.signal, stopping.signal]);
      await sleep(POLL_MS, undefined, { signal: ends, ref: false }).catch(() => {});
    }
  }

  return {
    start() {
      runInBackground(log, 'comments-not-forgotten', forget);
      running = run();
    },
    wake: () => woken.abort(),
    drain: deliverDue,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function isDuplicate(error: unknown): boolean {
  return error instanceof WriteError && error.code === 'comment_duplicate';
}

/** Whether WordPress has understood the comment and does not take it. A wrong account or a full disk may be put right. */
function isLasting({ status, code }: WriteError): boolean {
  if (code !== null && LASTING.has(code)) return true;
  return code !== null && (status === 400 || status === 409 || status === 413);
}
