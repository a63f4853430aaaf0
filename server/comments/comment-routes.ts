import { randomUUID } from 'node:crypto';
import express, { Router } from 'express';
import type { Logger } from 'pino';
import { COMMENTS_PATH, COMMENT_POSTED_PARAMETER, REPLY_TO_PARAMETER } from '../../src/contracts/comments.ts';
import type { Content } from '../content/content.ts';
import { isOpenForComments } from '../content/resolve/comments.ts';
import type { Snapshot } from '../content/snapshot/snapshot.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import { messagePage } from '../pages/render/message-page.ts';
import { createFormErrorHandlers } from '../pages/render/form-error-pages.ts';
import type { Config } from '../platform/config/config.ts';
import { formPageAddress } from '../platform/form-page-address.ts';
import { isFromThisSite } from '../platform/security/is-from-this-site.ts';
import { limitedBodyParser } from '../platform/security/limited-body.ts';
import { createRateLimit } from '../platform/security/rate-limit.ts';
import { commentIdempotencyKey, parseCommentForm, type SubmittedComment } from './parse-comment-form.ts';

/** Maximum bytes of a form: the longest comment at nine bytes per URL-encoded character, plus the other inputs. */
const MAX_BODY_BYTES = 64 * 1024;
/** WordPress cuts user agents at this length (`wp_new_comment`). */
const MAX_USER_AGENT_CHARACTERS = 254;

interface Options {
  config: Pick<Config, 'publicUrl' | 'leads'>;
  content: Pick<Content, 'snapshot'>;
  database: Pick<OpenDatabase, 'query'>;
  /** Creates the store that counts requests for the rate limit. */
  limits: RateLimitStoreFactory;
  /** Called after a comment is stored; null if this server cannot send comments to WordPress. */
  wake: (() => void) | null;
  log: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Receives comments from visitors, with or without JavaScript. Stores a comment, then redirects to the post. WordPress
 * decides later whether to show the comment. If `wake` is null, the router has no routes.
 */
export function createCommentRoutes({ config, content, database, limits, wake, log, now }: Options): Router {
  const router = Router();
  if (!wake) return router;
  const limit = createRateLimit(config.leads.rateLimit, limits('comments'));
  const read = limitedBodyParser(express.urlencoded, {
    limit: MAX_BODY_BYTES,
    extended: false,
    parameterLimit: 20,
  });

  router.post(COMMENTS_PATH, read, async (request, response) => {
    if (!isFromThisSite(request, config.publicUrl)) return refuse(response, 403);
    const wait = await limit(request, response);
    if (wait !== null) {
      response.set('Retry-After', String(wait));
      return refuse(response, 429);
    }
    const snapshot = content.snapshot();
    if (!snapshot) return refuse(response, 503);
    const written = parseCommentForm(request.body, snapshot.discussion);
    if (written === 'incomplete') return refuse(response, 422);
    const post = openPost(snapshot, written.post, now());
    if (!post) return refuse(response, 410);
    const parent = snapshot.comments(post.id).some(({ id }) => id === String(written.parent))
      ? written.parent
      : 0;
    try {
      const from = { ip: request.ip ?? '', userAgent: request.get('user-agent') ?? '' };
      await store({ ...written, parent }, from);
    } catch (error) {
      log.error({ event: 'comment-not-stored', err: error });
      return refuse(response, 503);
    }
    wake();
    const back = formPageAddress(post.path, request.get('referer'), {
      [REPLY_TO_PARAMETER]: null,
      [COMMENT_POSTED_PARAMETER]: 'waits',
    });
    response.set('Cache-Control', 'no-store').redirect(303, `${back}#respond`);
  });

  /** Stores a comment, unless it is already stored. A stored comment that WordPress has refused is queued again. */
  async function store(
    { isTrapped, ...written }: SubmittedComment,
    { ip, userAgent }: { ip: string; userAgent: string },
  ) {
    const at = now();
    const comment = {
      ...written,
      trapped: isTrapped ? 1 : 0,
      ip,
      user_agent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS),
      state: 'waiting',
      attempts: 0,
      created_at: at,
      next_attempt_at: at,
      last_error: null,
    } as const;
    await database.query
      .insertInto('comments')
      .values({ id: randomUUID(), once_key: commentIdempotencyKey(written), ...comment })
      .onConflict((conflict) =>
        conflict.column('once_key').doUpdateSet(comment).where('comments.state', '=', 'refused'),
      )
      .execute();
  }

  router.use(COMMENTS_PATH, unreadable);
  return router;
}

/** Returns the id and path of a post; null if it does not exist, or if visitors may not comment below it now. */
function openPost(snapshot: Snapshot, id: number, now: number): { id: number; path: string } | null {
  if (snapshot.settings.comments !== 'open') return null;
  const entry = snapshot.posts().find((each) => each.id === id);
  const post = entry && snapshot.post(entry.slug);
  return post && isOpenForComments(post, snapshot.discussion, now) ? { id, path: entry.path } : null;
}

const GO_BACK = 'Go back in your browser: what you typed is still there.';
const { refuse, unreadable } = createFormErrorHandlers({
  403: messagePage(
    'This came from another site',
    'Comments can only be sent from our own pages. Nothing was sent.',
  ),
  410: messagePage('Comments are closed', `Nobody can comment on this article any more. ${GO_BACK}`),
  413: messagePage(
    'That was too long',
    `Nothing was sent. ${GO_BACK} Shorten your comment, and send it again.`,
  ),
  422: messagePage(
    'Something is missing',
    `A comment needs a text, and where the form asks for them, a name and an e-mail address. Nothing was sent. ${GO_BACK}`,
  ),
  429: messagePage(
    'Too many comments',
    `Too many comments came from your address. Nothing was sent. ${GO_BACK} Please send it again in some minutes.`,
  ),
  503: messagePage(
    'Your comment could not be saved',
    `Nothing was sent. ${GO_BACK} Please send it again in a minute.`,
  ),
});
