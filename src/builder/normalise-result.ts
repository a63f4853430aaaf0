import { truncateText } from '../contracts/truncate-text.ts';

/** The result of normalizing a raw value: the value, if there is one, and faults for an editor to fix. */
export interface NormaliseResult {
  /** Absent if the raw value is not set or not usable. */
  value?: unknown;
  /** Messages without the location, which the caller adds. */
  faults: readonly string[];
  /** The stored index of each row of a list; absent if no row has moved because an earlier one was left out. */
  storedRows?: readonly number[];
}

/** The result for a field without a value. The caller then tries the next source, such as the default. */
export const UNSET_RESULT: NormaliseResult = { faults: [] };

export function usableResult(value: unknown, faults: readonly string[] = []): NormaliseResult {
  return { value, faults };
}

/** Creates the result for an unusable value; the message states the fix. */
export function unusableResult(message: string): NormaliseResult {
  return { faults: [message] };
}

/** Quotes a raw value for a message, shortened and on one line. */
export function quoteValue(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? String(raw));
  const short = text.replace(/\s+/g, ' ');
  return `"${short.length > 60 ? `${truncateText(short, 59)}…` : short}"`;
}
