import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/schema/schema.ts';
import { decryptText, encryptText } from '../../platform/security/encrypted-text.ts';
import type { WordPressCredentials, WordPressUser } from './wordpress-user-client.ts';

/** A connected WordPress account of an operator or an editor. */
export interface ConnectedWordPressAccount {
  login: string;
  name: string;
  capabilities: readonly string[];
  credentials: WordPressCredentials;
  /** The id of the application password in WordPress. */
  uuid: string;
  /** Epoch milliseconds. */
  connectedAt: number;
  /** When WordPress last reported the name and capabilities, in epoch milliseconds. */
  checkedAt: number;
}

const names = z.array(z.string());

/**
 * Finds the account that a person connected to this WordPress; null if there is none, or if no key decrypts its
 * password.
 */
export async function findWordPressAccount(
  database: Kysely<Database>,
  { holder, site, secrets }: { holder: string; site: string; secrets: readonly string[] },
): Promise<ConnectedWordPressAccount | null> {
  const row = await database
    .selectFrom('wordpress_accounts')
    .selectAll()
    .where('holder', '=', holder)
    .where('site', '=', site)
    .executeTakeFirst();
  if (!row) return null;
  const appPassword = await decryptText(row.secret, secrets).catch(() => null);
  if (appPassword === null) return null;
  return {
    login: row.login,
    name: row.name,
    capabilities: names.parse(JSON.parse(row.capabilities)),
    credentials: { username: row.login, appPassword },
    uuid: row.uuid,
    connectedAt: row.connected_at,
    checkedAt: row.checked_at,
  };
}

/** Stores an account with its password encrypted, in place of the person's earlier account. */
export async function storeWordPressAccount(
  database: Kysely<Database>,
  { holder, site, person, password, uuid, now }: NewAccount,
  secrets: readonly string[],
): Promise<void> {
  const row = {
    site,
    login: person.login,
    name: person.name,
    secret: await encryptText(password, secrets),
    uuid,
    capabilities: JSON.stringify(person.capabilities),
    connected_at: now,
    checked_at: now,
  };
  await database
    .insertInto('wordpress_accounts')
    .values({ holder, ...row })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet(row))
    .execute();
}

interface NewAccount {
  holder: string;
  site: string;
  person: WordPressUser;
  password: string;
  uuid: string;
  now: number;
}

/** Stores the name and capabilities that WordPress has just reported for a person, and the time of the check. */
export async function storeWordPressAccountCheck(
  database: Kysely<Database>,
  { holder, uuid, person, now }: { holder: string; uuid: string; person: WordPressUser; now: number },
): Promise<void> {
  await database
    .updateTable('wordpress_accounts')
    .set({ name: person.name, capabilities: JSON.stringify(person.capabilities), checked_at: now })
    .where('holder', '=', holder)
    .where('uuid', '=', uuid)
    .execute();
}

/** Removes an account from the database. Returns false if it was already removed or replaced by another one. */
export async function removeWordPressAccount(
  database: Kysely<Database>,
  { holder, uuid }: { holder: string; uuid: string },
): Promise<boolean> {
  const gone = await database
    .deleteFrom('wordpress_accounts')
    .where('holder', '=', holder)
    .where('uuid', '=', uuid)
    .returning('holder')
    .execute();
  return gone.length > 0;
}
