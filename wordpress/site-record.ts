import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteDriverFolder } from './folders.ts';

/** What a site folder remembers between starts, in `site.json`. */
export interface SiteRecord {
  admin: { username: string; password: string };
  editor: { username: string; password: string; appPassword: string };
  /** Secret keys and salts of wp-config.php, so that a sign-in survives a restart. */
  secrets: Record<string, string>;
  /** True once WordPress is installed and filled; from then on the content is the editors'. */
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

/** Keeps the record, readable by its owner only: it holds passwords. */
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

/** Removes a site folder that this server made. Throws for any other folder: a mistyped path must not cost files. */
export function removeSite(site: string): void {
  if (!existsSync(site)) return;
  if (!existsSync(recordFile(site))) {
    throw new Error(
      `${site} is not a WordPress site folder of this project (no site.json). Remove it by hand.`,
    );
  }
  rmSync(site, { recursive: true, force: true });
}

/** Makes the folders WordPress and the mounts need, and answers the site's record, a new one for a new folder. */
export function openSite(site: string): SiteRecord {
  const record = readRecord(site) ?? newRecord();
  const content = join(site, 'wp-content');
  // An interrupted installation leaves half a database; it starts from nothing again.
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
