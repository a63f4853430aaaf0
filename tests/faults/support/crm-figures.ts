import type { CrmSandbox } from '../../crm-sandbox/crm-sandbox.ts';

/**
 * Looks up these e-mail addresses in the CRM. Returns those without a contact or a note as `missing`, and those with
 * more than one contact or note as `doubled`.
 */
export function compareWithCrm({ state }: Pick<CrmSandbox, 'state'>, emails: Iterable<string>) {
  const contacts = [...state.contacts.values()];
  const missing: string[] = [];
  const doubled: string[] = [];
  for (const email of new Set(emails)) {
    const own = contacts.filter((contact) => contact.email === email.toLowerCase());
    const notes = state.notes.filter((note) => own.some(({ id }) => id === note.contactId));
    if (own.length === 0 || notes.length === 0) missing.push(email);
    if (own.length > 1 || notes.length > 1) doubled.push(email);
  }
  return { missing, doubled };
}
