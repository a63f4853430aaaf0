import type { Selectable } from 'kysely';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Database } from '../../database/schema/schema.ts';
import { reportAreaPhrase, replyPromiseText } from './mail-phrases.ts';
import type { MailPart, MailText } from './mail-text.ts';

type Lead = Selectable<Database['leads']>;

/**
 * Composes the confirmation for a visitor. It contains no marketing, and no visitor input except the name. `now` is in
 * epoch milliseconds.
 */
export function leadConfirmationMailText(lead: Lead, settings: SiteSettings, now: number): MailText {
  const { agent } = settings;
  const promise = replyPromiseText(settings, agent.name, { wroteAt: lead.created_at, now });
  return {
    subject: `${agent.name} has your message`,
    preview: promise,
    parts: [
      { kind: 'lead', lines: [{ text: greeting(lead.first_name) }] },
      { kind: 'paragraph', text: `Your message has reached ${agent.name} at ${settings.brokerage.name}.` },
      { kind: 'heading', text: 'What happens next' },
      { kind: 'paragraph', text: `${promise} A person reads what you wrote and answers you.` },
      { kind: 'paragraph', text: 'If it cannot wait, call or text now, or reply to this e-mail.' },
      { kind: 'button', line: { text: `Call ${agent.phone}`, href: `tel:${agent.phoneDial}` } },
      footer(settings, 'You get this one e-mail because this address was entered'),
    ],
  };
}

/** Composes the confirmation for a new market report subscriber. `unsubscribe` is the unsubscribe link. */
export function subscriptionConfirmationMailText(
  lead: Lead,
  areas: string | null,
  settings: SiteSettings,
  unsubscribe: string,
): MailText {
  const { agent } = settings;
  const area = reportAreaPhrase(areas);
  const what = area ? `the market report for ${area}` : 'the market report';
  return {
    subject: `You are subscribed to ${what}`,
    preview: 'The next report comes to this address. You can leave at any time.',
    parts: [
      { kind: 'lead', lines: [{ text: greeting(lead.first_name) }] },
      {
        kind: 'paragraph',
        text: `You are subscribed to ${what}. The next one comes to this address, from ${agent.name} at ${settings.brokerage.name}.`,
      },
      {
        kind: 'paragraph',
        text: 'You can leave at any time. If it was not you who subscribed, leave with the same button.',
      },
      { kind: 'button', line: { text: 'Unsubscribe', href: unsubscribe } },
      footer(settings, 'You get this e-mail because this address was entered for the market report'),
    ],
  };
}

/**
 * Greets the recipient by name only if the text in the name field looks like a name. The address is unverified, so
 * anyone could use the name field to send someone else a link or a message.
 */
function greeting(name: string | null): string {
  const plain = name?.trim() ?? '';
  return /^[\p{L}\p{M}'’-]{1,30}( [\p{L}\p{M}'’-]{1,30})?$/u.test(plain)
    ? `Thank you, ${plain}.`
    : 'Thank you.';
}

function footer({ agent, brokerage, address, site }: SiteSettings, why: string): MailPart {
  return {
    kind: 'small',
    lines: [
      { text: `${agent.name}, ${brokerage.name}` },
      { text: `Office in ${address.locality}, ${address.region}` },
      { text: agent.phone, href: `tel:${agent.phoneDial}` },
      { text: `Licensed in ${agent.licensedIn}, license ${agent.licence}` },
      { text: 'Equal Housing Opportunity' },
      { text: `${why} at ${site.name}. If that was not you, reply and say so.` },
    ],
  };
}
