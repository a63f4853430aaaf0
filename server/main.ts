import { createServer } from 'node:http';
import { createApp } from './app.ts';
import { lockDataFolder } from './database/server-lock.ts';
import { announceFirstAccount } from './operators/one-time-links.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { createLog } from './platform/create-log.ts';
import { loadEnvironment } from './platform/load-environment.ts';
import { ROOT } from './platform/root.ts';
import { openServices } from './services.ts';

/**
 * Keep-alive timeout in milliseconds. nginx and most load balancers close idle connections after 60 s. If the server
 * closed one first, a request sent at that moment would fail with a 502.
 */
const KEEP_ALIVE = 65_000;

const dev = process.argv.includes('--dev');

loadEnvironment();
const config = configOrExit();
const log = createLog(config.logLevel);
const lock = config.databaseUrl === null ? await lockDataFolder({ ...config, onWait }).catch(exitWith) : null;
const services = await openServices({ config, log }).catch(exitWith);
// Most requests have no body. With this option, Node gives them a body stream that has already ended, to save work.
const server = createServer({ optimizeEmptyRequests: true });
server.keepAliveTimeout = KEEP_ALIVE;
const vite = dev ? await startVite() : undefined;
let stopping = false;
const app = await createApp({
  ...services,
  isStopping: () => stopping,
  ...(vite ? { vite } : {}),
}).catch(exitWith);
server.on('request', app.handle);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
await services.start(listen);
// Render the first pages before building the search index.
void app.pages.refresh().finally(() => services.content.keepSearchIndex());
announceFirstAccount({
  database: services.database.query,
  origin: services.origin(),
  dataDir: config.dataDir,
  terminal: process.stdout,
  now: services.now(),
}).catch((error: unknown) => log.error({ event: 'first-account-not-announced', err: error }));

/** Starts listening and resolves with the server's own URL. Exits if the port cannot be opened. */
function listen(): Promise<string> {
  server.on('error', (error: NodeJS.ErrnoException) => {
    const fix =
      error.code === 'EADDRINUSE'
        ? `Port ${config.port} is taken. Stop what uses it, or set PORT to another.`
        : error.message;
    process.stderr.write(`The server cannot listen. ${fix}\n`);
    process.exit(1);
  });
  return new Promise((resolve) => {
    server.listen(config.port, config.host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      const anywhere = config.host === '0.0.0.0' || config.host === '::';
      const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
      const url = `http://${host}:${port}`;
      if (anywhere && !config.publicUrl) {
        log.warn({ event: 'public-url-missing' }, `Search engines are given ${url}. Set PUBLIC_URL.`);
      }
      lock?.listensOn(port);
      process.stdout.write(`Listening on ${url}\n`);
      resolve(url);
    });
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  lock?.stops();
  // Give the load balancer time to see that /readyz fails and to send requests elsewhere.
  setTimeout(() => void end(), config.drainSeconds * 1000);
}

async function end(): Promise<void> {
  void vite?.close();
  await services.stop(endRequests);
  process.exit(0);
}

async function endRequests(): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Do not wait longer for clients that keep their connections open.
    setTimeout(resolve, 3000).unref();
  });
  app.pages.close();
}

function onWait(message: string): void {
  process.stderr.write(`${message}\n`);
}

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

/** Prints the message of a setup error and exits. Any other error is a bug, so it is rethrown with its stack. */
function exitWith(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'Error' || 'code' in error) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
