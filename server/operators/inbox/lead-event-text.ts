import { z } from 'zod';
import { identityParts } from '../../leads/deliver/plan-contact-changes.ts';
import { openLeadStages, leadStageLabels } from '../../../src/contracts/leads/lead-stage.ts';
import type { SpamSign } from '../../leads/store/spam-signs.ts';
import { formatIdentityParts } from '../../leads/mail/identity-text.ts';

/** All details that events can have. Each kind of event has some of them. */
const details = z
  .object({
    form: z.string(),
    step: z.string(),
    destination: z.string(),
    reason: z.string(),
    by: z.literal('visitor'),
    attempts: z.number(),
    suspicions: z.array(z.string()),
    changed: z.array(z.string()),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    stage: z.enum(openLeadStages),
    day: z.iso.date(),
    differs: z.array(z.enum(identityParts)),
    // An appointment's status. Events about a workflow's response have a number here, which is ignored.
    status: z.string().nullable().catch(null),
    startTime: z.string().nullable(),
  })
  .partial()
  .catch({});
type Details = z.infer<typeof details>;

/** Describes a lead's event for operators. `detail` is the event's JSON. Times are in the site's time zone. */
export function leadEventText(kind: string, detail: string | null, timeZone: string): string {
  const read = details.parse(detail === null ? {} : JSON.parse(detail));
  // A newer version may have stored a kind that is unknown here, so show its name.
  return WORDS[kind]?.(read, timeZone) ?? sentence(kind.replaceAll('-', ' '));
}

function destinationWords(destination: string | undefined): string {
  return DESTINATIONS.get(destination ?? '') ?? destination ?? 'its destination';
}

const DESTINATIONS: ReadonlyMap<string, string> = new Map([
  ['crm', 'the CRM'],
  ['workflow', 'the CRM’s workflow'],
  ['alert', 'your mailbox (alert)'],
  ['identity', 'your mailbox (identity to check)'],
  ['confirmation', 'the visitor’s mailbox (confirmation)'],
]);

/** What a visitor sent, by the step of the form. */
const CHANGES: ReadonlyMap<string, string> = new Map([
  ['2', 'The visitor sent the details of the second step.'],
  ['subscription', 'The visitor asked for the market report.'],
]);

const WORDS: Readonly<Record<string, (detail: Details, timeZone: string) => string>> = {
  received: ({ form }) => (form && form !== 'api' ? `Received from the ${formName(form)}.` : 'Received.'),
  changed: ({ step }) => CHANGES.get(step ?? '') ?? 'The visitor sent a correction.',
  quarantined: ({ suspicions = [] }) =>
    `Held back as suspicious. ${suspicions.map(suspicionText).join(' ')}`.trim(),
  released: () => 'Released by an operator: its deliveries go out.',
  resolved: () => 'Marked as resolved by an operator.',
  reopened: ({ by }) =>
    by ? 'Reopened, because the visitor sent something new.' : 'Reopened by an operator.',
  'stage-changed': ({ stage }) =>
    stage
      ? `Marked as “${leadStageLabels[stage]}” by an operator.`
      : 'An operator changed how far the lead is.',
  'note-added': () => 'An operator wrote a private note.',
  'note-removed': () => 'An operator deleted a private note.',
  'reminder-set': ({ day }) => `An operator set a reminder${day ? ` for ${dayWords(day)}` : ''}.`,
  'reminder-cleared': () => 'An operator cleared the reminder.',
  delivered: ({ destination, differs }) =>
    `Delivered to ${destinationWords(destination)}.${differs?.length ? ` The contact there has another ${formatIdentityParts(differs)}, which was left as it was. It is tagged “Check identity”.` : ''}`,
  'delivery-failed': ({ destination, reason, attempts }) =>
    `Not delivered to ${destinationWords(destination)}${attempts ? ` (try ${attempts})` : ''}; it is tried again. ${ended(reason)}`.trim(),
  'delivery-attention': ({ destination, reason }) =>
    `Could not be delivered to ${destinationWords(destination)}: it needs you. ${ended(reason)}`.trim(),
  'delivery-waits': ({ destination, reason }) =>
    reason === 'quarantined'
      ? `The delivery to ${destinationWords(destination)} is held back with the lead.`
      : `The delivery to ${destinationWords(destination)} waits. ${ended(reason)}`.trim(),
  'delivery-superseded': ({ destination }) =>
    `Brought to ${destinationWords(destination)} together with a later change.`,
  'delivery-retried': ({ destination }) =>
    `An operator had the delivery to ${destinationWords(destination)} tried again.`,
  'delivery-cancelled': ({ destination }) =>
    `The delivery to ${destinationWords(destination)} was cancelled by an operator.`,
  unsubscribed: () => 'Unsubscribed from the market report.',
  'subscribed-again': () => 'Subscribed to the market report again.',
  'crm-contact-created': () => 'The CRM made a contact for this person.',
  'crm-contact-updated': ({ changed, added, removed }) =>
    `The contact was changed in the CRM${changed?.length ? `: ${changed.map((name) => FIELDS.get(name) ?? name).join(', ')}` : ''}.${tagWords(added, removed)}`,
  'crm-tags-updated': ({ added, removed }) => `Tags were changed in the CRM.${tagWords(added, removed)}`,
  'crm-appointment-created': (detail, timeZone) => appointment('An appointment was made', detail, timeZone),
  'crm-appointment-updated': (detail, timeZone) =>
    appointment('An appointment was changed', detail, timeZone),
  'crm-appointment-deleted': (detail, timeZone) =>
    appointment('An appointment was deleted', detail, timeZone),
};

/** Formats a day: `2026-11-22` becomes `Nov 22, 2026`. */
function dayWords(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' }).format(at);
}

/** Formats a form's id: `contact-form` becomes `contact form`. */
function formName(form: string): string {
  return form.replaceAll('-', ' ');
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['firstName', 'first name'],
  ['lastName', 'last name'],
  ['email', 'e-mail address'],
  ['phone', 'phone number'],
]);

function tagWords(added: readonly string[] = [], removed: readonly string[] = []): string {
  return [
    added.length > 0 ? ` Added: ${added.join(', ')}.` : '',
    removed.length > 0 ? ` Removed: ${removed.join(', ')}.` : '',
  ].join('');
}

function appointment(what: string, { startTime, status }: Details, timeZone: string): string {
  const at = startTime ? Date.parse(startTime) : Number.NaN;
  const when = Number.isNaN(at)
    ? ''
    : ` for ${new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(at)}`;
  return `${what} in the CRM${when}${status ? ` (${status})` : ''}.`;
}

function ended(reason: string | undefined): string {
  if (!reason) return '';
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const SPAM_SIGN_TEXTS: Readonly<Record<SpamSign, string>> = {
  honeypot: 'A field that people cannot see was filled in.',
  'too-fast': 'The form was sent faster than a person can fill it in.',
  'many-from-address': 'Many forms came from the same network address.',
  'contact-in-many-forms': 'The same e-mail address or number was entered in many forms.',
};

/** Describes why a lead was held back. Returns an unknown suspicion unchanged. */
export function suspicionText(suspicion: string): string {
  return isSpamSign(suspicion) ? SPAM_SIGN_TEXTS[suspicion] : suspicion;
}

function isSpamSign(suspicion: string): suspicion is SpamSign {
  return Object.hasOwn(SPAM_SIGN_TEXTS, suspicion);
}
