import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { AppError } from '../app-error.ts';
import { PROJECT_ROOT } from '../root.ts';

/**
 * Loads `.env.local` and `.env`, unless `LINTEL_ENV_FILE` is `none`. The environment overrides both, and `.env.local`
 * overrides `.env`. Throws an `AppError` if a file or one of its lines cannot be read.
 */
export function loadEnvironment(folder = PROJECT_ROOT): void {
  if (process.env['LINTEL_ENV_FILE'] === 'none') return;
  for (const name of ['.env.local', '.env']) {
    const file = path.join(folder, name);
    const text = readText(file);
    const faults = envFileFaults(text);
    if (faults.length > 0)
      throw new AppError('config', `The settings in ${file} have faults:\n  ${faults.join('\n  ')}`);
    for (const [setting, value] of Object.entries(parseEnv(text))) process.env[setting] ??= value;
  }
}

/** Returns the text of a file without its byte order mark; empty if there is no such file. */
function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    if (code === 'ENOENT') return '';
    throw new AppError(
      'config',
      `The settings in ${file} cannot be read (${code}). Correct its permissions, or remove it.`,
      {
        cause: error,
      },
    );
  }
  try {
    if (bytes.includes(0)) throw new Error('There is a zero byte, as in UTF-16.');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('config', `The settings in ${file} are not UTF-8 text. Save the file as UTF-8.`, {
      cause: error,
    });
  }
}

const SETTING = /^(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?<value>.*)$/;

/**
 * Returns the faults of the lines in a settings file. Node skips faulty lines without an error, so the server would run
 * without these settings. The messages quote no line, because it may contain a password.
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
