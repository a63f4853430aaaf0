import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import { createCrmGrants, type CrmGrants } from '../../server/crm/oauth/crm-grants.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { allScopes } from '../crm-sandbox/sandbox.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';
import { newMigratedDatabase } from './database-engines.ts';

export const REDIRECT = 'http://127.0.0.1:9/api/oauth/callback';
export const SECRET = 'A secret that only these tests share, of some length.';

/** One of several servers that share a database. */
export interface GrantServer {
  database: OpenDatabase;
  grants: CrmGrants;
}

/** A CRM sandbox with an adjustable clock, a database, and servers that use both. */
export interface GrantBench {
  sandbox: CrmSandbox;
  clock: { now: number };
  log: Logger;
  logText(): string;
  /**
   * Starts another server on the same database. `secrets` defaults to the shared key. `answer`: milliseconds that a
   * token request may take.
   */
  server(secrets?: readonly string[], answer?: number): Promise<GrantServer>;
  /**
   * Installs the app in a location, or in the whole company if `locationId` is null. Returns the connected location
   * ids.
   */
  connect(server: GrantServer, locationId: string | null): Promise<readonly string[]>;
  /** Returns whether the CRM accepts the location's current token. */
  works(server: GrantServer, locationId: string): Promise<boolean>;
  /** Returns the number of token requests to the sandbox. */
  tokenCalls(): number;
  stop(): Promise<void>;
}

/** Creates a bench with a new database on the given engine. */
export async function openGrantBench(
  engine: OpenDatabase['engine'],
  { reconnects = false } = {},
): Promise<GrantBench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-grants-'));
  const databaseUrl = engine === 'postgres' ? await newMigratedDatabase() : null;
  const clock = { now: Date.UTC(2026, 5, 1, 15) };
  const sandbox = await startCrmSandbox({ now: () => clock.now, reconnects });
  const {
    HIGHLEVEL_API_BASE: apiBase,
    GHL_CLIENT_ID: clientId,
    GHL_CLIENT_SECRET: clientSecret,
  } = sandbox.settings;
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = pino({ level: 'debug' }, sink);
  const servers: GrantServer[] = [];
  return {
    sandbox,
    clock,
    log,
    logText: () => lines.join(''),
    async server(secrets = [SECRET], answer = TEST_LIMIT) {
      const database = await openDatabase({ dataDir, databaseUrl }, log);
      const grants = createCrmGrants({
        config: {
          apiBase,
          oauth: { marketplaceBase: apiBase, clientId, clientSecret, scopes: allScopes },
        },
        query: database.query,
        secrets,
        log,
        now: () => clock.now,
        random: () => 1,
        times: { answer, lease: 9000, look: 60_000 },
      });
      const server = { database, grants };
      servers.push(server);
      return server;
    },
    async connect({ grants }, locationId) {
      const { code } = sandbox.approve({ locationId, scopes: allScopes, redirectUri: REDIRECT });
      const { locationIds } = await grants.connect({
        code: code.value,
        redirectUri: REDIRECT,
        connectedBy: 'Olive Operator',
      });
      return locationIds;
    },
    async works({ grants }, locationId) {
      const credentials = await grants.credentials(locationId);
      if (!credentials) return false;
      const answer = await fetch(`${sandbox.url}/locations/${locationId}`, {
        headers: { Authorization: `Bearer ${credentials.token}`, Version: '2021-07-28' },
      });
      return answer.ok;
    },
    tokenCalls: () => sandbox.state.requests.filter((each) => each.path === '/oauth/token').length,
    async stop() {
      for (const { grants, database } of servers) {
        await grants.stop();
        await database.close();
      }
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
