/** Runs an operators' command, from the sources or the build: `node server/command.ts backup --dir /var/backups/lintel`. */
import './check-node.js';

// Imported when needed, so that the check of Node comes before code that an older Node cannot read.
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  backup: () => import('./database/backup/backup-command.ts'),
  restore: () => import('./database/backup/restore-command.ts'),
  'upgrade-check': () => import('./database/backup/upgrade-check-command.ts'),
  leads: () => import('./operators/inbox/leads-command.ts'),
  operator: () => import('./operators/accounts/operator-command.ts'),
  doctor: () => import('./operators/health/doctor-command.ts'),
  'content:export': () => import('./content/moving/export-command.ts'),
  'wordpress:import': () => import('./content/moving/import-command.ts'),
};

// The commands read their own arguments, which begin after the script.
const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command) {
  await command();
} else {
  process.stderr.write(`Name a command: ${Object.keys(COMMANDS).join(', ')}.\n`);
  process.exitCode = 1;
}
