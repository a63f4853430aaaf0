import { trackEvent } from './analytics.ts';
import { readStored, store } from './browser-storage.ts';
import type { FormId } from './lead-wire.ts';

const KEY = 'countedLeads';

/** Counts a lead once in this tab, by its form session: a page that answered a post can be loaded again. */
export function countLead(form_id: FormId, session: string): void {
  const stored = readStored('sessionStorage', KEY);
  const known: unknown[] = Array.isArray(stored) ? stored : [];
  if (known.includes(session)) return;
  store('sessionStorage', KEY, [...known, session]);
  trackEvent('generate_lead', { form_id });
}
