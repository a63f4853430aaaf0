import type { GrantRow } from './grant-store.ts';

/**
 * The location that gets the leads: the one the settings name, else the one an operator chose, else the one connected
 * first. It stays so while it must be connected again: nobody's data goes to another location unasked. `rows`: the one
 * connected first first.
 */
export function locationForLeads(rows: readonly GrantRow[], setting: string | null): GrantRow | undefined {
  if (setting !== null) return rows.find((row) => row.location_id === setting);
  const [first] = rows.toSorted((one, other) => (other.chosen_at ?? 0) - (one.chosen_at ?? 0));
  return first;
}
