import { z } from 'zod';

const address = z.email();

/** The e-mail address, where mail can be sent to it. The forms take odder ones, as typed; null for those. */
export function mailableAddress(email: string | null): string | null {
  return address.safeParse(email?.trim()).data ?? null;
}
