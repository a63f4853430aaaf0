import type { LeadListRow } from '../../contracts/operators/operator-leads.ts';

/** The leads of one person in a list: the first one, and the others, which the list shows below it. */
export interface PersonLeadGroup {
  lead: LeadListRow;
  others: readonly LeadListRow[];
}

/** Groups leads with the same e-mail address or phone number. Groups and their leads keep the order of the list. */
export function groupByPerson(rows: readonly LeadListRow[]): PersonLeadGroup[] {
  /** The leads of each person, with the e-mail addresses and phone numbers that identify the person. */
  let groups: { rows: LeadListRow[]; keys: Set<string> }[] = [];
  for (const row of rows) {
    const keys = keysOf(row);
    // A lead can join two groups, if its e-mail address is in one and its phone number in the other.
    const same = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const [first, ...rest] = same;
    if (!first) {
      groups.push({ rows: [row], keys: new Set(keys) });
      continue;
    }
    first.rows.push(...rest.flatMap((group) => group.rows), row);
    for (const key of [...rest.flatMap((group) => [...group.keys]), ...keys]) first.keys.add(key);
    groups = groups.filter((group) => !rest.includes(group));
  }
  const place = new Map(rows.map((row, index) => [row.id, index]));
  return groups.flatMap((group) => {
    const [lead, ...others] = group.rows.toSorted(
      (one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0),
    );
    return lead ? [{ lead, others }] : [];
  });
}

function keysOf({ email, phoneE164 }: LeadListRow): string[] {
  return [...(email ? [`email ${email.toLowerCase()}`] : []), ...(phoneE164 ? [`phone ${phoneE164}`] : [])];
}
