import { STORED_STATUS, type LeadAnswer, type LeadRefusal } from '../../../src/contracts/lead-request.ts';

const RECEIVED = 'Your information has been received.';
const LOCAL_ONLY =
  'Your information is saved. It is sent on to the CRM as soon as the connection is restored.';

/**
 * Returns the response body for a stored lead. If `isLocalOnly`, its message says that the lead will reach the CRM
 * later.
 */
export function leadAnswer({
  contactId,
  isLocalOnly,
}: {
  contactId: string;
  isLocalOnly: boolean;
}): LeadAnswer {
  return {
    success: true,
    contactId,
    id: contactId,
    status: STORED_STATUS,
    isLocalOnly,
    ...(isLocalOnly ? { apiMessage: LOCAL_ONLY } : {}),
    message: isLocalOnly ? LOCAL_ONLY : RECEIVED,
  };
}

/** A refusal. Nothing was stored. */
export interface Refused {
  kind: 'refused';
  status: number;
  refusal: LeadRefusal;
  /** Seconds, for the `Retry-After` header. */
  retryAfter?: number;
}

export const refused = {
  foreignPage: () => refuse(403, 'This form can only be sent from our own pages.'),
  tooMany: (seconds: number): Refused => ({
    ...refuse(429, `Too many requests came from your address. Please try again in ${inMinutes(seconds)}.`),
    retryAfter: seconds,
  }),
  fields: (fields: Readonly<Record<string, string>>): Refused => {
    const answer = refuse(422, Object.values(fields)[0] ?? 'Please check your input.');
    return { ...answer, refusal: { ...answer.refusal, fields } };
  },
  unknownContact: (): Refused => {
    const answer = refuse(410, 'Missing contact information. Please try again.');
    return { ...answer, refusal: { ...answer.refusal, restart: true } };
  },
  unavailable: (): Refused => ({
    ...refuse(503, 'We could not save your information just now. Please try again.'),
    retryAfter: 5,
  }),
  /** For a body that could not be parsed. `status` comes from the body parser. */
  unreadable: (status: number) => {
    if (status === 413) return refuse(413, 'This is too long. Please shorten your message and try again.');
    if (status === 415) return refuse(415, 'Please send JSON, or a form.');
    return refuse(400, 'The request could not be read. Please try again.');
  },
  method: () => refuse(405, 'This address takes leads only. Nothing can be read here.'),
};

function refuse(status: number, error: string): Refused {
  return { kind: 'refused', status, refusal: { success: false, error, message: error } };
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
