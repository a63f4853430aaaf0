const NAME = /^lintel-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.gz$/;

/**
 * Returns the file name for a backup at this time, in UTC: `lintel-2026-11-28T023000Z.backup.gz`. Names sort by time.
 */
export function datedBackupName(at: Date): string {
  return `lintel-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.gz`;
}

/** Returns the names of the dated backups that are older than the newest `keep`. Ignores files with other names. */
export function outdatedBackups(names: readonly string[], keep: number): string[] {
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
    .slice(keep);
}
