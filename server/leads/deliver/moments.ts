/** How long a claimed delivery is one worker's, in milliseconds; longer than any one call may take. */
export const LEASE = 60_000;
/** No pause or lease of ours is this long: a moment farther off is the trace of a clock that has jumped. */
export const FARTHEST = 2 * 60 * 60_000;

/** Whether a moment has come, or can only be a clock's mistake. */
export function hasCome(moment: number | null, now: number): boolean {
  return moment === null || moment <= now || moment > now + FARTHEST;
}
