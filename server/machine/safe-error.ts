import { scrubText } from '../leads/deliver/scrub-text.ts';

/** What the log holds of an error. */
export interface SafeError {
  type: string;
  code?: string | number;
  message?: string;
  /** Where it was thrown, innermost first. */
  stack?: string[];
  cause?: SafeError;
}

const MOST_FRAMES = 12;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** PostgreSQL's class of "data exception": its messages quote the value at fault, others the names of tables. */
const DATA_EXCEPTION = /^22/;

/**
 * An error as it may be logged. Its other fields are left out: bodies that could not be read and rows that could not
 * be stored are among them. So is what its message quotes, addresses, numbers, and what follows a `?` in a link.
 */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  return {
    type: error.name,
    ...(code === null ? {} : { code }),
    message: cleanMessage(error.message, code),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  };
}

function codeOf(error: Error): string | number | null {
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : null;
  return (typeof code === 'string' && code.length <= 60) || typeof code === 'number' ? code : null;
}

function cleanMessage(message: string, code: string | number | null): string {
  const quotesNames = typeof code === 'string' && SQLSTATE.test(code) && !DATA_EXCEPTION.test(code);
  const unquoted = quotesNames ? message : message.replace(/"[^]*"/, '"…"');
  return scrubText(unquoted.replace(/\?[^\s"']*/g, '?…'));
}

function framesOf({ stack = '', message }: Error): string[] {
  // The stack begins with the message, which may have any lines.
  const start = stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MOST_FRAMES);
}
