import { z } from 'zod';
import { suspicionWords } from './suspicion-words.ts';

/** What events tell of themselves; each has some of it. */
const details = z
  .object({
    form: z.string(),
    step: z.string(),
    destination: z.string(),
    reason: z.string(),
    attempts: z.number(),
    suspicions: z.array(z.string()),
    changed: z.array(z.string()),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    // Of an appointment; a workflow's answer has a number there.
    status: z.string().nullable().catch(null),
    startTime: z.string().nullable(),
  })
  .partial()
  .catch({});
type Details = z.infer<typeof details>;

/** What happened to a lead, in words an operator reads. `detail`: the event's JSON. Moments are in the site's time zone. */
export function eventWords(kind: string, detail: string | null, timeZone: string): string {
  const read = details.parse(detail === null ? {} : JSON.parse(detail));
  // A kind of a later version is shown as it is called.
  return WORDS[kind]?.(read, timeZone) ?? sentence(kind.replaceAll('-', ' '));
}

/** Where a delivery goes, in words. */
export function destinationWords(destination: string | undefined): string {
  return DESTINATIONS.get(destination ?? '') ?? destination ?? 'its destination';
}

const DESTINATIONS: ReadonlyMap<string, string> = new Map([
  ['crm', 'the CRM'],
  ['workflow', 'the CRM’s workflow'],
  ['alert', 'your mailbox (alert)'],
  ['confirmation', 'the visitor’s mailbox (confirmation)'],
]);

const WORDS: Readonly<Record<string, (detail: Details, timeZone: string) => string>> = {
  received: ({ form }) => (form && form !== 'api' ? `Received from the ${formName(form)}.` : 'Received.'),
  changed: ({ step }) =>
    step === '2' ? 'The visitor sent the details of the second step.' : 'The visitor sent a correction.',
  quarantined: ({ suspicions = [] }) =>
    `Held back as suspicious. ${suspicions.map(suspicionWords).join(' ')}`.trim(),
  released: () => 'Released by an operator: its deliveries go out.',
  resolved: () => 'Marked as resolved by an operator.',
  reopened: () => 'Reopened by an operator.',
  delivered: ({ destination }) => `Delivered to ${destinationWords(destination)}.`,
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

/** `contact-form` as `contact form`. */
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
