import { createServer } from 'node:http';
import { lockDataFolder } from './database/engines/server-lock.ts';
import { keepReleaseAssets } from './pages/render/previous-release-assets.ts';
import { announceFirstAccountLink } from './operators/sign-in/one-time-links.ts';
import { readConfig, type Config } from './platform/config/config.ts';
import { createErrorReporter } from './platform/logging/error-reporter.ts';
import { createLogger } from './platform/logging/create-logger.ts';
import { loadEnvironment } from './platform/config/load-environment.ts';
import { createLogLimiter } from './platform/logging/log-limiter.ts';
import { misspeltSettings } from './platform/config/misspelt-settings.ts';
import { listenOptions } from './platform/listen-options.ts';
import { connectionLimit } from './platform/connection-limit.ts';
import { CLIENT_FOLDER, PROJECT_ROOT } from './platform/root.ts';
import { BUILD_COMMIT, PRODUCT_VERSION } from './platform/version.ts';
import { runInBackground } from './platform/async/run-in-background.ts';
import { openRunningSite } from './running-site.ts';
import { describeListenError, OPEN_FILES_FIX, describeStartError } from './platform/config/start-errors.ts';

/**
 * Keep-alive timeout in milliseconds. nginx and most load balancers close idle connections after 60 s. If the server
 * closed one first, a request sent at that moment would fail with a 502.
 */
const KEEP_ALIVE_MS = 65_000;

/** Milliseconds for which a failed process waits until its last error report is sent. */
const LAST_REPORT_MS = 2_000;

const dev = process.argv.includes('--dev');

// Without listeners, a full disk would end the process if its output is redirected to a file.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const config = configOrExit();
const reports = config.sentryDsn
  ? createErrorReporter({ dsn: config.sentryDsn, release: PRODUCT_VERSION })
  : null;
const log = createLogger(config.logLevel, undefined, (error) => reports?.add(error));
endProcessOnFailure();
warnOfMisspeltSettings();
const lock = config.databaseUrl === null ? await lockDataFolder({ ...config, onWait }).catch(exitWith) : null;
// Most requests have no body. With this option, Node gives them a body stream that has already ended, to save work.
const server = createServer({ optimizeEmptyRequests: true });
server.keepAliveTimeout = KEEP_ALIVE_MS;
limitConnections();
let stopping = false;
const vite = dev ? await startVite() : undefined;
const site = await openRunningSite({ config, log, isStopping: () => stopping, vite, listen }).catch(exitWith);
server.on('request', site.handle);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
await site.start();
const { database, origin, now } = site.services();
announceFirstAccountLink({
  database: database.query,
  origin: origin(),
  dataDir: config.dataDir,
  terminal: process.stdout,
  now: now(),
}).catch((error: unknown) => log.error({ event: 'first-account-not-announced', err: error }));

if (!dev) runInBackground(log, 'assets-not-kept', () => keepReleaseAssets(CLIENT_FOLDER, config.dataDir));

/**
 * Ends the process on an error that nothing has handled, after logging and reporting it. The state of the process is
 * unknown from then on.
 */
function endProcessOnFailure(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (reason: unknown) => {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      // Pino writes a fatal line before it returns.
      log.fatal({ event: 'process-failed', kind: event, err: error });
      const exit = () => process.exit(1);
      if (!reports) exit();
      else reports.settle(LAST_REPORT_MS).then(exit, exit);
    });
  }
}

/** Refuses connections that would exceed the limit of open files, and logs how many. */
function limitConnections(): void {
  const most = connectionLimit();
  if (most === null) return;
  server.maxConnections = most;
  const refused = createLogLimiter((_, connections) =>
    log.error(
      { event: 'connections-refused', connections, most },
      `All ${most} connections are in use. ${OPEN_FILES_FIX}`,
    ),
  );
  server.on('drop', () => refused.add('refused', null));
}

/** Starts listening and resolves with the server's own URL. Exits if the port cannot be opened. */
function listen(): Promise<string> {
  const exit = (error: NodeJS.ErrnoException) =>
    exitWith(new Error(`The server cannot listen. ${describeListenError(error, config)}`, { cause: error }));
  server.once('error', exit);
  return new Promise((resolve) => {
    server.listen(listenOptions(config, process.env, process.pid), () => {
      server.off('error', exit);
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : config.port;
      const anywhere = config.host === '0.0.0.0' || config.host === '::';
      const host = anywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
      const url = `http://${host}:${port}`;
      // Logged only now, so that a server that cannot start prints nothing but the reason.
      log.info({
        event: 'server-started',
        version: PRODUCT_VERSION,
        commit: BUILD_COMMIT,
        node: process.version,
        url,
      });
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
  setTimeout(() => runInBackground(log, 'server-not-stopped', end), config.drainSeconds * 1000);
}

async function end(): Promise<void> {
  vite?.close().catch(() => {});
  try {
    await site.stop(endRequests);
  } catch (error) {
    log.error({ event: 'server-not-stopped', err: error });
  }
  process.exit(0);
}

async function endRequests(): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Do not wait longer for clients that keep their connections open.
    setTimeout(resolve, 3000).unref();
  });
}

function onWait(message: string): void {
  process.stderr.write(`${message}\n`);
}

async function startVite() {
  const { createServer: createVite } = await import('vite');
  return createVite({
    root: PROJECT_ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
}

function configOrExit(): Config {
  try {
    loadEnvironment();
    return readConfig(process.env, { dev });
  } catch (error) {
    return exitWith(error);
  }
}

function warnOfMisspeltSettings(): void {
  for (const { name, meant } of misspeltSettings(process.env)) {
    log.warn({ event: 'unknown-setting', name, meant }, `${name} is not a setting. Is ${meant} meant?`);
  }
}

/**
 * Prints the cause and the fix of an error, and exits. Rethrows an error that is a bug, so that it is logged with its
 * stack.
 */
function exitWith(error: unknown): never {
  const fault = describeStartError(error);
  if (fault === null) throw error;
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
