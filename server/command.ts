/**
 * Runs a command for operators, from the sources or the build: `node server/command.ts backup --dir
 * /var/backups/lintel`.
 */
import './check-node.js';

// Imported on demand, so that check-node.js runs before any code that an older Node cannot parse.
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

// Removes the name of the command, because each command expects its arguments right after the script.
const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command) {
  await command();
} else {
  process.stderr.write(`Name a command: ${Object.keys(COMMANDS).join(', ')}.\n`);
  process.exitCode = 1;
}
