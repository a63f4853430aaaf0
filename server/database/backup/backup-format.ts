import { z } from 'zod';
import type { Database } from '../schema/schema.ts';

/**
 * The version of the backup format: gzipped text with one JSON value per line. A header comes first, then `[table,
 * row]` for every row, then the row counts. Both engines use this format, so a backup can also move a site from one
 * engine to the other.
 */
export const BACKUP_FORMAT_VERSION = 1;

/** The columns of each table's primary key. Lists all tables. */
export const primaryKeyColumns: Readonly<Record<keyof Database, readonly [string, ...string[]]>> = {
  leads: ['id'],
  submissions: ['id'],
  consents: ['id'],
  consent_texts: ['version', 'kind'],
  subscriptions: ['email'],
  deliveries: ['id'],
  destinations: ['name'],
  lead_events: ['id'],
  lead_follow_ups: ['lead_id'],
  lead_notes: ['id'],
  page_visits: ['day', 'path'],
  page_vitals: ['day', 'page', 'metric', 'rating'],
  variant_visits: ['day', 'path', 'since', 'variant'],
  operators: ['id'],
  sign_in_tries: ['key_hash'],
  rate_limits: ['key_hash'],
  sessions: ['sid_hash'],
  one_time_links: ['token_hash'],
  audit: ['id'],
  crm_grants: ['id'],
  oauth_states: ['state_hash'],
  crm_events: ['id'],
  redirects: ['from_path'],
  editors: ['id'],
  wordpress_accounts: ['holder'],
  wordpress_connection: ['id'],
  comments: ['id'],
  embedded_entries: ['kind', 'id'],
  embedded_revisions: ['change'],
  embedded_pictures: ['id', 'part'],
  embedded_locks: ['page'],
};

/** All table names, in the order of a backup. */
export const tableNames: readonly (keyof Database)[] = Object.keys(primaryKeyColumns).filter(isTable);

/** The first line of a backup. */
export const backupHeader = z.object({
  lintelBackup: z.literal(BACKUP_FORMAT_VERSION),
  /** The migrations that had run when the backup was made, in order. */
  migrations: z.array(z.string()).min(1),
  /** ISO time. */
  at: z.string(),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** A row of a table: its values by column name. */
export type BackupRow = Readonly<Record<string, string | number | null>>;

/**
 * Whether a line of a backup has one row of a table. Uses no Zod schema, because that took a tenth of a restore's time.
 */
export function isBackupRowLine(line: unknown): line is [table: keyof Database, row: BackupRow] {
  if (!Array.isArray(line) || line.length !== 2) return false;
  const [table, row] = line;
  return (
    typeof table === 'string' &&
    isTable(table) &&
    typeof row === 'object' &&
    row !== null &&
    !Array.isArray(row) &&
    Object.values(row).every((value) => value === null || typeof value === 'string' || Number.isFinite(value))
  );
}

/** Row counts by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** The last line of a backup. A backup without it is incomplete. */
export const backupFooter = z.object({ end: z.literal(true), rows: z.record(z.string(), z.number()) });

function isTable(name: string): name is keyof Database {
  return Object.hasOwn(primaryKeyColumns, name);
}

/** Formats row counts for a message, for example `12 leads, 340 rows in all`. */
export function formatRowCounts(rows: RowCounts): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const leads = rows['leads'] ?? 0;
  return `${leads} ${leads === 1 ? 'lead' : 'leads'}, ${total} rows in all`;
}
