import type { DestinationName } from '../../database/schema.ts';
import type { OperatorNotice } from './mailers.ts';
import type { MailText } from './mail-text.ts';
import { oneLine } from './one-line.ts';

/** What did not arrive. */
const UNDELIVERED: Record<DestinationName, (count: number) => string> = {
  crm: (count) => `${counted(count, 'lead')} not delivered to the CRM`,
  workflow: (count) => `${counted(count, 'lead')} not delivered to the workflow trigger`,
  alert: (count) => `${counted(count, 'alert e-mail')} not sent`,
  confirmation: (count) => `${counted(count, 'confirmation e-mail')} not sent`,
};

/** What fails. */
const PLACES: Record<DestinationName, string> = {
  crm: 'The CRM',
  workflow: 'The workflow trigger',
  alert: 'The mail server',
  confirmation: 'The mail server',
};

/** Deliveries stand still until an operator decides. */
export function attentionText(notice: OperatorNotice, origin: string): MailText {
  const undelivered = UNDELIVERED[notice.destination](notice.attention);
  return noticeText(notice, origin, {
    subject: `Needs you: ${undelivered}`,
    preview: 'No lead is lost. They stand still until you act.',
    lead: undelivered,
    about: 'No lead is lost: all are stored on the site. These stand still until you act.',
    mend: 'Mend what is wrong. Then send them again: “npm run leads retry” on the server. “npm run leads status” shows where everything stands.',
  });
}

/** A destination fails for long: whoever can, mends it; what waits goes out by itself. */
export function outageText(notice: OperatorNotice, origin: string): MailText {
  const failing = `${PLACES[notice.destination]} has been failing for over an hour`;
  return noticeText(notice, origin, {
    subject: failing,
    preview: 'No lead is lost. They go out by themselves once it works again.',
    lead: failing,
    about: 'No lead is lost: all are stored on the site, and go out by themselves once it works again.',
    mend: 'If the fault is on their side, wait: it is tried every few minutes, and you hear of it again only if something needs you. Otherwise mend what is wrong; “npm run leads status” on the server shows where everything stands.',
  });
}

/** The CRM refuses what we identify ourselves with, or to renew it: leads may flow for hours yet. */
export function reconnectText(notice: OperatorNotice, origin: string): MailText {
  return noticeText(notice, origin, {
    subject: 'Needs you: the CRM must be connected again',
    preview: 'No lead is lost. What cannot go out waits on the site.',
    lead: 'The CRM must be connected again',
    about:
      'The CRM refused the site’s credentials, or to renew them. No lead is lost: those that cannot go out wait on the site, and go out by themselves once it is connected. The admin pages say which location is meant, and whether leads still flow.',
    mend: 'Connect the CRM again, or put a valid token into GHL_API_KEY and restart the site. “npm run leads status” on the server shows whether leads move again; “npm run leads retry” sends those that need you.',
  });
}

interface Words {
  subject: string;
  preview: string;
  lead: string;
  about: string;
  mend: string;
}

function noticeText(
  { reason, attention, waiting }: OperatorNotice,
  origin: string,
  { subject, preview, lead, about, mend }: Words,
): MailText {
  return {
    subject,
    preview,
    parts: [
      { kind: 'lead', lines: [{ text: lead }] },
      { kind: 'paragraph', text: about },
      {
        kind: 'facts',
        rows: [
          ['What is wrong', { text: oneLine(reason, 500) }],
          ['Need you', { text: String(attention) }],
          ['Waiting', { text: String(waiting) }],
        ],
      },
      { kind: 'heading', text: 'What to do' },
      { kind: 'paragraph', text: mend },
      { kind: 'button', line: { text: 'Open the admin pages', href: `${origin}/admin` } },
    ],
  };
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
