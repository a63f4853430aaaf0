import type { MailText } from './mail-text.ts';

/** Leads are held back as suspicious: only an operator can tell whether they are from people. */
export function heldText(held: number, origin: string): MailText {
  const told = `${held} ${held === 1 ? 'lead is' : 'leads are'} held back as suspicious`;
  return {
    subject: `Needs you: ${told}`,
    preview: 'Nothing of a lead that is held back goes out until you release it.',
    parts: [
      { kind: 'lead', lines: [{ text: told }] },
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
