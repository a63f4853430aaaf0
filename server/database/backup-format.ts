import { z } from 'zod';
import type { Database } from './schema.ts';

/**
 * A backup is gzipped text, one JSON value a line: a header, then `[table, row]` for every row, then the end, which
 * counts the rows. It is the same for both engines, so it also moves a site from one to the other.
 */
export const BACKUP_FORMAT = 1;

/** Every table with what its rows are told apart by. */
export const tableKeys: Readonly<Record<keyof Database, readonly [string, ...string[]]>> = {
  leads: ['id'],
  submissions: ['id'],
  consents: ['id'],
  consent_texts: ['version', 'kind'],
  subscriptions: ['email'],
  deliveries: ['id'],
  destinations: ['name'],
  lead_events: ['id'],
  operators: ['id'],
  sign_in_tries: ['key_hash'],
  sessions: ['sid_hash'],
  one_time_links: ['token_hash'],
  audit: ['id'],
  crm_grants: ['id'],
  oauth_states: ['state_hash'],
  crm_events: ['id'],
  redirects: ['from_path'],
};

/** Every table's name, in the order of a backup. */
export const tableNames: readonly (keyof Database)[] = Object.keys(tableKeys).filter(isTable);

/** The first line. */
export const backupHeader = z.object({
  lintelBackup: z.literal(BACKUP_FORMAT),
  /** The migrations its tables had seen, in order. */
  migrations: z.array(z.string()).min(1),
  /** ISO time. */
  at: z.string(),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** A row as it is stored. */
const backupRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type BackupRow = z.infer<typeof backupRow>;

/** A line between the first and the last. */
export const backupLine = z.tuple([z.string().refine(isTable), backupRow]);

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** The last line: without it, the file is not whole. */
export const backupEnd = z.object({ end: z.literal(true), rows: z.record(z.string(), z.number()) });

function isTable(name: string): name is keyof Database {
  return Object.hasOwn(tableKeys, name);
}
