import { z } from 'zod';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { badRequest, unprocessable, type ApiFault } from './official-api.ts';
import type { Sandbox, Contact, Location } from './sandbox.ts';

interface Duplicate {
  contact: Contact;
  matchingField: 'email' | 'phone';
}

/** The values by which HighLevel detects duplicates. */
interface Reach {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Finds the contact in a location with this e-mail address or, failing that, with this phone number. */
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

/** Returns HighLevel's 400 for a contact that already exists. `meta` identifies the existing contact. */
export function duplicateRefusal({ contact, matchingField }: Duplicate): ApiFault {
  return badRequest('This location does not allow duplicated contacts.', {
    meta: { contactId: contact.id, matchingField },
  });
}

/** Creates a contact. Throws an `ApiFault` if the contact already exists and the location forbids duplicates. */
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

/** Creates a contact, or updates the one with the same e-mail address or phone number. */
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
  // If the e-mail address and the number belong to different contacts, HighLevel ignores the number.
  const { phone, ...rest } = input;
  const taken =
    findDuplicate(sandbox, location.id, { ...(phone ? { phone } : {}), besides: contact.id }) !== null;
  write(sandbox, location, contact, taken && !location.allowDuplicateContact ? rest : input);
  return { isNew: false, contact };
}

/** Updates the given values. Throws an `ApiFault` if another contact has the e-mail address or phone number. */
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

/** Returns tags as HighLevel stores them: lower case, without duplicates. */
export function storedTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean))];
}

/** Input properties that do not belong in `Contact.properties`. */
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

/** Splits `name` into first and last name, as HighLevel does. Explicit first and last names take precedence. */
function splitName(properties: Record<string, unknown>): Record<string, unknown> {
  const { name, ...rest } = properties;
  if (typeof name !== 'string') return rest;
  const [firstName, ...others] = name.trim().split(/\s+/);
  return { firstName: firstName ?? '', lastName: others.join(' '), ...rest };
}

const text = z.string().nullable().optional();

/** The input properties that the sandbox interprets. It stores all others unchanged. */
export const contactInput = z.looseObject({
  locationId: z.string().optional(),
  email: text,
  phone: text,
  tags: z.array(z.string()).optional(),
  customFields: z
    .array(z.object({ id: z.string(), key: z.string().optional(), field_value: z.unknown().optional() }))
    .optional(),
  createNewIfDuplicateAllowed: z.boolean().optional(),
});

export type ContactInput = z.infer<typeof contactInput>;

/** Returns HighLevel's 422 messages for values that it rejects although its schema allows them. */
function contactInputFaults(input: ContactInput): string[] {
  const email = input.email ?? '';
  return email === '' || z.email().safeParse(email.trim()).success ? [] : ['email must be an email'];
}

/** Formats a contact for the responses of GET, PUT and upsert. */
export function contactAnswer(contact: Contact): Record<string, unknown> {
  const { properties } = contact;
  const names = namesOf(properties);
  return {
    ...without(properties, ['gender', 'inboundDndSettings']),
    id: contact.id,
    locationId: contact.locationId,
    ...(names.full ? { name: names.full, fullNameLowerCase: names.full.toLowerCase() } : {}),
    ...(names.first ? { firstNameLowerCase: names.first.toLowerCase() } : {}),
    ...(names.last ? { lastNameLowerCase: names.last.toLowerCase() } : {}),
    ...(contact.email ? { email: contact.email, emailLowerCase: contact.email } : {}),
    ...(contact.phone ? { phone: contact.phone } : {}),
    type: 'lead',
    tags: contact.tags,
    customFields: contact.customFields,
    dateAdded: contact.dateAdded,
    dateUpdated: contact.dateUpdated,
  };
}

/** Formats a contact for the response of POST, which omits `name` and `timezone`. */
export function createdContactAnswer(contact: Contact): Record<string, unknown> {
  return { ...without(contactAnswer(contact), ['name', 'timezone']), deleted: false };
}

/** Formats a contact for a list response. */
export function listedContactAnswer(contact: Contact): Record<string, unknown> {
  const { id, locationId, email, timezone, country, source, dateAdded, customFields, tags } =
    contactAnswer(contact);
  const given = { id, locationId, email, timezone, country, source, dateAdded, customFields, tags };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function without(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Returns the first, last and full name, each empty if unknown. */
export function namesOf(properties: Readonly<Record<string, unknown>>): {
  first: string;
  last: string;
  full: string;
} {
  const read = (name: string) => {
    const value = properties[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const first = read('firstName');
  const last = read('lastName');
  return { first, last, full: `${first} ${last}`.trim() };
}

/**
 * Returns the number in E.164 format, as HighLevel stores it, or undefined if it has no digits. Numbers without a
 * country code are read as US numbers.
 */
export function normalizePhone(text: string): string | undefined {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (parsed) return parsed.number;
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' ? undefined : `+${digits}`;
}
