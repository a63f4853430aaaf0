import type { CrmFields } from '../../../src/contracts/crm-fields.ts';
import type { DoctorCheck } from '../../../src/contracts/doctor.ts';
import { RECONNECT } from './crm-fields.ts';

const BASE = { id: 'crm-fields', label: 'Custom fields of the CRM' };

/** Returns the doctor's check of the custom fields. */
export function checkCrmFields({ locationId, missing, problem, needsReconnect }: CrmFields): DoctorCheck {
  if (problem !== null) return { ...BASE, state: 'not checked', detail: problem };
  const where = `Location ${locationId ?? ''}`;
  if (missing.length === 0) {
    return { ...BASE, state: 'ok', detail: `${where} has a field for every value of a lead.` };
  }
  const values = missing.length === 1 ? 'one value' : `${missing.length} values`;
  return {
    ...BASE,
    state: 'warning',
    detail: `${where} has no field for ${values} of leads, so they are only in the note of the contact.`,
    fix: needsReconnect
      ? `Create the fields in HighLevel, or here: /admin/ghl, Custom Fields. ${RECONNECT}`
      : 'Create them at /admin/ghl, Custom Fields, or with npm run doctor -- --create-crm-fields.',
    items: missing.map(({ key, label }) => ({ text: `${label}: contact.${key}` })),
  };
}
