import { createFormSessionCounter } from './form-session-counter.ts';
import type { RequestFacts, Submission } from './intake-job.ts';

/** A reason to hold a lead until an operator decides. `suspicionText` describes each of them. */
export type SpamSign = 'honeypot' | 'too-fast' | 'many-from-address' | 'contact-in-many-forms';

/** Minimum milliseconds to fill in a form. Forms that are submitted faster are suspicious. */
const MIN_FILL_MS = 2000;
/** Time windows in milliseconds for counting sessions, per IP address and per e-mail address or phone number. */
const ADDRESS_WINDOW_MS = 10 * 60_000;
const CONTACT_WINDOW_MS = 60 * 60_000;
/**
 * Sessions above these limits are suspicious: per IP address, this share of the lead endpoints' rate limit; per e-mail
 * address or phone number, this many.
 */
const ADDRESS_SHARE = 1 / 6;
const MAX_CONTACT_SESSIONS = 5;

/** Returns the signs of spam in a payload alone. */
export function spamSignsInPayload({
  website,
  elapsed,
}: {
  /** The honeypot, which is empty if a person filled in the form. */
  website?: unknown;
  /** Milliseconds between the display of the form and its submission. */
  elapsed?: number | undefined;
}): SpamSign[] {
  const trapped = website !== undefined && website !== null && website !== '';
  // A negative time means that a clock was set back, so the real time is unknown.
  const fast = elapsed !== undefined && elapsed >= 0 && elapsed < MIN_FILL_MS;
  return [...(trapped ? (['honeypot'] as const) : []), ...(fast ? (['too-fast'] as const) : [])];
}

/**
 * Returns a function that counts a submission, and returns its signs of spam beside earlier ones of this server.
 * `rateLimit` is the number of requests that the lead endpoints accept from one IP address in ten minutes.
 */
export function createSpamSignCounter(
  rateLimit: number,
): (submission: Submission, facts: RequestFacts, session: string) => SpamSign[] {
  const addresses = createFormSessionCounter({
    window: ADDRESS_WINDOW_MS,
    most: Math.ceil(rateLimit * ADDRESS_SHARE),
  });
  const contacts = createFormSessionCounter({ window: CONTACT_WINDOW_MS, most: MAX_CONTACT_SESSIONS });
  return (submission, { ip, now }, session) => {
    const unit = submission.session ?? submission.contactId ?? session;
    const found: SpamSign[] = [];
    if (addresses.isTooMany(ip, unit, now)) found.push('many-from-address');
    for (const contact of [submission.email?.toLowerCase(), submission.phoneE164 ?? submission.phone]) {
      if (contact && contacts.isTooMany(contact, unit, now)) found.push('contact-in-many-forms');
    }
    return found;
  };
}
