import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type SqliteDialectConfig,
} from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';

/** SQLite's code for a database that another process writes to. */
const BUSY = 5;
/** Milliseconds until that is a fault, and between the tries. */
const PATIENCE = 5000;
const PAUSE = 15;

/**
 * SQLite that waits for other processes without standing still: its own waiting would hold up the whole server, down
 * to pages that need no database. For a connection with `busy_timeout = 0`.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new WholeMigrations();
  }
}

/** Kysely spares migrations the transaction on SQLite. Cut off without one, they leave tables no later start gets past. */
class WholeMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class PatientDriver extends SqliteDriver {
  #patient: DatabaseConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#patient ??= patient(await super.acquireConnection());
    return this.#patient;
  }
}

function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery(query, options) {
      const end = performance.now() + PATIENCE;
      for (;;) {
        try {
          return await connection.executeQuery(query, options);
        } catch (error) {
          // A statement that found the database busy has done nothing.
          if (!isBusy(error) || performance.now() >= end) throw error;
          // Two that wait for each other do not meet again at the same moment.
          await sleep(PAUSE * (0.5 + Math.random()));
        }
      }
    },
    streamQuery: (query, chunkSize, options) => connection.streamQuery(query, chunkSize, options),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}
