import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const START_TIMEOUT_MS = 45_000;
const STOP_TIMEOUT_MS = 5_000;

// Everything else stays out: a developer's shell may hold the keys of a real WordPress or CRM.
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'];

export interface Site {
  url: string;
  /** Everything the site has written to stdout and stderr so far. */
  log(): string;
  stop(): Promise<void>;
  /** Asks it to stop, as whoever runs it does, and does not wait. */
  askToStop(): void;
  /** Ends it at once, as a power cut would; its data folder stays, where `DATA_DIR` named one. */
  kill(): Promise<void>;
}

/**
 * The production server of this project on a free port, with an empty data folder of its own. `prefix` is a program,
 * with its arguments, that becomes the server's process.
 */
export async function startSite(
  env: Record<string, string> = {},
  { nodeFlags = [], prefix = [] }: { nodeFlags?: readonly string[]; prefix?: readonly string[] } = {},
): Promise<Site> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lintel-site-'));
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const [program, ...programArguments] = [...prefix, process.execPath, ...nodeFlags, 'server/main.ts'];
  const child = spawn(program, programArguments, {
    cwd: PROJECT,
    env: {
      ...Object.fromEntries(inherited),
      LINTEL_ENV_FILE: 'none',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataFolder,
      // Many servers start in a run: what one has compiled, the next need not.
      NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/node-compile-cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test run that dies must not leave a server behind.
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
      // A whole line only: a chunk may end in the middle of the port. The line may be JSON.
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
      reject(new Error(`The site did not listen within ${START_TIMEOUT_MS / 1000} s.\n${output}`));
    }, START_TIMEOUT_MS).unref();
  });
  try {
    return {
      url: await listening,
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
  const timer = delay(STOP_TIMEOUT_MS, undefined, { signal: late.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined, // it ended in time
  );
  await ended;
  late.abort();
  await timer;
}
