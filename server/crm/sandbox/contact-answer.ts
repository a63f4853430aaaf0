import type { Contact } from './sandbox-state.ts';

/** A contact as GET, PUT and upsert answer it. */
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

/** A contact as POST answers it: without `name`, `timezone` and a few more. */
export function createdContactAnswer(contact: Contact): Record<string, unknown> {
  return { ...without(contactAnswer(contact), ['name', 'timezone']), deleted: false };
}

/** A contact as the list answers it. */
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

/** First, last and full name; empty where unknown. */
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
