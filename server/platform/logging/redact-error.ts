/** The part of an error that is logged. */
export interface RedactedError {
  type: string;
  code?: string | number;
  message?: string;
  /** Where the error was thrown, innermost frame first. */
  stack?: string[];
  cause?: RedactedError;
}

const MAX_FRAMES = 12;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * PostgreSQL's "data exception" class. Its messages quote the invalid value; other classes quote only names, such as
 * those of tables.
 */
const DATA_EXCEPTION = /^22/;

/**
 * Removes personal data from an error so that it can be logged. Fields such as request bodies and database rows are
 * left out. Quoted values, email addresses, phone numbers and query strings are removed from its message.
 */
export function redactError(error: unknown): RedactedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  return {
    type: error.name,
    ...(code === null ? {} : { code }),
    message: redactMessage(error.message, code),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: redactError(error.cause) }),
  };
}

function codeOf(error: Error): string | number | null {
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : null;
  return (typeof code === 'string' && code.length <= 60) || typeof code === 'number' ? code : null;
}

function redactMessage(message: string, code: string | number | null): string {
  const quotesNames = typeof code === 'string' && SQLSTATE.test(code) && !DATA_EXCEPTION.test(code);
  const unquoted = quotesNames ? message : message.replace(/"[^]*"/, '"…"');
  return redactText(unquoted.replace(/\?[^\s"']*/g, '?…'));
}

function framesOf({ stack = '', message }: Error): string[] {
  // The stack begins with the message, which may have several lines.
  const start = stack.indexOf(message);
  return stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES);
}

/** Maximum length of a message, in characters. */
const MAX_MESSAGE_CHARACTERS = 400;

/** Removes email addresses, phone numbers and the given values from a text, and cuts it to 400 characters. */
export function redactText(text: string, values: readonly (string | null)[] = []): string {
  let clean = text
    .replace(/[^\s@"'<>,;:()]+@[^\s@"'<>,;:()]+/g, '[e-mail]')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '[number]');
  for (const value of values) {
    const wanted = value?.trim() ?? '';
    // A shorter value may be part of any word, and identifies no one.
    if (wanted.length >= 3) clean = clean.replaceAll(new RegExp(escape(wanted), 'gi'), '[…]');
  }
  return clean.length > MAX_MESSAGE_CHARACTERS ? `${clean.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : clean;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
