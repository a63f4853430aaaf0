import { faultCode } from '../leads/store-fault.ts';

/** How many causes are followed. */
const MOST_CAUSES = 4;

/**
 * An error as the log has it: its kind, its words, its code and where it arose, and the same of its causes. Nothing
 * else that hangs on it; and no words where they repeat what was stored or read, which may be a visitor's.
 */
export function faultForLog(error: unknown, causes = MOST_CAUSES): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = faultCode(error);
  return {
    type: error.name,
    ...(code === error.name ? {} : { code }),
    ...(repeatsValues(error) ? {} : { message: error.message }),
    stack: framesOf(error),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: faultForLog(error.cause, causes - 1) }),
  };
}

/** Databases name the row they refuse, and parsers the text they cannot read. */
function repeatsValues(error: Error): boolean {
  return error instanceof SyntaxError || 'severity' in error || 'errcode' in error;
}

/** The places alone: the lines before them are the message. */
function framesOf({ stack = '' }: Error): string {
  return (stack.match(/^ {4}at .*$/gm) ?? []).join('\n');
}
