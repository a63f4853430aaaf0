import { randomUUID } from 'node:crypto';
import type { OperatorsTable } from '../database/operator-tables.ts';

/** A new account's row. */
export function newOperator(account: {
  email: string;
  name: string;
  hash: string;
  now: number;
}): OperatorsTable {
  return {
    id: randomUUID(),
    email: account.email,
    name: account.name,
    password_hash: account.hash,
    totp_secret: null,
    totp_last_step: null,
    recovery_codes: null,
    session_epoch: 1,
    created_at: account.now,
    signed_in_at: null,
  };
}
