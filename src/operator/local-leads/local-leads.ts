import { STORED_LEADS_KEY, storedLeads, type StoredLead } from '../../leads/stored-leads.ts';

/** The leads this browser has stored, newest first. Throws where they cannot be read. */
export function readLocalLeads(): StoredLead[] {
  // Throws where storing is not allowed, and where something else wrote under the key.
  const text = window.localStorage.getItem(STORED_LEADS_KEY);
  if (text !== null && !Array.isArray(JSON.parse(text)))
    throw new Error('What is stored is no list of leads.');
  return storedLeads().toReversed();
}

/** Removes them all. Throws where the browser does not allow it. */
export function clearLocalLeads(): void {
  window.localStorage.removeItem(STORED_LEADS_KEY);
}

/** Whether the CRM has it not yet: its id starts with `local_`, as specified. */
export function isNotSynced({ contactId }: Pick<StoredLead, 'contactId'>): boolean {
  return contactId.startsWith('local_');
}

/** Lets the browser save the leads as a JSON file. Throws where it cannot. */
export function exportLocalLeads(leads: readonly StoredLead[], now = Date.now()): void {
  const file = new Blob([`${JSON.stringify(leads, null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `local-leads-${new Date(now).toISOString().slice(0, 10)}.json`;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
