import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import path from 'node:path';
import type { Database } from '../database/schema.ts';
import { linkAddress, makeLink } from './one-time-links.ts';

/** Name of the file that holds the link where no terminal shows it. */
export const FIRST_LINK_FILE = 'first-sign-in';

interface Options {
  database: Kysely<Database>;
  origin: string;
  dataDir: string;
  /** Where the server was started; `isTTY` where someone reads along. */
  terminal: { isTTY?: boolean; write(text: string): unknown };
  now: number;
}

/**
 * While there is no operator, makes the one-time link for the first account and shows it in the terminal. Where output
 * goes to a log instead, the link goes to a file only the server's user can read: a log is read by too many.
 */
export async function announceFirstAccount(options: Options): Promise<void> {
  const { database, origin, dataDir, terminal, now } = options;
  const file = path.resolve(dataDir, FIRST_LINK_FILE);
  // An old one is over, and a file keeps the rights it was made with.
  await rm(file, { force: true });
  const someone = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  if (someone) return;
  const token = await makeLink(database, { purpose: 'first', operatorId: null, now });
  const address = linkAddress(origin, token);
  if (terminal.isTTY) {
    terminal.write(`Make the first operator's account (good once, for 30 minutes):\n  ${address}\n`);
    return;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${address}\n`, { mode: 0o600, flag: 'wx' });
  terminal.write(
    `A one-time link to make the first operator's account is in ${file} (good for 30 minutes).\n`,
  );
}
