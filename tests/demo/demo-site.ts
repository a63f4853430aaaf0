import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { createApp } from '../../server/app.ts';
import { addOperator } from '../../server/operators/accounts/manage-operators.ts';
import { AppError } from '../../server/platform/app-error.ts';
import { runInBackground } from '../../server/platform/async/run-in-background.ts';
import { readConfig, type Config } from '../../server/platform/config/config.ts';
import { describeListenError } from '../../server/platform/config/start-errors.ts';
import { createLogger } from '../../server/platform/logging/create-logger.ts';
import { openServices, type Services } from '../../server/services.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { createDemoClock, type DemoClock } from './demo-clock.ts';
import { createDemoSignIn } from './demo-sign-in.ts';
import { fillSite } from './fill-site.ts';
import { DEMO_DAYS } from './invented-leads.ts';

/** Only this machine reaches the demonstration, because its link signs in without a password. */
const HOST = '127.0.0.1';
const DAY_MS = 24 * 60 * 60_000;
/** Filling makes hundreds of calls. With HighLevel's own limit, it would take a minute. */
const CRM_LIMITS = { burst: 10_000, daily: 200_000 };
const OPERATOR = { name: 'Dana Demo', email: 'dana.demo@example.com' };

/** A running demonstration. */
export interface Demo {
  url: string;
  /** The browser that opens it is signed in, as long as the demonstration runs. */
  signInLink: string;
  /** The page of the CRM sandbox. */
  sandboxUrl: string;
  operator: string;
  /** The folder with all its data. It is removed when the process ends, unless it is killed (SIGKILL). */
  folder: string;
  logFile: string;
  stop(): Promise<void>;
}

interface DemoOptions {
  /** The setting PORT. */
  port: string | undefined;
  /** Called when the port is open and filling begins, which takes some seconds. */
  onFilling: () => void;
}

/**
 * Starts a site with embedded content, invented leads and a CRM sandbox. Reads no settings but the given port. Throws an
 * `AppError` with the fix if the port is taken.
 */
export async function startDemo({ port, onFilling }: DemoOptions): Promise<Demo> {
  const server = await listen(readConfig({ PORT: port, HOST }));
  const url = urlOf(server);
  let site: RequestListener = (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '10' });
    response.end('The demonstration is being filled. Reload this page in some seconds.\n');
  };
  server.on('request', (request, response) => site(request, response));
  onFilling();

  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const logFile = path.join(folder, 'log.jsonl');
  const log = createLogger('info', pino.destination({ dest: logFile, sync: true }));
  const now = Date.now();
  const clock = createDemoClock(now - DEMO_DAYS * DAY_MS);
  const sandbox = await startCrmSandbox({ now: clock.now, limits: CRM_LIMITS });
  const config = readConfig(settingsOf(sandbox, folder, port));
  const operator = await fill({ config, log, clock, sandbox, url, now });

  let stopping = false;
  const services = await openServices({ config, log });
  const app = await createApp({ ...services, isStopping: () => stopping });
  const signIn = createDemoSignIn(services, operator.id);
  await services.start(async () => url);
  site = signIn.before(app.handle);
  runInBackground(log, 'pages-not-refreshed', () =>
    app.pages.refresh().finally(() => services.content.keepSearchIndex()),
  );
  return {
    url,
    signInLink: url + signIn.path,
    sandboxUrl: sandbox.url,
    operator: operator.name,
    folder,
    logFile,
    async stop() {
      stopping = true;
      await services.stop(async () => {
        server.close();
        server.closeAllConnections();
        app.close();
      });
      await sandbox.stop();
    },
  };
}

/** Listens before anything is created, so that a port that is taken leaves nothing behind. */
async function listen({ port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createServer({ optimizeEmptyRequests: true });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new AppError('config', describeListenError(error, { port, host }), { cause: error });
  }
  return server;
}

function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The demonstration has no port.');
  return `http://${HOST}:${address.port}`;
}

/** The only settings of the site. Those of the environment and of `.env.local` may name a real CRM or mail server. */
function settingsOf({ settings }: CrmSandbox, folder: string, port: string | undefined) {
  return {
    PORT: port,
    HOST,
    DATA_DIR: folder,
    // This home page has the short form and the market report.
    HOME_LAYOUT: 'lead-capture',
    HIGHLEVEL_API_BASE: settings.HIGHLEVEL_API_BASE,
    HIGHLEVEL_MARKETPLACE_BASE: settings.HIGHLEVEL_MARKETPLACE_BASE,
    GHL_API_KEY: settings.GHL_API_KEY,
    GHL_LOCATION_ID: settings.GHL_LOCATION_ID,
    GHL_WEBHOOK_PUBLIC_KEY: settings.GHL_WEBHOOK_PUBLIC_KEY,
  };
}

interface FillOptions {
  config: Config;
  log: Logger;
  clock: DemoClock;
  sandbox: CrmSandbox;
  url: string;
  now: number;
}

/** Fills the site with services of its own, whose clock starts weeks ago. Returns the operator. */
async function fill({ config, log, clock, sandbox, url, now }: FillOptions) {
  const services: Services = await openServices({ config, log, now: clock.now });
  try {
    await services.start(async () => url);
    await addOperator(services.database.query, OPERATOR, clock.now());
    const operator = await services.database.query
      .selectFrom('operators')
      .select(['id', 'name'])
      .where('email', '=', OPERATOR.email)
      .executeTakeFirstOrThrow();
    await fillSite({ services, clock, sandbox, operator, now });
    return operator;
  } finally {
    await services.stop(async () => {});
    clock.release();
  }
}
