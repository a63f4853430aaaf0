import type { CrmContactValues } from '../../crm/crm-client.ts';
import type { CrmContact, CrmCustomField } from '../../crm/crm-shapes.ts';
import type { LeadRow } from './delivery.ts';
import type { LeadValue } from './lead-crm-fields.ts';
import type { CrmContactFields } from './plan-contact-changes.ts';

/** The key prefix of custom fields. */
const CUSTOM = 'contact.';

/** Returns the fields of a contact that a lead sets, with those custom fields that the CRM has. */
export function contactFieldsOfLead(
  lead: LeadRow,
  values: readonly LeadValue[],
  customFields: readonly CrmCustomField[],
): CrmContactFields {
  const custom = values.flatMap(({ key, value }) => {
    const field = customFields.find(({ fieldKey }) => fieldKey === `contact.${key}`);
    const accepted = field && acceptedValue(field, value);
    return field && accepted !== undefined ? [[field.fieldKey, accepted] as const] : [];
  });
  const own = {
    firstName: lead.first_name,
    lastName: lead.last_name,
    email: lead.email,
    phone: lead.phone_e164 ?? lead.phone,
    source: lead.source,
  };
  return Object.fromEntries(
    [...Object.entries(own), ...custom].flatMap(([field, value]) => (value ? [[field, value]] : [])),
  );
}

/** Returns the fields that a contact has in the CRM. */
export function contactFieldsStored(
  contact: CrmContact,
  customFields: readonly CrmCustomField[],
): CrmContactFields {
  const custom = contact.customFields.flatMap(({ id, value }) => {
    const field = customFields.find((one) => one.id === id);
    return field ? [[field.fieldKey, value] as const] : [];
  });
  return { ...contact.own, ...Object.fromEntries(custom) };
}

/** Converts fields to the body of a request to the CRM. */
export function toContactValues(
  fields: CrmContactFields,
  customFields: readonly CrmCustomField[],
): CrmContactValues {
  const own = Object.fromEntries(Object.entries(fields).filter(([field]) => !isCustomField(field)));
  const custom = customFields.flatMap(({ id, fieldKey }) => {
    const value = fields[fieldKey];
    return value === undefined ? [] : [{ id, key: fieldKey.slice(CUSTOM.length), field_value: value }];
  });
  return { ...own, ...(custom.length > 0 ? { customFields: custom } : {}) };
}

/** Whether a key is that of a custom field. */
export function isCustomField(field: string): boolean {
  return field.startsWith(CUSTOM);
}

/** Returns the keys of the custom fields among the fields, without their prefix. */
export function customFieldKeys(fields: CrmContactFields): string[] {
  return Object.keys(fields)
    .filter(isCustomField)
    .map((field) => field.slice(CUSTOM.length));
}

/**
 * Returns the option that equals the value, ignoring case, or undefined if no option does. For a field without options,
 * returns the value.
 */
function acceptedValue({ options }: CrmCustomField, value: string): string | undefined {
  if (options.length === 0) return value;
  return options.find((option) => option.toLowerCase() === value.toLowerCase());
}
