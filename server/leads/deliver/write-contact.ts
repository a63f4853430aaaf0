import type { CrmClient } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import type { CrmContact, CrmCustomField } from '../../crm/crm-shapes.ts';
import {
  contactFieldsOfLead,
  contactFieldsStored,
  customFieldKeys,
  isCustomField,
  toContactValues,
} from './crm-contact-fields.ts';
import type { LeadRow } from './delivery.ts';
import type { LeadValue } from './lead-crm-fields.ts';
import { planContactChanges, type CrmContactFields, type IdentityPart } from './plan-contact-changes.ts';

/** A contact after a lead has been written to it. */
export interface WrittenContact {
  id: string;
  /** Whether this call created the contact. */
  created: boolean;
  /** The contact's tags before this delivery, or null if the CRM did not return them. */
  tags: readonly string[] | null;
  /** Keys of the lead's values that are stored in the contact's custom fields. */
  fields: readonly string[];
  /** The contact fields that this lead has set, in this delivery and in earlier ones. */
  written: CrmContactFields;
  /** The lead's identity parts that differ from the contact's, or that belong to another contact. */
  differs: readonly IdentityPart[];
}

interface Writing {
  client: CrmClient;
  customFields: readonly CrmCustomField[];
  sent: CrmContactFields;
  /** Returns the fields that this lead has already set on a contact. */
  writtenTo: (contactId: string) => CrmContactFields;
  /** Called before a contact is created, because the response may be lost. */
  beforeCreate: () => Promise<void>;
}

/**
 * Writes a lead to its contact, else to a contact with the same e-mail address or phone number, else to a new one.
 * Does not use HighLevel's upsert, which could overwrite another person's data. Omits values that the CRM refuses.
 * Throws a `CrmError` if a call fails, or if the CRM still refuses the contact.
 */
export async function writeContact(
  client: CrmClient,
  lead: LeadRow,
  values: readonly LeadValue[],
  { writtenTo, beforeCreate }: Pick<Writing, 'writtenTo' | 'beforeCreate'>,
): Promise<WrittenContact> {
  const customFields = await fieldsOf(client);
  const sent = contactFieldsOfLead(lead, values, customFields);
  const writing = { client, customFields, sent, writtenTo, beforeCreate };
  const known = lead.crm_location_id === client.locationId ? lead.crm_contact_id : null;
  // The client returns null if the contact was deleted or merged into another one.
  const contact = (known === null ? null : await client.contact(known)) ?? (await findContact(client, lead));
  return contact ? updateContact(writing, contact) : createContact(writing, lead);
}

async function updateContact(writing: Writing, contact: CrmContact): Promise<WrittenContact> {
  const { client, customFields, sent } = writing;
  const { id, tags } = contact;
  const stored = contactFieldsStored(contact, customFields);
  const written = writing.writtenTo(id);
  const { changes, differs } = planContactChanges({ stored, sent, written });
  const { accepted, clashing } = await writeWithoutRefused(
    client,
    changes,
    { mayDropPhone: true, mayDropIdentity: true },
    (draft) =>
      Object.keys(draft).length === 0
        ? Promise.resolve(contact)
        : client.updateContact(id, toContactValues(draft, customFields)),
  );
  const fields = customFieldKeys(sent).filter((key) => {
    const field = `contact.${key}`;
    return (accepted[field] ?? stored[field]) === sent[field];
  });
  return {
    id,
    created: false,
    tags,
    fields,
    written: { ...written, ...accepted },
    differs: [...differs, ...clashing],
  };
}

async function createContact(writing: Writing, lead: LeadRow): Promise<WrittenContact> {
  const { client, customFields, sent } = writing;
  await writing.beforeCreate();
  try {
    const droppable = { mayDropPhone: sent['email'] !== undefined, mayDropIdentity: false };
    const { contact, accepted } = await writeWithoutRefused(client, sent, droppable, (draft) =>
      client.createContact(toContactValues(draft, customFields)),
    );
    return { ...contact, created: true, fields: customFieldKeys(accepted), written: accepted, differs: [] };
  } catch (fault) {
    if (!(fault instanceof CrmError) || (fault.kind !== 'duplicate' && fault.kind !== 'refused')) throw fault;
    // Another lead or server may have created the contact first, or the CRM created it although it responded with an
    // error.
    const { contactId } = fault;
    const contact =
      contactId === undefined ? await findContact(client, lead) : await client.contact(contactId);
    if (!contact) throw fault;
    const updated = await updateContact(writing, contact);
    return { ...updated, created: fault.kind === 'refused' };
  }
}

interface Droppable {
  /**
   * Whether the phone number may be left out if the CRM refuses it. A new contact without an e-mail address needs its
   * phone number.
   */
  mayDropPhone: boolean;
  /** Whether an e-mail address or number that belongs to another contact may be left out. */
  mayDropIdentity: boolean;
}

interface Outcome<Contact> {
  contact: Contact;
  accepted: CrmContactFields;
  /** The fields that were left out because they belong to another contact. */
  clashing: readonly ('email' | 'phone')[];
}

/** Writes the fields. If the CRM refuses them, retries without the fields that may be the cause. */
async function writeWithoutRefused<Contact>(
  client: CrmClient,
  start: CrmContactFields,
  droppable: Droppable,
  write: (draft: CrmContactFields) => Promise<Contact>,
): Promise<Outcome<Contact>> {
  const clashing: ('email' | 'phone')[] = [];
  for (let draft = start; ;) {
    try {
      return { contact: await write(draft), accepted: draft, clashing };
    } catch (fault) {
      if (!(fault instanceof CrmError)) throw fault;
      const drop = fieldsToDrop(draft, fault, droppable);
      if (drop.length === 0) throw fault;
      if (fault.kind === 'duplicate')
        clashing.push(...drop.filter((field) => field === 'email' || field === 'phone'));
      else if (drop.some(isCustomField)) client.forgetCustomFields();
      draft = Object.fromEntries(Object.entries(draft).filter(([field]) => !drop.includes(field)));
    }
  }
}

/** Returns the fields to leave out because they may have caused the refusal; empty if none can be left out. */
function fieldsToDrop(draft: CrmContactFields, fault: CrmError, droppable: Droppable): readonly string[] {
  const fields = Object.keys(draft);
  if (fault.kind === 'duplicate') {
    const reach = droppable.mayDropIdentity
      ? fields.filter((field) => field === 'email' || field === 'phone')
      : [];
    const named = reach.filter((field) => field === fault.matchingField);
    return named.length > 0 ? named : reach;
  }
  if (fault.kind !== 'refused') return [];
  // Drop custom fields first, because our cached list of them may be out of date.
  const custom = fields.filter(isCustomField);
  if (custom.length > 0) return custom;
  return droppable.mayDropPhone ? fields.filter((field) => field === 'phone') : [];
}

/** Searches by e-mail address, then by phone number. If both are sent at once, the CRM may use only one of them. */
async function findContact(
  client: CrmClient,
  { email, phone_e164: number }: LeadRow,
): Promise<CrmContact | null> {
  const id =
    (email ? await client.findDuplicate({ email }) : null) ??
    (number ? await client.findDuplicate({ number }) : null);
  // Load the contact, because the search result is undocumented and may lack fields that have values.
  return id === null ? null : client.contact(id);
}

async function fieldsOf(client: CrmClient): Promise<readonly CrmCustomField[]> {
  try {
    return await client.customFields();
  } catch (fault) {
    // Without permission to read the custom fields, all values go into the note.
    if (fault instanceof CrmError && (fault.kind === 'credentials' || fault.kind === 'gone')) return [];
    throw fault;
  }
}
