/** Spreadsheets run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Says to spreadsheets that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A record as RFC 4180 has it, every field in quotes. What a spreadsheet would run as a formula has an apostrophe in
 * front, which makes it text.
 */
export function csvRecord(fields: readonly (string | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(value: string | null): string {
  const text = value ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
