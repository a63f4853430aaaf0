const SETTING = /^(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?<value>.*)$/;

/**
 * Returns what is wrong with the lines of a settings file. Node skips such lines without a word, and the server would
 * run without these settings. Never quotes a line, which may contain a password.
 */
export function envFileFaults(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const faults: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.trim() ?? '';
    if (line === '' || line.startsWith('#')) continue;
    const value = SETTING.exec(line)?.groups?.['value'];
    if (value === undefined) {
      faults.push(`Line ${at + 1} is not NAME=value. Correct it, or start it with #.`);
      continue;
    }
    const [quote] = /^["'`]/.exec(value) ?? [];
    if (quote === undefined || value.includes(quote, 1)) continue;
    // A value in quotes may have several lines.
    const end = lines.findIndex((each, index) => index > at && each.includes(quote));
    if (end < 0) return [...faults, `The ${quote} in line ${at + 1} is not closed.`];
    at = end;
  }
  return faults;
}
