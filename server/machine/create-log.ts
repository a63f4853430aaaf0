import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { safeError } from './safe-error.ts';

/** The log: one JSON object a line, errors without what they carry of visitors. To standard output by default. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: (error: unknown) => (error instanceof Error ? safeError(error) : error) },
    hooks: {
      logMethod(given, method) {
        // Before the serializer: an error's message becomes the line's, where it has none.
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
