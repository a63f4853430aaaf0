import type { Selectable } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Rows as they are read. */
export type LeadRow = Selectable<Database['leads']>;
export type DeliveryRow = Selectable<Database['deliveries']>;
export type ConsentRow = Selectable<Database['consents']>;
export type SubscriptionRow = Selectable<Database['subscriptions']>;
