import { normalisePhone } from '../../platform/contact-details.ts';
import { SUBSCRIBED_TAG, UNSUBSCRIBED_TAG } from '../store/subscriptions.ts';
import type { SubscriptionRow } from './delivery.ts';

/** Contact values by field, such as `firstName` or `email`. Custom fields use their key (`contact.campaign`). */
export type CrmContactFields = Readonly<Record<string, string>>;

/** The details by which a lead and a contact are compared, to find out whether they are the same person. */
export const identityParts = ['name', 'email', 'phone'] as const;
export type IdentityPart = (typeof identityParts)[number];

/** Fields about a specific person. They are never added to a contact that may be someone else. */
const PERSONAL_FIELDS: readonly string[] = [
  'contact.unsubscribe_link',
  'contact.consent_marketing',
  'contact.consent_service',
  'contact.consent_version',
  'contact.consent_at',
];

interface Facts {
  /** The contact's current values. Absent or blank values count as empty. */
  stored: CrmContactFields;
  /** The lead's values. */
  sent: CrmContactFields;
  /** The values this lead last wrote to this contact, excluding those that were already there. */
  written: CrmContactFields;
}

/**
 * Decides which fields of an existing contact a lead may change: empty fields, and values that the lead wrote earlier
 * and nobody has changed since. `differs` lists the identity parts that remain different.
 */
export function planContactChanges({ stored, sent, written }: Facts): {
  changes: CrmContactFields;
  differs: readonly IdentityPart[];
} {
  const changes = new Map<string, string>();
  const kept = new Set<string>();
  for (const [field, value] of Object.entries(sent)) {
    const before = stored[field]?.trim() ?? '';
    if (isSame(field, before, value)) continue;
    const own = written[field];
    const isOurs = own !== undefined && isSame(field, before, own);
    if (before === '' || isOurs) changes.set(field, value);
    else kept.add(field);
  }
  const hasName = isSame('firstName', fullName(stored), fullName(sent));
  const keepsName = (kept.has('firstName') || kept.has('lastName')) && !hasName;
  if (keepsName || hasName) {
    // Treat a name as a unit: never combine the first name of one person with the last name of another.
    changes.delete('firstName');
    changes.delete('lastName');
  }
  const differs = identityParts.filter((part) => (part === 'name' ? keepsName : kept.has(part)));
  if (differs.length > 0) {
    // The lead may still change what it wrote itself, so that it can withdraw a consent.
    for (const field of PERSONAL_FIELDS) if (written[field] === undefined) changes.delete(field);
  }
  return { changes: Object.fromEntries(changes), differs };
}

/**
 * Returns the identity parts that two leads wrote to one contact with different values. This happens if both found a
 * field empty at the same time. The CRM keeps the later value.
 */
export function overwrittenIdentityParts(
  one: CrmContactFields,
  other: CrmContactFields,
): readonly IdentityPart[] {
  const isOverwritten = (field: string) => {
    const [mine, theirs] = [one[field], other[field]];
    return mine !== undefined && theirs !== undefined && !isSame(field, mine, theirs);
  };
  return identityParts.filter((part) =>
    part === 'name' ? isOverwritten('firstName') || isOverwritten('lastName') : isOverwritten(part),
  );
}

/** Tag that asks the agent to check a contact's identity. */
const CHECK_IDENTITY = 'Check identity';

interface TagFacts {
  leadTags: readonly string[];
  /**
   * The person's current subscription; undefined if there is none. It determines the market report tags, because the
   * tags of a late delivery may be older than an unsubscribe.
   */
  subscription: Pick<SubscriptionRow, 'unsubscribed_at'> | undefined;
  differs: readonly IdentityPart[];
  /** The tags that may be added, if this site did not create the contact. Null if it did: any tag may be added. */
  allowed: readonly string[] | null;
}

/**
 * Returns the tags to add to a contact and to remove from it. Tags start workflows, and anybody can type a client's
 * e-mail address, so a contact that may be another person gets the tag “Check identity” and none of the lead's tags. It
 * still gets the tag of an unsubscription if it has the same e-mail address, so that the CRM stops sending to that
 * address. `withheld` are the lead's tags that are not added; they go into the note.
 */
export function planContactTags({ leadTags, subscription, differs, allowed }: TagFacts): {
  add: readonly string[];
  remove: readonly string[];
  withheld: readonly string[];
} {
  const report = subscription && marketReportTags(subscription);
  const others = leadTags.filter((tag) => !report || (tag !== SUBSCRIBED_TAG && tag !== UNSUBSCRIBED_TAG));
  if (differs.length > 0) {
    return report?.now === UNSUBSCRIBED_TAG && !differs.includes('email')
      ? { add: [CHECK_IDENTITY, report.now], remove: [report.before], withheld: others }
      : { add: [CHECK_IDENTITY], remove: [], withheld: leadTags };
  }
  const mayAdd = (tag: string) =>
    allowed === null || allowed.some((each) => each.toLowerCase() === tag.toLowerCase());
  return {
    add: [...others.filter(mayAdd), ...(report ? [report.now] : [])],
    remove: report ? [report.before] : [],
    withheld: others.filter((tag) => !mayAdd(tag)),
  };
}

/** Returns the market report tag that a subscription needs (`now`), and the tag that it replaces (`before`). */
export function marketReportTags({ unsubscribed_at }: Pick<SubscriptionRow, 'unsubscribed_at'>): {
  now: string;
  before: string;
} {
  return unsubscribed_at === null
    ? { now: SUBSCRIBED_TAG, before: UNSUBSCRIBED_TAG }
    : { now: UNSUBSCRIBED_TAG, before: SUBSCRIBED_TAG };
}

/** Joins both names, because some contacts have the full name in the first-name field. */
function fullName({ firstName = '', lastName = '' }: CrmContactFields): string {
  return `${firstName} ${lastName}`;
}

/** Compares normalized values, because the CRM changes the case of addresses and the format of phone numbers. */
function isSame(field: string, one: string, other: string): boolean {
  return comparable(field, one) === comparable(field, other);
}

function comparable(field: string, value: string): string {
  if (field === 'phone') return normalisePhone(value) ?? value.trim();
  const plain = value.trim().normalize('NFC');
  if (field === 'email') return plain.toLowerCase();
  if (field === 'firstName' || field === 'lastName') return plain.replace(/\s+/g, ' ').toLowerCase();
  return plain;
}
