import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../../setup/compile-cache.ts';
import { HOOK_LIMIT, timeLimit } from '../../setup/time-limits.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * A stopping server finishes its deliveries, each within the 15 seconds of CRM calls. As long as a starting server waits
 * for one that stops (MAX_STOP_MS).
 */
const STOP_LIMIT = timeLimit(30_000);
const QUICK_SERVER = new URL('../../setup/quick-server.ts', import.meta.url);

// Other variables are not inherited: a developer's shell may contain the keys of a real WordPress or CRM.
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'];

export interface Site {
  url: string;
  /** The process id of the server. */
  pid: number;
  /** Returns everything that the site has written to stdout and stderr so far. */
  log(): string;
  stop(): Promise<void>;
  /** Sends SIGTERM, as a process manager does, without waiting for the exit. */
  askToStop(): void;
  /** Kills the process, like a power failure. A data folder set with `DATA_DIR` is kept. */
  kill(): Promise<void>;
}

/**
 * Starts the production server on a free port with a new, empty data folder. `prefix` is a command that wraps Node.
 * `script` replaces the server's script and arguments, and `cwd` the project's folder.
 */
export async function startSite(
  env: Record<string, string> = {},
  {
    nodeFlags = [],
    prefix = [],
    script = ['dist/server/start.js'],
    cwd = PROJECT,
  }: {
    nodeFlags?: readonly string[];
    prefix?: readonly string[];
    script?: readonly string[];
    cwd?: string;
  } = {},
): Promise<Site> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lintel-site-'));
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const [program = process.execPath, ...programArguments] = [
    ...prefix,
    process.execPath,
    ...nodeFlags,
    ...script,
  ];
  const child = spawn(program, programArguments, {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      LINTEL_ENV_FILE: 'none',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataFolder,
      ...compileCache,
      // Only tests compress quickly and do not wait for the disk. Measurements run without Vitest.
      ...(process.env['VITEST'] && { NODE_OPTIONS: `--import=${QUICK_SERVER.href}` }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A crashed test run must not leave a server behind.
  const killWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithParent);

  let output = '';
  const stop = async (kill = false): Promise<void> => {
    if (kill) child.kill('SIGKILL');
    await end(child);
    process.off('exit', killWithParent);
    await rm(dataFolder, { recursive: true, force: true });
  };
  const listening = new Promise<string>((resolve, reject) => {
    let isListening = false;
    const read = (chunk: string): void => {
      output += chunk;
      if (isListening) return;
      // Match complete lines only, because a chunk may end within the port number. The line may be JSON.
      const url = /listening on (http:\/\/[^\s"'\\,}]+).*\r?\n/i.exec(output)?.[1];
      if (url === undefined) return;
      isListening = true;
      resolve(url.replace(/\/$/, ''));
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      reject(new Error(`The site ended before it listened (${signal ?? `exit code ${code}`}).\n${output}`));
    });
    setTimeout(() => {
      reject(new Error(`The site did not listen within ${HOOK_LIMIT / 1000} s.\n${output}`));
    }, HOOK_LIMIT).unref();
  });
  try {
    return {
      url: await listening,
      pid: child.pid ?? 0,
      log: () => output,
      stop: () => stop(),
      askToStop: () => void child.kill('SIGTERM'),
      kill: () => stop(true),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = new AbortController();
  const timer = delay(STOP_LIMIT, undefined, { signal: late.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined, // It ended in time.
  );
  await ended;
  late.abort();
  await timer;
}
