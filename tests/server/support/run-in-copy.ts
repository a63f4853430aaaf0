import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PROJECT = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/**
 * Returns a function that runs a script of `node_modules`, or one with an absolute path, in a copy of the project, as in a developer's terminal. It
 * rejects with the output if the script fails.
 */
export function runInCopy(copy: string) {
  // Omit the test runner's variables.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !name.startsWith('VITEST')),
  );
  return (script: string, ...args: string[]) =>
    run(process.execPath, [path.resolve(PROJECT, 'node_modules', script), ...args], { cwd: copy, env });
}
