import { z } from 'zod';
import type { MailLine } from './mail-text.ts';

const address = z.email();

/** An e-mail address with a link that writes to it; null where it is none. */
export function emailLine(email: string | null): MailLine | null {
  const parsed = address.safeParse(email?.trim());
  return parsed.success
    ? { text: parsed.data, href: `mailto:${encodeURIComponent(parsed.data).replace('%40', '@')}` }
    : null;
}
