import type { Updateable } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { ConsentRow, DeliveryRow, LeadRow, SubscriptionRow } from './delivery-rows.ts';

/** What a delivery is made from, as it was read when the delivery began. */
export interface DeliveryMaterial {
  delivery: DeliveryRow;
  lead: LeadRow;
  /** Oldest first. */
  consents: readonly ConsentRow[];
  /** Of the lead's e-mail address. */
  subscription: SubscriptionRow | undefined;
  /** What earlier revisions' deliveries to the same place have done; the latest first, JSON. */
  earlierDone: readonly string[];
}

/** How a delivery of several calls survives a crash between them. */
export interface DeliveryProgress {
  /** Ends the calls when the server stops. */
  signal: AbortSignal;
  /** Makes sure of the lease before a call. Throws `LeaseLost`. */
  beforeCall(): Promise<void>;
  /** Notes on the disk what is done, and what is now known of the lead. Throws `LeaseLost`. */
  save(done: Readonly<Record<string, unknown>>, lead?: Updateable<Database['leads']>): Promise<void>;
}

/** What a finished delivery leaves behind. */
export interface Delivered {
  done?: Readonly<Record<string, unknown>>;
  /** For the lead's story; without personal data. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Brings a lead somewhere. Throws a `TransientFault`, `LastingFault`, `RefusedFault` or `LeaseLost`. */
export type Deliver = (material: DeliveryMaterial, progress: DeliveryProgress) => Promise<Delivered>;
