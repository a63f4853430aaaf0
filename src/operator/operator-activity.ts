/** Milliseconds after an interaction during which the operator counts as active. */
const ACTIVE_MS = 60_000;

let touchedAt = Date.now();

/** Starts recording the time of the operator's interactions. Call it once, at startup. */
export function trackOperatorActivity(): void {
  for (const touch of ['pointerdown', 'keydown', 'wheel'] as const) {
    addEventListener(
      touch,
      () => {
        touchedAt = Date.now();
      },
      { capture: true, passive: true },
    );
  }
}

/**
 * Whether the operator opened or used the page within the last minute. If not, GET requests do not extend the
 * session.
 */
export function isOperatorActive(): boolean {
  return Date.now() - touchedAt < ACTIVE_MS;
}
