import { setTimeout as sleep } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import {
  createWordPressWriter,
  canWriteToWordPress,
  WordPressWriterError,
} from '../content/rest/wordpress-writer.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema/schema.ts';
import { MAX_RETRY_DELAY_MS, retryDelayMs } from '../leads/deliver/retry-schedule.ts';
import { withTimeout } from '../platform/async/timeout.ts';
import type { WordPressConfig } from '../platform/config/config.ts';
import { escapeHtmlText } from '../platform/escape-html.ts';

/**
 * Sends stored visitor comments to WordPress, which decides whether to show them. Once WordPress has stored or refused
 * a comment, erases the visitor's data in it. Retries other failures with increasing delays.
 */
export interface CommentDelivery {
  start(): void;
  /** Checks for due comments now, without waiting for the next poll. */
  wake(): void;
  /**
   * Tries to deliver all comments that are due. Once a day, also deletes delivered and refused comments that are older
   * than `REMEMBERED_MS`.
   */
  drain(): Promise<void>;
  /** Stops polling. Resolves when the delivery in progress has ended, at the latest after `stopTimeoutMs`. */
  stop(): Promise<void>;
}

type Row = Selectable<Database['comments']>;

const DAY_MS = 24 * 60 * 60_000;
/** Milliseconds between polls for due comments. */
const POLL_MS = 5_000;
/** Milliseconds for which other servers leave a claimed comment alone. Longer than two requests of up to 120 seconds. */
const LEASE_MS = 270_000;
/** A stored time more than this many milliseconds ahead means that the clock jumped: no lease or delay is longer. */
const MAX_WAIT_MS = LEASE_MS + MAX_RETRY_DELAY_MS;
/**
 * Milliseconds that a stopping server waits for a request to WordPress. A comment whose request did not end is sent
 * again after `LEASE_MS`.
 */
const STOP_TIMEOUT_MS = 8_000;
/**
 * The age in milliseconds at which a delivered or refused comment is deleted. Until then, the same comment is recognized
 * if a browser sends it again.
 */
const REMEMBERED_MS = 30 * DAY_MS;
/** The values that replace the visitor's data once WordPress has stored or refused the comment. */
const ERASED = { name: '', email: '', body: '', ip: '', user_agent: '' };
/** Maximum number of comments that one query reads. */
const ROWS = 20;

/**
 * The error codes of WordPress and of the companion plugin after which a retry is pointless, whatever the status.
 * `comment_duplicate` is not one of them: it counts as delivered.
 */
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
  /** Milliseconds that `stop` waits for the delivery in progress. */
  stopTimeoutMs?: number;
}

/**
 * Creates the delivery; null if there is no WordPress, or if this server may not write to it. Several servers may
 * deliver at once.
 */
export function createCommentDelivery(options: Options): CommentDelivery | null {
  const { wordpress, log, now, random = Math.random, stopTimeoutMs = STOP_TIMEOUT_MS } = options;
  const { query } = options.database;
  if (!wordpress || !canWriteToWordPress(wordpress)) return null;
  const writer = createWordPressWriter(wordpress, options.fetch);
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let forgottenAt = -Infinity;
  let woken = new AbortController();

  async function deliverDue(): Promise<void> {
    await forgetOld();
    for (;;) {
      const due = await query
        .selectFrom('comments')
        .selectAll()
        .where('state', '=', 'waiting')
        .where((is) =>
          is.or([is('next_attempt_at', '<=', now()), is('next_attempt_at', '>', now() + MAX_WAIT_MS)]),
        )
        .orderBy('next_attempt_at')
        .limit(ROWS)
        .execute();
      for (const row of due) if (!stopping.signal.aborted && (await claim(row))) await deliver(row);
      if (due.length < ROWS || stopping.signal.aborted) return;
    }
  }

  /** Reserves a comment for this server. Returns false if another server has already claimed it. */
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
      await change(row, { ...ERASED, state: 'delivered', last_error: null });
      log.info({ event: 'comment-delivered', ...about });
    } catch (error) {
      // WordPress's message may repeat the comment, so only the error code or status is stored and logged.
      const failure =
        error instanceof WordPressWriterError ? (error.code ?? String(error.status)) : 'unexpected';
      if (error instanceof WordPressWriterError && isLasting(error)) {
        await change(row, { ...ERASED, state: 'refused', last_error: failure });
        log.error({ event: 'comment-refused', ...about, failure });
      } else {
        const wait = retryDelayMs(row.attempts + 1, random);
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
      if (
        !(error instanceof WordPressWriterError) ||
        error.code !== 'rest_no_route' ||
        !wordpress?.credentials
      )
        throw error;
      await sendPlain(row);
    }
  }

  /**
   * Sends a comment without the companion plugin. WordPress rejects duplicates. The text is escaped, because our
   * account may be allowed to publish any HTML. A comment without name and e-mail address gets a name, because
   * WordPress would name our account as its author.
   */
  async function sendPlain({ post, parent, name, email, body, ip, user_agent, trapped }: Row): Promise<void> {
    const author_name = name === '' && email === '' ? 'Anonymous' : name;
    const author = { author_name, author_email: email, author_ip: ip, author_user_agent: user_agent };
    try {
      await writer.post('/wp/v2/comments', {
        post,
        parent,
        ...author,
        // Quotes stay as they are, because wp-admin's text field shows the entities.
        content: escapeHtmlText(body),
        ...(trapped === 1 ? { status: 'spam' } : {}),
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Deletes delivered and refused comments that are older than `REMEMBERED_MS`, at most once a day. */
  async function forgetOld(): Promise<void> {
    if (now() - forgottenAt < DAY_MS) return;
    forgottenAt = now();
    await query
      .deleteFrom('comments')
      .where('state', 'in', ['delivered', 'refused'])
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
      running = run();
    },
    wake: () => woken.abort(),
    drain: deliverDue,
    async stop() {
      stopping.abort();
      await withTimeout(running, stopTimeoutMs);
    },
  };
}

function isDuplicate(error: unknown): boolean {
  return error instanceof WordPressWriterError && error.code === 'comment_duplicate';
}

/** Returns whether WordPress rejects the comment itself. Other errors, such as a wrong account, are worth a retry. */
function isLasting({ status, code }: WordPressWriterError): boolean {
  if (code !== null && LASTING.has(code)) return true;
  return code !== null && (status === 400 || status === 409 || status === 413);
}
