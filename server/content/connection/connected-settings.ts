import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { DATABASE_FILE } from '../../database/engines/open-sqlite.ts';
import { openDatabase } from '../../database/open-database.ts';
import { readConfig, type Config, type WordPressConfig } from '../../platform/config/config.ts';
import { loadEnvironment } from '../../platform/config/load-environment.ts';
import { loadOrCreateSecretKeys } from '../../platform/security/secret-keys.ts';
import { readWordPressConnection } from './stored-connection.ts';

/** The settings with which a command runs. */
interface ConnectedSettings {
  /** `wordpress` is the WordPress whose content the site shows, even if connected at /admin/settings/wordpress. */
  config: Config;
  /**
   * The WordPress that was connected at /admin/settings/wordpress, in use or not. Null if there is none, if the
   * environment variables name a WordPress, or in mock mode.
   */
  connected: WordPressConfig | null;
}

/**
 * Reads the settings for a command, including the WordPress connected at /admin/settings/wordpress. The server may be
 * running. Throws an `AppError` if a setting is invalid, and an error that states the fix if the database cannot be
 * opened.
 */
export async function readSettingsWithConnection(): Promise<ConnectedSettings> {
  loadEnvironment();
  const config = readConfig(process.env);
  // A command must not create a database.
  const hasRun = config.databaseUrl !== null || existsSync(path.join(config.dataDir, DATABASE_FILE));
  if (config.wordpress || config.mockMode || !hasRun) return { config, connected: null };
  const log = pino({ level: 'silent' });
  const database = await openDatabase(config, log);
  try {
    const stored = await readWordPressConnection(database.query, await loadOrCreateSecretKeys(config, log));
    const connected = stored?.wordpress ?? null;
    return { config: stored?.inUse ? { ...config, wordpress: stored.wordpress } : config, connected };
  } finally {
    await database.close();
  }
}
