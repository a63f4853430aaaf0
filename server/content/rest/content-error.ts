import type { Logger } from 'pino';

interface FaultNotes {
  /** The HTTP status, if there was a response. */
  status?: number;
  /** WordPress's own error code, such as `rest_no_route`. */
  code?: string;
  /** Milliseconds that WordPress asked us to wait. */
  retryAfter?: number;
  /** True if the response was a web page instead of data. */
  html?: boolean;
  /** True if requesting fewer entries may help, as after a timeout, a server error or an oversized response. */
  heavy?: boolean;
}

/** A failure to read WordPress. The message states the cause and the fix, and never contains credentials. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfter: number | null;
  readonly html: boolean;
  readonly heavy: boolean;

  constructor(message: string, notes: FaultNotes = {}) {
    super(message);
    this.status = notes.status ?? null;
    this.code = notes.code ?? null;
    this.retryAfter = notes.retryAfter ?? null;
    this.html = notes.html ?? false;
    this.heavy = notes.heavy ?? false;
  }

  /** Whether the failure is temporary, such as a network error, an overload or a truncated response. */
  get passing(): boolean {
    return this.status === null || this.status === 200 || this.status === 429 || this.status >= 500;
  }

  /**
   * Whether WordPress refused access to the account or to an anonymous reader. WordPress responds with 400 to a
   * `status` parameter that the account may not use.
   */
  get refused(): boolean {
    return this.status === 400 || this.status === 401 || this.status === 403;
  }
}

/** Milliseconds during which the same message is not logged again. */
const QUIET_MS = 60_000;
const MAX_REMEMBERED_CAUSES = 200;

/** Returns a function that logs faults of the content source, each distinct message at most once a minute. */
export function createSourceFaultLog(log: Logger, now: () => number): (message: string) => void {
  const logged = new Map<string, number>();
  return (message) => {
    const last = logged.get(message);
    if (last !== undefined && now() - last < QUIET_MS) return;
    if (logged.size >= MAX_REMEMBERED_CAUSES) logged.clear();
    logged.set(message, now());
    log.warn({ event: 'content-source-fault' }, message);
  };
}
