import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type {
  OneTimeLinkPurpose,
  OneTimeLinksTable,
  OperatorsTable,
} from '../../database/schema/operator-tables.ts';
import type { Database } from '../../database/schema/schema.ts';
import { newToken, tokenHash } from '../../platform/security/tokens.ts';
import { recordAudit } from '../audit-log.ts';
import {
  endSessions,
  findOperator,
  type OperatorRow,
  newOperatorRow,
} from '../accounts/operator-accounts.ts';
import { hashOperatorPassword, operatorPasswordFault } from './passwords.ts';
import { clearSignInTries } from './sign-in-limits.ts';

/** Milliseconds that a link stays valid. */
export const ONE_TIME_LINK_TTL_MS = 30 * 60_000;

interface NewLink {
  purpose: OneTimeLinkPurpose;
  operatorId: string | null;
  now: number;
}

/**
 * Creates a link that works once and returns its token. Older links for the same account become invalid. Several links
 * for the first account can be valid at the same time, because each server and the command `link` create one. All of
 * them become invalid when the account is created.
 */
export async function createOneTimeLink(
  database: Kysely<Database>,
  { purpose, operatorId, now }: NewLink,
): Promise<string> {
  const token = newToken();
  await database.transaction().execute(async (change) => {
    await change
      .deleteFrom('one_time_links')
      .where((where) =>
        where.or([
          where('expires_at', '<=', now),
          ...(operatorId === null ? [] : [where('operator_id', '=', operatorId)]),
        ]),
      )
      .execute();
    await change
      .insertInto('one_time_links')
      .values({
        token_hash: tokenHash(token),
        purpose,
        operator_id: operatorId,
        created_at: now,
        expires_at: now + ONE_TIME_LINK_TTL_MS,
        used_at: null,
      })
      .execute();
  });
  return token;
}

/** Returns a link's URL. Browsers never send the part after `#`, so the token appears in no server log. */
export function oneTimeLinkUrl(origin: string, token: string): string {
  return `${origin}/sign-in/link#${token}`;
}

/** Reads a stored link; null if it is unknown, used or expired. */
async function readLink(database: Kysely<Database>, token: string, now: number) {
  const link = await database
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link ?? null;
}

/**
 * Marks a link as used. Returns false if it has been used or has expired in the meantime. The links for the first
 * account are used together, so that two of them cannot create two accounts at the same time.
 */
async function spendLink(
  database: Kysely<Database>,
  link: Pick<OneTimeLinksTable, 'token_hash' | 'operator_id'>,
  now: number,
): Promise<boolean> {
  const spent = await database
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where((where) =>
      link.operator_id === null
        ? where('operator_id', 'is', null)
        : where('token_hash', '=', link.token_hash),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .execute();
  return spent.some(({ token_hash }) => token_hash === link.token_hash);
}

interface Typed {
  token: string;
  password: string;
  /** Used only for the first account, like `email`. */
  name: string;
  email: string;
}

type Redeemed =
  | { kind: 'done'; operator: OperatorRow }
  /** The link is unknown, used, expired or no longer needed. */
  | { kind: 'over' }
  | { kind: 'fault'; error: string };

/** Returns a link and its account; null if the link is unknown, used, expired or no longer needed. */
export async function findValidOneTimeLink(database: Kysely<Database>, token: string, now: number) {
  const link = await readLink(database, token, now);
  if (!link) return null;
  if (link.operator_id === null) {
    // A link for the first account is invalid once an account exists.
    const someone = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
    return someone ? null : { link, operator: null };
  }
  const operator = await findOperator(database, link.operator_id);
  // The link of a removed account is invalid.
  return operator ? { link, operator } : null;
}

/** Uses a link to create the first account, or to set an account's password, which ends its sessions. */
export async function redeemOneTimeLink(
  database: Kysely<Database>,
  typed: Typed,
  { now, requestId }: { now: number; requestId: string },
): Promise<Redeemed> {
  const { token, password } = typed;
  const opened = await findValidOneTimeLink(database, token, now);
  if (!opened) return { kind: 'over' };
  const email = opened.operator?.email ?? typed.email;
  if (!opened.operator && !typed.name) return { kind: 'fault', error: 'Enter your name.' };
  if (!z.email().safeParse(email).success) return { kind: 'fault', error: 'Enter a valid e-mail address.' };
  const fault = operatorPasswordFault(password, email);
  if (fault) return { kind: 'fault', error: fault };
  const hash = await hashOperatorPassword(password);
  return database.transaction().execute(async (change): Promise<Redeemed> => {
    if (!(await spendLink(change, opened.link, now))) return { kind: 'over' };
    const operator = opened.operator
      ? await setPassword(change, opened.operator.id, hash)
      : await makeFirst(change, { email, name: typed.name, hash, now });
    if (!operator) return { kind: 'over' };
    await clearSignInTries(change, `name ${email}`);
    const action = opened.operator ? 'password-set' : 'account-made';
    await recordAudit(change, { operator: { ...operator, requestId }, action, subject: operator.id, now });
    return { kind: 'done', operator };
  });
}

async function setPassword(change: Kysely<Database>, id: string, hash: string): Promise<OperatorRow | null> {
  await change.updateTable('operators').set({ password_hash: hash }).where('id', '=', id).execute();
  await endSessions(change, id);
  await change.deleteFrom('one_time_links').where('operator_id', '=', id).execute();
  return findOperator(change, id);
}

async function makeFirst(
  change: Kysely<Database>,
  account: { email: string; name: string; hash: string; now: number },
): Promise<OperatorsTable | null> {
  const someone = await change.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  if (someone) return null;
  const made = newOperatorRow(account);
  await change.insertInto('operators').values(made).execute();
  return made;
}

/** Name of the file that contains the link if the server has no terminal. */
export const FIRST_ACCOUNT_LINK_FILE = 'first-sign-in';

interface Options {
  database: Kysely<Database>;
  origin: string;
  dataDir: string;
  /** The server's standard output. */
  terminal: { isTTY?: boolean; write(text: string): unknown };
  now: number;
}

/**
 * If there is no operator yet, creates a link for the first account and prints it to the terminal. Without a terminal,
 * the output may end up in shared logs, so the link goes to a file that only the server's user can read.
 */
export async function announceFirstAccountLink(options: Options): Promise<void> {
  const { database, origin, dataDir, terminal, now } = options;
  const file = path.resolve(dataDir, FIRST_ACCOUNT_LINK_FILE);
  // Remove an old file, because it would keep its permissions when overwritten.
  await rm(file, { force: true });
  const someone = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  if (someone) return;
  const token = await createOneTimeLink(database, { purpose: 'first', operatorId: null, now });
  const address = oneTimeLinkUrl(origin, token);
  const next = `Then write your name, brokerage and phone number at ${origin}/admin/settings/site, and change pages at ${origin}/admin/pages.\n`;
  if (terminal.isTTY) {
    terminal.write(`Make the first operator's account (good once, for 30 minutes): ${address}\n${next}`);
    return;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${address}\n`, { mode: 0o600, flag: 'wx' });
  terminal.write(
    `A one-time link to make the first operator's account is in ${file} (good for 30 minutes).\n${next}`,
  );
}
