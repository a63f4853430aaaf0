/** A JSON object from WordPress or a built-in file. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object; a list is not. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Blank content that editors leave behind: white space, invisible characters, empty elements, non-breaking spaces.
const BLANK =
  /^(?:[\s\u00ad\u180e\u200b-\u200f\u2060\ufeff]|&nbsp;|&#160;|&#xa0;|<\/?(?:p|br|div|span)\b[^>]*>)*$/i;

/** Whether a text contains only white space, invisible characters or empty elements, such as `<p></p>`. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/**
 * Whether a raw value is one of the forms in which ACF represents an empty value: `null`, `false`, `""`, `[]`, `{}`, an
 * absent key or blank text. For a toggle, `false` is a value: check for toggles before calling this.
 */
export function isUnset(raw: unknown): boolean {
  if (raw === null || raw === undefined || raw === false) return true;
  if (typeof raw === 'string') return isBlank(raw);
  if (Array.isArray(raw)) return raw.length === 0;
  return isJsonObject(raw) && Object.keys(raw).length === 0;
}
