import type { Logger } from 'pino';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import type { StorageOutage, StorageState } from './storage-state.ts';

/** Alerts operators that storage fails or works again. If a method throws, the caller retries it later. */
export interface StorageAlerts {
  /** Reports that writes fail. */
  failing(fault: StorageOutage): Promise<void>;
  /** Reports that writes succeed again. `until` is when they began to succeed, in epoch milliseconds. */
  recovered(fault: StorageOutage, until: number): Promise<void>;
}

/** Alerts operators once when storage fails and once when it has recovered. Does not need the database. */
interface StorageWatch {
  start(): void;
  /** Checks storage once, and sends an alert if one is due. `start` repeats this every second. */
  check(): Promise<void>;
  stop(): void;
}

interface Options {
  storage: Pick<StorageState, 'fault'>;
  alerts: StorageAlerts;
  log: Logger;
  /** Returns milliseconds from a monotonic clock. */
  clock?: () => number;
}

const CHECK_INTERVAL_MS = 1000;
/** Only outages that last at least this long are reported, in milliseconds. */
const MIN_OUTAGE_MS = 3000;
/**
 * Milliseconds without a failure after which an outage counts as ended, because a nearly full disk accepts one write
 * and refuses the next.
 */
const SETTLED_MS = 10_000;
/** Minimum milliseconds between alerts about two outages, and before a failed alert is retried. */
const QUIET_MS = 15 * 60_000;
const RETRY_MS = 60_000;

/** Creates the watch. It checks nothing until `start` is called. */
export function createStorageWatch({
  storage,
  alerts,
  log,
  clock = () => performance.now(),
}: Options): StorageWatch {
  /** The current outage, or one that has just ended. */
  let outage: StorageOutage | null = null;
  let failingSince: number | null = null;
  let recovery: { since: number; date: number } | null = null;
  let reported = false;
  let quietUntil = -Infinity;
  let retryAt = -Infinity;
  let sending = false;
  let timer: NodeJS.Timeout | undefined;

  async function report(kind: 'failing' | 'recovered', send: () => Promise<void>): Promise<boolean> {
    sending = true;
    try {
      await send();
      log.info({ event: 'operators-notified', kind: `storage-${kind}` });
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ event: 'operators-not-notified', kind: `storage-${kind}`, reason });
      return false;
    } finally {
      sending = false;
    }
  }

  async function failing(fault: StorageOutage, at: number): Promise<void> {
    // Keep the start of the outage, because a single successful write does not end it.
    const current = { ...fault, since: outage?.since ?? fault.since };
    outage = current;
    failingSince ??= at;
    recovery = null;
    if (reported || at < Math.max(quietUntil, retryAt) || at - failingSince < MIN_OUTAGE_MS) return;
    reported = await report('failing', () => alerts.failing(current));
    if (reported) quietUntil = at + QUIET_MS;
    else retryAt = at + RETRY_MS;
  }

  async function works(at: number): Promise<void> {
    if (!outage) return;
    recovery ??= { since: at, date: Date.now() };
    if (at < retryAt || at - recovery.since < SETTLED_MS) return;
    const { date } = recovery;
    const ended = outage;
    if (reported && !(await report('recovered', () => alerts.recovered(ended, date)))) {
      retryAt = at + RETRY_MS;
      return;
    }
    outage = failingSince = recovery = null;
    reported = false;
  }

  async function check(): Promise<void> {
    if (sending) return;
    const fault = storage.fault();
    await (fault ? failing(fault, clock()) : works(clock()));
  }

  return {
    start() {
      timer = setInterval(() => runInBackground(log, 'operators-not-notified', check), CHECK_INTERVAL_MS);
      timer.unref();
    },
    check,
    stop: () => clearInterval(timer),
  };
}
