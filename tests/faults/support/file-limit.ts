import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Limits the size of the files that a running process writes, like a disk that is full for it. `null` removes the limit.
 * This needs no privileges.
 */
export async function limitFiles(pid: number, bytes: number | null): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`]);
}
