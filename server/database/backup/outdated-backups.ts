/** Milliseconds after which an unfinished backup counts as killed, so that its partial file is deleted. */
const MAX_RUN_MS = 24 * 60 * 60_000;
const PARTIAL = '.partial';
const NAME = /^lintel-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.gz$/;

/**
 * Returns the file name for a backup at this time, in UTC: `lintel-2026-11-28T023000Z.backup.gz`. Names sort by time.
 */
export function datedBackupName(at: Date): string {
  return `lintel-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.gz`;
}

/**
 * Returns the names of the dated backups that are older than the newest `keep`, and of the partial files that killed
 * backups left behind. Ignores files with other names.
 */
export function outdatedBackupNames(names: readonly string[], keep: number, now: Date): string[] {
  const lastStart = `${datedBackupName(new Date(now.getTime() - MAX_RUN_MS))}${PARTIAL}`;
  const partial = names.filter(
    (name) => name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)) && name < lastStart,
  );
  const older = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
    .slice(keep);
  return [...older, ...partial];
}
