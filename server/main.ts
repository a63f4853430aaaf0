import { createServer } from 'node:http';
import path from 'node:path';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createContentGateway } from './content/gateway.ts';
import { openCrm } from './crm/open-crm.ts';
import { openDatabase } from './database/open-database.ts';
import { createLeadDesk } from './leads/store/lead-desk.ts';
import { openDelivery } from './leads/deliver/open-delivery.ts';
import { loadEnvironment } from './load-environment.ts';
import { createLog } from './machine/create-log.ts';
import { announceFirstAccount } from './operators/announce-first-account.ts';
import { createLiveHub } from './operators/live-events.ts';
import { startSweep } from './operators/sweep-operators.ts';
import { readSecretKeys } from './secret-keys.ts';

const ROOT = path.join(import.meta.dirname, '..');
const dev = process.argv.includes('--dev');

loadEnvironment();

const config = configOrExit();
const log = createLog(config.logLevel);
const gateway = await createContentGateway({ config, log }).catch(exitWith);
const database = await openDatabase(config, log).catch(exitWith);
const secrets = await readSecretKeys(config, log).catch(exitWith);
const [secret = ''] = secrets;
let origin = config.publicUrl ?? '';
let stopping = false;
const crm = openCrm({ config, query: database.query, secrets, log });
const delivery = await openDelivery({
  config,
  database,
  crm,
  gateway,
  log,
  secrets,
  origin: () => origin,
}).catch(exitWith);
const desk = createLeadDesk({
  config,
  database,
  log,
  gateway,
  secret,
  crmReady: () => delivery.crmReady(),
  wake: () => delivery.wake(),
});

const live = createLiveHub({ database, log });
const server = createServer();
const vite = dev ? await startVite() : undefined;
server.on(
  'request',
  await createApp({
    config,
    gateway,
    desk,
    database,
    crm,
    secrets,
    live,
    log,
    isStopping: () => stopping,
    origin: () => origin,
    ...(vite ? { vite } : {}),
  }).catch(exitWith),
);

server.on('error', (error: NodeJS.ErrnoException) => {
  const mend =
    error.code === 'EADDRINUSE'
      ? `Port ${config.port} is taken. Stop what uses it, or set PORT to another.`
      : error.message;
  process.stderr.write(`The server cannot listen. ${mend}\n`);
  process.exit(1);
});
await desk.start();
const sweep = startSweep(database.query, log);
server.listen(config.port, config.host, () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const anywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  if (!config.publicUrl) {
    origin = `http://${host}:${port}`;
    if (anywhere)
      log.warn({ event: 'public-url-missing' }, `Search engines are told ${origin}. Set PUBLIC_URL.`);
  }
  // The mails name the site's address, which is known now.
  delivery.start();
  crm.start();
  process.stdout.write(`Listening on http://${host}:${port}\n`);
  announceFirstAccount({
    database: database.query,
    origin,
    dataDir: config.dataDir,
    terminal: process.stdout,
    now: Date.now(),
  }).catch((error: unknown) => log.error({ event: 'first-account-not-announced', err: error }));
});

function stop(): void {
  if (stopping) return;
  stopping = true;
  // Until what stands in front has seen at /readyz that requests go elsewhere.
  setTimeout(close, config.drainSeconds * 1000);
}
function close(): void {
  // What is stored from now on waits for the next start.
  const delivered = Promise.all([delivery.stop(), crm.stop()])
    .then(() => {})
    .catch((error: unknown) => log.error({ event: 'delivery-not-stopped', err: error }));
  void vite?.close();
  // Their streams would keep connections open.
  live.close();
  server.close(() => void end(delivered));
  server.closeIdleConnections();
  // What is still open after this long is held open by the other side.
  setTimeout(() => void end(delivered), 3000).unref();
}
let ending = false;
async function end(delivered: Promise<void>): Promise<void> {
  if (ending) return;
  ending = true;
  desk.stop();
  sweep.stop();
  await delivered;
  await database.close().catch(() => {});
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

async function startVite() {
  const { createServer: createVite } = await import('vite');
  return createVite({ root: ROOT, appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
}

function configOrExit(): Config {
  try {
    return readConfig(process.env, { dev });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return exitWith(new Error(error.message));
  }
}

/** What is wrong with the set-up says in words what to mend. Any other fault is ours, and keeps its stack. */
function exitWith(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'Error' || 'code' in error) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
