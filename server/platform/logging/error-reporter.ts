import { randomUUID } from 'node:crypto';
import type { RedactedError } from './redact-error.ts';

/** An error that was logged. */
export interface ReportedError {
  level: 'error' | 'fatal';
  /** The event of the log line, such as `request-failed`. */
  event: string;
  error: RedactedError;
}

/** Sends logged errors to a collector, such as Sentry. */
export interface ErrorReporter {
  add(error: ReportedError): void;
  /** Resolves when all reports have been sent, or after `milliseconds`. */
  settle(milliseconds: number): Promise<void>;
}

interface Options {
  dsn: string;
  release: string;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
}

/** The same error is sent at most once in this time, in milliseconds. */
const SAME_MS = 60_000;
/** Maximum number of different errors that are kept in memory. */
const MAX_KINDS = 200;
const TIMEOUT_MS = 10_000;
const FRAME = /^at (?:(.*) \()?(.+):(\d+):(\d+)\)?$/;

/**
 * Creates a reporter that sends errors in Sentry's format (https://develop.sentry.dev/sdk/data-model/envelopes/), which
 * other collectors accept as well. Reports contain what the log contains: no names, addresses, IPs or queries. A report
 * that cannot be sent is dropped.
 */
export function createErrorReporter({
  dsn,
  release,
  fetch = globalThis.fetch,
  now = Date.now,
}: Options): ErrorReporter {
  const { url, key } = readDsn(dsn);
  const sentAt = new Map<string, number>();
  const sending = new Set<Promise<unknown>>();
  return {
    add(report) {
      const kind = `${report.event} ${report.error.type} ${report.error.message ?? ''}`;
      const last = sentAt.get(kind);
      if (last !== undefined && now() - last < SAME_MS) return;
      if (sentAt.size >= MAX_KINDS) sentAt.clear();
      sentAt.set(kind, now());
      const sent = fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-sentry-envelope',
          'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=lintel/${release}, sentry_key=${key}`,
        },
        body: envelope(report, release, now()),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then((answer) => answer.body?.cancel())
        // Dropped, because the log has the error anyway.
        .catch(() => {})
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    async settle(milliseconds) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
      await Promise.race([Promise.all(sending), late]);
      clearTimeout(timer);
    },
  };
}

/** Reads a DSN, `https://<key>@<host>/<path>/<project>`. Throws an `Error` if the text is no DSN. */
function readDsn(dsn: string): { url: string; key: string } {
  const { origin, username, pathname } = new URL(dsn);
  const [, folder = '', project] = /^(.*)\/(\w+)$/.exec(pathname) ?? [];
  if (username === '' || project === undefined) throw new Error('It names no key or no project.');
  return { url: `${origin}${folder}/api/${project}/envelope/`, key: username };
}

/** Whether a text is the DSN of a collector: `https://<key>@<host>/<project>`. */
export function isSentryDsn(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol) && readDsn(text).key !== '';
  } catch {
    return false;
  }
}

function envelope({ level, event, error }: ReportedError, release: string, at: number): string {
  const id = randomUUID().replaceAll('-', '');
  const payload = {
    event_id: id,
    timestamp: at / 1000,
    platform: 'node',
    level,
    logger: event,
    release,
    tags: { event, node: process.version },
    exception: { values: exceptions(error) },
  };
  return [{ event_id: id, sent_at: new Date(at).toISOString() }, { type: 'event' }, payload]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** Lists an error after its causes, with the innermost frame last, as Sentry's format demands. */
function exceptions(error: RedactedError): object[] {
  const frames = (error.stack ?? []).flatMap((line) => {
    const [, name, file, row, column] = FRAME.exec(line) ?? [];
    return file === undefined
      ? []
      : [{ function: name ?? '?', filename: file, lineno: Number(row), colno: Number(column) }];
  });
  return [
    ...(error.cause ? exceptions(error.cause) : []),
    { type: error.type, value: error.message ?? '', stacktrace: { frames: frames.toReversed() } },
  ];
}
