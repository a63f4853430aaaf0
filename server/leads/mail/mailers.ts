import type { Selectable } from 'kysely';
import type { Database, DestinationName } from '../../database/schema.ts';

/** What a mail about a lead is written from. */
export interface MailContext {
  /** Id of the delivery: the mail's message id follows from it, so that a repeated mail is seen as the same. */
  deliveryId: string;
  /** The revision of the lead that the mail tells of. */
  revision: number;
  /** All consents the lead ever gave or refused, oldest first. */
  consents: readonly Selectable<Database['consents']>[];
}

/**
 * Sends the mails about a lead. Throws a `TransientFault` when another try may help, a `LastingFault` when only an
 * operator can.
 */
export interface Mailers {
  /** To the agent: who wants what, and how to reach them. */
  alert(lead: Selectable<Database['leads']>, context: MailContext): Promise<void>;
  /** To the visitor: we have it. */
  confirmation(lead: Selectable<Database['leads']>, context: MailContext): Promise<void>;
}

/** What operators are told when deliveries stand still. Without personal data. */
export interface OperatorNotice {
  destination: DestinationName;
  /** What is wrong and what to do. */
  reason: string;
  /** Deliveries to this destination that need an operator, and that wait. */
  attention: number;
  waiting: number;
}

/** Tells operators, at most once an hour for each destination. A throw means "not told": it is tried again. */
export interface OperatorAlerts {
  /** Deliveries need an operator's decision. */
  attention(notice: OperatorNotice): Promise<void>;
  /** The destination has failed for so long that it may be more than a hiccup. */
  outage(notice: OperatorNotice): Promise<void>;
  /** The CRM refused our credentials. */
  reconnect(notice: OperatorNotice): Promise<void>;
}

/** Tells operators how many leads are held back as suspicious. A throw means "not told": it is tried again. */
export type TellHeld = (held: number) => Promise<void>;
