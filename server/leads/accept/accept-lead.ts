import type { Request, Response } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { RateLimitStoreFactory } from '../../database/state/rate-limit-store.ts';
import type { LeadIntake } from '../store/lead-intake.ts';
import { isFromThisSite } from '../../platform/security/is-from-this-site.ts';
import { createRateLimit } from '../../platform/security/rate-limit.ts';
import { leadRefusals, type LeadRefusal } from './lead-refusals.ts';
import { readSubmission } from './read-submission.ts';
import { skipAccessLog } from '../../platform/logging/access-log.ts';
import type { CountLead, LeadOutcome } from '../lead-metrics.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { LEAD_EDIT_WINDOW_MS } from '../store/plan-batch.ts';
import type { RequestFacts } from '../store/intake-job.ts';

type AcceptResult =
  | { kind: 'stored'; contactId: string; session: string; isLocalOnly: boolean; repeated: boolean }
  | LeadRefusal;

/** The endpoint to which a lead was sent. */
export interface LeadEndpoint {
  endpoint: 'contact' | 'market-reports';
  /** The id of the lead to change, from the request URL. It replaces an id in the payload. */
  contactId?: string | undefined;
}

/**
 * Checks the origin and the rate limit, validates and stores the payload, and sets the visitor's cookie. Invalid input
 * and an unavailable database result in a refusal, not an exception.
 */
export type AcceptLead = (
  request: Request,
  response: Response,
  payload: unknown,
  place: LeadEndpoint,
) => Promise<AcceptResult>;

interface Options {
  config: Pick<Config, 'leads' | 'publicUrl'>;
  intake: LeadIntake;
  limits: RateLimitStoreFactory;
  /** Returns epoch milliseconds. */
  now: () => number;
  /**
   * Returns the layout variants that the visitor saw in running tests, as text to store with a lead; empty without any.
   */
  variantsSeen?: ((request: Request) => string) | undefined;
  /** Called with the outcome of every payload. */
  countLead: CountLead;
}

/** Creates the handler of posted leads. All endpoints must share one handler, because it contains the rate limit. */
export function createAcceptLead({
  config,
  intake,
  limits,
  now,
  variantsSeen = () => '',
  countLead,
}: Options): AcceptLead {
  const limit = createRateLimit(config.leads.rateLimit, limits('leads'));
  return async (request, response, payload, { endpoint, contactId }) => {
    let form: string | null = null;
    const end = (outcome: LeadOutcome, result: AcceptResult): AcceptResult => {
      countLead(form, outcome);
      return result;
    };
    const secure = request.secure || (config.publicUrl?.startsWith('https:') ?? false);
    const facts = factsOf(request, response, { secure }, now());
    if (!isFromThisSite(request, config.publicUrl)) return end('foreign-page', leadRefusals.foreignPage());
    const wait = await limit(request, response);
    if (wait !== null) return end('too-many', leadRefusals.tooMany(wait));
    const read = readSubmission(payload, { endpoint, contactId, now: facts.now });
    if ('fields' in read) return end('invalid', leadRefusals.fields(read.fields));
    form = read.submission.form;
    const pageVariants = variantsSeen(request);
    const submission = { ...read.submission, ...(pageVariants === '' ? {} : { pageVariants }) };
    const acceptance = await intake.accept(submission, facts);
    if (acceptance.kind === 'unknown-contact') return end('unknown-contact', leadRefusals.unknownContact());
    if (acceptance.kind === 'unavailable') {
      // The intake has already logged the error.
      skipAccessLog(response);
      return end('unavailable', leadRefusals.unavailable());
    }
    const { browserKey, ...stored } = acceptance;
    setBrowserKey(response, browserKey, { secure });
    return end(stored.repeated ? 'repeated' : 'stored', stored);
  };
}

/** Longer user agents are truncated. Real browsers send about 120 characters. */
const MAX_USER_AGENT_CHARACTERS = 300;

interface CookieOptions {
  /** Whether the site uses HTTPS. If so, the `__Host-` prefix keeps other hosts from setting the cookie. */
  secure: boolean;
}

function factsOf(request: Request, response: Response, options: CookieOptions, now: number): RequestFacts {
  return {
    requestId: requestIdOf(request, response),
    ip: request.ip ?? '',
    userAgent: (request.get('user-agent') ?? '').slice(0, MAX_USER_AGENT_CHARACTERS),
    browserKey: readBrowserKey(request, options),
    now,
  };
}

/** Sets the cookie that lets this browser change its lead. The cookie lasts as long as a lead accepts changes. */
function setBrowserKey(response: Response, key: string, options: CookieOptions): void {
  response.cookie(cookieName(options), key, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: LEAD_EDIT_WINDOW_MS,
    secure: options.secure,
  });
}

function readBrowserKey(request: Request, options: CookieOptions): string | null {
  const start = `${cookieName(options)}=`;
  const pair = (request.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(start));
  const value = pair?.slice(start.length) ?? '';
  return /^[\w-]{20,64}$/.test(value) ? value : null;
}

function cookieName({ secure }: CookieOptions): string {
  return secure ? '__Host-visitor' : 'visitor';
}
