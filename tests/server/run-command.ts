import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import { compileCache } from '../setup/compile-cache.ts';

export interface FinishedCommand {
  code: number;
  /** What it has written to the standard output. */
  out: string;
  /** What it has written to the standard error, with the progress of long work. */
  err: string;
}

/**
 * Runs an operators' command in a process of its own, as `npm run <name> -- …` does, from the build, which loads in half
 * the time of the sources. The settings of the developer's shell are not inherited.
 */
export async function runCommand(
  [name, ...words]: readonly [name: string, ...words: readonly string[]],
  settings: Readonly<Record<string, string>>,
): Promise<FinishedCommand> {
  const child = spawn(process.execPath, ['dist/server/command.js', name, ...words], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env['PATH'], LINTEL_ENV_FILE: 'none', ...compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = await once(child, 'close');
  return { code: Number(code), out, err };
}
