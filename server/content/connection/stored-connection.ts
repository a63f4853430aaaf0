import type { Kysely, Updateable } from 'kysely';
import { z } from 'zod';
import type { WordPressConnectionTable } from '../../database/schema/operator-tables.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { Config, WordPressConfig } from '../../platform/config/config.ts';
import { decryptText, encryptText } from '../../platform/security/encrypted-text.ts';

/* Stores the WordPress that an operator connected. Its application password and shared secret are encrypted. */

/**
 * Where the content comes from: the WordPress in the environment variables, the WordPress connected at
 * /admin/settings/wordpress, or this site itself.
 */
export type ContentOrigin = 'environment' | 'connection' | 'own';

/** The connection to the WordPress that an operator connected at /admin/settings/wordpress. */
export interface StoredConnection {
  /**
   * The settings with which this server reads and writes WordPress. `credentials` and `secret` are null if no secret
   * key decrypts them.
   */
  wordpress: WordPressConfig;
  username: string;
  /** The application password's id in WordPress. */
  passwordId: string;
  /** Whether the site shows the content of this WordPress. */
  inUse: boolean;
  /** Why the site went back to its own content; null if it did not. */
  fault: string | null;
  connectedBy: string;
  /** Epoch milliseconds. */
  connectedAt: number;
}

type Query = Kysely<Database>;

const sealedSchema = z.object({ appPassword: z.string(), secret: z.string().nullable() });
type Sealed = z.infer<typeof sealedSchema>;

const seal = (values: Sealed, secrets: readonly string[]) => encryptText(JSON.stringify(values), secrets);

/** Returns the stored connection; null if there is none. `secrets` are the server's secret keys, which decrypt it. */
export async function readWordPressConnection(
  query: Query,
  secrets: readonly string[],
): Promise<StoredConnection | null> {
  const row = await query.selectFrom('wordpress_connection').selectAll().executeTakeFirst();
  if (!row) return null;
  const opened = await decryptText(row.sealed, secrets).then(
    (text) => sealedSchema.parse(JSON.parse(text)),
    () => null,
  );
  return {
    wordpress: {
      url: row.url,
      credentials: opened && { username: row.username, appPassword: opened.appPassword },
      proxy: null,
      secret: opened?.secret ?? null,
    },
    username: row.username,
    passwordId: row.password_id,
    inUse: row.in_use === 1,
    fault: row.fault,
    connectedBy: row.connected_by,
    connectedAt: row.connected_at,
  };
}

/**
 * Returns the configuration with the connected WordPress, if that connection is in use. A WordPress in the
 * environment variables takes precedence, and mock mode shows the built-in content.
 */
export async function withConnectedWordPress(
  config: Config,
  query: Query,
  secrets: readonly string[],
): Promise<Config> {
  if (config.wordpress || config.mockMode) return config;
  const stored = await readWordPressConnection(query, secrets);
  return stored?.inUse ? { ...config, wordpress: stored.wordpress } : config;
}

/** Returns when the connection in use was last changed, in epoch milliseconds; 0 if none is in use. */
export async function connectionChangedAt(query: Query): Promise<number> {
  const row = await query
    .selectFrom('wordpress_connection')
    .select('changed_at')
    .where('in_use', '=', 1)
    .executeTakeFirst();
  return row?.changed_at ?? 0;
}

interface NewConnection {
  url: string;
  username: string;
  appPassword: string;
  passwordId: string;
  secret: string | null;
  /** Whether the site is to show the content of this WordPress. */
  inUse: boolean;
  connectedBy: string;
  now: number;
}

/** Stores the connection, with encrypted credentials. Replaces an earlier connection. */
export async function storeWordPressConnection(
  query: Query,
  { appPassword, secret, now, ...given }: NewConnection,
  secrets: readonly string[],
): Promise<void> {
  const row = {
    url: given.url,
    username: given.username,
    password_id: given.passwordId,
    sealed: await seal({ appPassword, secret }, secrets),
    in_use: given.inUse ? 1 : 0,
    fault: null,
    connected_by: given.connectedBy,
    connected_at: now,
    changed_at: now,
  };
  await query
    .insertInto('wordpress_connection')
    .values({ id: 'site', ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/**
 * Replaces the shared secret of the connection. Returns false if there is no connection whose password can be
 * decrypted.
 */
export async function storeSharedSecret(
  query: Query,
  { secret, secrets, now }: { secret: string; secrets: readonly string[]; now: number },
): Promise<boolean> {
  const credentials = (await readWordPressConnection(query, secrets))?.wordpress.credentials;
  if (!credentials) return false;
  const sealed = await seal({ appPassword: credentials.appPassword, secret }, secrets);
  return change(query, { sealed }, now);
}

/**
 * Sets whether the site shows the content of the connected WordPress or its own. `fault` says why the site went back
 * to its own content. Returns false if there is no connection.
 */
export function setConnectionInUse(
  query: Query,
  { inUse, fault = null, now }: { inUse: boolean; fault?: string | null; now: number },
): Promise<boolean> {
  return change(query, { in_use: inUse ? 1 : 0, fault }, now);
}

/** Deletes the connection. The site then shows its own content. */
export async function deleteWordPressConnection(query: Query): Promise<void> {
  await query.deleteFrom('wordpress_connection').execute();
}

async function change(
  query: Query,
  columns: Updateable<WordPressConnectionTable>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('wordpress_connection')
    // This update always increases `changed_at`, so that servers notice both of two changes within a millisecond.
    .set((is) => ({
      ...columns,
      changed_at: is
        .case()
        .when('changed_at', '<', now)
        .then(now)
        .else(is('changed_at', '+', 1))
        .end(),
    }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
