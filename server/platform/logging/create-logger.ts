import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { ReportedError } from './error-reporter.ts';
import { createLogOutput } from './log-output.ts';
import { redactError, type RedactedError } from './redact-error.ts';

/**
 * Creates the log, which writes one JSON object per line, to standard output by default. Errors are logged without
 * visitors' data. Those of the levels `error` and `fatal` are passed to `report`.
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  report?: (error: ReportedError) => void,
): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => (error instanceof Error ? redactError(error) : error) },
    hooks: {
      logMethod(given, method, logged) {
        // Cleaned here, because pino copies an error's message into the line before serializers run.
        const about = cleaned(given[0]);
        Reflect.apply(method, this, given.with(0, about));
        if (report && logged >= ERROR_LEVEL) reportTo(report, about, logged);
      },
    },
  };
  const log: Logger = pino(
    options,
    destination ??
      createLogOutput(process.stdout.fd, (lostLines) => log.warn({ event: 'log-works-again', lostLines })),
  );
  return log;
}

/** Pino's numbers for the log levels. */
const ERROR_LEVEL = pino.levels.values['error'] ?? 50;
const FATAL_LEVEL = pino.levels.values['fatal'] ?? 60;

function reportTo(report: (error: ReportedError) => void, about: unknown, level: number): void {
  if (typeof about !== 'object' || about === null || !('err' in about)) return;
  const error = isSafeError(about.err) ? about.err : { type: typeof about.err };
  const event = 'event' in about ? String(about.event) : 'error';
  report({ level: level >= FATAL_LEVEL ? 'fatal' : 'error', event, error });
}

function isSafeError(value: unknown): value is RedactedError {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function cleaned(about: unknown): unknown {
  if (about instanceof Error) return { err: redactError(about) };
  const holdsError =
    typeof about === 'object' && about !== null && 'err' in about && about.err instanceof Error;
  return holdsError ? { ...about, err: redactError(about.err) } : about;
}
