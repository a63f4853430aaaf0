import { pino, type DestinationStream, type Logger } from 'pino';
import { faultForLog } from './fault-for-log.ts';

/** The server's log: JSON lines, to standard output where nothing else is given. No secrets, no personal data. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: faultForLog },
    // Pino repeats the words of what stands at this key, whatever they are: nothing does.
    errorKey: 'thrown',
  };
  return to ? pino(options, to) : pino(options);
}
