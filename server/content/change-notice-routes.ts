import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { Config } from '../platform/config/config.ts';
import { requestIdOf } from '../platform/logging/request-id.ts';
import { withTimeout } from '../platform/async/timeout.ts';
import type { ChangeNotices, ChangeNoticeState } from './mirror/change-notices.ts';
import { createSignedRoute, type SignedRequest, type SignedRouteServices } from './rest/signed-route.ts';

interface Options extends SignedRouteServices {
  config: Pick<Config, 'wordpress'>;
  content: { notices: ChangeNotices | null };
  /** Renders the pages that have changed. */
  render: () => Promise<void>;
}

/** The path to which the companion plugin sends its notices. */
const NOTICE_PATH = '/api/content/changes';
/** Maximum size of a notice in bytes. */
const MAX_BODY_BYTES = 64 * 1024;
/** Maximum milliseconds until this server responds to a notice. The plugin's connection test waits for 20 seconds. */
const TIMEOUT_MS = 8_000;
const POLL_MS = 50;

const noticeSchema = z.object({
  /** The newest position in the plugin's change feed, for the log. Plugins before 0.4 do not send it. */
  newest: z.string().max(100).optional(),
  /** WordPress's id of the user who saved; 0 if nobody was signed in. */
  user: z.number().int().min(0),
  /** The id of an earlier notice whose state is requested; absent for a new notice. */
  about: z.string().max(40).optional(),
});

/**
 * Creates the route that receives the companion plugin's change notices, reads the changes from WordPress and renders
 * the changed pages. The route responds when this is done, or after `TIMEOUT_MS` at the latest. With `Prefer:
 * respond-async`, it responds once the notice is stored. A notice with `about` only asks for an earlier one's state.
 */
export function createChangeNoticeRoutes(options: Options): Router {
  const { config, content, render, log } = options;
  const route = {
    method: 'POST',
    path: NOTICE_PATH,
    maxBytes: MAX_BODY_BYTES,
    // `content.notices` is null while the site does not show a WordPress. Each notice then gets a 404 with
    // `NO_SECRET`.
    secret: () => (content.notices ? config.wordpress?.secret : null),
    noSecret: NO_SECRET,
  } as const;

  async function receive(
    notices: ChangeNotices,
    { id, body }: SignedRequest,
    request: Request,
    response: Response,
  ): Promise<void> {
    const notice = readNotice(body);
    if (!notice) return answer(response, 400, { code: 'unreadable', error: UNREADABLE });
    if (!(await notices.accept(id))) {
      return answer(response, 409, { code: 'known', error: KNOWN });
    }
    const mayWait = request.get('Prefer') !== 'respond-async';
    if (notice.about !== undefined) {
      const asked = mayWait ? untilFinished(notices, notice.about) : notices.stateOf(notice.about);
      return answerState(response, await asked);
    }
    const requestId = requestIdOf(request, response);
    log.info({ event: 'content-notice', requestId, id, newest: notice.newest, user: notice.user });
    const finished = notices.finish(id, render).catch((error: unknown) => {
      log.error({ event: 'content-notice-failed', id, err: error });
    });
    if (!mayWait) return answerState(response, { state: 'reading' });
    await withTimeout(finished, TIMEOUT_MS);
    answerState(response, await notices.stateOf(id));
  }

  /** Waits until the changes of an earlier notice are live or have failed, but not longer than `TIMEOUT_MS`. */
  async function untilFinished(notices: ChangeNotices, id: string): Promise<ChangeNoticeState> {
    const until = performance.now() + TIMEOUT_MS;
    let found = await notices.stateOf(id);
    while (found.state === 'reading' && performance.now() < until) {
      await sleep(POLL_MS);
      found = await notices.stateOf(id);
    }
    return found;
  }

  return createSignedRoute(route, options, async (signed, request, response) => {
    if (content.notices) await receive(content.notices, signed, request, response);
  });
}

const NO_SECRET =
  'This server takes no change notices: it does not know the shared secret. Copy it from Settings › Site settings in ' +
  'WordPress to /admin/settings/wordpress of the site, or to WORDPRESS_WEBHOOK_SECRET of its server.';
const UNREADABLE =
  'The notice cannot be read. Install the companion plugin that belongs to this version of the site.';
const KNOWN = 'A notice with this id was received before. Send each notice once.';
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

function answerState(response: Response, found: ChangeNoticeState): void {
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
