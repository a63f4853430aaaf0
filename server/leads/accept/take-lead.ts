import type { Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { refused, type Refused } from './lead-answers.ts';
import type { LeadDesk } from '../store/lead-desk.ts';
import { isFromOwnPage } from './own-origin.ts';
import { postLimit } from './post-limit.ts';
import { readSubmission } from './read-submission.ts';
import { factsOf, setBrowserKey } from './request-facts.ts';
import { StoreUnavailable } from '../store/group-commit.ts';
import type { LeadOutcome, NoteLead } from '../../machine/lead-metrics.ts';

/** What became of a payload. */
export type Taken =
  { kind: 'stored'; contactId: string; session: string; isLocalOnly: boolean; repeated: boolean } | Refused;

export interface LeadPlace {
  endpoint: 'contact' | 'market-reports';
  /** From the address of the request. */
  contactId?: string | undefined;
}

/**
 * Takes a `LeadPayload` from a request, whatever way it came: checks where it comes from and how often, reads it,
 * stores it, and sets the visitor's cookie. Never throws for what a visitor or the database does.
 */
export type TakeLead = (
  request: Request,
  response: Response,
  payload: unknown,
  place: LeadPlace,
) => Promise<Taken>;

interface Options {
  config: Pick<Config, 'leads' | 'publicUrl'>;
  desk: LeadDesk;
  /** Epoch milliseconds; for tests of what expires. */
  now?: () => number;
  /** Told of every payload what became of it. */
  note?: NoteLead;
}

/** One of these stands behind all ways a lead can come in: they count together. */
export function leadTaker({ config, desk, now = Date.now, note }: Options): TakeLead {
  const limit = postLimit(config.leads.rateLimit);
  const takeFrom = async (
    request: Request,
    response: Response,
    payload: unknown,
    { endpoint, contactId }: LeadPlace,
    noteForm: (form: string) => void,
  ): Promise<Taken> => {
    const secure = request.secure || (config.publicUrl?.startsWith('https:') ?? false);
    const facts = factsOf(request, response, { secure }, now());
    if (!isFromOwnPage(request, config.publicUrl)) return refused.foreignPage();
    const wait = await limit(request, response);
    if (wait !== null) return refused.tooMany(wait);
    const read = readSubmission(payload, { endpoint, contactId, now: facts.now });
    if ('fields' in read) return refused.fields(read.fields);
    const { submission, altcha } = read;
    noteForm(submission.form);
    const unproven = await desk.proof.suspicions(altcha, submission.session, facts.now);
    const suspicions = [...submission.suspicions, ...unproven];
    try {
      const acceptance = await desk.accept({ ...submission, suspicions }, facts);
      if (acceptance.kind === 'unknown-contact') return refused.unknownContact();
      const { browserKey, ...taken } = acceptance;
      setBrowserKey(response, browserKey, { secure });
      return taken;
    } catch (error) {
      if (error instanceof StoreUnavailable) return refused.unavailable();
      throw error;
    }
  };
  return async (request, response, payload, place) => {
    let form: string | null = null;
    const taken = await takeFrom(request, response, payload, place, (read) => (form = read));
    note?.(form, outcomeOf(taken));
    return taken;
  };
}

function outcomeOf(taken: Taken): LeadOutcome {
  if (taken.kind === 'stored') return taken.repeated ? 'repeated' : 'stored';
  return REFUSED[taken.status] ?? 'invalid';
}

const REFUSED: Readonly<Record<number, LeadOutcome>> = {
  403: 'foreign-page',
  410: 'unknown-contact',
  429: 'too-many',
  503: 'unavailable',
};
