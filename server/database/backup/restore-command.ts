import { mkdir } from 'node:fs/promises';
import { runCliCommand } from '../../platform/run-cli-command.ts';
import { readRestoreArguments } from './backup-arguments.ts';
import { formatRowCounts } from './backup-format.ts';
import { checkBackup } from './read-backup.ts';
import { restorePostgres } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';

await runCliCommand(async ({ dataDir, databaseUrl }) => {
  const { file, replace } = readRestoreArguments();
  const backup = await checkBackup(file);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const kept = databaseUrl
    ? await restorePostgres(databaseUrl, dataDir, backup, replace)
    : await restoreSqlite(dataDir, backup, replace);
  const replaced = kept === null ? '' : ` What was there before is kept in ${kept}.`;
  return `Restored ${formatRowCounts(backup.rows)}, as they were at ${backup.header.at}.${replaced}`;
});
