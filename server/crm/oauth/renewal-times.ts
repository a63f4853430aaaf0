import type { GrantRow } from './grant-store.ts';

/**
 * Tokens are renewed when this part of their life is over: of HighLevel's 24 hours, 6 are left to connect again while
 * leads still flow.
 */
const RENEWED_AFTER = 0.75;
/** A token this close to its end, in milliseconds, is not used: a call takes time. Of short lives a tenth. */
const MARGIN = 10_000;

/** Whether a grant should be renewed now: its time has come, one renewal was cut off, or the last one was refused. */
export function isDue(row: GrantRow, now: number): boolean {
  if (row.refresh_after > now) return false;
  const life = row.expires_at - row.issued_at;
  return (
    now >= row.issued_at + life * RENEWED_AFTER ||
    row.refresh_begun_at !== null ||
    row.fault === 'refresh' ||
    row.fault === 'settings'
  );
}

/** Whether its access token can still be used. */
export function isAlive(row: GrantRow, now: number): boolean {
  const margin = Math.min(MARGIN, (row.expires_at - row.issued_at) / 10);
  return row.expires_at - margin > now;
}

const PAUSES = {
  outage: { first: 2000, longest: 5 * 60_000 },
  /** A refusal may have been an error of the CRM's. */
  refresh: { first: 15 * 60_000, longest: 6 * 3_600_000 },
  /** Someone may be mending them right now. */
  settings: { first: 60_000, longest: 5 * 60_000 },
} as const;

/** Milliseconds until the next try after so many failed ones: half to all of a bound that doubles. */
export function pauseAfter(why: keyof typeof PAUSES, failures: number, random: () => number): number {
  const { first, longest } = PAUSES[why];
  return Math.round(Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.5 + random() / 2));
}
