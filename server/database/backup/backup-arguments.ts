import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { datedBackupName } from './outdated-backups.ts';

const BACKUP_USAGE = 'npm run backup -- <new file>, or npm run backup -- --dir <folder> [--keep <number>]';
const RESTORE_USAGE = 'npm run restore -- [--replace] <file>';

interface BackupArguments {
  file: string;
  /** The folder of dated backups and how many to keep. Null if the arguments name a file instead. */
  dated: { folder: string; keep: number } | null;
}

/** Parses the arguments of the backup command. If they are invalid, throws an error that shows the usage. */
export function readBackupArguments(now: Date): BackupArguments {
  const { values, positionals } = parse(BACKUP_USAGE, { dir: { type: 'string' }, keep: { type: 'string' } });
  const { dir: folder, keep } = values;
  const [file] = positionals;
  if (folder === undefined) {
    if (!file || positionals.length > 1 || keep !== undefined) throw new Error(`Usage: ${BACKUP_USAGE}`);
    return { file, dated: null };
  }
  if (folder === '' || file !== undefined || (keep !== undefined && !/^[1-9]\d*$/.test(keep))) {
    throw new Error(`Usage: ${BACKUP_USAGE}`);
  }
  return { file: path.join(folder, datedBackupName(now)), dated: { folder, keep: Number(keep ?? Infinity) } };
}

/** Parses the arguments of the restore command. If they are invalid, throws an error that shows the usage. */
export function readRestoreArguments(): { file: string; replace: boolean } {
  const { values, positionals } = parse(RESTORE_USAGE, { replace: { type: 'boolean' } });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Error(`Usage: ${RESTORE_USAGE}`);
  return { file, replace: values.replace === true };
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`Usage: ${usage}`, { cause: error });
  }
}
