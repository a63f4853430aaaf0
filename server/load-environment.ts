import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadEnvFile } from 'node:process';

const ROOT = path.join(import.meta.dirname, '..');

/** Reads the settings' files. What is set in the environment wins over both, `.env.local` over `.env`. */
export function loadEnvironment(): void {
  if (process.env['LINTEL_ENV_FILE'] === 'none') return;
  for (const file of ['.env.local', '.env']) {
    if (existsSync(path.join(ROOT, file))) loadEnvFile(path.join(ROOT, file));
  }
}
