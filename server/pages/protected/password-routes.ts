import express, { Router } from 'express';
import { z } from 'zod';
import {
  MAX_PAGE_PASSWORD_CHARACTERS,
  PAGE_PASSWORD_PATH,
  WRONG_PAGE_PASSWORD_PARAMETER,
  pagePasswordInputId,
  pagePasswordFields,
} from '../../../src/contracts/page-password.ts';
import type { Content } from '../../content/content.ts';
import { entryPath } from '../../content/resolve/address-redirects.ts';
import type { RateLimitStoreFactory } from '../../database/state/rate-limit-store.ts';
import { formPageAddress } from '../../platform/form-page-address.ts';
import { isFromThisSite } from '../../platform/security/is-from-this-site.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';
import { verifyPagePassword } from '../../platform/security/page-password-hash.ts';
import { createRateLimit } from '../../platform/security/rate-limit.ts';
import { messagePage } from '../render/message-page.ts';
import { createFormErrorHandlers } from '../render/form-error-pages.ts';
import { setPagePassCookie } from './page-pass.ts';

/** Maximum attempts in ten minutes from one IP address, and for one page from all addresses. */
const MAX_ADDRESS_TRIES = 10;
const MAX_PAGE_TRIES = 200;
const MAX_BODY_BYTES = 8 * 1024;

const inputs = z.object({
  [pagePasswordFields.entry]: z.coerce.number().int().positive(),
  [pagePasswordFields.password]: z.string().max(MAX_PAGE_PASSWORD_CHARACTERS),
});

interface Options {
  config: { publicUrl: string | null };
  content: Pick<Content, 'snapshot' | 'builtIn'>;
  secrets: readonly string[];
  /** Whether visitors use https. */
  secure: boolean;
  /** Creates the store of the rate limit with a name. Call it once per name: stores in memory do not share counts. */
  limits: RateLimitStoreFactory;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Accepts the passwords of pages and posts, with or without JavaScript, and redirects back to the page, with the
 * query that it had. Checks a password against the stored hash, so it works while WordPress is down. The right password
 * opens the page for ten days.
 */
export function createPagePasswordRoutes(options: Options): Router {
  const { config, content, secrets, secure, limits, now } = options;
  const router = Router();
  const byAddress = createRateLimit(MAX_ADDRESS_TRIES, limits('page passwords'));
  const byPage = createRateLimit(MAX_PAGE_TRIES, limits('passwords of a page'), ({ body }) =>
    String(inputs.safeParse(body).data?.entry),
  );
  const read = limitedBodyParser(express.urlencoded, {
    limit: MAX_BODY_BYTES,
    extended: false,
    parameterLimit: 10,
  });

  router.post(PAGE_PASSWORD_PATH, read, async (request, response) => {
    if (!isFromThisSite(request, config.publicUrl)) return refuse(response, 403);
    const posted = inputs.safeParse(request.body).data;
    if (!posted) return refuse(response, 422);
    const snapshot = content.snapshot();
    if (!snapshot) return refuse(response, 503);
    const lock = snapshot.lock(posted.entry);
    const path = lock && entryPath(lock.id, snapshot, content.builtIn);
    if (!lock || path === null) return refuse(response, 410);
    const wait = (await byAddress(request, response)) ?? (await byPage(request, response));
    if (wait !== null) {
      response.set('Retry-After', String(wait));
      return refuse(response, 429);
    }
    response.set('Cache-Control', 'no-store');
    if (!(await verifyPagePassword(posted.post_password, lock.hash))) {
      const again = formPageAddress(path, request.get('referer'), {
        [WRONG_PAGE_PASSWORD_PARAMETER]: 'wrong',
      });
      return response.redirect(303, `${again}#${pagePasswordInputId(lock.id)}`);
    }
    setPagePassCookie(response, lock, { secrets, secure, now: now() });
    response.redirect(
      303,
      formPageAddress(path, request.get('referer'), { [WRONG_PAGE_PASSWORD_PARAMETER]: null }),
    );
  });

  router.use(PAGE_PASSWORD_PATH, unreadable);
  return router;
}

const GO_BACK = 'Go back in your browser to the page that asked for the password.';
const { refuse, unreadable } = createFormErrorHandlers({
  403: messagePage(
    'This came from another site',
    'A password can only be entered on our own pages. Nothing was opened.',
  ),
  410: messagePage(
    'This page has no password any more',
    `${GO_BACK} Reload it there: it may be open to everybody now, or gone.`,
  ),
  422: messagePage('The password is missing', `${GO_BACK} Enter the password there.`),
  429: messagePage(
    'Too many passwords',
    `Too many passwords were entered. Please wait ten minutes. ${GO_BACK} Then enter the password again.`,
  ),
  503: messagePage('The page cannot be opened just now', `${GO_BACK} Please try again in a minute.`),
});
