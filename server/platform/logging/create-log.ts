import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { safeError } from './safe-error.ts';

/**
 * Creates the log, which writes one JSON object per line, to standard output by default. Errors are logged without
 * visitors' data.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => (error instanceof Error ? safeError(error) : error) },
    hooks: {
      logMethod(given, method) {
        // Pino copies an error's message into the line before serializers run.
        Reflect.apply(method, this, given.with(0, cleaned(given[0])));
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function cleaned(about: unknown): unknown {
  if (about instanceof Error) return { err: safeError(about) };
  const holdsError =
    typeof about === 'object' && about !== null && 'err' in about && about.err instanceof Error;
  return holdsError ? { ...about, err: safeError(about.err) } : about;
}
