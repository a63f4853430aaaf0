import { Counter, type Registry } from 'prom-client';
import { formIds } from '../../src/leads/lead-wire.ts';

/** What can become of a posted lead. */
export type LeadOutcome =
  'stored' | 'repeated' | 'invalid' | 'foreign-page' | 'unknown-contact' | 'too-many' | 'unavailable';
/** Notes what became of a posted lead, and of which form it was; null: it was refused before that was read. */
export type NoteLead = (form: string | null, outcome: LeadOutcome) => void;

const FORMS = new Set<string>([...formIds, 'api']);

/** Registers the counting of leads. */
export function leadMetrics(register: Registry): NoteLead {
  const leads = new Counter({
    name: 'lintel_leads_posted_total',
    help: 'Payloads posted to the lead endpoints, by form and outcome: stored, repeated, or why it was refused.',
    labelNames: ['form', 'outcome'],
    registers: [register],
  });
  return (form, outcome) => leads.inc({ form: form !== null && FORMS.has(form) ? form : 'unknown', outcome });
}
