import { badRequest, unprocessable, type ApiFault } from './api-fault.ts';
import { contactInputFaults, type ContactInput } from './contact-input.ts';
import { normalizePhone } from './normalize-phone.ts';
import type { Sandbox } from './sandbox.ts';
import type { Contact, Location } from './sandbox-state.ts';

interface Duplicate {
  contact: Contact;
  matchingField: 'email' | 'phone';
}

/** How to reach a person. */
interface Reach {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Who has this e-mail address or, if nobody has, this phone number in a location. */
export function findDuplicate(
  sandbox: Sandbox,
  locationId: string,
  { email, phone, besides }: Reach & { besides?: string | undefined },
): Duplicate | null {
  const others = [...sandbox.state.contacts.values()].filter(
    (each) => each.locationId === locationId && each.id !== besides,
  );
  const address = email?.trim().toLowerCase();
  const byEmail = address ? others.find((each) => each.email === address) : undefined;
  if (byEmail) return { contact: byEmail, matchingField: 'email' };
  const number = phone ? normalizePhone(phone) : undefined;
  const byPhone = number ? others.find((each) => each.phone === number) : undefined;
  return byPhone ? { contact: byPhone, matchingField: 'phone' } : null;
}

/** HighLevel's 400 for a contact that is there already; `meta` names it. */
export function duplicateRefusal({ contact, matchingField }: Duplicate): ApiFault {
  return badRequest('This location does not allow duplicated contacts.', {
    meta: { contactId: contact.id, matchingField },
  });
}

/** A new contact. Throws an `ApiFault` when it would be a duplicate. */
export function createContact(sandbox: Sandbox, location: Location, input: ContactInput): Contact {
  checkInput(input);
  const duplicate = location.allowDuplicateContact ? null : findDuplicate(sandbox, location.id, input);
  if (duplicate) throw duplicateRefusal(duplicate);
  const now = new Date(sandbox.now()).toISOString();
  const contact: Contact = {
    id: sandbox.random.nextId(),
    locationId: location.id,
    properties: {},
    tags: [],
    customFields: [],
    dateAdded: now,
    dateUpdated: now,
  };
  write(sandbox, location, contact, input);
  sandbox.state.contacts.set(contact.id, contact);
  return contact;
}

/** Creates, or changes who has the e-mail address or else the number. */
export function upsertContact(
  sandbox: Sandbox,
  location: Location,
  input: ContactInput,
): { isNew: boolean; contact: Contact } {
  checkInput(input);
  const duplicate = findDuplicate(sandbox, location.id, input);
  const asNew = location.allowDuplicateContact && input.createNewIfDuplicateAllowed === true;
  if (!duplicate || asNew) return { isNew: true, contact: createContact(sandbox, location, input) };
  const { contact } = duplicate;
  // Two people have the one's address and the other's number: HighLevel ignores the number.
  const { phone, ...rest } = input;
  const taken =
    findDuplicate(sandbox, location.id, { ...(phone ? { phone } : {}), besides: contact.id }) !== null;
  write(sandbox, location, contact, taken && !location.allowDuplicateContact ? rest : input);
  return { isNew: false, contact };
}

/** Changes what is given. Throws an `ApiFault` when another contact has the e-mail address or number. */
export function changeContact(
  sandbox: Sandbox,
  location: Location,
  contact: Contact,
  input: ContactInput,
): void {
  checkInput(input);
  const duplicate = location.allowDuplicateContact
    ? null
    : findDuplicate(sandbox, location.id, { ...input, besides: contact.id });
  if (duplicate) throw duplicateRefusal(duplicate);
  write(sandbox, location, contact, input);
}

function checkInput(input: ContactInput): void {
  const faults = contactInputFaults(input);
  if (faults.length > 0) throw unprocessable(faults);
}

/** Tags as HighLevel keeps them: lower case, each once. */
export function storedTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))];
}

/** These are kept apart from the other properties, or are no properties at all. */
const ownPlace = new Set([
  'locationId',
  'email',
  'phone',
  'tags',
  'customFields',
  'createNewIfDuplicateAllowed',
]);

function write(sandbox: Sandbox, location: Location, contact: Contact, input: ContactInput): void {
  const { email, phone, tags, customFields } = input;
  if (email !== undefined) setOrDelete(contact, 'email', email?.trim().toLowerCase());
  if (phone !== undefined) setOrDelete(contact, 'phone', phone ? normalizePhone(phone) : undefined);
  if (tags) contact.tags = storedTags(tags);
  for (const { id, field_value: value } of customFields ?? []) {
    if (!location.customFields.some((field) => field.id === id)) continue;
    const rest = contact.customFields.filter((field) => field.id !== id);
    contact.customFields = [...rest, { id, value: asText(value) }];
  }
  for (const [name, value] of Object.entries(splitName(input))) {
    if (ownPlace.has(name)) continue;
    if (value === null) delete contact.properties[name];
    else contact.properties[name] = value;
  }
  contact.dateUpdated = new Date(sandbox.now()).toISOString();
}

function setOrDelete(contact: Contact, name: 'email' | 'phone', value: string | undefined): void {
  if (value) contact[name] = value;
  else delete contact[name];
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String).join(', ') : JSON.stringify(value ?? '');
}

/** HighLevel makes first and last name of `name`, unless they are given. */
function splitName(properties: Record<string, unknown>): Record<string, unknown> {
  const { name, ...rest } = properties;
  if (typeof name !== 'string') return rest;
  const [firstName, ...others] = name.trim().split(/\s+/);
  return { firstName: firstName ?? '', lastName: others.join(' '), ...rest };
}
