import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import type { Express } from 'express';
import { createApp } from '../../server/app.ts';
import { openCrm, type OpenCrm } from '../../server/crm/open-crm.ts';
import { createContentGateway, type ContentGateway } from '../../server/content/gateway.ts';
import type { Config } from '../../server/config.ts';
import type { OpenDatabase } from '../../server/database/open-database.ts';
import { createLiveHub, type LiveHub } from '../../server/operators/live-events.ts';
import { openDelivery, type OpenDelivery } from '../../server/leads/deliver/open-delivery.ts';
import { createLog } from '../../server/machine/create-log.ts';
import { openDesk, testConfig, type DeskOptions } from './open-desk.ts';

/** The real application on a free port of this machine, with its log at hand. */
export interface RunningApp {
  url: string;
  /** The application itself, for its table of routes. */
  express: Express;
  gateway: ContentGateway;
  database: OpenDatabase;
  crm: OpenCrm;
  secrets: readonly string[];
  config: Config;
  live: LiveHub;
  /** What was logged so far, one event each. */
  events(): Record<string, unknown>[];
  stop: () => Promise<void>;
}

/** What a test may put in the place of what the application takes by itself. */
export interface Substitutes extends DeskOptions {
  /** Delivers what is stored, as the environment says: to the CRM sandbox, never to a real one. */
  deliver?: boolean;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Whether the server is on its way down. */
  isStopping?: () => boolean;
}

/**
 * Starts the application over the production build. `change` may bend the gateway, to make it fail. The database is
 * its own, in a folder that goes with it, unless the environment names a folder or a PostgreSQL.
 */
export async function runApp(
  environment: Record<string, string> = {},
  change: (gateway: ContentGateway) => ContentGateway = (gateway) => gateway,
  { now, isStopping, deliver = false, ...options }: Substitutes = {},
): Promise<RunningApp> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const log = createLog('debug', sink);
  const { config, remove } = await testConfig(environment);
  const gateway = change(await createContentGateway({ config, log }));
  let url = '';
  let delivery: OpenDelivery | undefined;
  const { database, desk, secrets } = await openDesk(config, log, gateway, {
    ...(deliver ? { crmReady: () => delivery?.crmReady() ?? false, wake: () => delivery?.wake() } : {}),
    ...options,
  });
  const crm = openCrm({ config, query: database.query, secrets, log, ...(now ? { now } : {}) });
  if (deliver) {
    const origin = () => config.publicUrl ?? url;
    delivery = await openDelivery({ config, database, crm, gateway, log, secrets, origin });
  }
  const live = createLiveHub({ database, log, ...(now ? { now } : {}) });
  const express = await createApp({
    config,
    gateway,
    desk,
    database,
    crm,
    secrets,
    live,
    log,
    origin: () => config.publicUrl ?? url,
    ...(now ? { now } : {}),
    ...(isStopping ? { isStopping } : {}),
  });
  const server = createServer(express);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  url = `http://127.0.0.1:${address.port}`;
  delivery?.start();
  return {
    url,
    express,
    gateway,
    database,
    crm,
    secrets,
    config,
    live,
    events: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    stop: async () => {
      live.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await delivery?.stop();
      await crm.stop();
      await database.close();
      await remove();
    },
  };
}
