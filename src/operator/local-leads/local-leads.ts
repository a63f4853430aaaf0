import { STORED_LEADS_KEY, storedLeads, type StoredLead } from '../../leads/stored-leads.ts';

/** Returns the leads stored in this browser, newest first. Throws if they cannot be read. */
export function readLocalLeads(): StoredLead[] {
  // Throws if the browser blocks storage. `JSON.parse` throws if other code has written something else under the key.
  const text = window.localStorage.getItem(STORED_LEADS_KEY);
  if (text !== null && !Array.isArray(JSON.parse(text)))
    throw new Error('What is stored is no list of leads.');
  return storedLeads().toReversed();
}

/** Removes all stored leads. Throws if the browser blocks storage. */
export function clearLocalLeads(): void {
  window.localStorage.removeItem(STORED_LEADS_KEY);
}

/**
 * Returns whether a lead had not reached the CRM when it was stored. The id of such a lead starts with `local_`, as
 * specified.
 */
export function isNotSynced({ contactId }: Pick<StoredLead, 'contactId'>): boolean {
  return contactId.startsWith('local_');
}

/** Downloads the leads as a JSON file. Throws if that fails. */
export function exportLocalLeads(leads: readonly StoredLead[], now = Date.now()): void {
  const file = new Blob([`${JSON.stringify(leads, null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `local-leads-${new Date(now).toISOString().slice(0, 10)}.json`;
  link.click();
  // Keep the URL until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
