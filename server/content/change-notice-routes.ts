import { setTimeout as sleep } from 'node:timers/promises';
import express, { Router, type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RateLimitStores } from '../database/state/rate-limit-store.ts';
import { limitedBody } from '../platform/security/limited-body.ts';
import type { Config } from '../platform/config/config.ts';
import { createPostLimit } from '../platform/security/post-limit.ts';
import { requestIdOf } from '../platform/logging/request-id.ts';
import { withTimeLimit } from '../platform/async/time-limit.ts';
import type { ChangeNotices, NoticeState } from './mirror/change-notices.ts';
import { checkSignedRequest, SIGNATURE_HEADER } from './rest/signed-request.ts';

interface Options {
  config: Pick<Config, 'wordpress'>;
  content: { notices: ChangeNotices | null };
  /** The stores of the rate limits. */
  limits: RateLimitStores;
  /** Renders the pages that have changed. */
  render: () => Promise<void>;
  log: Logger;
  now: () => number;
}

/** The path to which the companion plugin sends its notices. */
const NOTICE_PATH = '/api/content/changes';
/** Maximum size of a notice in bytes. */
const MAX_BODY_BYTES = 64 * 1024;
/** Maximum milliseconds until this server answers a notice. The plugin stops waiting after 20 seconds. */
const TIMEOUT_MS = 8_000;
const POLL_MS = 50;
/** Maximum number of refused notices from one address in ten minutes. Accepted notices are not counted. */
const MAX_REFUSED_NOTICES = 60;

const noticeSchema = z.object({
  /** The newest mark of the plugin's change feed, for the log; plugins before 0.4 do not send it. */
  newest: z.string().max(100).optional(),
  /** WordPress's id of the user who saved; 0 if nobody was signed in. */
  user: z.number().int().min(0),
  /** The id of an earlier notice. If it is set, the answer is about the earlier notice. */
  about: z.string().max(40).optional(),
});

/**
 * Creates the route that receives the companion plugin's change notices. It answers when the changed pages have been
 * rendered, or after `TIMEOUT_MS` at the latest. With `Prefer: respond-async`, it answers once the notice is stored.
 */
export function createChangeNoticeRoutes({ config, content, limits, render, log, now }: Options): Router {
  const limit = createPostLimit(MAX_REFUSED_NOTICES, limits('refused-notices'));
  const router = Router();

  const receive: RequestHandler = async (request, response) => {
    const secret = config.wordpress?.secret;
    const { notices } = content;
    if (!secret || !notices) return answer(response, 404, { code: 'no-secret', error: NO_SECRET });
    const raw: unknown = request.body;
    const body = Buffer.isBuffer(raw) ? raw.toString() : '';
    const requestId = requestIdOf(request, response);
    const parts = { method: 'POST', route: NOTICE_PATH, body };
    const checked = checkSignedRequest(request.get(SIGNATURE_HEADER), parts, { secret, now: now() });
    if ('error' in checked) {
      const wait = await limit(request, response);
      if (wait !== null) response.set('Retry-After', String(wait));
      else log.warn({ event: 'content-notice-refused', requestId, code: checked.code }, checked.error);
      return answer(response, wait === null ? 401 : 429, checked);
    }
    const notice = readNotice(body);
    if (!notice) return answer(response, 400, { code: 'unreadable', error: UNREADABLE });
    const { id } = checked;
    if (!(await notices.accept(id))) {
      return answer(response, 409, { code: 'known', error: KNOWN });
    }
    const mayWait = request.get('Prefer') !== 'respond-async';
    if (notice.about !== undefined) {
      const asked = mayWait ? untilFinished(notices, notice.about) : notices.stateOf(notice.about);
      return answerState(response, await asked);
    }
    log.info({ event: 'content-notice', requestId, id, newest: notice.newest, user: notice.user });
    const finished = notices.finish(id, render).catch((error: unknown) => {
      log.error({ event: 'content-notice-failed', id, err: error });
    });
    if (!mayWait) return answerState(response, { state: 'reading' });
    await withTimeLimit(finished, TIMEOUT_MS);
    answerState(response, await notices.stateOf(id));
  };

  /** Waits until an earlier notice is live or has failed, but not longer than `TIMEOUT_MS`. */
  async function untilFinished(notices: ChangeNotices, id: string): Promise<NoticeState> {
    const until = performance.now() + TIMEOUT_MS;
    let found = await notices.stateOf(id);
    while (found.state === 'reading' && performance.now() < until) {
      await sleep(POLL_MS);
      found = await notices.stateOf(id);
    }
    return found;
  }

  const refuseUnreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    const status = error instanceof Error && 'status' in error ? error.status : null;
    if (status !== 413 && status !== 415) return next(error);
    answer(response, status, { code: 'unreadable', error: status === 413 ? TOO_LARGE : COMPRESSED });
  };

  const read = limitedBody(express.raw, { type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  router.post(NOTICE_PATH, read, receive, refuseUnreadable);
  return router;
}

const NO_SECRET =
  'This server takes no change notices: it does not know the shared secret. Copy it from Settings › Site settings in ' +
  'WordPress to /admin/settings/wordpress of the site, or to WORDPRESS_WEBHOOK_SECRET of its server.';
const UNREADABLE =
  'The notice cannot be read. Install the companion plugin that belongs to this version of the site.';
const KNOWN = 'A notice with this id was received before. Send each notice once.';
const TOO_LARGE = `The notice is larger than ${MAX_BODY_BYTES / 1024} kB.`;
const COMPRESSED = 'The notice is compressed. Send it plain: the signature is over the raw body.';
const READING = 'The site is still reading WordPress and rendering the pages.';
const UNKNOWN = 'The site does not know this notice any more.';

type Notice = z.infer<typeof noticeSchema>;

function readNotice(body: string): Notice | null {
  try {
    return noticeSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function answer(response: Response, status: number, body: Record<string, unknown>): void {
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

function answerState(response: Response, found: NoticeState): void {
  switch (found.state) {
    case 'live':
      return answer(response, 200, { live: true, milliseconds: found.milliseconds });
    case 'failed':
      return answer(response, 202, { live: false, reason: found.reason });
    case 'reading':
      return answer(response, 202, { live: false, reading: true, reason: READING });
    case 'unknown':
      return answer(response, 202, { live: false, reason: UNKNOWN });
  }
}
