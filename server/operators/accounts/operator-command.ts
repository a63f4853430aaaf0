/**
 * npm run operator -- link | add <email> <name> | reset <email> | remove <email> [--last] | list
 *
 * Works on the configured database, whether or not the server is running.
 */
import { pino } from 'pino';
import { openDatabase, type OpenDatabase } from '../../database/open-database.ts';
import { runCliCommand } from '../../platform/run-cli-command.ts';
import {
  addOperator,
  createFirstAccountLink,
  listOperators,
  removeOperator,
  resetOperator,
} from './manage-operators.ts';
import { oneTimeLinkUrl } from '../sign-in/one-time-links.ts';
import type { OperatorRow } from './operator-accounts.ts';

const USAGE = `npm run operator -- link                     a link to make the first account
npm run operator -- add <email> <name>       a new account, and the link to set its password
npm run operator -- reset <email>            a link to set a new password; the old one, the second
                                             factor and all sessions are gone
npm run operator -- remove <email> [--last]  removes the account; its sessions end
npm run operator -- list                     who can sign in`;

const DELETE_PASSWORD =
  'Its application password still exists in WordPress: delete it there, in the profile of its user.';

/** Runs a command and returns its output. Throws an error with a message for the user. */
async function run(
  { query: database, now: databaseTime }: OpenDatabase,
  origin: string,
  [verb = '', typed = '', ...rest]: readonly string[],
): Promise<string> {
  const now = databaseTime();
  const email = typed.trim().toLowerCase();
  const show = (token: string) => `${oneTimeLinkUrl(origin, token)}\nGood once, for 30 minutes.`;
  switch (verb) {
    case 'link':
      return show(await createFirstAccountLink(database, now));
    case 'add':
      return show(await addOperator(database, { email, name: rest.join(' ').trim() }, now));
    case 'reset':
      return show(await resetOperator(database, email, now));
    case 'remove': {
      const wasConnected = await removeOperator(database, { email, last: rest.includes('--last') }, now);
      return `${email} is removed.${wasConnected ? ` ${DELETE_PASSWORD}` : ''}`;
    }
    case 'list':
      return lines(await listOperators(database));
    default:
      throw new Error(USAGE);
  }
}

function lines(all: readonly OperatorRow[]): string {
  if (all.length === 0) return 'Nobody can sign in yet. Make the first account: npm run operator -- link';
  return all
    .map(
      ({ email, name, totp_secret }) => `${email}  ${name}  ${totp_secret ? 'two factors' : 'password only'}`,
    )
    .join('\n');
}

await runCliCommand(async (config) => {
  const database = await openDatabase(config, pino({ level: 'silent' }));
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  try {
    return await run(database, origin, process.argv.slice(2));
  } finally {
    await database.close();
  }
});
