/**
 * npm run operator -- link | add <email> <name> | reset <email> | remove <email> | list
 *
 * Works on the configured database, while the server runs or not.
 */
import { pino } from 'pino';
import type { Kysely } from 'kysely';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import { loadEnvironment } from '../load-environment.ts';
import { linkAddress, makeLink } from './one-time-links.ts';
import { newOperator } from './new-operator.ts';
import { hashPassword } from './passwords.ts';
import { writeAudit } from './write-audit.ts';

const USAGE = `npm run operator -- link                  a link to make the first account
npm run operator -- add <email> <name>    a new account, and the link to set its password
npm run operator -- reset <email>         a link to set a new password; removes the second factor
npm run operator -- remove <email>        removes the account; its sessions end
npm run operator -- list                  who can sign in
`;

type Words = readonly string[];

/** What the command prints. Throws with words for whoever typed it. */
async function run(
  database: Kysely<Database>,
  origin: string,
  [verb, typed = '', ...rest]: Words,
): Promise<string> {
  const now = Date.now();
  const email = typed.trim().toLowerCase();
  const find = async () => {
    const found = await database
      .selectFrom('operators')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    if (!found) throw new Error(`No operator has the address "${email}". See: npm run operator -- list`);
    return found;
  };
  const show = (token: string) => `${linkAddress(origin, token)}\nGood once, for 30 minutes.\n`;
  switch (verb ?? '') {
    case 'link': {
      const someone = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
      if (someone) throw new Error('There are accounts already. Use add or reset.');
      return show(await makeLink(database, { purpose: 'first', operatorId: null, now }));
    }
    case 'add': {
      const name = rest.join(' ').trim();
      if (!z.email().safeParse(email).success || !name)
        throw new Error(`Give an e-mail address and a name.\n${USAGE}`);
      const known = await database
        .selectFrom('operators')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst();
      if (known) throw new Error(`${email} has an account already. Use reset.`);
      // Nobody knows this password: the link sets one.
      const hash = await hashPassword(randomBytes(32).toString('base64url'));
      const operator = newOperator({ email, name, hash, now });
      await database.insertInto('operators').values(operator).execute();
      await writeAudit(database, { operator: null, action: 'operator-added', subject: operator.id });
      return show(await makeLink(database, { purpose: 'invite', operatorId: operator.id, now }));
    }
    case 'reset': {
      const operator = await find();
      await database
        .updateTable('operators')
        .set({ totp_secret: null, totp_last_step: null, recovery_codes: null, failures: 0, wait_until: 0 })
        .where('id', '=', operator.id)
        .execute();
      await writeAudit(database, { operator: null, action: 'operator-reset', subject: operator.id });
      return show(await makeLink(database, { purpose: 'reset', operatorId: operator.id, now }));
    }
    case 'remove': {
      const operator = await find();
      await database.deleteFrom('sessions').where('operator_id', '=', operator.id).execute();
      await database.deleteFrom('operators').where('id', '=', operator.id).execute();
      await writeAudit(database, { operator: null, action: 'operator-removed', subject: operator.id });
      return `${email} is removed.\n`;
    }
    case 'list': {
      const all = await database.selectFrom('operators').selectAll().orderBy('email').execute();
      if (all.length === 0)
        return 'Nobody can sign in yet. Make the first account: npm run operator -- link\n';
      return all
        .map((each) => `${each.email}  ${each.name}  ${each.totp_secret ? 'two factors' : 'password only'}\n`)
        .join('');
    }
    default:
      throw new Error(USAGE);
  }
}

loadEnvironment();
try {
  const config = readConfig(process.env);
  const database = await openDatabase(config, pino({ level: 'silent' }));
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  try {
    process.stdout.write(await run(database.query, origin, process.argv.slice(2)));
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
