import { isJsonObject } from '../../../src/builder/raw-value.ts';

/**
 * Normalizes a raw value so that equal values are deeply equal, whether they come from WordPress, ACF or a file: text
 * is trimmed and gets `\n` as line end, numbers become text, and empty or false properties are removed. An empty value
 * becomes undefined.
 */
export function comparableValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    const text = value.replace(/\r\n?/g, '\n').trim();
    return text === '' ? undefined : text;
  }
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(comparableValue);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value)
    .map(([name, each]) => [name, comparableValue(each)] as const)
    .filter(([, each]) => each !== undefined && each !== false);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
