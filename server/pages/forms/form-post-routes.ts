import express, { Router, type Request, type Response } from 'express';
import type { AcceptLead } from '../../leads/accept/accept-lead.ts';
import { handlePostedForm, type SubmitLeadPayload } from './handle-posted-form.ts';
import type { Content } from '../../content/content.ts';
import type { LayoutVariantService } from '../../content/resolve/page-variants.ts';
import type { UnlockedPageResolver } from '../protected/unlocked-pages.ts';
import type { PageRenderer } from '../render/page-renderer.ts';
import { sendServerErrorPage, type ServerErrorContent } from '../render/server-error-page.ts';
import { queryStringOf } from '../page-miss-routes.ts';
import { requestedHomeLayout } from '../store/page-key.ts';
import { formPlacements, readPostedForm } from './read-posted-form.ts';
import { builtInRedirectTarget } from '../../content/paths/built-in-redirects.ts';
import { operatorRedirectTarget, withQuery, type RedirectCache } from '../operator-redirect-cache.ts';
import {
  clickIdNames,
  utmNames,
  type Attribution,
  type AttributionTouch,
} from '../../../src/contracts/leads/attribution.ts';
import { truncateText } from '../../../src/contracts/truncate-text.ts';
import { messagePage, type MessagePage } from '../render/message-page.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';

/** Maximum size of a posted form: the longest message at nine bytes per encoded character, plus the other fields. */
const MAX_BODY_BYTES = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface Options {
  content: Pick<Content, 'resolve'> & ServerErrorContent;
  render: PageRenderer;
  acceptLead: AcceptLead;
  /** Epoch milliseconds. */
  now: () => number;
  /** Redirects that operators have added. */
  redirects: Pick<RedirectCache, 'targetOf'>;
  variants: Pick<LayoutVariantService, 'seen'> | null;
  opened: Pick<UnlockedPageResolver, 'open'>;
}

/**
 * Handles forms without JavaScript: a POST to a page submits its form as a lead, and returns the same page with the new
 * state of the form. Only `acceptLead` stores the posted data, and nothing here logs it.
 */
export function createFormPostRoutes(options: Options): Router {
  const { acceptLead, now, redirects, content, render, variants, opened } = options;
  const readBody = limitedBodyParser(express.text, { type: FORM_TYPE, limit: MAX_BODY_BYTES });
  const router = Router();
  router.post(/.*/, async (request, response, next) => {
    const query = queryStringOf(request.originalUrl);
    // The page may have moved since it was opened. Status 308 repeats the post at its new path.
    const target = await operatorRedirectTarget(request.path, redirects, content);
    // Visitors' input is never forwarded to another site.
    if (target?.startsWith('/')) return response.redirect(308, withQuery(target, `?${query}`));
    const moved = builtInRedirectTarget(request.path);
    if (moved) return response.redirect(308, withQuery(moved, `?${query}`));
    const layout = requestedHomeLayout(request.path, query);
    const asked = { path: request.path, query, ...(layout ? { layout } : {}) };
    const own = await content.resolve(asked);
    if (!own) return sendServerErrorPage(response, 503, content);
    // The form may exist only in the variant that this visitor saw.
    const seen = own.answer.status === 200 && own.answer.test && variants?.seen(own.answer.test, request);
    const resolved = seen ? ((await content.resolve({ ...asked, variant: seen.variant })) ?? own) : own;
    const lock = resolved.answer.status === 200 ? resolved.answer.lock : null;
    const mine = lock === null ? null : await opened.open(request, asked, lock);
    const { answer, frame } = mine ? { answer: mine.found, frame: mine.frame } : resolved;
    if (answer.status === 301) {
      return response.redirect(308, withQuery(answer.to, `?${answer.rest ?? query}`));
    }
    const placements = answer.status === 200 ? formPlacements(answer.document.placements) : [];
    if (answer.status !== 200 || placements.length === 0) return next();

    if (!request.is(FORM_TYPE)) return refusePost(response, 415);
    const body = await bodyOf(readBody, request, response);
    if (typeof body === 'number') return refusePost(response, body);
    const posted = readPostedForm(body, placements);
    if (!posted) return refusePost(response, 400);

    const { path } = answer.document;
    const attribution = attributionFromUrl(path, query, now());
    const send: SubmitLeadPayload = async (payload, endpoint) => {
      const taken = await acceptLead(request, response, payload, { endpoint });
      if (taken.kind === 'refused' && taken.retryAfter !== undefined) {
        response.set('Retry-After', String(taken.retryAfter));
      }
      return taken;
    };
    const { status, state } = await handlePostedForm(posted, { path, attribution, now: now() }, send);
    const forms = { [posted.placement.key]: state };
    const page = await render({ path, found: answer, frame, layout, forms });
    response.status(status).set({
      'Content-Security-Policy': page.policy,
      'Cache-Control': 'no-store',
    });
    response.type('html').send(page.html);
  });
  return router;
}

/**
 * Reads the body as text. Returns the status of the error page if the body is not readable. Throws any other error.
 */
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

/** Maximum length of a campaign parameter's value. Real values are shorter. */
const MAX_CAMPAIGN_CHARACTERS = 200;

/**
 * Reads the visitor's campaign from a page's URL, because without JavaScript no script has recorded it. Returns
 * undefined if the URL has no campaign parameters. `now` is in epoch milliseconds.
 */
export function attributionFromUrl(path: string, query: string, now: number): Attribution | undefined {
  const parameters = new URLSearchParams(query);
  const values = Object.fromEntries(
    [...utmNames, ...clickIdNames].flatMap((name) => {
      const value = truncateText(parameters.get(name)?.trim() ?? '', MAX_CAMPAIGN_CHARACTERS);
      return value ? [[name, value]] : [];
    }),
  );
  if (Object.keys(values).length === 0) return undefined;
  const touch: AttributionTouch = { ...values, landing: path, at: new Date(now).toISOString() };
  return { first: touch, last: touch };
}

const GO_BACK =
  'Go back in your browser: what you typed is still there. Or start from the <a href="/">home page</a>.';

const REFUSALS: Readonly<Record<400 | 413 | 415, MessagePage>> = {
  400: messagePage(
    'This form is not on the page any more',
    `The page has changed since you opened it, so nothing was sent. ${GO_BACK} Reload the page there, and send it again.`,
  ),
  413: messagePage(
    'That was too long',
    `Nothing was sent. ${GO_BACK} Shorten the message, and send it again.`,
  ),
  415: messagePage(
    'This could not be read',
    `The forms of this site send plain fields only, without files. Nothing was sent. ${GO_BACK}`,
  ),
};

/** Responds to a post that cannot be read or that matches no form on the page. */
function refusePost(response: Response, status: keyof typeof REFUSALS): void {
  const { html, policy } = REFUSALS[status];
  response.status(status).set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  response.type('html').send(html);
}
