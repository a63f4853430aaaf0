/** Milliseconds after a touch in which what is asked counts as asked by the operator. */
const HERE_FOR = 60_000;

let touchedAt = Date.now();

/** Notes from now on when somebody touches the page. Once, at the start. */
export function watchPresence(): void {
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

/** Whether somebody opened or touched the page a moment ago: what it asks by itself later is no use of the session. */
export function isOperatorHere(): boolean {
  return Date.now() - touchedAt < HERE_FOR;
}
