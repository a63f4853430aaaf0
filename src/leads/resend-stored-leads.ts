import { isRetryable, sendOrRecreateLead } from './send-lead.ts';
import {
  dropOldLeads,
  dropUnsentLead,
  saveLeadInBrowser,
  storedLeads,
  STORED_LEADS_KEY,
  type StoredLead,
} from './stored-leads.ts';

/**
 * Sends the unsent leads in this browser until a retryable failure, and removes records of leads that reached the
 * server more than a day ago. A lock keeps two tabs from sending at the same time. In browsers without locks, the
 * server recognizes a repeated lead by its session. Never rejects.
 */
export async function resendStoredLeads(): Promise<void> {
  if (!('locks' in navigator)) return resendAll();
  await navigator.locks.request('storedLeads', { ifAvailable: true }, (lock) =>
    lock ? resendAll() : undefined,
  );
}

async function resendAll(): Promise<void> {
  dropOldLeads();
  const waiting = storedLeads().filter(({ unsent }) => unsent && !unsent.refused);
  for (const lead of waiting) {
    if (!(await resend(lead))) return;
  }
}

/**
 * Sends the unsent requests of one lead. Replaces its record with a confirmed one or, if the server refuses the lead,
 * marks it as refused. Returns whether the other leads should be tried too.
 */
async function resend(lead: StoredLead): Promise<boolean> {
  const { unsent, ...record } = lead;
  if (!unsent) return true;
  const { session } = unsent;
  let contactId = record.contactId;
  // While this runs, the visitor may send the lead here or in another tab, or replace it with a newer one.
  const isKept = () =>
    storedLeads().some(
      ({ timestamp, unsent: other }) => other?.session === session && timestamp === lead.timestamp,
    );
  for (const [index, request] of unsent.requests.entries()) {
    if (!isKept()) return true;
    const result = await sendOrRecreateLead(request);
    if (!isKept()) return true;
    if (isRetryable(result)) {
      if (index > 0)
        saveLeadInBrowser({ ...lead, unsent: { session, requests: unsent.requests.slice(index) } });
      return false;
    }
    // Our server always gives a reason. A response without one comes from a proxy, so a later retry may succeed.
    const isRefused = result.kind === 'refused' || result.kind === 'unclear';
    if (isRefused && result.error === undefined) return true;
    if (result.kind !== 'stored') {
      saveLeadInBrowser({
        ...lead,
        unsent: { session, requests: unsent.requests.slice(index), refused: true },
      });
      return true;
    }
    contactId = result.contactId ?? contactId;
  }
  dropUnsentLead(session);
  const { hasError: _, ...confirmed } = record;
  saveLeadInBrowser({ ...confirmed, contactId, timestamp: new Date().toISOString() });
  // Browsers send this event to the other tabs only. The form in this tab needs it, too, to show that the lead has
  // arrived.
  dispatchEvent(new StorageEvent('storage', { key: STORED_LEADS_KEY }));
  return true;
}
