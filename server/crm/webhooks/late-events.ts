/** Milliseconds in which the CRM repeats an event that was answered 429: six times, about ten minutes apart. */
const REPEATS_FOR = 2 * 3_600_000;
/** Keys that are remembered. */
const MOST = 50_000;

/**
 * Remembers events this server could not store: their repeats come long after their `timestamp`, and are no replays.
 * It is in memory, for the database is what failed; a restart in between costs those events.
 */
export class LateEvents {
  readonly #until = new Map<string, number>();

  /** The event was answered 429. */
  add(onceKey: string, now: number): void {
    this.#until.delete(onceKey);
    this.#until.set(onceKey, now + REPEATS_FOR);
    for (const [key, until] of this.#until) {
      if (until > now && this.#until.size <= MOST) break;
      this.#until.delete(key);
    }
  }

  /** Whether it may come late. */
  has(onceKey: string, now: number): boolean {
    return (this.#until.get(onceKey) ?? 0) > now;
  }

  /** The event is stored. */
  delete(onceKey: string): void {
    this.#until.delete(onceKey);
  }
}
