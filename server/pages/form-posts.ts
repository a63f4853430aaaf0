import express, { Router, type Request, type Response } from 'express';
import type { TakeLead } from '../leads/accept/take-lead.ts';
import { answerPostedForm, type SendPayload } from './answer-posted-form.ts';
import { attributionOfAddress } from './attribution-of-address.ts';
import { askedPage, pageMaker, type PageOptions } from './page-maker.ts';
import { sendUnavailable } from './page-routes.ts';
import { refusePost } from './post-refusals.ts';
import { formPlacements, readPostedForm } from './posted-form.ts';
import type { RedirectTable } from './redirect-table.ts';
import { redirectOf } from './redirects.ts';

/** Most of a posted form: of the longest message each character can take nine bytes, and there is room for the rest. */
const BODY_LIMIT = '64kb';
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface Options extends PageOptions {
  take: TakeLead;
  /** Epoch milliseconds. */
  now: () => number;
  /** The operators' own. */
  redirects: Pick<RedirectTable, 'targetOf'>;
}

/**
 * Forms without script: a post to a page is answered by the same page, with its form where it stands now. Nothing of
 * it is kept or logged here.
 */
export function formPosts({ take, now, redirects, ...options }: Options): Router {
  const makePage = pageMaker(options);
  const readBody = express.text({ type: FORM_TYPE, limit: BODY_LIMIT });
  const router = Router();
  router.post(/.*/, async (request, response, next) => {
    // The page may have moved since it was opened: what was typed goes on to where it is now.
    const target = await redirects.targetOf(request.path);
    // What visitors type never goes on to another site.
    if (target?.startsWith('/')) return response.redirect(308, target);
    const moved = redirectOf(request.path);
    if (moved) return response.redirect(308, moved);
    const asked = await askedPage(options.gateway, request);
    const { answer, query } = asked;
    if (answer.status === 301) return response.redirect(308, answer.to);
    if (answer.status === 503) return sendUnavailable(response);
    const placements = answer.status === 200 ? formPlacements(answer.document.placements) : [];
    if (answer.status !== 200 || placements.length === 0) return next();

    if (!request.is(FORM_TYPE)) return refusePost(response, 415);
    const body = await bodyOf(readBody, request, response);
    if (typeof body === 'number') return refusePost(response, body);
    const posted = readPostedForm(body, placements);
    if (!posted) return refusePost(response, 400);

    const { path } = answer.document;
    const attribution = attributionOfAddress(path, query, now());
    const send: SendPayload = async (payload, endpoint) => {
      const taken = await take(request, response, payload, { endpoint });
      if (taken.kind === 'refused' && taken.retryAfter !== undefined) {
        response.set('Retry-After', String(taken.retryAfter));
      }
      return taken;
    };
    const { status, state } = await answerPostedForm(posted, { path, attribution }, send);
    const page = await makePage(path, asked, answer, { [posted.placement.key]: state });
    response.status(status).set({
      'Content-Security-Policy': page.policy,
      'Cache-Control': 'no-store',
    });
    response.type('html').send(page.html);
  });
  return router;
}

/** The body's text, or the status of the page that says why there is none. */
async function bodyOf(
  readBody: express.RequestHandler,
  request: Request,
  response: Response,
): Promise<string | 413 | 415 | 400> {
  const error = await new Promise<unknown>((resolve) => {
    readBody(request, response, resolve);
  });
  if (error === undefined) return typeof request.body === 'string' ? request.body : '';
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (status === 413 || status === 415) return status;
  if (typeof status === 'number' && status < 500) return 400;
  throw error;
}
