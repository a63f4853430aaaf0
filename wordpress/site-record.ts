import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteDriverFolder } from './folders.ts';

/** The data that a site folder keeps between starts, in `site.json`. */
export interface SiteRecord {
  admin: { username: string; password: string };
  editor: { username: string; password: string; appPassword: string };
  /** Secret keys and salts for wp-config.php, kept so that sign-ins survive a restart. */
  secrets: Record<string, string>;
  /** True once WordPress is installed and filled. From then on, the content belongs to the editors. */
  installed: boolean;
}

const secretNames = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [
  `${name}_KEY`,
  `${name}_SALT`,
]);

const secret = (bytes: number): string => randomBytes(bytes).toString('base64url');

function newRecord(): SiteRecord {
  return {
    admin: { username: 'admin', password: secret(12) },
    editor: { username: 'editor', password: secret(12), appPassword: '' },
    secrets: Object.fromEntries(secretNames.map((name) => [name, secret(48)])),
    installed: false,
  };
}

const recordFile = (site: string): string => join(site, 'site.json');

/** Saves the record, readable only by its owner because it contains passwords. */
export function saveSiteRecord(site: string, record: SiteRecord): void {
  writeFileSync(recordFile(site), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  chmodSync(recordFile(site), 0o600);
}

function isSiteRecord(value: unknown): value is SiteRecord {
  return (
    typeof value === 'object' && value !== null && 'admin' in value && 'editor' in value && 'secrets' in value
  );
}

function readRecord(site: string): SiteRecord | undefined {
  if (!existsSync(recordFile(site))) return undefined;
  let record: unknown;
  try {
    record = JSON.parse(readFileSync(recordFile(site), 'utf8'));
  } catch {
    record = undefined;
  }
  if (isSiteRecord(record)) return record;
  throw new Error(`${recordFile(site)} is damaged. Start over with: npm run wordpress -- --reset`);
}

/** Removes a site folder if it exists. Throws an `Error` if it has no site.json, in case the path is a typo. */
export function removeSiteFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!existsSync(recordFile(site))) {
    throw new Error(
      `${site} is not a WordPress site folder of this project (no site.json). Remove it by hand.`,
    );
  }
  rmSync(site, { recursive: true, force: true });
}

/**
 * Creates the folders that WordPress and the mounts need, the SQLite driver's `db.php`, and `site.json`. Returns the
 * saved record, or a new one for a new site. Throws an `Error` if site.json is damaged.
 */
export function openSiteFolder(site: string): SiteRecord {
  const record = readRecord(site) ?? newRecord();
  const content = join(site, 'wp-content');
  // An interrupted installation leaves an incomplete database. Remove it and start over.
  if (!record.installed) rmSync(join(site, 'database'), { recursive: true, force: true });
  for (const name of ['plugins/lintel', 'themes/twentytwentyfive', 'uploads']) {
    mkdirSync(join(content, name), { recursive: true });
  }
  mkdirSync(join(site, 'database'), { recursive: true });
  const driver = readFileSync(join(sqliteDriverFolder, 'db.copy'), 'utf8');
  writeFileSync(
    join(content, 'db.php'),
    driver.replace('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', '/sqlite-driver'),
  );
  saveSiteRecord(site, record);
  return record;
}
