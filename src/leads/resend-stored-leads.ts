import type { LeadRequest } from './lead-requests.ts';
import type { LeadPayload } from './lead-wire.ts';
import { sendLead, type SendResult } from './send-lead.ts';
import { dropOldLeads, dropUnsent, keepLead, storedLeads, type StoredLead } from './stored-leads.ts';

/** Where a lead goes whose contact id is no longer good. */
const ENDPOINT = '/api/ghl/contact';

/**
 * Sends what this browser keeps unsent, each lead once: only one of the site's tabs does so at a time, and the server
 * knows the sessions it has. Also forgets what it has had for a day. Never rejects.
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

/** Answers whether it is worth going on with the others. */
async function resend(lead: StoredLead): Promise<boolean> {
  const { unsent, ...record } = lead;
  if (!unsent) return true;
  const { session } = unsent;
  let contactId = record.contactId;
  // The visitor may have sent it by hand meanwhile, here or in another tab, or something newer, that is kept instead.
  const isKept = () =>
    storedLeads().some(
      ({ timestamp, unsent: other }) => other?.session === session && timestamp === lead.timestamp,
    );
  for (const [index, request] of unsent.requests.entries()) {
    if (!isKept()) return true;
    const result = await sendAnew(request);
    if (!isKept()) return true;
    if (result.kind === 'unreachable' || result.kind === 'too-many') {
      if (index > 0) keepLead({ ...lead, unsent: { session, requests: unsent.requests.slice(index) } });
      return false;
    }
    // Our server says why. Somebody else between here and there may let it pass another time.
    if (result.kind === 'refused' && result.error === undefined) return true;
    if (result.kind !== 'stored') {
      keepLead({ ...lead, unsent: { session, requests: unsent.requests.slice(index), refused: true } });
      return true;
    }
    contactId = result.contactId ?? contactId;
  }
  dropUnsent(session);
  const { hasError: _, ...confirmed } = record;
  keepLead({ ...confirmed, contactId, timestamp: new Date().toISOString() });
  return true;
}

/** A contact id is good for a day. What was kept for longer goes as a lead of its own: none is lost. */
async function sendAnew(request: LeadRequest): Promise<SendResult> {
  const result = await sendLead(request);
  if (result.kind !== 'restart') return result;
  const { contactId: _, ...body }: LeadPayload = request.body;
  return sendLead({
    ...request,
    method: 'POST',
    body,
    path: request.method === 'PUT' ? ENDPOINT : request.path,
  });
}
