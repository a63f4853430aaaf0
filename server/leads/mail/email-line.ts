import { mailableAddress } from './mailable-address.ts';
import type { MailLine } from './mail-text.ts';
import { oneLine } from './one-line.ts';

/** An e-mail address with a link that writes to it; as typed, and without one, where no mail can be sent to it. */
export function emailLine(email: string | null): MailLine | null {
  const address = mailableAddress(email);
  if (address !== null) {
    return { text: address, href: `mailto:${encodeURIComponent(address).replace('%40', '@')}` };
  }
  const typed = oneLine(email ?? '', 254);
  return typed === '' ? null : { text: typed };
}
