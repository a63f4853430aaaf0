import type { Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** What an operator did to a lead, or to one of its deliveries. */
export interface Deed {
  leadId: string;
  delivery?: { delivery: string; destination: string };
}

/** Notes a deed in the transaction that does it: both are there, or neither. */
export type NoteDeed = (transaction: Transaction<Database>, deed: Deed) => Promise<void>;
