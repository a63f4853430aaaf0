import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  backupEnd,
  backupHeader,
  backupLine,
  type BackupHeader,
  type BackupRow,
  type RowCounts,
} from './backup-format.ts';
import { knownMigrations } from './migrate-database.ts';

/** A backup that was read to its end and found whole. */
export interface CheckedBackup {
  file: string;
  header: BackupHeader;
  rows: RowCounts;
}

/**
 * Reads a backup from beginning to end. Throws when it is none, when it is not whole, or when a newer version of
 * this site made it.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let rows: RowCounts | undefined;
  const counts: Record<string, number> = {};
  for await (const line of jsonLines(file)) {
    if (!header) {
      header = backupHeader.safeParse(line).data;
      if (!header) throw new Error(`${file} is no backup of this site, or one of another format.`);
      continue;
    }
    if (rows) throw notWhole(file, 'something stands behind its end');
    rows = backupEnd.safeParse(line).data?.rows;
    if (rows) continue;
    const read = backupLine.safeParse(line);
    if (!read.success) throw notWhole(file, 'a line of it cannot be read');
    const [table] = read.data;
    counts[table] = (counts[table] ?? 0) + 1;
  }
  if (!header || !rows) throw notWhole(file, 'its end is missing');
  for (const table of new Set([...Object.keys(rows), ...Object.keys(counts)])) {
    if ((rows[table] ?? 0) !== (counts[table] ?? 0)) throw notWhole(file, `rows of ${table} are missing`);
  }
  const known = await knownMigrations();
  const strange = header.migrations.find((name, index) => known[index] !== name);
  if (strange !== undefined) {
    throw new Error(
      `${file} was made by a newer version of this site (it knows ${strange}). Restore it with that version.`,
    );
  }
  return { file, header, rows };
}

/** The rows of a checked backup, table by table. */
export async function* backupRows(file: string): AsyncGenerator<[table: string, row: BackupRow]> {
  for await (const line of jsonLines(file)) {
    const read = backupLine.safeParse(line);
    if (read.success) yield read.data;
  }
}

async function* jsonLines(file: string): AsyncGenerator {
  const text = new PassThrough();
  const read = pipeline(createReadStream(file), createGunzip(), text);
  // Readline hands the error on; this only keeps it from being reported twice.
  read.catch(() => {});
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield parse(file, line);
    }
    await read;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`, { cause: error });
    throw notWhole(file, error.message, error);
  }
}

function parse(file: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw notWhole(file, 'a line of it cannot be read', error);
  }
}

function notWhole(file: string, detail: string, cause?: unknown): Error {
  return new Error(`${file} is not a whole backup: ${detail}. Take another copy of it.`, { cause });
}
