import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';
import { envFileFaults } from './env-file.ts';
import { ROOT } from '../root.ts';

/**
 * Loads `.env.local` and `.env`. The environment overrides both, and `.env.local` overrides `.env`. Throws a
 * `ConfigError` if a file or one of its lines cannot be read.
 */
export function loadEnvironment(folder = ROOT): void {
  if (process.env['LINTEL_ENV_FILE'] === 'none') return;
  for (const name of ['.env.local', '.env']) {
    const file = path.join(folder, name);
    const text = readText(file);
    const faults = envFileFaults(text);
    if (faults.length > 0)
      throw new ConfigError(`The settings in ${file} have faults:\n  ${faults.join('\n  ')}`);
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
    throw new ConfigError(
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
    throw new ConfigError(`The settings in ${file} are not UTF-8 text. Save the file as UTF-8.`, {
      cause: error,
    });
  }
}
