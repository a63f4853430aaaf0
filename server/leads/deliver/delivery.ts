import type { Selectable, Updateable, Kysely } from 'kysely';
import type { Database, DestinationName } from '../../database/schema/schema.ts';
import { AppError } from '../../platform/app-error.ts';

export type LeadRow = Selectable<Database['leads']>;
export type DeliveryRow = Selectable<Database['deliveries']>;
export type ConsentRow = Selectable<Database['consents']>;
export type SubscriptionRow = Selectable<Database['subscriptions']>;

/** Returns the column that identifies the subject of a delivery: a lead or a subscription. */
export function deliverySubjectColumn(destination: DestinationName): 'lead_id' | 'email' {
  return destination === 'subscription' ? 'email' : 'lead_id';
}

/**
 * Returns the subject of a delivery: the id of its lead, or the e-mail address of its subscription. Of the pending
 * deliveries of one subject to one destination, only the newest is sent.
 */
export function deliverySubject({ lead_id, email }: Pick<DeliveryRow, 'lead_id' | 'email'>): string {
  return email ?? lead_id ?? '';
}

/** The content of a delivery, as it was when the delivery began. */
export interface LoadedDelivery {
  /** Whether the lead is quarantined. */
  isHeld: boolean;
  /** The revision being delivered. Success also completes other deliveries up to this revision. */
  revision: number;
  /** The address whose subscription this delivery sends to the CRM. `unsubscribed` is false if it has none. */
  subscriber?: { email: string; unsubscribed: boolean } | undefined;
  /** Values to remove from logs and error messages, because a destination's response may repeat them. */
  personal: readonly (string | null)[];
  /** Throws a `DeliveryError` if the delivery fails. */
  deliver(progress: DeliveryContext): Promise<DeliveryResult>;
}

/** Reads the content of a delivery. Returns null if its lead or subscription no longer exists. */
export type LoadDelivery = (delivery: DeliveryRow) => Promise<LoadedDelivery | null>;

/**
 * What a running delivery needs: a signal to stop, its lease, and the storage of its progress, so that a retry after a
 * crash can resume a delivery of several calls.
 */
export interface DeliveryContext {
  /** Aborts the calls when the server stops. */
  signal: AbortSignal;
  /**
   * Must be awaited before each call to a destination. Renews the lease if necessary. Throws a `DeliveryError`
   * (`lease-lost`) if the delivery no longer belongs to this worker, or the reason of an aborted `signal`.
   */
  beforeCall(): Promise<void>;
  /**
   * Saves the progress and any changes to the lead. Throws a `DeliveryError` (`lease-lost`) if the delivery no longer
   * belongs to this worker.
   */
  save(done: Readonly<Record<string, unknown>>, lead?: Updateable<Database['leads']>): Promise<void>;
}

/** What a successful delivery returns, to be recorded. */
export interface DeliveryResult {
  /** The final progress, for later deliveries of the same lead. */
  done?: Readonly<Record<string, unknown>>;
  /** Details for the lead's history. Must not contain personal data. */
  detail?: Readonly<Record<string, unknown>>;
  /** Whether the contact's name, e-mail address or phone number differs from the lead's, so the agent must check it. */
  checkIdentity?: boolean;
  /** Whether there was nothing to send, so that the success does not tell if the destination works. */
  inconclusive?: boolean;
}

/** A lead to deliver, as it was when the delivery began. */
export interface DeliveryInput {
  delivery: DeliveryRow;
  lead: LeadRow;
  /** Oldest first. */
  consents: readonly ConsentRow[];
  /** The market report subscription for the lead's e-mail address. */
  subscription: SubscriptionRow | undefined;
  /** The progress (JSON) of the lead's other deliveries to this destination, newest revision first. */
  earlierDone: readonly string[];
}

/** Delivers a lead to one destination. Throws a `DeliveryError` if the delivery fails. */
export type DeliverLead = (input: DeliveryInput, progress: DeliveryContext) => Promise<DeliveryResult>;

/**
 * Creates a `LoadDelivery` that loads the lead with its consents, subscription and earlier progress, and passes them to
 * `deliver`.
 */
export function createLeadDeliveryLoader(query: Kysely<Database>, deliver: DeliverLead): LoadDelivery {
  return async (delivery) => {
    const { lead_id: id, destination } = delivery;
    const lead = await query.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
    if (!lead) return null;
    const email = lead.email?.toLowerCase() ?? null;
    const consents = await query
      .selectFrom('consents')
      .selectAll()
      .where('lead_id', '=', id)
      .orderBy('at')
      .execute();
    const subscription = await query
      .selectFrom('subscriptions')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    const earlier = await query
      .selectFrom('deliveries')
      .select('done')
      .where('lead_id', '=', id)
      .where('destination', '=', destination)
      .where('id', '<>', delivery.id)
      .orderBy('revision', 'desc')
      .execute();
    const earlierDone = earlier.flatMap((row) => row.done ?? []);
    const unsubscribed = (subscription?.unsubscribed_at ?? null) !== null;
    return {
      isHeld: lead.status === 'quarantined',
      revision: lead.revision,
      subscriber: destination === 'crm' && email !== null ? { email, unsubscribed } : undefined,
      personal: personalValues(lead),
      deliver: (progress) => deliver({ delivery, lead, consents, subscription, earlierDone }, progress),
    };
  };
}

/**
 * Why a delivery failed. `transient`: it is retried. `lasting`: a retry cannot help, so an operator must decide.
 * `refused`: the destination refused our credentials, so its deliveries wait until a probe succeeds or an operator
 * reconnects the destination. `not-connected`: there is no CRM connection, or an e-mail needs site settings that have
 * not been read yet; nothing was sent, and the delivery waits. `lease-lost`: the delivery no longer belongs to this
 * worker, so nothing more may be recorded about it.
 */
type DeliveryErrorKind = 'transient' | 'lasting' | 'refused' | 'not-connected' | 'lease-lost';

/** A failed delivery. The message tells operators what to do; `recordDeliveryFailure` removes personal data from it. */
export class DeliveryError extends AppError<DeliveryErrorKind> {
  override name = 'DeliveryError';
  /** Minimum milliseconds to wait before a retry. */
  readonly retryAfterMs: number;
  /** Whether the failure does not tell if the destination works, for example because it was not called. */
  readonly inconclusive: boolean;

  constructor(
    kind: DeliveryErrorKind,
    message: string,
    {
      retryAfterMs = 0,
      inconclusive = false,
      cause,
    }: { retryAfterMs?: number; inconclusive?: boolean; cause?: unknown } = {},
  ) {
    super(kind, message, { cause });
    this.retryAfterMs = retryAfterMs;
    this.inconclusive = inconclusive;
  }
}

/** Returns whether an error is a `DeliveryError` of this kind. */
export function isDeliveryError(error: unknown, kind: DeliveryErrorKind): error is DeliveryError {
  return error instanceof DeliveryError && error.kind === kind;
}

/** Returns the values of a lead that must not appear in logs or error messages. */
export function personalValues(lead: LeadRow): (string | null)[] {
  const { first_name, last_name, email, phone, phone_e164, message, notes } = lead;
  return [first_name, last_name, email, phone, phone_e164, message, notes];
}
