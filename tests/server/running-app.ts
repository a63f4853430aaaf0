import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createApp, type ServerApp } from '../../server/app.ts';
import type { Content } from '../../server/content/content.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import { createLogger } from '../../server/platform/logging/create-logger.ts';
import { openServices, type Services } from '../../server/services.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';
import { untilRead } from './content-site.ts';
import { testConfig } from './test-config.ts';

/** The real application on a free local port, with access to its services and its log. */
export interface RunningApp extends Omit<Services, 'start' | 'stop'>, Pick<ServerApp, 'express' | 'pages'> {
  url: string;
  /** Returns the events logged so far. */
  events: () => Record<string, unknown>[];
  stop: () => Promise<void>;
}

/** Parts of the application that a test may replace. */
export interface Substitutes extends Pick<Parameters<typeof openServices>[0], 'crmReady' | 'wake' | 'now'> {
  /** Whether to deliver in the background. The environment must point to the CRM sandbox, never to a real CRM. */
  deliver?: boolean;
  /** Returns whether the server is shutting down. */
  isStopping?: () => boolean;
  /** Whether to start without waiting for the first sync with WordPress. */
  unread?: boolean;
}

/**
 * Starts the application from the production build. `change` can wrap the content, for example to make it fail. By
 * default, the application has its own database in a temporary folder.
 */
export async function runApp(
  environment: Record<string, string> = {},
  change: (content: Content) => Content = (content) => content,
  { isStopping, deliver = false, unread = false, ...substitutes }: Substitutes = {},
): Promise<RunningApp> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const log = createLogger('debug', sink);
  const { config, remove } = await testConfig(environment);
  if (environment['DATA_DIR'] === undefined && config.databaseUrl === null) {
    emptyDatabase ??= migratedFile();
    await writeFile(path.join(config.dataDir, DATABASE_FILE), await emptyDatabase, { mode: 0o600 });
  }
  const { start, stop, ...services } = await openServices({
    config,
    log,
    wrapContent: change,
    background: deliver,
    ...substitutes,
  });
  if (!unread) await untilRead(services.content);
  const { express, pages, handle, close } = await createApp({
    ...services,
    ...(isStopping ? { isStopping } : {}),
  });
  const server = createServer(handle);
  // On a busy machine, a connection may be idle for seconds. If the server closed it then, the next request would fail.
  server.keepAliveTimeout = TEST_LIMIT;
  let url = '';
  await start(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
    url = `http://127.0.0.1:${address.port}`;
    return url;
  });
  return {
    ...services,
    express,
    pages,
    url,
    events: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    stop: async () => {
      await stop(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
        close();
      });
      await remove();
    },
  };
}

/** An SQLite file with all tables and no rows. Copying it takes less time than the migrations. */
let emptyDatabase: Promise<Buffer> | undefined;

async function migratedFile(): Promise<Buffer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-empty-'));
  await (await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }))).close();
  const file = await readFile(path.join(dataDir, DATABASE_FILE));
  await rm(dataDir, { recursive: true, force: true });
  return file;
}
