import type { Logger } from 'pino';

interface FaultNotes {
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** WordPress's own error code, such as `rest_no_route`. */
  code?: string;
  /** Milliseconds that WordPress asked us to wait. */
  retryAfter?: number;
  /** True where the answer was a web page instead of data. */
  html?: boolean;
}

/** WordPress could not be read. The message names the cause and the mend, and never a credential. */
export class ContentFault extends Error {
  override name = 'ContentFault';
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfter: number | null;
  readonly html: boolean;

  constructor(message: string, notes: FaultNotes = {}) {
    super(message);
    this.status = notes.status ?? null;
    this.code = notes.code ?? null;
    this.retryAfter = notes.retryAfter ?? null;
    this.html = notes.html ?? false;
  }
}

/** The same cause is told once in this time, in milliseconds. */
const QUIET = 60_000;
const MOST_REMEMBERED = 200;

/** Logs faults of the content source as structured events, each distinct cause at most once a minute. */
export function faultLog(log: Logger, now: () => number): (message: string) => void {
  const told = new Map<string, number>();
  return (message) => {
    const last = told.get(message);
    if (last !== undefined && now() - last < QUIET) return;
    if (told.size >= MOST_REMEMBERED) told.clear();
    told.set(message, now());
    log.warn({ event: 'content-source-fault' }, message);
  };
}
