import type { Selectable } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';
import type { IdentityPart } from '../deliver/plan-contact-changes.ts';
import { emailLine, type MailLine, type MailText, sanitiseLine, phoneLine } from './mail-text.ts';

type Lead = Selectable<Database['leads']>;

const PARTS: Readonly<Record<IdentityPart, string>> = {
  name: 'name',
  email: 'e-mail address',
  phone: 'phone number',
};

/** Formats identity parts as a list within a sentence, for example `name and e-mail address`. */
export function formatIdentityParts(differs: readonly IdentityPart[]): string {
  return new Intl.ListFormat('en-US').format(differs.map((part) => PARTS[part]));
}

/** Composes the warning to the agent that a lead and its CRM contact differ in name, e-mail address or phone number. */
export function identityMismatchMailText(
  lead: Lead,
  differs: readonly IdentityPart[],
  origin: string,
): MailText {
  const name = sanitiseLine(`${lead.first_name ?? ''} ${lead.last_name ?? ''}`, 120);
  const phone = phoneLine(lead.phone, lead.phone_e164);
  const email = emailLine(lead.email);
  const who = [name, (phone ?? email)?.text].filter(Boolean).join(', ');
  const words = formatIdentityParts(differs);
  const sent: readonly (readonly [string, MailLine | null])[] = [
    ['Name', name ? { text: name } : null],
    ['E-mail', email],
    ['Phone', phone],
  ];
  return {
    subject: sanitiseLine(`Check identity: ${who}`),
    preview: `The contact in the CRM has another ${words}. Nothing of it was changed.`,
    parts: [
      { kind: 'lead', lines: [{ text: `Check who this is: the ${words} differs from the CRM’s` }] },
      {
        kind: 'paragraph',
        text: `This inquiry went to a contact that the CRM had already, with another ${words}. What the contact had was left as it was. The contact has the tag “Check identity”, and a note with what was sent.`,
      },
      { kind: 'heading', text: 'What was sent' },
      { kind: 'facts', rows: sent.flatMap(([label, line]) => (line ? [[label, line] as const] : [])) },
      { kind: 'heading', text: 'What to do' },
      {
        kind: 'paragraph',
        text: 'It may be the same person with something new, a second person who shares the number, or somebody who pretends to be your client. Before you send documents or payment details, call the number you had before. Then correct the contact in the CRM, or add a second one, and remove the tag.',
      },
      { kind: 'button', line: { text: 'See the lead', href: `${origin}/admin/leads/${lead.id}` } },
    ],
  };
}
