import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  backupFooter,
  backupHeader,
  isBackupRowLine,
  type BackupHeader,
  type BackupRow,
  type RowCounts,
} from './backup-format.ts';
import { knownMigrations } from '../schema/migrate-database.ts';

/** Maximum characters per line, so that a damaged file cannot exhaust memory. Real rows are far shorter. */
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;

/** A backup that was read to its end and is complete. */
export interface CheckedBackup {
  file: string;
  header: BackupHeader;
  rows: RowCounts;
}

/**
 * Reads a backup from beginning to end. Throws an error if the file is not a backup, is incomplete, or was made by a
 * newer version of this site.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const backup = await readWholeBackup(file);
  const known = await knownMigrations();
  const strange = backup.header.migrations.find((name, index) => known[index] !== name);
  if (strange !== undefined) {
    throw new Error(
      `${file} was made by a newer version of this site (it knows ${strange}). Restore it with that version.`,
    );
  }
  return backup;
}

/** Reads a backup of any version from beginning to end. Throws an error if the file is no backup or is incomplete. */
export async function readWholeBackup(file: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let rows: RowCounts | undefined;
  const counts: Record<string, number> = {};
  for await (const line of jsonLines(file)) {
    if (!header) {
      header = backupHeader.safeParse(line).data;
      if (!header) throw new Error(`${file} is no backup of this site, or one of another format.`);
      continue;
    }
    if (rows) throw incompleteBackup(file, 'something follows its end');
    if (isBackupRowLine(line)) {
      const [table] = line;
      counts[table] = (counts[table] ?? 0) + 1;
      continue;
    }
    rows = backupFooter.safeParse(line).data?.rows;
    if (!rows) throw incompleteBackup(file, 'a line of it cannot be read');
  }
  if (!header || !rows) throw incompleteBackup(file, 'its end is missing');
  for (const table of new Set([...Object.keys(rows), ...Object.keys(counts)])) {
    if ((rows[table] ?? 0) !== (counts[table] ?? 0))
      throw incompleteBackup(file, `rows of ${table} are missing`);
  }
  return { file, header, rows };
}

/** Yields the rows of a backup, table by table. The backup must already have been checked with `checkBackup`. */
export async function* readBackupRows(file: string): AsyncGenerator<[table: string, row: BackupRow]> {
  for await (const line of jsonLines(file)) {
    if (isBackupRowLine(line)) yield line;
  }
}

async function* jsonLines(file: string): AsyncGenerator {
  try {
    for await (const line of textLines(file)) yield parse(file, line);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`, { cause: error });
    throw incompleteBackup(file, error.message, error);
  }
}

/**
 * Yields the lines of an unzipped backup. Splits at `\n` only, because `readline` also splits at U+2028 and U+2029,
 * which JSON allows inside strings.
 */
async function* textLines(file: string): AsyncGenerator<string> {
  // The loop below throws stream errors. The empty callback keeps them from also being thrown uncaught.
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text) {
    const [first = '', ...more] = String(chunk).split('\n');
    rest += first;
    if (rest.length > MAX_LINE_CHARACTERS) throw incompleteBackup(file, 'a line of it is too long');
    for (const part of more) {
      yield rest;
      rest = part;
    }
  }
  if (rest !== '') yield rest;
}

function parse(file: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw incompleteBackup(file, 'a line of it cannot be read', error);
  }
}

function incompleteBackup(file: string, detail: string, cause?: unknown): Error {
  return new Error(`${file} is not a whole backup: ${detail}. Take another copy of it.`, { cause });
}
