import type { LeadErrorResponse } from '../../../src/contracts/leads/lead-request.ts';

/** A refused lead, of which nothing was stored. */
export interface LeadRefusal {
  kind: 'refused';
  status: number;
  refusal: LeadErrorResponse;
  /** Seconds, for the `Retry-After` header. */
  retryAfter?: number;
}

/** Creates the refusals, each with the message for the visitor. */
export const leadRefusals = {
  foreignPage: () => refuse(403, 'This form can only be sent from our own pages.'),
  tooMany: (seconds: number): LeadRefusal => ({
    ...refuse(429, `Too many requests came from your address. Please try again in ${inMinutes(seconds)}.`),
    retryAfter: seconds,
  }),
  fields: (fields: Readonly<Record<string, string>>): LeadRefusal => {
    const response = refuse(422, Object.values(fields)[0] ?? 'Please check your input.');
    return { ...response, refusal: { ...response.refusal, fields } };
  },
  unknownContact: (): LeadRefusal => {
    const response = refuse(410, 'Missing contact information. Please try again.');
    return { ...response, refusal: { ...response.refusal, restart: true } };
  },
  unavailable: (): LeadRefusal => ({
    ...refuse(503, 'We could not save your information just now. Please try again.'),
    retryAfter: 5,
  }),
  /** For an unreadable body. `status`: the HTTP status of the body parser's error, or 415 for another media type. */
  unreadable: (status: number) => {
    if (status === 413) return refuse(413, 'This is too long. Please shorten your message and try again.');
    if (status === 415) return refuse(415, 'Please send JSON, or a form.');
    return refuse(400, 'The request could not be read. Please try again.');
  },
  method: () => refuse(405, 'This address takes leads only. Nothing can be read here.'),
};

function refuse(status: number, error: string): LeadRefusal {
  return { kind: 'refused', status, refusal: { success: false, error, message: error } };
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
