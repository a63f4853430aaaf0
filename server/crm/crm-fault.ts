/**
 * Why a call to the CRM brought nothing.
 * `credentials`: the token is refused, or has no right to this. `unavailable`: no answer in time, a fault of the
 * CRM's, or an answer that makes no sense; what was asked for may have happened. `rate-limited`: too many calls.
 * `duplicate`: the contact is there already. `gone`: the contact or note is not. `refused`: the content is.
 */
export type CrmFaultKind = 'credentials' | 'unavailable' | 'rate-limited' | 'duplicate' | 'gone' | 'refused';

interface Details {
  status?: number;
  /** Milliseconds until another call makes sense. */
  retryAfter?: number;
  /** Of a duplicate: the contact there is, and the field both have. */
  contactId?: string | undefined;
  matchingField?: string | undefined;
  cause?: unknown;
}

/** A call to the CRM that failed. The message may repeat what the CRM said, and so what was sent: scrub it. */
export class CrmFault extends Error {
  override name = 'CrmFault';
  readonly kind: CrmFaultKind;
  readonly status: number | undefined;
  readonly retryAfter: number;
  readonly contactId: string | undefined;
  readonly matchingField: string | undefined;

  constructor(kind: CrmFaultKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status;
    this.retryAfter = details.retryAfter ?? 0;
    this.contactId = details.contactId;
    this.matchingField = details.matchingField;
  }
}
