import type { ContactValues, CrmClient } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import type { CrmContact, CustomField } from '../../crm/crm-shapes.ts';
import type { LeadRow } from './delivery-rows.ts';
import type { LeadValue } from './lead-values.ts';

/** What became of a contact's values. */
export interface WrittenContact {
  id: string;
  /** As the contact had them; null where the CRM did not say. */
  tags: readonly string[] | null;
  /** Keys of the values that custom fields took. */
  fields: readonly string[];
  /** Values of the contact itself that the CRM did not take. */
  omitted: readonly ('email' | 'phone')[];
}

interface Draft {
  /** Those known, and those the location has fields for. */
  values: ContactValues;
  omitted: readonly ('email' | 'phone')[];
}

/**
 * Brings a lead's contact into the CRM: changes the one it has, or the one with its address or number, or makes one.
 * What the CRM does not take is left out rather than the whole. Throws a `CrmFault`.
 */
export async function writeContact(
  client: CrmClient,
  lead: LeadRow,
  values: readonly LeadValue[],
): Promise<WrittenContact> {
  const start = draftOf(lead, values, await fieldsOf(client));
  const known = lead.crm_location_id === client.locationId ? lead.crm_contact_id : null;
  if (known) {
    try {
      return await change(client, known, start);
    } catch (fault) {
      // Somebody deleted it, or joined it with another.
      if (!(fault instanceof CrmFault) || fault.kind !== 'gone') throw fault;
    }
  }
  const found = await findContact(client, lead);
  if (found) return change(client, found.id, start);
  return make(client, lead, start);
}

function change(client: CrmClient, id: string, draft: Draft): Promise<WrittenContact> {
  return lightening(client, draft, { mayLackPhone: true, mayDiffer: true }, ({ values }) =>
    client.updateContact(id, values),
  );
}

async function make(client: CrmClient, lead: LeadRow, draft: Draft): Promise<WrittenContact> {
  try {
    const mayLackPhone = draft.values.email !== undefined;
    return await lightening(client, draft, { mayLackPhone, mayDiffer: false }, async ({ values }) => {
      try {
        return await client.upsertContact(values);
      } catch (fault) {
        // A refusal can have made the contact all the same.
        const made =
          fault instanceof CrmFault && fault.kind === 'refused' ? await findContact(client, lead) : null;
        if (!made) throw fault;
        return client.updateContact(made.id, values);
      }
    });
  } catch (fault) {
    if (!(fault instanceof CrmFault) || fault.kind !== 'duplicate') throw fault;
    const id = fault.contactId ?? (await findContact(client, lead))?.id;
    if (!id) throw fault;
    return change(client, id, draft);
  }
}

interface Leave {
  /** A number the CRM does not take can be left out: something else tells the contact from others. */
  mayLackPhone: boolean;
  /** An address or number that another contact has can be left out. */
  mayDiffer: boolean;
}

/** Tries again without what may be at fault, as long as there is any. */
async function lightening(
  client: CrmClient,
  start: Draft,
  leave: Leave,
  write: (draft: Draft) => Promise<CrmContact>,
): Promise<WrittenContact> {
  for (let draft = start; ;) {
    try {
      const { id, tags } = await write(draft);
      const fields = (draft.values.customFields ?? []).map((field) => field.key);
      return { id, tags, fields, omitted: draft.omitted };
    } catch (fault) {
      if (!(fault instanceof CrmFault)) throw fault;
      const lighter = lighten(draft, fault, leave);
      if (!lighter) throw fault;
      if (draft.values.customFields && !lighter.values.customFields) client.forgetCustomFields();
      draft = lighter;
    }
  }
}

function lighten({ values, omitted }: Draft, fault: CrmFault, leave: Leave): Draft | null {
  const { email, phone, customFields, ...rest } = values;
  const withEmail = email === undefined ? {} : { email };
  const withPhone = phone === undefined ? {} : { phone };
  const withFields = customFields ? { customFields } : {};
  if (fault.kind === 'duplicate') {
    if (!leave.mayDiffer || (email === undefined && phone === undefined)) return null;
    if (fault.matchingField === 'phone' && phone !== undefined) {
      return { values: { ...rest, ...withEmail, ...withFields }, omitted: [...omitted, 'phone'] };
    }
    if (fault.matchingField === 'email' && email !== undefined) {
      return { values: { ...rest, ...withPhone, ...withFields }, omitted: [...omitted, 'email'] };
    }
    return {
      values: { ...rest, ...withFields },
      omitted: [
        ...omitted,
        ...(email === undefined ? [] : (['email'] as const)),
        ...(phone === undefined ? [] : (['phone'] as const)),
      ],
    };
  }
  if (fault.kind !== 'refused') return null;
  // The location's fields may have changed since we asked.
  if (customFields) return { values: { ...rest, ...withEmail, ...withPhone }, omitted };
  if (phone !== undefined && leave.mayLackPhone) {
    return { values: { ...rest, ...withEmail }, omitted: [...omitted, 'phone'] };
  }
  return null;
}

function findContact(client: CrmClient, lead: LeadRow): Promise<CrmContact | null> {
  if (!lead.email && !lead.phone_e164) return Promise.resolve(null);
  return client.findDuplicate({
    ...(lead.email ? { email: lead.email } : {}),
    ...(lead.phone_e164 ? { number: lead.phone_e164 } : {}),
  });
}

async function fieldsOf(client: CrmClient): Promise<readonly CustomField[]> {
  try {
    return await client.customFields();
  } catch (fault) {
    // Without the right to see the fields the note takes everything.
    if (fault instanceof CrmFault && (fault.kind === 'credentials' || fault.kind === 'gone')) return [];
    throw fault;
  }
}

function draftOf(lead: LeadRow, values: readonly LeadValue[], fields: readonly CustomField[]): Draft {
  const customFields = values.flatMap(({ key, value }) => {
    const field = fields.find(({ fieldKey }) => fieldKey === `contact.${key}`);
    const taken = field && takenBy(field, value);
    return field && taken !== undefined ? [{ id: field.id, key, field_value: taken }] : [];
  });
  const phone = lead.phone_e164 ?? lead.phone;
  return {
    values: {
      ...(lead.first_name ? { firstName: lead.first_name } : {}),
      ...(lead.last_name ? { lastName: lead.last_name } : {}),
      ...(lead.email ? { email: lead.email } : {}),
      ...(phone ? { phone } : {}),
      ...(lead.source ? { source: lead.source } : {}),
      ...(customFields.length > 0 ? { customFields } : {}),
    },
    omitted: [],
  };
}

/** A value as a field takes it: one of its options, however that is written. Undefined: it does not. */
function takenBy({ options }: CustomField, value: string): string | undefined {
  if (options.length === 0) return value;
  return options.find((option) => option.toLowerCase() === value.toLowerCase());
}
