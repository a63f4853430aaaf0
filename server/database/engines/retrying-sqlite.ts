import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type SqliteDialectConfig,
} from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSqliteBusy } from './database-error.ts';

/** How long a busy database is retried, and the average pause between retries, in milliseconds. */
const TIMEOUT_MS = 5000;
const PAUSE_MS = 15;

/**
 * Retries statements while another process or thread has locked the database. SQLite's own wait would block the whole
 * server, including pages that do not need the database. Connections must have `busy_timeout = 0`.
 */
export class RetryingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new RetryingDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalMigrations();
  }
}

/**
 * Kysely does not run SQLite migrations in a transaction by default. Without one, an interrupted migration would leave
 * tables that no later start could migrate.
 */
class TransactionalMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class RetryingDriver extends SqliteDriver {
  #connection: DatabaseConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= retryWhenBusy(await super.acquireConnection());
    return this.#connection;
  }
}

function retryWhenBusy(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery(query, options) {
      const end = performance.now() + TIMEOUT_MS;
      for (;;) {
        try {
          return await connection.executeQuery(query, options);
        } catch (error) {
          // A busy statement had no effect, so it is safe to retry.
          if (!isSqliteBusy(error) || performance.now() >= end) throw error;
          // The jitter keeps two waiting connections from retrying at the same moment.
          await sleep(PAUSE_MS * (0.5 + Math.random()));
        }
      }
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  };
}
