/** Milliseconds between two lines of the same kind. */
const INTERVAL_MS = 1000;

/** Limits how often log lines of the same kind are written. */
interface LogLimiter<About> {
  /** Writes the first line of its kind in a second immediately, and counts the later ones. */
  add(kind: string, about: About): void;
  /** Writes the events that were counted but not written yet. */
  flush(): void;
}

/**
 * Creates a limiter that writes one log line per second for each kind, so that a thousand failures per second do not
 * fill the disk. `write` receives the latest event and the number of events that it represents.
 */
export function createLogLimiter<About>(write: (about: About, count: number) => void): LogLimiter<About> {
  const counted = new Map<string, { timer: NodeJS.Timeout; about: About | null; count: number }>();

  function wait(kind: string): void {
    const timer = setTimeout(() => {
      if (writeCounted(kind)) wait(kind);
    }, INTERVAL_MS);
    timer.unref();
    counted.set(kind, { timer, about: null, count: 0 });
  }

  function writeCounted(kind: string): boolean {
    const { about = null, count = 0, timer } = counted.get(kind) ?? {};
    clearTimeout(timer);
    counted.delete(kind);
    if (about === null) return false;
    write(about, count);
    return true;
  }

  return {
    add(kind, about) {
      const waiting = counted.get(kind);
      if (waiting) {
        waiting.about = about;
        waiting.count += 1;
      } else {
        write(about, 1);
        wait(kind);
      }
    },
    flush() {
      for (const kind of counted.keys()) writeCounted(kind);
    },
  };
}
