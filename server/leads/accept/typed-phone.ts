import type { Selectable } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Phone = Pick<Selectable<Database['leads']>, 'phone' | 'phone_e164'>;

/**
 * A lead's number as typed, where the one that is dialed does not say all of it: an extension, letters, words beside
 * it. Null where it does, or where only the typed one is there.
 */
export function typedPhone({ phone, phone_e164: dialed }: Phone): string | null {
  if (phone === null || dialed === null) return null;
  const typed = phone.replace(/[\s()+./\u2010-\u2015-]/g, '');
  const digits = dialed.slice(1);
  return typed === digits || `1${typed}` === digits ? null : phone;
}
