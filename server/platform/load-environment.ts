import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { ROOT } from './root.ts';

/** Loads `.env.local` and `.env`. The environment overrides both, and `.env.local` overrides `.env`. */
export function loadEnvironment(): void {
  if (process.env['LINTEL_ENV_FILE'] === 'none') return;
  for (const file of ['.env.local', '.env']) {
    if (existsSync(path.join(ROOT, file))) loadEnvFile(path.join(ROOT, file));
  }
}
