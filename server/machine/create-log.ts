import { pino, type DestinationStream, type Logger } from 'pino';
import { safeError } from './safe-error.ts';

/** The log: one JSON object a line, errors without what they carry of visitors. To standard output by default. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: safeError } };
  return destination ? pino(options, destination) : pino(options);
}
