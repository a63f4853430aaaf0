import type { DestinationName } from '../../database/schema/schema.ts';
import { type MailText, sanitiseLine } from './mail-text.ts';
import { formatDuration } from '../../../src/contracts/leads/format-duration.ts';
import { describeStorageProblem, type StorageOutage } from '../../database/state/storage-state.ts';

/** The contents of an alert to operators about a destination. Must not contain personal data. */
export interface DestinationAlert {
  destination: DestinationName;
  /** What is wrong and how to fix it. */
  reason: string;
  /** How many deliveries to this destination need an operator, and how many are waiting. */
  attention: number;
  waiting: number;
}

const UNDELIVERED: Record<DestinationName, (count: number) => string> = {
  crm: (count) => `${counted(count, 'lead')} not delivered to the CRM`,
  subscription: (count) =>
    `${counted(count, 'change')} of a market report subscription not delivered to the CRM`,
  workflow: (count) => `${counted(count, 'lead')} not delivered to the workflow trigger`,
  alert: (count) => `${counted(count, 'alert e-mail')} not sent`,
  identity: (count) => `${counted(count, 'e-mail')} about an identity to check not sent`,
  confirmation: (count) => `${counted(count, 'confirmation e-mail')} not sent`,
};

const PLACES: Record<DestinationName, string> = {
  crm: 'The CRM',
  subscription: 'The CRM',
  workflow: 'The workflow trigger',
  alert: 'The mail server',
  identity: 'The mail server',
  confirmation: 'The mail server',
};

/** Composes the alert that deliveries are waiting for an operator's decision. */
export function attentionMailText(alert: DestinationAlert, origin: string): MailText {
  const undelivered = UNDELIVERED[alert.destination](alert.attention);
  return noticeText(alert, origin, {
    subject: `Needs you: ${undelivered}`,
    preview: 'No lead is lost. They wait until you act.',
    lead: undelivered,
    about: 'No lead is lost: all are stored on the site. These wait until you act.',
    fix: 'Fix the cause, then send them again: “npm run leads retry” on the server. “npm run leads status” shows the state of all deliveries.',
  });
}

/** Composes the alert of a long outage. Its deliveries resume automatically when the destination recovers. */
export function destinationOutageMailText(alert: DestinationAlert, origin: string): MailText {
  const failing = `${PLACES[alert.destination]} has been failing for over an hour`;
  return noticeText(alert, origin, {
    subject: failing,
    preview: 'No lead is lost. They go out by themselves once it works again.',
    lead: failing,
    about: 'No lead is lost: all are stored on the site, and go out by themselves once it works again.',
    fix: 'If the fault is on their side, wait: it is tried every few minutes, and you hear of it again only if something needs you. Otherwise fix the cause; “npm run leads status” on the server shows the state of all deliveries.',
  });
}

/**
 * Composes the alert that the CRM refused our credentials or would not renew them. If only the renewal failed,
 * deliveries continue until the token expires.
 */
export function crmReconnectMailText(alert: DestinationAlert, origin: string): MailText {
  return noticeText(alert, origin, {
    subject: 'Needs you: the CRM must be connected again',
    preview: 'No lead is lost. What cannot go out waits on the site.',
    lead: 'The CRM must be connected again',
    about:
      'The CRM refused the site’s credentials, or to renew them. No lead is lost: those that cannot go out wait on the site, and go out by themselves once it is connected. The admin pages say which location is meant, and whether leads still flow.',
    fix: 'Connect the CRM again, or put a valid token into GHL_API_KEY and restart the site. “npm run leads status” on the server shows whether leads move again; “npm run leads retry” sends those that need you.',
  });
}

interface Words {
  subject: string;
  preview: string;
  lead: string;
  about: string;
  fix: string;
}

function noticeText(
  { reason, attention, waiting }: DestinationAlert,
  origin: string,
  { subject, preview, lead, about, fix }: Words,
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
          ['What is wrong', { text: sanitiseLine(reason, 500) }],
          ['Need you', { text: String(attention) }],
          ['Waiting', { text: String(waiting) }],
        ],
      },
      { kind: 'heading', text: 'What to do' },
      { kind: 'paragraph', text: fix },
      { kind: 'button', line: { text: 'Open the admin pages', href: `${origin}/admin` } },
    ],
  };
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Composes the alert that operators must review quarantined leads. */
export function quarantineMailText(held: number, origin: string): MailText {
  const summary = `${held} ${held === 1 ? 'lead is' : 'leads are'} held back as suspicious`;
  return {
    subject: `Needs you: ${summary}`,
    preview: 'Nothing of a lead that is held back goes out until you release it.',
    parts: [
      { kind: 'lead', lines: [{ text: summary }] },
      {
        kind: 'paragraph',
        text: 'Machines send such leads, and now and then a person in a hurry. Nothing of a lead that is held back goes to the CRM or into a mailbox until you release it.',
      },
      { kind: 'heading', text: 'What to do' },
      {
        kind: 'paragraph',
        text: 'Look at what is held back. Release what is from a person: it goes out at once. Resolve the rest. You hear of new ones at most once an hour.',
      },
      {
        kind: 'button',
        line: { text: 'See what is held back', href: `${origin}/admin/leads?status=quarantined` },
      },
    ],
  };
}

/** Composes the e-mail about due reminders. It contains no names, because e-mail is not private. */
export function remindersMailText(due: number, origin: string): MailText {
  const summary = due === 1 ? 'One reminder is due' : `${due} reminders are due`;
  return {
    subject: summary,
    preview: 'You asked to be reminded of these people.',
    parts: [
      { kind: 'lead', lines: [{ text: summary }] },
      {
        kind: 'paragraph',
        text: 'You asked to be reminded. The first screen shows whom to call, and what about. Press Done there when it is done.',
      },
      { kind: 'button', line: { text: 'See the reminders', href: `${origin}/admin` } },
    ],
  };
}

/** Composes the test e-mail to the recipients of alerts. `by` is the name of the operator who sends it. */
export function testMailText(by: string, origin: string): MailText {
  return {
    subject: 'Test: e-mails about leads arrive here',
    preview: 'Nothing happened. Somebody tested the e-mails of the site.',
    parts: [
      { kind: 'lead', lines: [{ text: 'E-mails about leads arrive here' }] },
      {
        kind: 'paragraph',
        text: `${sanitiseLine(by, 120)} sent this test from ${origin}. When somebody fills in a form there, this address gets the request and the contact details.`,
      },
      { kind: 'button', line: { text: 'Open the admin pages', href: `${origin}/admin` } },
    ],
  };
}

/** Composes the alert that leads cannot be stored. `shared` means that the database is PostgreSQL. */
export function storageFailureMailText(
  { problem, code, since, failures }: StorageOutage,
  { origin, shared }: { origin: string; shared: boolean },
): MailText {
  const { detail, fix } = describeStorageProblem(problem, { shared });
  return {
    subject: 'Needs you: the site cannot save leads',
    preview: detail,
    parts: [
      { kind: 'lead', lines: [{ text: 'The site cannot save leads' }] },
      {
        kind: 'paragraph',
        text: `${detail} Visitors who send a form are asked to try again, and what they typed stays in the form. Leads that were saved before are safe.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Since', { text: new Date(since).toUTCString() }],
          ['Failed writes so far', { text: String(failures) }],
          ['Code', { text: code }],
        ],
      },
      { kind: 'heading', text: 'What to do' },
      { kind: 'paragraph', text: `${fix} You get one more e-mail when leads are saved again.` },
      { kind: 'button', line: { text: 'Open the admin pages', href: `${origin}/admin` } },
    ],
  };
}

/** Composes the alert that leads can be stored again. `until` is when storage recovered, in epoch milliseconds. */
export function storageRecoveryMailText({ since }: StorageOutage, until: number, origin: string): MailText {
  const lasted = `It could not for ${formatDuration(until - since)}, from ${new Date(since).toUTCString()} on.`;
  return {
    subject: 'The site saves leads again',
    preview: lasted,
    parts: [
      { kind: 'lead', lines: [{ text: 'The site saves leads again' }] },
      {
        kind: 'paragraph',
        text: `${lasted} Visitors who sent a form meanwhile were asked to try again; leads that were saved before are safe.`,
      },
      { kind: 'button', line: { text: 'See the leads', href: `${origin}/admin/leads` } },
    ],
  };
}
